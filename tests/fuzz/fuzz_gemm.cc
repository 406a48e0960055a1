// Differential fuzzing of the product: shapes, strides, scalars, threads and routes against the oracle.
#include "fuzz/bytes.h"
#include "support/problem.h"

using namespace gk::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  constexpr double kScalars[] = {1, 0, -1, 0.5, 2.25, -3};
  constexpr uint64_t kSizes[] = {0, 1, 2, 7, 16, 33, 100, UINT64_MAX};
  KnobScope knobs;
  const uint8_t choice = in.byte();
  const char *const kKnobs[] = {"GEMMKIT_DIRECT_BYTES",
                                "GEMMKIT_KC",
                                "GEMMKIT_MC",
                                "GEMMKIT_NC",
                                "GEMMKIT_LHS_PACK_THRESHOLD",
                                "GEMMKIT_LHS_PACK_STRIDE",
                                "GEMMKIT_RHS_PACK_THRESHOLD",
                                "GEMMKIT_PREFETCH_MIN_BYTES"};
  if (choice & 1)
    for (const char *knob : kKnobs) knobs.set(knob, in.one_of(kSizes));
  if (choice & 2) knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
  Problem p;
  p.integers = choice & 4;
  const int most = choice & 8 ? 70 : 24;
  p.m = in.below(most);
  p.n = in.below(most);
  p.k = in.below(2 * most);
  p.alpha = in.one_of(kScalars);
  p.beta = in.one_of(kScalars);
  p.a_layout = in.below(kInputLayouts);
  p.b_layout = in.below(kInputLayouts);
  p.c_layout = in.below(kOutputLayouts);
  p.misalign = in.below(9);
  p.threads = in.below(4);
  p.seed = in.byte();
  const std::string wrong = choice & 16 ? mistake<float>(p) : mistake<double>(p);
  if (!wrong.empty()) fuzz_failure(describe(p) + ": " + wrong);
  return 0;
}
