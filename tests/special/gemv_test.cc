// Products with one row or one column, through the public entries: every layout, the same bits whatever the team, and
// the knobs of the route.
#include "support/problem.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace gk::test;

namespace {

template <class T>
void expect_right(const Problem &p) {
  const std::string wrong = mistake<T>(p);
  if (!wrong.empty()) FAIL(type_name<T>() << " " << describe(p) << ": " << wrong);
}

// Column of C (n == 1) or row of C (m == 1).
Problem vector_product(bool column, int64_t extent, int64_t depth) {
  Problem p;
  p.m = column ? extent : 1;
  p.n = column ? 1 : extent;
  p.k = depth;
  return p;
}

}  // namespace

TEMPLATE_TEST_CASE("gemv route: every layout of every operand", "[gemv]", float, double) {
  int turn = 0;
  for (const bool column : {true, false})
    for (int a = 0; a < kInputLayouts; ++a)
      for (int b = 0; b < kInputLayouts; ++b)
        for (int c = 0; c < kOutputLayouts; c += fast() ? 5 : 1) {
          Problem p = vector_product(column, 1 + turn * 7 % 45, 1 + turn * 11 % 39);
          p.a_layout = a, p.b_layout = b, p.c_layout = c;
          p.alpha = turn % 2 ? 1 : -0.5;
          p.beta = turn % 3 == 0 ? 0 : turn % 3 == 1 ? 1 : 0.75;
          p.misalign = turn % 4;
          p.seed = turn++;
          expect_right<TestType>(p);
        }
  SUCCEED();
}

TEMPLATE_TEST_CASE("gemv route: sizes around registers, blocks and slices", "[gemv]", float, double) {
  const std::vector<int64_t> extents = {1, 2, 3, 5, 16, 17, 191, 193, 1000, 4096, 4100};
  int turn = 0;
  for (const int64_t extent : extents)
    for (const int64_t depth : extents) {
      if (extent * depth > 2'000'000) continue;
      for (const int layout : {0, 1}) {
        Problem p = vector_product(turn % 2 == 0, extent, depth);
        p.a_layout = p.b_layout = layout;
        p.beta = turn % 3 == 0 ? 0 : 0.5;
        p.integers = depth < 1000;
        p.seed = turn++;
        expect_right<TestType>(p);
      }
    }
  SUCCEED();
}

TEMPLATE_TEST_CASE("gemv route: the bits do not depend on the team", "[gemv][threads]", float, double) {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  knobs.set("GEMMKIT_GEMV_PARALLEL_BYTES", 1);
  knobs.set("GEMMKIT_GEMV_AXPY_PAR_MIN_ROWS", 1);
  int turn = 0;
  for (const bool column : {true, false})
    for (const int layout : {0, 1, 9, 10})
      for (const int64_t extent : {1, 31, 100, 777, 5001})
        for (const int64_t depth : {3, 40, 301}) {
          if (fast() && ++turn % 7 != 0) continue;
          Problem p = vector_product(column, extent, depth);
          p.integers = false;
          p.a_layout = p.b_layout = layout;
          p.c_layout = layout;
          p.beta = 0.3;
          Operands<TestType> alone(p);
          REQUIRE(gemm<TestType>(TestType(0.7), alone.a, alone.b, TestType(0.3), alone.c, 1) == GEMMKIT_OK);
          for (const int32_t threads : {2, 3, 7}) {
            Operands<TestType> team(p);
            REQUIRE(gemm<TestType>(TestType(0.7), team.a, team.b, TestType(0.3), team.c, threads) == GEMMKIT_OK);
            INFO(describe(p) << ", team of " << threads);
            REQUIRE(team.c.same_bits(alone.c));
            REQUIRE(team.c.padding_intact());
          }
        }
}

TEMPLATE_TEST_CASE("gemv route: knobs change the way, not the answer", "[gemv]", float, double) {
  for (const char *name : {"GEMMKIT_GEMV_THRESHOLD", "GEMMKIT_K_STREAM_MAX"})
    for (const uint64_t value : {uint64_t{0}, UINT64_MAX}) {
      KnobScope knobs(name, value);
      for (const bool column : {true, false})
        for (const int64_t extent : {1, 100, 1000}) {
          Problem p = vector_product(column, extent, 77);
          p.beta = -0.5;
          expect_right<TestType>(p);
          p.a_layout = p.b_layout = 1;
          expect_right<TestType>(p);
        }
    }
  SUCCEED();
}

TEMPLATE_TEST_CASE("gemv route: register panels and buffered columns give the same bits", "[gemv]", float, double) {
  for (const int64_t extent : {100, 200, 1000, 5000}) {
    Problem p = vector_product(true, extent, 50);
    p.integers = false;
    Operands<TestType> panels(p), columns(p);
    {
      KnobScope knobs("GEMMKIT_K_STREAM_MAX", UINT64_MAX);
      REQUIRE(gemm<TestType>(TestType(1), panels.a, panels.b, TestType(1), panels.c) == GEMMKIT_OK);
    }
    KnobScope knobs("GEMMKIT_K_STREAM_MAX", 0);
    REQUIRE(gemm<TestType>(TestType(1), columns.a, columns.b, TestType(1), columns.c) == GEMMKIT_OK);
    REQUIRE(columns.c.same_bits(panels.c));
  }
}

TEMPLATE_TEST_CASE("gemv route: neither matrix nor vector is read when nothing depends on them", "[gemv]", float,
                   double) {
  // A null operand: any read is a fault.
  std::vector<TestType> y(5, TestType(3));
  const TestType *nowhere = nullptr;
  const gemmkit_exec exec = with_threads(1);
  REQUIRE(gemm_raw(5, 1, 4, TestType(0), nowhere, Strides{1, 5}, nowhere, Strides{1, 4}, TestType(2), y.data(),
                   Strides{1, 5}, &exec) == GEMMKIT_OK);
  CHECK(y == std::vector<TestType>(5, TestType(6)));
  REQUIRE(gemm_raw(1, 5, 0, TestType(1), nowhere, Strides{1, 5}, nowhere, Strides{1, 4}, TestType(0), y.data(),
                   Strides{5, 1}, &exec) == GEMMKIT_OK);
  CHECK(y == std::vector<TestType>(5, TestType(0)));
}
