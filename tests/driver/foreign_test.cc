// The driver runs an element family it has never heard of, through its table alone.
#include "driver/foreign_kernel.h"

#include "dispatch/route.h"
#include "driver/gemm.h"
#include "support/env.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

using namespace gk::test;
using gk::Task;

namespace {

// A matrix of small numbers in one of the layouts of support/matrix.h, with byte strides for the engine.
template <class T>
struct Typed {
  Matrix<T> m;
  Typed(int64_t rows, int64_t cols, const Layout &layout, int64_t seed) : m(rows, cols, layout) { m.generate(seed); }
  int64_t rs() const { return m.rs() * int64_t(sizeof(T)); }
  int64_t cs() const { return m.cs() * int64_t(sizeof(T)); }
};

Task make_task(const gk_kernel_table *kernel, const Typed<int16_t> &a, const Typed<int16_t> &b, Typed<int32_t> &c,
               const int32_t &alpha, const int32_t &beta, int threads) {
  Task t{};
  t.kernel = kernel;
  t.m = c.m.rows();
  t.n = c.m.cols();
  t.k = a.m.cols();
  t.a = {a.m.data(), a.rs(), a.cs()};
  t.b = {b.m.data(), b.rs(), b.cs()};
  t.c = {c.m.data(), c.rs(), c.cs()};
  t.alpha = &alpha;
  t.beta = &beta;
  t.alpha_is_zero = alpha == 0;
  t.beta_is_one = beta == 1;
  t.threads = threads;
  return t;
}

bool matches(const Matrix<int16_t> &a, const Matrix<int16_t> &b, int32_t alpha, int32_t beta, int64_t c_seed,
             const Matrix<int32_t> &c) {
  for (int64_t i = 0; i < c.rows(); ++i)
    for (int64_t j = 0; j < c.cols(); ++j) {
      int32_t sum = 0;
      for (int64_t p = 0; p < a.cols(); ++p) sum += int32_t(a(i, p)) * b(p, j);
      if (c(i, j) != alpha * sum + beta * g(i, j, c_seed)) return false;
    }
  return true;
}

template <int Mr, int Nr, int Quantum>
void run_shape(int64_t m, int64_t n, int64_t k, const Layout &la, const Layout &lb, const Layout &lc, int32_t alpha,
               int32_t beta, int threads, bool through_route) {
  const Typed<int16_t> a(m, k, la, 0), b(k, n, lb, 5);
  Typed<int32_t> c(m, n, lc, 2);
  Task t = make_task(ForeignKernel<Mr, Nr, Quantum>::table(), a, b, c, alpha, beta, threads);
  foreign_counters.reset();
  through_route ? gk::run(t) : gk::gemm(t);
  INFO("tile " << Mr << "x" << Nr << "/" << Quantum << ", " << m << "x" << n << "x" << k << ", A " << la.name << ", B "
               << lb.name << ", C " << lc.name << ", alpha " << alpha << ", beta " << beta << ", threads " << threads);
  REQUIRE(matches(a.m, b.m, alpha, beta, 2, c.m));
  REQUIRE(c.m.padding_intact());
  REQUIRE(foreign_counters.violations == 0);
  if (alpha != 0 && m && n && k) REQUIRE(foreign_counters.multiply_adds == m * n * k);  // nothing computed twice
}

template <int Mr, int Nr, int Quantum>
void run_all_shapes(int threads) {
  constexpr int64_t kShapes[][3] = {{1, 1, 1},   {5, 3, 2},   {6, 4, 9},   {17, 13, 31},
                                    {40, 1, 20}, {1, 40, 20}, {61, 59, 67}};
  int turn = 0;
  for (const auto &s : kShapes)
    for (int la = 0; la < kInputLayouts; ++la) {
      const int lb = (la * 5 + turn) % kInputLayouts, lc = (la + turn) % kOutputLayouts;
      constexpr int32_t kScalars[] = {1, 0, -1, 3};
      run_shape<Mr, Nr, Quantum>(s[0], s[1], s[2], kLayouts[la], kLayouts[lb], kLayouts[lc], kScalars[turn % 4],
                                 kScalars[(turn / 4 + 1) % 4], threads, true);
      ++turn;
    }
}

template <int Mr, int Nr, int Quantum>
void run_every_route() {
  for (int threads : {1, 3}) {
    run_all_shapes<Mr, Nr, Quantum>(threads);
    KnobScope knobs;
    knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
    knobs.set("GEMMKIT_DIRECT_BYTES", 0);
    knobs.set("GEMMKIT_KC", 7);
    knobs.set("GEMMKIT_MC", 11);
    knobs.set("GEMMKIT_NC", 10);
    for (uint64_t pack : {uint64_t(0), UINT64_MAX}) {
      knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", pack);
      knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", pack);
      knobs.set("GEMMKIT_RHS_PACK_NARROW", pack);
      run_all_shapes<Mr, Nr, Quantum>(threads);
    }
  }
}

}  // namespace

