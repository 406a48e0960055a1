// Problems drawn from a fuzzer's input: shapes, layouts, scalars, teams, epilogues and knobs.
#pragma once

#include "families/fused.h"
#include "families/requant.h"
#include "fuzz/input.h"

#include <cmath>

namespace gk::test {

// Any knob at any value, a few of them.
inline void draw_knobs(Input &in, KnobScope &knobs) {
  constexpr uint64_t kEdges[] = {0, 1, 2, 7, 16, 33, 64, 100, 4096, INT64_MAX, 1ull << 63, UINT64_MAX};
  for (int changes = in.byte() % 6; changes > 0; --changes) {
    const char *name = gemmkit_knob_name(in.byte() % gemmkit_knob_count());
    const uint64_t value = in.byte() % 4 ? in.one_of(kEdges) : in.word() >> in.byte() % 64;
    knobs.set(name, value);
    uint64_t read = ~value;
    if (gemmkit_knob_get(name, &read) != GEMMKIT_OK || read != value)
      fuzz_failure(std::string(name) + " does not read back");
  }
}

// Workers for the smallest problem, in some inputs.
inline int32_t draw_threads(Input &in, KnobScope &knobs) {
  const int32_t threads = in.byte() % 4;
  if (in.once_in(4)) knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
  return threads;
}

inline FamilyProblem draw_problem(Input &in, KnobScope &knobs) {
  constexpr double kScalars[] = {1, 0, -1, 0.5, 2.25, -3};
  FamilyProblem p;
  const uint8_t how = in.byte();
  p.integers = how & 1, p.checked = how & 2;
  const int most = how & 4 ? 70 : 24;
  p.m = in.extent(most), p.n = in.extent(most), p.k = in.extent(how & 8 ? 250 : most);
  p.alpha = in.one_of(kScalars), p.beta = in.one_of(kScalars);
  if (how & 16) p.alpha_im = in.one_of(kScalars), p.beta_im = in.one_of(kScalars);
  p.a_layout = in.byte() % kInputLayouts, p.b_layout = in.byte() % kInputLayouts;
  p.c_layout = in.byte() % kOutputLayouts;
  p.misalign = in.byte() % 9;
  p.conj = in.byte() % 4;
  p.seed = in.byte();
  p.threads = draw_threads(in, knobs);
  return p;
}

// Scalars and single elements that are not finite.
inline void draw_extremes(Input &in, FamilyProblem &p) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = HUGE_VAL;
  constexpr double kExtremes[] = {kNan, kInfinity, -kInfinity};
  if (in.once_in(4)) p.poison = in.once_in(2) ? p.kPoisonA : p.kPoisonB, p.poison_value = in.one_of(kExtremes);
  if (in.once_in(8)) p.alpha = kNan;
  if (in.once_in(8)) p.beta = kNan;
}

inline Fusing draw_fusing(Input &in) {
  constexpr double kSlopes[] = {2, 0.25, -1, 0};
  Fusing f;
  f.bias_kind = in.byte() % 3, f.activation = in.byte() % (GEMMKIT_ACT_GELU_TANH + 1);
  f.residual = in.once_in(2), f.residual_layout = in.byte() % kInputLayouts;
  f.slope = in.one_of(kSlopes);
  return f;
}

inline Requantising draw_requantising(Input &in) {
  constexpr float kUnits[] = {0.015625f, 0.5f, 0.1f, 3e-8f, 1e30f, std::numeric_limits<float>::denorm_min()};
  Requantising r;
  r.scale_kind = in.byte() % 3, r.bias_kind = in.byte() % 3;
  r.unit = in.one_of(kUnits);
  r.to_unsigned = in.once_in(2);
  r.zero_point = r.low() + in.byte();
  return r;
}

}  // namespace gk::test
