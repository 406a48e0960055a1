// Planning on fake machines: blocks cover C, memory suffices, and nothing that decides a bit depends on threads.
#include "driver/plan.h"

#include "driver/foreign_kernel.h"
#include "driver/strips.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

using namespace gk;
using gk::test::ForeignKernel;

namespace {

constexpr CacheLevel kNone{0, 0, 0, 1};
const Machine kServer{{48 << 10, 12, 64, 1}, {2 << 20, 16, 64, 1}, {64 << 20, 16, 64, 1}, 16};
const Machine kNoL3{{32 << 10, 8, 64, 1}, {256 << 10, 8, 64, 1}, kNone, 4};
const Machine kSharedL2{{64 << 10, 4, 64, 1}, {4 << 20, 16, 64, 4}, kNone, 8};
const Machine kOneCore{{32 << 10, 8, 64, 1}, {1 << 20, 16, 64, 1}, {8 << 20, 16, 64, 1}, 1};
const Machine kManyCores{{48 << 10, 12, 64, 1}, {1 << 20, 8, 64, 1}, {384 << 20, 16, 64, 1}, 256};
const Machine kMachines[] = {kServer, kNoL3, kSharedL2, kOneCore, kManyCores};

const gk_kernel_table *tile_table(int which) {
  switch (which % 4) {
    case 0: return ForeignKernel<48, 8, 16>::table();
    case 1: return ForeignKernel<5, 3, 5>::table();
    case 2: return ForeignKernel<1, 7, 1>::table();
    default: return ForeignKernel<8, 1, 4>::table();
  }
}

// A task on paper: planning never touches the operands.
Task paper_task(const gk_kernel_table *kernel, int64_t m, int64_t n, int64_t k, bool a_rows_adjacent,
                bool b_row_contiguous) {
  const int64_t e = kernel->elem_size;
  Task t{};
  t.kernel = kernel;
  t.m = m;
  t.n = n;
  t.k = k;
  t.a = a_rows_adjacent ? Input{nullptr, e, m * e} : Input{nullptr, k * e, e};
  t.b = b_row_contiguous ? Input{nullptr, n * e, e} : Input{nullptr, e, k * e};
  t.c = {nullptr, kernel->out_size, m * kernel->out_size};
  return t;
}

PlanTuning default_tuning() {
  PlanTuning tuning{};
  tuning.lhs_pack_threshold = 64;
  tuning.rhs_pack_threshold = tuning.rhs_pack_narrow = 256;
  tuning.rhs_pack_wide = INT64_MAX;
  tuning.oversample = 4;
  return tuning;
}

void check_invariants(const Task &t, const Plan &p) {
  const gk_kernel_table &kt = *t.kernel;
  CHECK((p.block_rows >= 1 && p.block_rows <= t.m));
  CHECK((p.block_cols >= 1 && p.block_cols <= t.n));
  CHECK((p.mc >= 1 && p.mc <= p.block_rows));
  CHECK((p.kc >= 1 && p.kc <= t.k));
  // The grid covers C and has no empty block.
  CHECK((p.row_blocks - 1) * p.block_rows < t.m);
  CHECK(p.row_blocks * p.block_rows >= t.m);
  CHECK((p.col_blocks - 1) * p.block_cols < t.n);
  CHECK(p.col_blocks * p.block_cols >= t.n);
  CHECK(p.jobs() == p.row_blocks * p.col_blocks);
  CHECK(p.lhs_bytes % 64 == 0);
  CHECK(p.rhs_bytes % 64 == 0);
  const int64_t panel_bytes = round_up(p.mc, kt.row_quantum) * p.kc * kt.elem_size;
  if (p.lhs != LhsRoute::InPlace) CHECK(int64_t(p.lhs_bytes) >= panel_bytes);
  if (p.pack_rhs) {
    CHECK(p.rhs_stride >= p.kc * kt.elem_size);
    CHECK(p.rhs_stride / 64 % 2 == 1);  // columns an odd number of lines apart spread over all cache sets
    CHECK(int64_t(p.rhs_bytes) >= p.block_cols * p.rhs_stride);
  }
  // The kernel reads in place only what has adjacent rows, or a single one.
  if (t.a.rs != kt.elem_size && p.mc > 1) CHECK(p.lhs == LhsRoute::Prepass);
}

}  // namespace

