// Every shape class, stride order, scalar class and thread count through the public unchecked entries, f32 and f64,
// once per instruction set.
#include "dispatch/select.h"
#include "support/problem.h"
#include "support/threads.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <vector>

using namespace gk::test;

namespace {

constexpr double kScalars[] = {1, 0, -1, 0.5};

template <class T>
const gk_kernel_table &kernel() {
  gemmkit_status status = GEMMKIT_OK;
  const gk_kernel_table *table = gk::selected_kernel(sizeof(T) == 4 ? GK_F32 : GK_F64, &status);
  REQUIRE(table != nullptr);
  return *table;
}

// REQUIRE costs microseconds, so only failures and a final count go through Catch.
template <class T>
void expect_right(const Problem &p) {
  const std::string wrong = mistake<T>(p);
  if (!wrong.empty()) FAIL(type_name<T>() << " " << describe(p) << ": " << wrong);
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
    {"tiny blocks, packed", 0, 5, 7, 6, 0, 0},
    {"tiny blocks, A packed", 0, 16, 48, 9, 0, kNever},
    {"tiny blocks, B packed", 0, 16, 48, 9, kNever, 0},
};

void force(KnobScope &knobs, const Route &route) {
  knobs.set("GEMMKIT_DIRECT_BYTES", route.direct_bytes);
  knobs.set("GEMMKIT_KC", route.kc);
  knobs.set("GEMMKIT_MC", route.mc);
  knobs.set("GEMMKIT_NC", route.nc);
  knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", route.lhs_pack);
  // Either every stride of A is a reason to pack, so that no small A is exempt, or none is.
  knobs.set("GEMMKIT_LHS_PACK_STRIDE", route.lhs_pack == kNever ? kNever : sizeof(float));
  knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", route.rhs_pack);
  knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
}

}  // namespace

TEMPLATE_TEST_CASE("every extent around the tile", "[driver][sweep]", float, double) {
  const gk_kernel_table &kt = kernel<TestType>();
  int turn = 0;
  for (int64_t m = 0; m <= kt.mr + 1; m += fast() ? 5 : 1)
    for (int64_t n = 0; n <= kt.nr + 1; ++n)
      for (int64_t k : {0, 1, 2, 3, 17}) {
        Problem p;
        p.m = m;
        p.n = n;
        p.k = k;
        p.alpha = kScalars[turn % 4];
        p.beta = kScalars[(turn / 4) % 4];
        p.c_layout = turn / 16 % 2;
        p.seed = turn++;
        expect_right<TestType>(p);
      }
  SUCCEED();
}

TEMPLATE_TEST_CASE("primes, tall, wide and deep", "[driver][sweep]", float, double) {
  struct Shape {
    int64_t m, n, k;
  };
  const Shape kShapes[] = {{2, 3, 5},       {7, 11, 13},   {31, 37, 41},   {97, 101, 103}, {211, 5, 17},
                           {1009, 3, 31},   {3, 1009, 31}, {5, 7, 4001},   {1, 1, 10007},  {1, 503, 509},
                           {503, 1, 509},   {501, 499, 2}, {499, 503, 1},  {2000, 17, 64}, {17, 2000, 64},
                           {127, 129, 128}, {64, 64, 64},  {128, 128, 257}};
  int turn = 0;
  for (const Shape &s : kShapes)
    for (bool integers : {true, false})
      for (int layouts = 0; layouts < (fast() ? 2 : 8); ++layouts) {  // every combination of column and row major
        Problem p;
        p.m = s.m;
        p.n = s.n;
        p.k = s.k;
        p.a_layout = 2 + layouts % 2;
        p.b_layout = layouts / 2 % 2;
        p.c_layout = 2 + layouts / 4;
        p.integers = integers;
        p.alpha = kScalars[turn % 4];
        p.beta = kScalars[(turn / 4 + 2) % 4];
        p.threads = turn % 3;
        p.misalign = turn % 5;
        p.seed = turn++;
        if (p.alpha == 0) p.alpha = 1;
        expect_right<TestType>(p);
      }
  SUCCEED();
}

