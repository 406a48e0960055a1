// Half precision, int8 and complex through the public entries against an oracle: shapes, stride orders, scalars,
// conjugations, routes and teams. Once per instruction set.
#include "families/family.h"

#include <catch2/catch.hpp>

#include <map>

using namespace gk::test;

namespace {

constexpr double kScalars[] = {1, 0, -1, 0.5};

// REQUIRE costs microseconds, so only failures go through Catch.
template <class F>
void expect_right(const FamilyProblem &p) {
  const std::string wrong = family_mistake<F>(p);
  if (!wrong.empty()) FAIL(F::kName << " " << describe(p) << ": " << wrong);
}

// The routes a product can take, forced by knobs.
struct Route {
  const char *name;
  uint64_t direct_bytes, kc, mc, nc, lhs_pack, rhs_pack;
};
constexpr uint64_t kNever = UINT64_MAX;
constexpr Route kRoutes[] = {
    {"direct", kNever, 0, 0, 0, 0, 0},
    {"blocked, in place", 0, 0, 0, 0, kNever, kNever},
    {"blocked, packed", 0, 0, 0, 0, 0, 0},
    {"tiny blocks, in place", 0, 5, 7, 6, kNever, kNever},
    {"tiny blocks, packed", 0, 8, 7, 6, 0, 0},
    {"tiny blocks, A packed", 0, 16, 48, 9, 0, kNever},
    {"tiny blocks, B packed", 0, 16, 48, 9, kNever, 0},
};

void force(KnobScope &knobs, const Route &route) {
  knobs.set("GEMMKIT_DIRECT_BYTES", route.direct_bytes);
  knobs.set("GEMMKIT_KC", route.kc);
  knobs.set("GEMMKIT_MC", route.mc);
  knobs.set("GEMMKIT_NC", route.nc);
  knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", route.lhs_pack);
  knobs.set("GEMMKIT_LHS_PACK_STRIDE", route.lhs_pack == kNever ? kNever : 1);
  knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", route.rhs_pack);
  knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
}

// Scalars and conjugations in turn.
void vary(FamilyProblem &p, int turn) {
  p.alpha = kScalars[turn % 4];
  p.beta = kScalars[turn / 4 % 4];
  p.alpha_im = turn % 3 == 1 ? 2 : 0;
  p.beta_im = turn % 5 == 2 ? -1 : 0;
  p.conj = turn / 2 % 4;
  p.checked = turn % 2 == 1;
  p.seed = turn;
}

}  // namespace

TEMPLATE_TEST_CASE("every small extent", "[families]", GK_TEST_FAMILIES) {
  int turn = 0;
  // Past one tile of every kernel in both directions, and past its multiples of depth.
  for (int64_t m = 0; m <= 66; m += fast() ? 9 : m < 20 ? 1 : 3)
    for (int64_t n = 0; n <= 14; n += fast() ? 3 : 1)
      for (int64_t k : {0, 1, 2, 3, 4, 5, 17}) {
        FamilyProblem p;
        p.m = m, p.n = n, p.k = k;
        p.c_layout = turn / 16 % 2;
        p.integers = turn % 3 != 0;
        vary(p, turn++);
        expect_right<TestType>(p);
      }
  SUCCEED();
}

TEMPLATE_TEST_CASE("primes, tall, wide and deep", "[families]", GK_TEST_FAMILIES) {
  constexpr int64_t kShapes[][3] = {{2, 3, 5},       {7, 11, 13},  {31, 37, 41},   {97, 101, 103}, {211, 5, 17},
                                    {509, 3, 31},    {3, 509, 31}, {5, 7, 4001},   {1, 1, 10007},  {1, 103, 509},
                                    {103, 1, 509},   {101, 99, 2}, {99, 103, 1},   {600, 17, 64},  {17, 600, 64},
                                    {127, 129, 128}, {64, 64, 64}, {48, 40, 1100}, {33, 8, 70000}};
  int turn = 0, shape = 0;
  for (const auto &s : kShapes) {
    ++shape;
    for (bool integers : {true, false})
      for (int layouts = 0; layouts < 8; ++layouts) {  // every combination of column and row major
        if (fast() ? layouts != (shape * 3 + integers) % 8 : s[2] > 10000 && layouts % 4 != 0) continue;
        FamilyProblem p;
        p.m = s[0], p.n = s[1], p.k = s[2];
        if (fast() && p.k > 50000) p.m = 5;  // or most of the time is the oracle's for this one
        vary(p, turn);
        p.a_layout = 2 + layouts % 2;
        p.b_layout = layouts / 2 % 2;
        p.c_layout = 2 + layouts / 4;
        p.integers = integers;
        p.threads = turn % 3;
        p.misalign = turn % 5;
        if (p.alpha == 0) p.alpha = 1;
        ++turn;
        expect_right<TestType>(p);
      }
  }
  SUCCEED();
}