TEST_CASE("strips cover the columns, as few as possible, the first one full when asked", "[driver]") {
  for (const int32_t nr : {1, 4, 6, 8}) {
    for (int64_t columns = 1; columns <= 70; ++columns) {
      for (const bool full_first : {false, true}) {
        CAPTURE(nr, columns, full_first);
        const Strips strips(columns, nr, full_first);
        REQUIRE(strips.count == (columns + nr - 1) / nr);
        int64_t covered = 0;
        for (int64_t s = 0; s < strips.count; ++s) {
          const int32_t width = strips.columns(s);
          REQUIRE(width >= 1);
          REQUIRE(width <= nr);
          for (const int64_t many : {1, 2, 5}) {
            int64_t sum = 0;
            for (int64_t i = s; i < s + many && i < strips.count; ++i) sum += strips.columns(i);
            REQUIRE(strips.columns_of(s, many) == sum);
          }
          covered += width;
        }
        REQUIRE(covered == columns);
        if (full_first && columns >= nr) REQUIRE(strips.columns(0) == nr);
      }
    }
  }
}

TEST_CASE("plans cover the product on every machine", "[driver][plan]") {
  constexpr int64_t kExtents[] = {1, 2, 7, 48, 49, 300, 4097};
  for (const Machine &machine : kMachines)
    for (int tile = 0; tile < 4; ++tile)
      for (int64_t m : kExtents)
        for (int64_t n : kExtents)
          for (int64_t k : {int64_t(1), int64_t(16), int64_t(1000), int64_t(100000)})
            for (int workers : {1, 2, 7, 64}) {
              const Task t = paper_task(tile_table(tile), m, n, k, (m + tile) % 2 == 0, (n + tile) % 2 == 0);
              check_invariants(t, plan_blocked(t, machine, default_tuning(), workers));
              check_invariants(t, plan_direct(t, workers));
            }
}

TEST_CASE("only the last block and the last piece of A end within a microtile", "[driver][plan]") {
  for (const Machine &machine : kMachines)
    for (int64_t m : {170, 512, 2048, 4100})
      for (int64_t k : {100, 512, 2048})
        for (int workers : {1, 2, 7}) {
          const Task t = paper_task(tile_table(0), m, 2048, k, true, false);
          const Plan p = plan_blocked(t, machine, default_tuning(), workers);
          const int32_t mr = t.kernel->mr;
          CAPTURE(m, k, workers, p.block_rows, p.mc);
          CHECK((p.block_rows == t.m || p.block_rows % mr == 0));
          CHECK((p.mc == p.block_rows || p.mc % mr == 0));
        }
}

TEST_CASE("the depth of a slice ignores the number of workers", "[driver][plan]") {
  // The slices of k decide the order of additions, hence the bits.
  for (const Machine &machine : kMachines)
    for (int64_t m : {1, 100, 2000})
      for (int64_t n : {1, 100, 2000})
        for (int64_t k : {10, 700, 100000}) {
          const Task t = paper_task(tile_table(0), m, n, k, true, true);
          const int64_t kc = plan_blocked(t, machine, default_tuning(), 1).kc;
          for (int workers : {2, 3, 7, 256}) CHECK(plan_blocked(t, machine, default_tuning(), workers).kc == kc);
          for (int workers : {1, 2, 256}) CHECK(plan_direct(t, workers).kc == k);
        }
}

TEST_CASE("several workers find enough jobs", "[driver][plan]") {
  for (const Machine &machine : kMachines)
    for (int workers : {2, 4, 16}) {
      const Task square = paper_task(tile_table(0), 4000, 4000, 500, true, false);
      CHECK(plan_blocked(square, machine, default_tuning(), workers).jobs() >= workers);
      const Task wide = paper_task(tile_table(0), 48, 100000, 500, true, false);
      CHECK(plan_blocked(wide, machine, default_tuning(), workers).jobs() >= workers);
      const Task tall = paper_task(tile_table(0), 100000, 8, 500, true, false);
      CHECK(plan_blocked(tall, machine, default_tuning(), workers).jobs() >= workers);
    }
}

TEST_CASE("the limits of the knobs are kept", "[driver][plan]") {
  PlanTuning tuning = default_tuning();
  tuning.limits.kc = 33;
  tuning.limits.mc = 96;
  tuning.limits.nc = 200;
  const Task t = paper_task(tile_table(0), 1000, 1000, 1000, true, true);
  const Plan p = plan_blocked(t, kServer, tuning, 1);
  CHECK(p.kc <= 33);
  CHECK(p.mc <= 96);
  CHECK(p.block_cols <= 200);
  check_invariants(t, p);
}

TEST_CASE("an A that stays in L2 serves one strip after the other", "[driver][plan]") {
  const gk_kernel_table *kernel = tile_table(0);
  const PlanTuning tuning = default_tuning();
  const Plan few_rows = plan_blocked(paper_task(kernel, 2 * kernel->mr, 2000, 500, true, false), kServer, tuning, 1);
  CHECK(few_rows.lhs == LhsRoute::InPlace);
  CHECK(few_rows.block_cols <= kernel->nr);
  CHECK(few_rows.row_blocks == 1);
  const Plan large = plan_blocked(paper_task(kernel, 4000, 2000, 4000, true, false), kServer, tuning, 1);
  CHECK(large.block_cols > kernel->nr);
}