TEMPLATE_TEST_CASE("every stride order on every route", "[driver][sweep]", float, double) {
  struct Shape {
    int64_t m, n, k;
  };
  constexpr Shape kShapes[] = {{5, 4, 3}, {1, 9, 11}, {9, 1, 11}, {33, 29, 31}, {50, 27, 18}};
  int turn = 0;
  for (const Route &route : kRoutes) {
    KnobScope knobs;
    force(knobs, route);
    INFO("route " << route.name);
    for (int a = 0; a < kInputLayouts; ++a)
      for (int b = 0; b < kInputLayouts; ++b)
        for (int c = 0; c < kOutputLayouts; ++c) {
          ++turn;
          if (turn % (fast() ? 37 : 2) != 0) continue;  // shapes and scalars rotate through the combinations
          Problem p;
          const Shape &s = kShapes[turn % 5];
          p.m = s.m;
          p.n = s.n;
          p.k = s.k;
          p.a_layout = a;
          p.b_layout = b;
          p.c_layout = c;
          p.alpha = kScalars[turn / 3 % 4];
          if (p.alpha == 0) p.alpha = turn % 7 ? 1 : 0;
          p.beta = kScalars[turn / 5 % 4];
          p.threads = turn % 11 == 0 ? 2 : 1;
          p.seed = turn;
          expect_right<TestType>(p);
        }
  }
  SUCCEED();
}

TEMPLATE_TEST_CASE("alignments of the operands do not matter", "[driver][sweep]", float, double) {
  Problem p;
  p.m = 50;
  p.n = 19;
  p.k = 23;
  p.integers = false;
  Operands<TestType> aligned(p);
  REQUIRE(gemm<TestType>(1, aligned.a, aligned.b, 1, aligned.c) == GEMMKIT_OK);
  for (p.misalign = 1; p.misalign < 17; ++p.misalign) {
    Operands<TestType> shifted(p);
    REQUIRE(gemm<TestType>(1, shifted.a, shifted.b, 1, shifted.c) == GEMMKIT_OK);
    REQUIRE(shifted.c.same_bits(aligned.c));
  }
}

namespace {

// FNV-1a over the elements, so that results can be kept without keeping matrices.
template <class T>
uint64_t hash_of(const Matrix<T> &x) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (int64_t j = 0; j < x.cols(); ++j)
    for (int64_t i = 0; i < x.rows(); ++i) {
      uint64_t bits = 0;
      std::memcpy(&bits, &x(i, j), sizeof(T));
      hash = (hash ^ bits) * 0x100000001B3u;
    }
  return hash;
}

}  // namespace

TEMPLATE_TEST_CASE("the same bits for every thread count and from run to run", "[driver][sweep][threads]", float,
                   double) {
  struct Shape {
    int64_t m, n, k;
  };
  constexpr Shape kShapes[] = {{100, 90, 300}, {1000, 8, 70}, {8, 1000, 70}, {40, 40, 1000}, {157, 163, 129},
                               {3, 3, 5000},   {1, 2000, 50}, {2000, 1, 50}, {180, 170, 260}};
  std::vector<uint64_t> serial;
  // Thread counts outermost: OpenMP rebuilds its team whenever the width changes.
  for (int threads : {1, 1, 2, 3, 7, 0}) {
    if (fast() && threads == 2) continue;
    const bool first = serial.empty();
    size_t at = 0;
    int turn = 0;
    for (const Route &route : kRoutes) {
      KnobScope knobs;
      force(knobs, route);
      for (const Shape &s : kShapes)
        for (int layouts : {0, 3, 5, 6}) {
          if (fast() && ++turn % 7 != 0) continue;
          Problem p;
          p.m = s.m;
          p.n = s.n;
          p.k = s.k;
          p.a_layout = layouts % 2;
          p.b_layout = layouts / 2 % 2;
          p.c_layout = layouts / 4;
          p.integers = false;
          p.seed = layouts;
          Operands<TestType> x(p);
          REQUIRE(gemm<TestType>(0.75, x.a, x.b, -0.5, x.c, threads) == GEMMKIT_OK);
          const uint64_t hash = hash_of(x.c);
          if (first) {
            serial.push_back(hash);
          } else {
            INFO(type_name<TestType>() << " " << describe(p) << ", route " << route.name << ", again with " << threads);
            REQUIRE(hash == serial[at++]);
          }
        }
    }
  }
}

