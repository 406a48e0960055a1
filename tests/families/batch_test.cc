// Batches and groups of every family against a loop of single products: the same bits, and not a byte in between.
#include "families/batch.h"

#include <catch2/catch.hpp>

using namespace gk::test;

namespace {

template <class F>
void expect_loop(FamilyBatch<F> &x) {
  x.fill();
  const auto start = x.c, want = x.looped();
  for (int32_t threads : {1, 2, 3, 7, 0}) {
    CAPTURE(F::kName, threads, x.count, x.first.m, x.first.n, x.first.k, x.a_step, x.b_step);
    const gemmkit_exec exec = with_threads(threads);
    const Item<F> first = x.entry(0, x.c);
    REQUIRE(F::batched(first, x.count, x.a_step, x.b_step, x.c_step, &exec) == GEMMKIT_OK);
    CHECK(same_bits(x.c, want));
    x.c = start;
    REQUIRE(F::batched_unchecked(x.entry(0, x.c), x.count, x.a_step, x.b_step, x.c_step, &exec) == GEMMKIT_OK);
    CHECK(same_bits(x.c, want));
    if constexpr (F::kGroups) {
      for (bool checked : {false, true}) {
        x.c = start;
        std::vector<Item<F>> items;
        for (int64_t e = 0; e < x.count; ++e) items.push_back(x.entry(e, x.c));
        REQUIRE((checked ? F::grouped(items, &exec) : F::grouped_unchecked(items, &exec)) == GEMMKIT_OK);
        CHECK(same_bits(x.c, want));
      }
    }
    x.c = start;
  }
}

}  // namespace

TEMPLATE_TEST_CASE("a batch has the bits of a loop", "[families][batch]", GK_TEST_FAMILIES) {
  using F = TestType;
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 1);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
  constexpr int64_t kShapes[][3] = {{1, 1, 1},   {4, 4, 4},    {8, 8, 8},    {9, 1, 5},   {1, 9, 5},
                                    {3, 17, 2},  {16, 16, 16}, {33, 13, 20}, {50, 20, 7}, {7, 33, 1},
                                    {97, 9, 33}, {6, 4, 300},  {70, 50, 90}, {5, 6, 0},   {130, 70, 150}};
  int turn = 0;
  for (const auto &s : kShapes) {
    for (int64_t gap : {0, 3, -1}) {
      if (fast() && ++turn % 3 != 0) continue;
      FamilyBatch<F> x(s[0] * s[1] > 1000 ? 3 : 9, s[0], s[1], s[2], gap);
      x.first.alpha = F::scalar(turn % 2 ? 1 : -0.5, turn % 3 ? 0 : 2), x.first.beta = F::scalar(turn % 3 - 1, 0);
      x.first.conj = turn++ % 4;
      expect_loop(x);
      x.b_step = 0;
      expect_loop(x);
      if (gap < 0) continue;
      x.first.sa = {std::max<int64_t>(s[2], 1), 1}, x.first.sc = {s[1], 1};
      expect_loop(x);
    }
  }
}

TEMPLATE_TEST_CASE("large products of a batch are split among the workers", "[families][batch]", GK_TEST_FAMILIES) {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 1);
  knobs.set("GEMMKIT_SEQ_INTERNAL_BYTES_PER_WORKER", 0);
  FamilyBatch<TestType> x(4, 70, 50, 40, 3);
  expect_loop(x);
}

TEMPLATE_TEST_CASE("a group of mixed shapes", "[families][batch]", F16Family, Bf16Family, I8Family, C32Family,
                   C64Family) {
  using F = TestType;
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 1);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
  std::vector<FamilyBatch<F>> parts;
  for (int64_t i = 0; i < 40; ++i) {
    parts.push_back(i == 20 ? FamilyBatch<F>(1, 150, 120, 140, 0)
                            : FamilyBatch<F>(1, 1 + i * 7 % 23, 1 + i * 5 % 19, i * 3 % 17, 0));
    parts.back().first.conj = static_cast<int>(i % 4);
    parts.back().first.beta = F::scalar(static_cast<double>(i % 2), 0);
    parts.back().fill();
  }
  std::vector<std::vector<typename F::Out>> want;
  for (const auto &x : parts) want.push_back(x.looped());
  for (int32_t threads : {1, 3}) {
    const gemmkit_exec exec = with_threads(threads);
    auto out = parts;
    std::vector<Item<F>> items;
    for (auto &x : out) items.push_back(x.entry(0, x.c));
    REQUIRE(F::grouped(items, &exec) == GEMMKIT_OK);
    for (size_t i = 0; i < out.size(); ++i) CHECK(same_bits(out[i].c, want[i]));
  }
}