TEST_CASE("a deep product with few rows and columns has a job for every worker", "[driver][plan]") {
  const gk_kernel_table *kernel = tile_table(0);
  const int64_t rows = kernel->mr + kernel->row_quantum, cols = 8 * kernel->nr;
  for (int workers : {2, 4, 8}) {
    const Task t = paper_task(kernel, rows, cols, 100'000, true, false);
    const Plan p = plan_blocked(t, kServer, default_tuning(), workers);
    check_invariants(t, p);
    CHECK(p.jobs() >= workers);
  }
}

TEST_CASE("packing decisions", "[driver][plan]") {
  PlanTuning tuning = default_tuning();
  const gk_kernel_table *kernel = tile_table(0);
  const Task big = paper_task(kernel, 4000, 4000, 4000, true, true);
  CHECK(plan_blocked(big, kServer, tuning, 1).lhs == LhsRoute::OnTheFly);
  CHECK(plan_blocked(big, kServer, tuning, 1).pack_rhs);
  tuning.lhs_pack_threshold = tuning.rhs_pack_threshold = tuning.rhs_pack_narrow = INT64_MAX;
  CHECK(plan_blocked(big, kServer, tuning, 1).lhs == LhsRoute::InPlace);
  CHECK_FALSE(plan_blocked(big, kServer, tuning, 1).pack_rhs);
  // A B whose columns are contiguous is read as it lies.
  tuning.rhs_pack_threshold = tuning.rhs_pack_narrow = 0;
  CHECK_FALSE(plan_blocked(paper_task(kernel, 4000, 4000, 4000, true, false), kServer, tuning, 1).pack_rhs);
  // ... unless there are very many of them, a page or more apart, and many rows to read them for.
  tuning.rhs_pack_wide = 3999;
  CHECK(plan_blocked(paper_task(kernel, 4000, 4000, 4000, true, false), kServer, tuning, 1).pack_rhs);
  CHECK_FALSE(plan_blocked(paper_task(kernel, 3999, 4000, 4000, true, false), kServer, tuning, 1).pack_rhs);
  CHECK_FALSE(plan_blocked(paper_task(kernel, 4000, 3999, 4000, true, false), kServer, tuning, 1).pack_rhs);
  CHECK_FALSE(plan_blocked(paper_task(kernel, 4000, 4000, 4, true, false), kServer, tuning, 1).pack_rhs);
  // A team's blocks are narrow enough to do without.
  const Plan team = plan_blocked(paper_task(kernel, 4000, 40000, 4000, true, false), kServer, tuning, 2);
  CHECK_FALSE(team.pack_rhs);
  CHECK(team.block_cols <= 3999);
  // A transposed A is packed whatever the thresholds say, on the direct route too.
  CHECK(plan_blocked(paper_task(kernel, 4000, 4000, 4000, false, true), kServer, tuning, 1).lhs == LhsRoute::Prepass);
  CHECK(plan_direct(paper_task(kernel, 40, 40, 40, false, true), 1).lhs == LhsRoute::Prepass);
  CHECK(plan_direct(paper_task(kernel, 40, 40, 40, true, true), 1).worker_bytes() == 0);
}

TEST_CASE("a B with adjacent rows is copied where they evict each other, or for large products", "[driver][plan]") {
  gk_kernel_table kernel = *tile_table(0);
  kernel.elem_size = kernel.packed_size = 4;
  PlanTuning tuning = default_tuning();
  tuning.rhs_pack_threshold = 320;
  tuning.rhs_pack_wide = 1024;
  tuning.pack_stride = 4096;
  const auto copied = [&](int64_t m, int64_t n) {
    return plan_blocked(paper_task(&kernel, m, n, 500, true, true), kServer, tuning, 1).pack_rhs;
  };
  CHECK_FALSE(copied(1000, 1000));
  CHECK(copied(1025, 1025));
  CHECK_FALSE(copied(1025, 1000));
  CHECK_FALSE(copied(1000, 1025));
  CHECK(copied(321, 1024));
  CHECK_FALSE(copied(320, 1024));
  // Where neither is adjacent, every element is on a line of its own.
  Task scattered = paper_task(&kernel, 321, 400, 500, true, true);
  scattered.b = {nullptr, 801 * kernel.elem_size, 2 * kernel.elem_size};
  CHECK(plan_blocked(scattered, kServer, tuning, 1).pack_rhs);
  scattered.m = 320;
  CHECK_FALSE(plan_blocked(scattered, kServer, tuning, 1).pack_rhs);
}

TEST_CASE("blocks whose sums wait outside of C copy A and B about as often", "[driver][plan]") {
  gk_kernel_table kernel = *tile_table(0);
  kernel.acc_size = 4;
  PlanTuning tuning = default_tuning();
  for (int64_t m : {1000, 2048, 3000, 10000}) {
    const Plan p = plan_blocked(paper_task(&kernel, m, 10000, 100000, true, true), kServer, tuning, 1);
    CAPTURE(m, p.block_rows, p.block_cols);
    REQUIRE(p.pack_rhs);
    CHECK((p.block_rows >= 700 && p.block_rows <= 1600));
    CHECK(p.block_rows * p.block_cols * 4 <= 2 << 20);
  }
  // A B that is only far apart is not copied then: its blocks had better be wide.
  kernel.elem_size = kernel.packed_size = 4;
  tuning.rhs_pack_wide = 100;
  CHECK_FALSE(plan_blocked(paper_task(&kernel, 2000, 2000, 100000, true, false), kServer, tuning, 1).pack_rhs);
  kernel.acc_size = 0;
  CHECK(plan_blocked(paper_task(&kernel, 2000, 2000, 100000, true, false), kServer, tuning, 1).pack_rhs);
}

TEST_CASE("columns of A that collide are packed on the direct route too", "[driver][plan]") {
  const gk_kernel_table *kernel = tile_table(0);
  const int64_t stride = 64 * kernel->elem_size;
  const Task t = paper_task(kernel, 64, 32, 32, true, false);
  CHECK(packs_colliding(t, *kernel, stride));
  CHECK_FALSE(packs_colliding(t, *kernel, stride * 2));
  CHECK_FALSE(packs_colliding(t, *kernel, 0));
  CHECK_FALSE(packs_colliding(paper_task(kernel, 64, 31, 32, true, false), *kernel, stride));
  CHECK_FALSE(packs_colliding(paper_task(kernel, 64, 32, 31, true, false), *kernel, stride));
  CHECK_FALSE(packs_colliding(paper_task(kernel, 64, 32, 32, false, false), *kernel, stride));
  for (int workers : {1, 2}) {
    const Plan p = plan_direct(t, workers, true);
    CHECK(p.lhs == LhsRoute::OnTheFly);
    CHECK(p.kc == 32);
    check_invariants(t, p);
  }
}

TEST_CASE("small products are recognised without overflow", "[driver][plan]") {
  const gk_kernel_table *kernel = tile_table(0);
  CHECK(fits_directly(paper_task(kernel, 8, 8, 8, true, true), *kernel, 2 * 64 * 2 + 64 * 4));
  CHECK_FALSE(fits_directly(paper_task(kernel, 8, 8, 8, true, true), *kernel, 2 * 64 * 2 + 64 * 4 - 1));
  CHECK_FALSE(fits_directly(paper_task(kernel, 8, 8, 8, true, true), *kernel, 0));
  constexpr int64_t kHuge = int64_t(1) << 62;
  Task t = paper_task(kernel, 1, 1, 1, true, true);
  t.m = t.n = t.k = kHuge;
  CHECK_FALSE(fits_directly(t, *kernel, 1 << 20));
  CHECK_FALSE(fits_directly(t, *kernel, INT64_MAX));
  t.m = t.n = 1;
  CHECK_FALSE(fits_directly(t, *kernel, 1 << 20));
}

TEST_CASE("with little memory the plan shrinks to it", "[driver][plan]") {
  for (int tile = 0; tile < 4; ++tile)
    for (bool adjacent : {true, false}) {
      const Task t = paper_task(tile_table(tile), 5000, 5000, 5000, adjacent, true);
      const Plan full = plan_blocked(t, kServer, default_tuning(), 8);
      const Plan low = plan_low_memory(t, full);
      check_invariants(t, low);
      CHECK(low.worker_bytes() <= size_t(kScratchBytes));
      CHECK(low.kc == full.kc);  // the same slices, the same bits
    }
}

TEST_CASE("little memory never changes the slices", "[driver][plan]") {
  rc::prop("low-memory plans keep kc", [] {
    const Task t =
        paper_task(tile_table(*rc::gen::inRange(0, 4)), *rc::gen::inRange(1, 3000), *rc::gen::inRange(1, 3000),
                   *rc::gen::inRange(1, 60000), *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
    const Plan full = *rc::gen::arbitrary<bool>() ? plan_blocked(t, kServer, default_tuning(), 1) : plan_direct(t, 1);
    const Plan low = plan_low_memory(t, full);
    RC_ASSERT(low.worker_bytes() <= size_t(kScratchBytes));
    RC_ASSERT(low.kc == full.kc);
  });
}
