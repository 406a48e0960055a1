// Small C over a long depth, through the public entries: every layout, the same bits whatever the team.
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

}  // namespace

TEMPLATE_TEST_CASE("small-mn route: every small C in every layout", "[small_mn]", float, double) {
  int turn = 0;
  for (int64_t m = 2; m <= 17; m += fast() ? 3 : 1)
    for (int64_t n = 2; n <= 17; n += fast() ? 3 : 1)
      for (const int a : {0, 1})
        for (const int b : {0, 1}) {
          Problem p;
          p.m = m, p.n = n;
          p.k = 64 + turn * 37 % 500;
          p.a_layout = a, p.b_layout = b;
          p.c_layout = turn % kOutputLayouts;
          p.alpha = turn % 2 ? 1 : -0.5;
          p.beta = turn % 3 == 0 ? 0 : turn % 3 == 1 ? 1 : 0.75;
          p.misalign = turn % 4;
          p.seed = turn++;
          expect_right<TestType>(p);
        }
  SUCCEED();
}

// Around one slice of the depth (4096 bytes), where sums are finished in registers, and beyond.
TEMPLATE_TEST_CASE("small-mn route: larger C, on both sides of a slice", "[small_mn]", float, double) {
  int turn = 0;
  for (const int64_t m : {18, 31, 48, 64})
    for (const int64_t n : {17, 33, 63})
      for (const int64_t k : {100, 512, 513, 1024, 1025})
        for (const int layouts : {0, 1, 2, 3}) {
          if (fast() && turn++ % 5 != 0) continue;
          Problem p;
          p.m = m, p.n = n, p.k = k;
          p.a_layout = layouts & 1, p.b_layout = layouts >> 1;
          p.c_layout = turn % kOutputLayouts;
          p.beta = turn % 3 == 0 ? 0 : 0.75;
          p.misalign = turn % 4;
          p.seed = turn++;
          expect_right<TestType>(p);
        }
  SUCCEED();
}

TEMPLATE_TEST_CASE("small-mn route: other strides", "[small_mn]", float, double) {
  int turn = 0;
  for (int a = 0; a < kInputLayouts; ++a)
    for (int b = 0; b < kInputLayouts; ++b) {
      Problem p;
      p.m = 2 + turn % 7, p.n = 2 + turn % 5;
      p.k = 200;
      p.a_layout = a, p.b_layout = b;
      p.c_layout = turn % kOutputLayouts;
      p.seed = turn++;
      expect_right<TestType>(p);
    }
  SUCCEED();
}

TEMPLATE_TEST_CASE("small-mn route: the bits do not depend on the team", "[small_mn][threads]", float, double) {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  int turn = 0;
  for (const int64_t m : {2, 5, 8, 13, 16, 45})
    for (const int64_t n : {2, 3, 7, 16, 45})
      for (const int64_t k : {300, 4099})
        for (const int layouts : {0, 1, 2, 3}) {
          if (fast() && ++turn % 7 != 0) continue;
          Problem p;
          p.m = m, p.n = n, p.k = k;
          p.integers = false;
          p.a_layout = layouts & 1, p.b_layout = layouts >> 1;
          Operands<TestType> alone(p);
          REQUIRE(gemm<TestType>(TestType(0.7), alone.a, alone.b, TestType(0.3), alone.c, 1) == GEMMKIT_OK);
          for (const int32_t threads : {2, 3, 7}) {
            Operands<TestType> team(p);
            REQUIRE(gemm<TestType>(TestType(0.7), team.a, team.b, TestType(0.3), team.c, threads) == GEMMKIT_OK);
            INFO(describe(p) << ", team of " << threads);
            REQUIRE(team.c.same_bits(alone.c));
          }
        }
}

TEMPLATE_TEST_CASE("small-mn route: few beside many, the bits do not depend on the team", "[small_mn][threads]", float,
                   double) {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  int turn = 0;
  for (const int64_t few : {2, 3, 4, 8})
    for (const int64_t many : {32, 129, 777})
      for (const int64_t k : {18, 64, 90, 300})
        for (const int layouts : {0, 1, 2, 3})
          for (const bool rows : {true, false}) {
            if (fast() && ++turn % 7 != 0) continue;
            Problem p;
            p.m = rows ? few : many, p.n = rows ? many : few, p.k = k;
            p.integers = false;
            p.a_layout = layouts & 1, p.b_layout = layouts >> 1;
            Operands<TestType> alone(p);
            REQUIRE(gemm<TestType>(TestType(0.7), alone.a, alone.b, TestType(0.3), alone.c, 1) == GEMMKIT_OK);
            for (const int32_t threads : {2, 5}) {
              Operands<TestType> team(p);
              REQUIRE(gemm<TestType>(TestType(0.7), team.a, team.b, TestType(0.3), team.c, threads) == GEMMKIT_OK);
              INFO(describe(p) << ", team of " << threads);
              REQUIRE(team.c.same_bits(alone.c));
            }
          }
}

// Two to eight rows or columns beside many, around a slice of the few (4032 bytes of each) and around the depth and the
// many from which they come here; and their neighbours, which do not.
TEMPLATE_TEST_CASE("small-mn route: few beside many", "[small_mn]", float, double) {
  int turn = 0;
  for (const int64_t few : {2, 3, 4, 7, 8, 9})
    for (const int64_t many : {31, 32, 67, 300})
      for (const int64_t k : {15, 16, 33, 48, 64, 65, 97, 256, 505, 1009})
        for (const bool rows : {true, false})
          for (const int layouts : {0, 1, 2, 3}) {
            if (fast() && turn++ % 7 != 0) continue;
            Problem p;
            p.m = rows ? few : many, p.n = rows ? many : few, p.k = k;
            p.a_layout = layouts & 1, p.b_layout = layouts >> 1;
            p.c_layout = turn % kOutputLayouts;
            p.alpha = turn % 2 ? 1 : -0.5;
            p.beta = turn % 3 == 0 ? 0 : 0.75;
            p.misalign = turn % 4;
            p.seed = turn++;
            expect_right<TestType>(p);
          }
  SUCCEED();
}

TEMPLATE_TEST_CASE("small-mn route: few beside many, other strides", "[small_mn]", float, double) {
  int turn = 0;
  for (const bool rows : {true, false})
    for (int a = 0; a < kInputLayouts; ++a)
      for (int b = 0; b < kInputLayouts; ++b) {
        Problem p;
        p.m = rows ? 2 + turn % 7 : 50, p.n = rows ? 50 : 2 + turn % 7;
        p.k = 70 + turn % 5 * 60;
        p.a_layout = a, p.b_layout = b;
        p.c_layout = turn % kOutputLayouts;
        p.seed = turn++;
        expect_right<TestType>(p);
      }
  SUCCEED();
}

TEMPLATE_TEST_CASE("small-mn route: its knob changes the way, not the answer", "[small_mn]", float, double) {
  for (const uint64_t dim : {uint64_t{0}, uint64_t{64}, UINT64_MAX}) {
    KnobScope knobs("GEMMKIT_SMALL_MN_DIM", dim);
    for (const int64_t size : {3, 20, 40, 100}) {
      Problem p;
      p.m = size == 100 ? 3 : size, p.n = size + 1, p.k = 2000;
      for (int layouts = 0; layouts < 4; ++layouts) {
        p.a_layout = layouts & 1, p.b_layout = layouts >> 1;
        expect_right<TestType>(p);
      }
    }
  }
  SUCCEED();
}
