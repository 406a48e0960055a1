// Products of small depth through the public entries: every layout, and the bits of the driver whatever the team and
// the kind of stores.
#include "support/problem.h"

#include <catch2/catch.hpp>

using namespace gk::test;

namespace {

template <class T>
void expect_right(const Problem &p) {
  const std::string wrong = mistake<T>(p);
  if (!wrong.empty()) FAIL(type_name<T>() << " " << describe(p) << ": " << wrong);
}

constexpr double kAlphas[] = {1, -0.5}, kBetas[] = {0, 1, 0.75};
constexpr int32_t kTeams[] = {2, 3, 7};

// The way a product takes when nothing is small to it.
void force_driver(KnobScope *knobs) {
  knobs->set("GEMMKIT_SMALL_K_THRESHOLD", 0);
  knobs->set("GEMMKIT_DIRECT_BYTES", 0);
}

}  // namespace

TEMPLATE_TEST_CASE("small-k route: every layout, streamed and not", "[small_k]", float, double) {
  for (const uint64_t stream_from : {uint64_t{1}, UINT64_MAX}) {
    KnobScope knobs("GEMMKIT_STREAM_MIN_BYTES", stream_from);
    knobs.set("GEMMKIT_DIRECT_BYTES", 0);
    int turn = 0;
    for (int a = 0; a < kInputLayouts; a += fast() ? 3 : 1)
      for (int b = 0; b < kInputLayouts; b += fast() ? 2 : 1)
        for (int c = 0; c < kOutputLayouts; ++c, ++turn) {
          if (fast() && turn % 5 != 0) continue;
          Problem p;
          p.m = 70 + turn * 13 % 60, p.n = 33 + turn * 7 % 60, p.k = 1 + turn % 32;
          p.a_layout = a, p.b_layout = b, p.c_layout = c;
          p.alpha = kAlphas[turn % 2], p.beta = kBetas[turn % 3];
          p.misalign = turn % 9;
          p.seed = turn;
          expect_right<TestType>(p);
        }
  }
  SUCCEED();
}

TEMPLATE_TEST_CASE("small-k route: the driver's bits, whatever the team and the stores", "[small_k][threads]", float,
                   double) {
  struct Shape {
    int64_t m, n, k;
  };
  // Lines of C whole and not, one and several blocks, few and many columns, around the limit of k.
  const Shape shapes[] = {{512, 96, 16}, {1000, 70, 8}, {1024, 200, 5}, {77, 1001, 31},
                          {3000, 9, 32}, {5, 4000, 16}, {640, 640, 1},  {512, 130, 33}};
  int turn = 0;
  for (const Shape &shape : shapes)
    for (int layouts = 0; layouts < 8; ++layouts)
      for (const double beta : kBetas) {
        // Every shape, layout and beta, every team beside the lone worker, but not all of them with each other.
        if (fast() && ++turn % 7 != 0) continue;
        Problem p;
        p.m = shape.m, p.n = shape.n, p.k = shape.k;
        p.integers = false;
        p.a_layout = layouts & 1, p.b_layout = layouts >> 1 & 1, p.c_layout = layouts >> 2;
        p.misalign = layouts;
        Operands<TestType> driver(p);
        {
          KnobScope knobs;
          force_driver(&knobs);
          REQUIRE(gemm<TestType>(TestType(0.7), driver.a, driver.b, TestType(beta), driver.c, 1) == GEMMKIT_OK);
        }
        KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
        knobs.set("GEMMKIT_DIRECT_BYTES", 0);
        for (const uint64_t stream_from : {uint64_t{1}, UINT64_MAX}) {
          knobs.set("GEMMKIT_STREAM_MIN_BYTES", stream_from);
          for (const int32_t threads : {1, 2, 3, 7}) {
            if (fast() && threads != 1 && threads != kTeams[turn % 3]) continue;
            Operands<TestType> team(p);
            REQUIRE(gemm<TestType>(TestType(0.7), team.a, team.b, TestType(beta), team.c, threads) == GEMMKIT_OK);
            INFO(describe(p) << ", beta " << beta << ", streamed from " << stream_from << ", team of " << threads);
            REQUIRE(team.c.same_bits(driver.c));
            REQUIRE(team.c.padding_intact());
          }
        }
      }
}

// Columns that collide in the caches, of which copies are made.
TEMPLATE_TEST_CASE("small-k route: strides of whole pages", "[small_k]", float, double) {
  for (const uint64_t stream_from : {uint64_t{1}, UINT64_MAX}) {
    KnobScope knobs("GEMMKIT_STREAM_MIN_BYTES", stream_from);
    for (int layouts = 0; layouts < 4; ++layouts)
      for (const int64_t k : {8, 9, 32}) {
        if (fast() && k != (layouts == 0 ? 8 : layouts == 1 ? 32 : 9)) continue;
        Problem p;
        p.m = 2048, p.n = 2048, p.k = k;
        if (fast()) (layouts % 2 == 0 ? p.n : p.m) = 90;
        p.a_layout = layouts & 1, p.b_layout = layouts >> 1;
        p.seed = layouts;
        expect_right<TestType>(p);
      }
  }
  SUCCEED();
}

TEMPLATE_TEST_CASE("small-k route: its knob", "[small_k]", float, double) {
  for (const uint64_t most : {uint64_t{0}, uint64_t{1}, uint64_t{20}, UINT64_MAX}) {
    KnobScope knobs("GEMMKIT_SMALL_K_THRESHOLD", most);
    knobs.set("GEMMKIT_DIRECT_BYTES", 0);
    for (const int64_t k : {1, 20, 21, 63, 64, 65, 127, 128, 129, 300}) {
      Problem p;
      p.m = scaled(200, 50), p.n = scaled(170, 42), p.k = k;
      for (int layouts = 0; layouts < 4; ++layouts) {
        p.a_layout = layouts & 1, p.b_layout = layouts >> 1;
        expect_right<TestType>(p);
      }
    }
  }
  SUCCEED();
}
