// The blocked product. Outermost are the blocks of C: one block is one job, so that workers never wait for each other.
// Inside a job: pc (slices of depth KC), ic (pieces of A of MC rows), jr (column strips of NR), and in the kernel ir
// (row panels): the piece of A stays in L2, the strip of B in L1, C streams. After Goto and van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication", 2008, and BLIS (Van Zee and van de Geijn, 2015). Unlike there, B is not
// rearranged: the kernel reads any strides, and a copy only makes its columns adjacent.
#include "driver/gemm.h"

#include "base/checked.h"
#include "driver/finish.h"
#include "driver/part.h"
#include "driver/plan.h"
#include "driver/strips.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"
#include "workspace/workspace.h"

#include <stddef.h>

namespace gk {

namespace {

const char *at(const Input &x, int64_t row, int64_t col) {
  return static_cast<const char *>(x.data) + row * x.rs + col * x.cs;
}
char *at(const Output &x, int64_t row, int64_t col) { return static_cast<char *>(x.data) + row * x.rs + col * x.cs; }

// A rectangle of C and the depth slice that is added to it.
struct Slice {
  int64_t i0, rows, j0, cols, p0, depth;
};

// Prepares A[i0 : i0+rows] for run_strip and tells how the first strip gets at it.
gk_lhs provide_lhs(const Task &t, const Plan &plan, const gk_strip_args &strip) {
  if (plan.lhs == LhsRoute::InPlace) return GK_LHS_IN_PLACE;
  if (plan.lhs == LhsRoute::OnTheFly) return GK_LHS_IN_PLACE_PACK;
  const gk_pack_lhs_args pack{strip.m, strip.k, strip.a, t.a.rs, t.a.cs, strip.a_packed};
  t.kernel->pack_lhs(&pack);
  return GK_LHS_PACKED;
}

// Copies the columns of B from strip `first` of the slice on to `out`, some strips' worth; returns how many.
int64_t pack_columns(const Task &t, const Plan &plan, const Slice &slice, const Strips &strips, int64_t first,
                     int64_t j, char *out) {
  const int64_t columns = strips.columns_of(first, kRhsGroup);
  const gk_pack_rhs_args pack{slice.depth, columns,        at(t.b, slice.p0, slice.j0 + j), t.b.rs, t.b.cs,
                              out,         plan.rhs_stride};
  t.kernel->pack_rhs(&pack);
  return columns;
}

// The epilogue of a strip, all of whose slices are done.
void complete(const Task &t, const gk_strip_args &strip, int64_t row, int64_t col) {
  if (!stored_apart(t)) return finish(t, row, strip.m, col, strip.n);
  store(t, strip.acc, strip.cs_acc, row, strip.m, col, strip.n);
}

void run_strip(const Task &t, const gk_strip_args &strip, int64_t below) {
  if (!meets_diagonal(t, below, strip.m, strip.n)) return t.kernel->run_strip(&strip);
  const gk_diagonal_strip_args args{strip, t.part, below};
  t.kernel->run_diagonal_strip(&args);
}

void compute_slice(const Task &t, const Plan &plan, const Slice &slice, char *memory) {
  const gk_kernel_table &kt = *t.kernel;
  char *packed_lhs = memory, *packed_rhs = packed_lhs + plan.lhs_bytes;
  char *sums = plan.acc_stride != 0 ? packed_rhs + plan.rhs_bytes : nullptr;
  const bool first = slice.p0 == 0, last = slice.p0 + slice.depth == t.k, apart = stored_apart(t);
  gk_strip_args strip;
  strip.k = slice.depth;
  strip.lhs = GK_LHS_IN_PLACE;
  strip.csa = t.a.cs;
  strip.a_packed = packed_lhs;
  strip.rsc = t.c.rs;
  strip.csc = t.c.cs;
  strip.alpha = t.alpha;
  // C is scaled once: with the first of its slices, or with the last one where the sums wait outside until then.
  strip.beta = first || sums != nullptr ? t.beta : kt.one;
  strip.conj = t.conj;
  strip.cs_acc = plan.acc_stride;
  strip.acc_in = sums != nullptr && !first;
  strip.acc_out = sums != nullptr && (!last || apart);
  strip.prefetch_c = plan.prefetch_c && strip.acc_out == 0;
  strip.rsb = plan.pack_rhs ? kt.elem_size : t.b.rs;
  strip.csb = plan.pack_rhs ? plan.rhs_stride : t.b.cs;
  const char *b = plan.pack_rhs ? packed_rhs : at(t.b, slice.p0, slice.j0);

  const Strips strips(slice.cols, kt.nr, plan.lhs == LhsRoute::OnTheFly);
  // Columns are copied when a piece of A first asks for them. Of a triangle the pieces ask for first columns, more and
  // more, or for last ones, fewer and fewer: where the copies end says which are there.
  int64_t packed_cols = plan.pack_rhs ? 0 : slice.cols;
  for (int64_t i = 0; i < slice.rows; i += strip.m) {
    strip.m = min64(plan.mc, slice.rows - i);
    if (!is_asked(t, slice.i0 + i, strip.m, slice.j0, slice.cols)) continue;
    strip.a = at(t.a, slice.i0 + i, slice.p0);
    strip.lhs = provide_lhs(t, plan, strip);
    int64_t j = 0;
    for (int64_t s = 0; s < strips.count; ++s) {
      strip.n = strips.columns(s);
      const int64_t row = slice.i0 + i, col = slice.j0 + j;
      if (!is_asked(t, row, strip.m, col, strip.n)) {
        j += strip.n;
        continue;
      }
      if (j >= packed_cols) {
        packed_cols = j + pack_columns(t, plan, slice, strips, s, j, packed_rhs + j * plan.rhs_stride);
      }
      strip.b = b + j * strip.csb;
      strip.c = at(t.c, row, col);
      // Of a single slice each strip's sums are stored before the next one's need the room.
      strip.acc = sums != nullptr && !(first && last) ? sums + i * kt.acc_size + j * plan.acc_stride : sums;
      j += strip.n;
      strip.b_next = j < packed_cols ? b + j * strip.csb : nullptr;
      run_strip(t, strip, row - col);
      if (last) complete(t, strip, row, col);
      if (strip.lhs == GK_LHS_IN_PLACE_PACK) strip.lhs = GK_LHS_PACKED;
    }
  }
}

void compute_block(const Task &t, const Plan &plan, int64_t row_block, int64_t col_block, char *memory) {
  Slice slice;
  slice.i0 = row_block * plan.block_rows;
  slice.rows = min64(plan.block_rows, t.m - slice.i0);
  slice.j0 = col_block * plan.block_cols;
  slice.cols = min64(plan.block_cols, t.n - slice.j0);
  // Without a sum there are no operands either: they may be null.
  if (t.k == 0) return store(t, nullptr, 0, slice.i0, slice.rows, slice.j0, slice.cols);
  for (slice.p0 = 0; slice.p0 < t.k; slice.p0 += plan.kc) {
    slice.depth = min64(plan.kc, t.k - slice.p0);
    compute_slice(t, plan, slice, memory);
  }
}

void compute_serially(const Task &t, const Plan &plan, char *memory) {
  for (int64_t r = 0; r < plan.row_blocks; ++r) {
    for (int64_t c = 0; c < plan.col_blocks; ++c) compute_block(t, plan, r, c, memory);
  }
}

struct Team {
  const Task &task;
  const Plan &plan;
  char *memory;
  Cursor cursor;
};

void work(void *context, int worker) {
  Team &team = *static_cast<Team *>(context);
  char *memory = team.memory + (size_t)worker * team.plan.worker_bytes();
  int64_t job, end;
  while (team.cursor.next(&job, &end)) {
    for (; job < end; ++job) {
      const BlockIndex block = block_of(team.task, team.plan, job);
      compute_block(team.task, team.plan, block.row, block.col, memory);
    }
  }
}

[[gnu::noinline]] void compute_on_stack(const Task &t, const Plan &plan) {
  alignas(64) char scratch[kScratchBytes];
  compute_serially(t, plan, scratch);
}

void compute(const Task &t, const Plan &plan, int workers_wanted) {
  const int workers = (int)min64(workers_wanted, plan.jobs());
  const size_t bytes = plan.worker_bytes();
  if (workers <= 1 && bytes == 0) return compute_serially(t, plan, nullptr);
  if (workers <= 1 && bytes <= (size_t)kScratchBytes) return compute_on_stack(t, plan);
  size_t total;
  if (!checked_mul(bytes, (size_t)workers, &total)) total = SIZE_MAX;
  WorkspaceLease lease(t.workspace, total);
  if (bytes != 0 && lease.data() == nullptr) return compute_on_stack(t, plan_low_memory(t, plan));
  Team team{t, plan, static_cast<char *>(lease.data()), Cursor(plan.jobs(), 1)};
  run_team(workers, work, &team);
}

PlanTuning read_tuning() {
  PlanTuning tuning;
  tuning.lhs_pack_threshold = knob_extent(Knob::GEMMKIT_LHS_PACK_THRESHOLD);
  tuning.pack_stride = knob_extent(Knob::GEMMKIT_LHS_PACK_STRIDE);
  tuning.rhs_pack_threshold = knob_extent(Knob::GEMMKIT_RHS_PACK_THRESHOLD);
  tuning.rhs_pack_narrow = knob_extent(Knob::GEMMKIT_RHS_PACK_NARROW);
  tuning.rhs_pack_wide = knob_extent(Knob::GEMMKIT_RHS_PACK_WIDE);
  tuning.prefetch_min_bytes = knob_extent(Knob::GEMMKIT_PREFETCH_MIN_BYTES);
  tuning.oversample = jobs_per_worker();
  tuning.limits = blocking_limits();
  return tuning;
}

}  // namespace

void gemm(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  const uint64_t volume = saturating_volume(t.m, t.n, t.k) / (t.part == GK_ALL ? 1 : 2);
  int workers = 1;
  if (!serial_by_size(volume)) {
    // More workers than pairs of one vector of rows and one strip would have nothing to do.
    const uint64_t pieces = saturating_volume(ceil_div(t.m, kt.row_quantum), ceil_div(t.n, kt.nr), 1);
    workers = resolve_workers({volume, (int64_t)(pieces >> 1), t.threads});
  }
  if (fits_directly(t, *t.kernel, knob(Knob::GEMMKIT_DIRECT_BYTES))) {
    const bool colliding = packs_colliding(t, kt, knob_extent(Knob::GEMMKIT_LHS_PACK_STRIDE));
    // Past the serial gate, but no team came of it.
    const bool alone = workers <= 1 && t.part == GK_ALL && !colliding && !stored_apart(t);
    if (alone && kt.run_small != nullptr && rows_adjacent(t, kt) && small_packs(t, kt)) {
      kt.run_small(&t);
      return finish(t);
    }
    compute(t, plan_direct(t, workers, colliding), workers);
  } else {
    compute(t, plan_blocked(t, machine(), read_tuning(), workers), workers);
  }
}

}  // namespace gk
