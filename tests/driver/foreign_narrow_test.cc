// The driver runs a family whose sums wait outside of C, on every route and without memory for packing.
#include "support/matrix.h"

#include "driver/foreign_narrow_kernel.h"

#include "dispatch/route.h"
#include "support/env.h"
#if !GK_TEST_SANITIZED
#include "support/inject.h"
#endif

#include <catch2/catch.hpp>

using namespace gk::test;
using gk::Task;

namespace {

struct Setting {
  int threads = 1;
  bool without_memory = false;
};

template <class Kernel>
void run_shape(int64_t m, int64_t n, int64_t k, int la, int lb, int lc, int32_t alpha, int32_t beta,
               const Setting &setting) {
  Matrix<int16_t> a(m, k, kLayouts[la]), b(k, n, kLayouts[lb]), c(m, n, kLayouts[lc]);
  a.generate(0), b.generate(5), c.generate(2);
  Task t{};
  t.kernel = Kernel::table();
  t.m = m, t.n = n, t.k = k;
  const int64_t size = sizeof(int16_t);
  t.a = {a.data(), a.rs() * size, a.cs() * size};
  t.b = {b.data(), b.rs() * size, b.cs() * size};
  t.c = {c.data(), c.rs() * size, c.cs() * size};
  t.alpha = &alpha, t.beta = &beta;
  t.alpha_is_zero = alpha == 0, t.beta_is_one = beta == 1;
  t.threads = setting.threads;
  foreign_counters.reset();
  gemmkit_release_thread_memory();
#if !GK_TEST_SANITIZED
  if (setting.without_memory) inject_fail_allocations(0);
#endif
  gk::run(t);
#if !GK_TEST_SANITIZED
  if (setting.without_memory) inject_fail_allocations(~0ul);
#endif
  INFO(m << "x" << n << "x" << k << ", A " << kLayouts[la].name << ", B " << kLayouts[lb].name << ", C "
         << kLayouts[lc].name << ", alpha " << alpha << ", beta " << beta << ", threads " << setting.threads
         << (setting.without_memory ? ", no memory" : ""));
  REQUIRE(foreign_counters.violations == 0);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      if (alpha == 0 && beta == 1) continue;  // left as it is
      if (c(i, j) != foreign_narrow_element<Kernel>(i, j, a, b, alpha, beta)) FAIL("C(" << i << "," << j << ")");
    }
  REQUIRE(c.padding_intact());
  if (alpha != 0) REQUIRE(foreign_counters.multiply_adds == m * n * k);  // nothing computed twice
}

template <class Kernel>
void run_all_shapes(const Setting &setting) {
  constexpr int64_t kShapes[][3] = {{1, 1, 1},   {5, 3, 2},    {6, 4, 9},     {17, 13, 31},  {40, 1, 20},
                                    {1, 40, 20}, {61, 59, 67}, {9, 7, 20000}, {70, 200, 90}, {200, 30, 2000}};
  static int turn = 0;  // goes on from call to call
  for (const auto &s : kShapes) {
    // Fast runs see a large shape once, each time in another layout.
    const bool once = fast() && s[0] * s[1] * s[2] > 1'000'000;
    const int step = once ? kInputLayouts : s[2] > 1000 ? 5 : 1;
    for (int la = once ? turn % kInputLayouts : 0; la < kInputLayouts; la += step) {
      constexpr int32_t kScalars[] = {1, 3, -1, 0};
      run_shape<Kernel>(s[0], s[1], s[2], la, (la * 5 + turn) % kInputLayouts, (la + turn) % kOutputLayouts,
                        kScalars[turn % 4], kScalars[(turn / 4 + 3) % 4], setting);
      ++turn;
    }
  }
}

template <class Kernel>
void run_every_route() {
  for (const Setting &setting : {Setting{1, false}, Setting{3, false}, Setting{1, true}, Setting{3, true}}) {
    if (GK_TEST_SANITIZED && setting.without_memory) continue;  // memory cannot be refused then
    run_all_shapes<Kernel>(setting);
    KnobScope knobs;
    knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
    knobs.set("GEMMKIT_DIRECT_BYTES", 0);
    knobs.set("GEMMKIT_KC", 7);
    knobs.set("GEMMKIT_MC", 11);
    knobs.set("GEMMKIT_NC", 10);
    for (uint64_t pack : {uint64_t(0), UINT64_MAX}) {
      knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", pack);
      knobs.set("GEMMKIT_RHS_PACK_NARROW", pack);
      run_all_shapes<Kernel>(setting);
    }
  }
}

}  // namespace

TEST_CASE("the driver keeps the sums of a foreign 5x3 kernel", "[driver][foreign]") {
  run_every_route<ForeignNarrowKernel<5, 3, 5, 1>>();
}
TEST_CASE("the driver keeps the sums of a foreign 8x4 kernel in pairs of depth", "[driver][foreign]") {
  run_every_route<ForeignNarrowKernel<8, 4, 4, 2>>();
}
TEST_CASE("the driver keeps the sums of a foreign 16x7 kernel in fours of depth", "[driver][foreign]") {
  run_every_route<ForeignNarrowKernel<16, 7, 16, 4>>();
}