TEMPLATE_TEST_CASE("every stride order on every route", "[families]", GK_TEST_FAMILIES) {
  constexpr int64_t kShapes[][3] = {{5, 4, 3}, {1, 9, 11}, {9, 1, 11}, {33, 29, 31}, {50, 27, 18}};
  int turn = 0;
  for (const Route &route : kRoutes) {
    KnobScope knobs;
    force(knobs, route);
    INFO("route " << route.name);
    for (int a = 0; a < kInputLayouts; ++a)
      for (int b = 0; b < kInputLayouts; ++b)
        for (int c = 0; c < kOutputLayouts; ++c) {
          ++turn;
          if (turn % (fast() ? 61 : 7) != 0) continue;  // shapes and scalars rotate through the combinations
          FamilyProblem p;
          const auto &s = kShapes[turn / 7 % 5];
          p.m = s[0], p.n = s[1], p.k = s[2];
          vary(p, turn / 7);
          p.a_layout = a, p.b_layout = b, p.c_layout = c;
          p.threads = 1 + turn / 7 % 3;
          p.integers = turn / 7 % 4 != 3;
          expect_right<TestType>(p);
        }
  }
  SUCCEED();
}

TEMPLATE_TEST_CASE("teams of any size give the same bits", "[families]", GK_TEST_FAMILIES) {
  constexpr int64_t kShapes[][3] = {{150, 130, 170}, {40, 200, 300}, {300, 20, 90}, {1, 300, 500},
                                    {300, 1, 500},   {60, 50, 2000}, {6, 5, 3000}};
  for (const Route &route : kRoutes) {
    KnobScope knobs;
    force(knobs, route);
    knobs.set("GEMMKIT_GEMV_PARALLEL_BYTES", 1);
    knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
    int turn = 0;
    for (const auto &s : kShapes)
      for (int layouts : {0, 3, 5, 6}) {
        // One layout of each shape, another one on the next route.
        if (fast() && (&s - kShapes + &route - kRoutes) % 4 != layouts / 2) continue;
        if (route.kc != 0 && s[2] > 500) continue;
        FamilyProblem p;
        p.m = s[0], p.n = s[1], p.k = s[2];
        vary(p, ++turn);
        p.alpha = 0.75, p.beta = -0.5;
        p.a_layout = layouts % 2, p.b_layout = layouts / 2 % 2, p.c_layout = layouts / 4;
        p.integers = false;
        FamilyOperands<TestType> serial(p);
        const FamilyOperands<TestType> start = serial;
        REQUIRE(run(p, serial) == GEMMKIT_OK);
        for (int threads : {2, 3, 7}) {
          if (fast() && threads == 3) continue;
          FamilyOperands<TestType> x = start;
          p.threads = threads;
          REQUIRE(run(p, x) == GEMMKIT_OK);
          INFO(TestType::kName << " " << describe(p) << ", route " << route.name);
          REQUIRE(x.c.same_bits(serial.c));
        }
      }
  }
}

TEMPLATE_TEST_CASE("packing moves no bit", "[families]", GK_TEST_FAMILIES) {
  // Routes with the same slices of k give the same bits, whatever is packed and however C is cut.
  FamilyProblem p;
  p.m = 101, p.n = 67, p.k = scaled(500, 150);  // in slices of 64
  p.integers = false;
  p.beta = 1;
  Matrix<typename TestType::Out> first(0, 0, kLayouts[0]);
  bool have_first = false;
  for (uint64_t lhs : {uint64_t(0), kNever})
    for (uint64_t rhs : {uint64_t(0), kNever})
      for (uint64_t mc : {0, 31})
        for (uint64_t nc : {0, 1, 17})
          for (int layout_a : {0, 1, 9, 10}) {
            const Route route{"", 0, 64, mc, nc, lhs, rhs};
            KnobScope knobs;
            force(knobs, route);
            FamilyProblem q = p;
            q.a_layout = layout_a;
            q.b_layout = (layout_a + 1) % 4;
            q.threads = 2;
            FamilyOperands<TestType> x(q);
            REQUIRE(run(q, x) == GEMMKIT_OK);
            if (!have_first) first = x.c;
            have_first = true;
            INFO(TestType::kName << ", lhs " << lhs << ", rhs " << rhs << ", mc " << mc << ", nc " << nc << ", A "
                                 << kLayouts[layout_a].name);
            REQUIRE(x.c.same_bits(first));
          }
}

TEMPLATE_TEST_CASE("a caller's workspace gives the same bits", "[families]", GK_TEST_FAMILIES) {
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(gemmkit_workspace_create(0, &workspace) == GEMMKIT_OK);
  KnobScope knobs;
  force(knobs, kRoutes[2]);
  for (int64_t size : {33, 200}) {
    FamilyProblem p;
    p.m = p.n = p.k = size;
    p.a_layout = 1;
    p.beta = 1;
    p.integers = false;
    for (int threads : {1, 2}) {
      p.threads = threads;
      FamilyOperands<TestType> own(p), pooled(p);
      REQUIRE(run(p, own, workspace) == GEMMKIT_OK);
      REQUIRE(run(p, pooled) == GEMMKIT_OK);
      REQUIRE(own.c.same_bits(pooled.c));
    }
  }
  gemmkit_workspace_destroy(workspace);
}