TEMPLATE_TEST_CASE("packing moves no bit", "[driver][sweep]", float, double) {
  // Routes with the same slices of k give the same bits, whatever is packed and however C is cut.
  Problem p;
  p.m = 101;
  p.n = 67;
  p.k = scaled(500, 150);
  p.integers = false;
  Matrix<TestType> first(0, 0, kLayouts[0]);
  bool have_first = false;
  int turn = 0;
  for (uint64_t lhs : {uint64_t(0), kNever})
    for (uint64_t rhs : {uint64_t(0), kNever})
      for (uint64_t mc : {0, 1, 31, 48})
        for (uint64_t nc : {0, 1, 17})
          for (int layout_a : {0, 1, 9, 10}) {  // the transposed and general ones are packed by the other routine
            if (fast() && turn++ % 5 != 0) continue;
            const Route route{"", 0, 64, mc, nc, lhs, rhs};
            KnobScope knobs;
            force(knobs, route);
            Problem q = p;
            q.a_layout = layout_a;
            q.b_layout = (layout_a + 1) % 4;
            Operands<TestType> x(q);
            REQUIRE(gemm<TestType>(1, x.a, x.b, 1, x.c, 2) == GEMMKIT_OK);
            if (!have_first) first = x.c;
            have_first = true;
            INFO("lhs " << lhs << ", rhs " << rhs << ", mc " << mc << ", nc " << nc << ", A "
                        << kLayouts[layout_a].name);
            REQUIRE(x.c.same_bits(first));
          }
}

TEMPLATE_TEST_CASE("a caller's workspace gives the same bits", "[driver][sweep]", float, double) {
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(gemmkit_workspace_create(0, &workspace) == GEMMKIT_OK);
  KnobScope knobs;
  force(knobs, kRoutes[2]);
  for (int64_t size : {33, 200, 65}) {
    Problem p;
    p.m = p.n = p.k = size;
    p.a_layout = 1;
    p.integers = false;
    const Operands<TestType> start(p);
    for (int threads : {1, 2}) {
      Matrix<TestType> own = start.c, pooled = start.c;
      REQUIRE(gemm<TestType>(1, start.a, start.b, 1, own, threads, workspace) == GEMMKIT_OK);
      REQUIRE(gemm<TestType>(1, start.a, start.b, 1, pooled, threads) == GEMMKIT_OK);
      REQUIRE(own.same_bits(pooled));
    }
  }
  CHECK(gemmkit_workspace_capacity(workspace) > 0);
  gemmkit_workspace_destroy(workspace);
}

TEMPLATE_TEST_CASE("not-a-number and infinity propagate", "[driver][sweep]", float, double) {
  using Limits = std::numeric_limits<TestType>;
  for (const Route &route : kRoutes) {
    KnobScope knobs;
    force(knobs, route);
    for (TestType poison : {Limits::quiet_NaN(), Limits::infinity()})
      for (int64_t at : {0, 6, 12}) {
        Problem p;
        p.m = 21;
        p.n = 13;
        p.k = 14;
        Operands<TestType> x(p);
        x.b.fill([](int64_t, int64_t) { return 0; });
        x.a(at, at) = poison;  // poison * 0 must be a NaN in row `at`, and only there
        REQUIRE(gemm<TestType>(1, x.a, x.b, 0, x.c) == GEMMKIT_OK);
        for (int64_t i = 0; i < p.m; ++i)
          for (int64_t j = 0; j < p.n; ++j) {
            INFO("route " << route.name << ", poison in row " << at << ", C(" << i << "," << j << ")");
            REQUIRE(std::isnan(x.c(i, j)) == (i == at));
          }
      }
  }
}

TEMPLATE_TEST_CASE("concurrent callers get what a lone caller gets", "[driver][sweep][threads]", float, double) {
  Problem p;
  p.m = 150;
  p.n = 130;
  p.k = 170;
  p.a_layout = 1;
  p.integers = false;
  const Operands<TestType> start(p);
  Matrix<TestType> lone = start.c;
  REQUIRE(gemm<TestType>(1, start.a, start.b, 1, lone, 1) == GEMMKIT_OK);
  std::vector<Thread> callers;
  std::atomic<int> wrong{0};
  for (int caller = 0; caller < 8; ++caller)
    callers.emplace_back([&, caller] {
      for (int round = 0; round < scaled(20, 3); ++round) {
        Matrix<TestType> c = start.c;
        if (gemm<TestType>(1, start.a, start.b, 1, c, caller % 3) != GEMMKIT_OK || !c.same_bits(lone)) ++wrong;
      }
    });
  for (Thread &caller : callers) caller.join();
  CHECK(wrong == 0);
}