TEST_CASE("the driver runs a foreign 5x3 kernel", "[driver][foreign]") { run_every_route<5, 3, 5>(); }
TEST_CASE("the driver runs a foreign 8x1 kernel with 4-row vectors", "[driver][foreign]") {
  run_every_route<8, 1, 4>();
}
TEST_CASE("the driver runs a foreign 1x7 kernel", "[driver][foreign]") { run_every_route<1, 7, 1>(); }
TEST_CASE("the driver runs a foreign 9x2 kernel with 3-row vectors", "[driver][foreign]") {
  run_every_route<9, 2, 3>();
}

TEST_CASE("packing follows the thresholds and the layout of A", "[driver][foreign]") {
  KnobScope knobs;
  knobs.set("GEMMKIT_DIRECT_BYTES", 0);
  auto run = [](const Layout &la, const Layout &lb) {
    run_shape<5, 3, 5>(50, 48, 40, la, lb, kLayouts[0], 1, 0, 1, false);
  };
  const Layout &col = kLayouts[0], &row = kLayouts[1];

  knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", UINT64_MAX);
  knobs.set("GEMMKIT_LHS_PACK_STRIDE", UINT64_MAX);
  knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", UINT64_MAX);
  knobs.set("GEMMKIT_RHS_PACK_NARROW", UINT64_MAX);
  run(col, row);
  CHECK(foreign_counters.strips[GK_LHS_IN_PLACE] > 0);
  CHECK(foreign_counters.strips[GK_LHS_PACKED] == 0);
  CHECK(foreign_counters.packed_lhs == 0);
  CHECK(foreign_counters.packed_rhs == 0);

  knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", 0);
  knobs.set("GEMMKIT_LHS_PACK_STRIDE", 2);  // every A collides: packed above the threshold even if small
  run(col, row);
  CHECK(foreign_counters.strips[GK_LHS_IN_PLACE] == 0);
  CHECK(foreign_counters.strips[GK_LHS_IN_PLACE_PACK] > 0);  // the first strip of a block packs,
  CHECK(foreign_counters.strips[GK_LHS_PACKED] > foreign_counters.strips[GK_LHS_IN_PLACE_PACK]);  // the others profit

  run(row, row);  // rows of A are not adjacent: the kernel cannot read it in place
  CHECK(foreign_counters.packed_lhs > 0);
  CHECK(foreign_counters.strips[GK_LHS_PACKED] > 0);
  CHECK(foreign_counters.strips[GK_LHS_IN_PLACE] + foreign_counters.strips[GK_LHS_IN_PLACE_PACK] == 0);

  knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", 0);
  knobs.set("GEMMKIT_RHS_PACK_NARROW", 0);
  run(col, row);
  CHECK(foreign_counters.packed_rhs > 0);
}

TEST_CASE("degenerate products reach only the scaling entry", "[driver][foreign]") {
  run_shape<5, 3, 5>(7, 5, 0, kLayouts[0], kLayouts[0], kLayouts[1], 1, 3, 1, true);
  CHECK(foreign_counters.scaled == 1);
  CHECK(foreign_counters.multiply_adds == 0);
  run_shape<5, 3, 5>(7, 5, 4, kLayouts[0], kLayouts[0], kLayouts[0], 0, 0, 1, true);
  CHECK(foreign_counters.scaled == 1);
  CHECK(foreign_counters.multiply_adds == 0);
  run_shape<5, 3, 5>(7, 5, 4, kLayouts[0], kLayouts[0], kLayouts[0], 0, 1, 1, true);  // beta 1: nothing at all
  CHECK(foreign_counters.scaled == 0);
  run_shape<5, 3, 5>(0, 5, 4, kLayouts[0], kLayouts[0], kLayouts[0], 1, 0, 1, true);
  CHECK(foreign_counters.scaled + foreign_counters.multiply_adds == 0);
}
