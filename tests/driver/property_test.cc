// Random shapes, strides, scalars, threads and knobs against the oracle; failures shrink to a small problem.
#include "support/problem.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

using namespace gk::test;

namespace {

// Half the extents are small, where edges are; the rest reaches several blocks.
rc::Gen<int64_t> extent(int64_t most) {
  return rc::gen::oneOf(rc::gen::inRange<int64_t>(0, 20), rc::gen::inRange<int64_t>(0, most + 1));
}

Problem random_problem() {
  Problem p;
  p.m = *extent(130).as("m");
  p.n = *extent(130).as("n");
  p.k = *extent(300).as("k");
  p.alpha = *rc::gen::element(1.0, 0.0, -1.0, 0.5, 2.25).as("alpha");
  p.beta = *rc::gen::element(0.0, 1.0, -1.0, 0.5, -3.0).as("beta");
  p.a_layout = *rc::gen::inRange(0, kInputLayouts).as("layout of A");
  p.b_layout = *rc::gen::inRange(0, kInputLayouts).as("layout of B");
  p.c_layout = *rc::gen::inRange(0, kOutputLayouts).as("layout of C");
  p.misalign = *rc::gen::inRange(0, 9).as("misalignment");
  p.threads = *rc::gen::element(1, 1, 2, 3, 0).as("threads");
  p.integers = *rc::gen::arbitrary<bool>().as("integers");
  p.seed = *rc::gen::inRange(0, 1000).as("seed");
  return p;
}

void random_knobs(KnobScope &knobs) {
  const auto pick = [&](const char *name, std::initializer_list<uint64_t> values) {
    knobs.set(name, *rc::gen::elementOf(std::vector<uint64_t>(values)).as(name));
  };
  constexpr uint64_t kNever = UINT64_MAX;
  pick("GEMMKIT_DIRECT_BYTES", {0, 1000, kNever});
  pick("GEMMKIT_KC", {0, 1, 2, 7, 16, 100, kNever});
  pick("GEMMKIT_MC", {0, 1, 5, 16, 33, 64, kNever});
  pick("GEMMKIT_NC", {0, 1, 4, 13, 32, kNever});
  pick("GEMMKIT_LHS_PACK_THRESHOLD", {0, 10, kNever});
  pick("GEMMKIT_LHS_PACK_STRIDE", {0, 4, 4096, kNever});
  pick("GEMMKIT_RHS_PACK_THRESHOLD", {0, 10, kNever});
  pick("GEMMKIT_PREFETCH_MIN_BYTES", {0, 1, kNever});
  pick("GEMMKIT_PARALLEL_THRESHOLD", {0, kNever});
  pick("GEMMKIT_PARALLEL_OVERSAMPLE", {0, 1, 8, kNever});
}

template <class T>
void check_random_problem() {
  KnobScope knobs;
  if (*rc::gen::arbitrary<bool>().as("knobs")) random_knobs(knobs);
  const Problem p = random_problem();
  const std::string wrong = mistake<T>(p);
  if (!wrong.empty()) RC_FAIL(describe(p) + ": " + wrong);
}

}  // namespace

TEST_CASE("random f32 products agree with the oracle", "[driver][property]") {
  rc::prop("f32", [] {
    for (int i = 0; i < scaled(10, 1); ++i) check_random_problem<float>();
  });
}

TEST_CASE("random f64 products agree with the oracle", "[driver][property]") {
  rc::prop("f64", [] {
    for (int i = 0; i < scaled(10, 1); ++i) check_random_problem<double>();
  });
}

TEST_CASE("random products do not depend on threads, blocks of C or packing", "[driver][property]") {
  rc::prop("same bits", [] {
    Problem p = random_problem();
    p.integers = false;
    const Operands<float> start(p);
    const uint64_t kc = *rc::gen::element<uint64_t>(0, 16, 50);
    Matrix<float> c[2] = {start.c, start.c};
    for (Matrix<float> &out : c) {
      KnobScope knobs;
      random_knobs(knobs);
      knobs.set("GEMMKIT_DIRECT_BYTES", 0);
      knobs.set("GEMMKIT_KC", kc);  // the one knob that may change bits
      RC_ASSERT(gemm<float>(float(p.alpha), start.a, start.b, float(p.beta), out, *rc::gen::inRange(0, 4)) ==
                GEMMKIT_OK);
    }
    RC_ASSERT(c[0].same_bits(c[1]));
  });
}
