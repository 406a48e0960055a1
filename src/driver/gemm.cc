// The blocked product. Loop order inside a job: pc (slices of depth KC), jr (column strips of NR), and in the
// kernel ir (row panels): the packed block of A stays in L2, the strip of B in L1, C streams.
// Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008; the loops are those of BLIS
// (Van Zee and van de Geijn, 2015) with the depth loop inside the row-block loop, so that workers never wait.
#include "driver/gemm.h"

#include "base/checked.h"
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

// Packing memory on the stack: enough for the transposed A of a small product, and for any product when
// memory is short. Small enough for 128 KiB thread stacks.
constexpr size_t kScratchBytes = 32 * 1024;

const char *at(const Input &x, int64_t row, int64_t col) {
  return static_cast<const char *>(x.data) + row * x.rs + col * x.cs;
}
char *at(const Output &x, int64_t row, int64_t col) { return static_cast<char *>(x.data) + row * x.rs + col * x.cs; }

// C[i0 : i0+mb, j0 : j0+nb] through the depth slice [p0, p0+kb).
void compute_slice(const Task &t, const Plan &plan, int64_t i0, int64_t mb, int64_t j0, int64_t nb, int64_t p0,
                   int64_t kb, char *packed_lhs, char *packed_rhs) {
  const gk_kernel_table &kt = *t.kernel;
  gk_strip_args strip;
  strip.m = mb;
  strip.k = kb;
  strip.a = at(t.a, i0, p0);
  strip.csa = t.a.cs;
  strip.a_packed = packed_lhs;
  strip.rsc = t.c.rs;
  strip.csc = t.c.cs;
  strip.alpha = t.alpha;
  strip.beta = p0 == 0 ? t.beta : kt.one;
  strip.prefetch_c = plan.prefetch_c;
  strip.rsb = t.b.rs;
  strip.csb = t.b.cs;
  strip.lhs = GK_LHS_IN_PLACE;
  if (plan.lhs == LhsRoute::OnTheFly) {
    strip.lhs = GK_LHS_IN_PLACE_PACK;
  } else if (plan.lhs == LhsRoute::Prepass) {
    const gk_pack_lhs_args pack{mb, kb, strip.a, t.a.rs, t.a.cs, packed_lhs};
    kt.pack_lhs(&pack);
    strip.lhs = GK_LHS_PACKED;
  }

  const Strips strips(nb, kt.nr);
  int64_t j = j0;
  for (int64_t s = 0; s < strips.count; ++s) {
    strip.n = strips.columns(s);
    strip.b = at(t.b, p0, j);
    strip.b_next = s + 1 < strips.count && !plan.pack_rhs ? at(t.b, p0, j + strip.n) : nullptr;
    strip.c = at(t.c, i0, j);
    if (plan.pack_rhs) {
      const gk_pack_rhs_args pack{kb, strip.n, strip.b, t.b.rs, t.b.cs, packed_rhs};
      kt.pack_rhs(&pack);
      strip.b = packed_rhs;
      strip.rsb = strip.n * kt.elem_size;
      strip.csb = kt.elem_size;
    }
    kt.run_strip(&strip);
    if (strip.lhs == GK_LHS_IN_PLACE_PACK) strip.lhs = GK_LHS_PACKED;
    j += strip.n;
  }
}

void compute_block(const Task &t, const Plan &plan, int64_t row_block, int64_t col_block, char *memory) {
  const int64_t i0 = row_block * plan.mc, j0 = col_block * plan.nc;
  const int64_t mb = min64(plan.mc, t.m - i0), nb = min64(plan.nc, t.n - j0);
  for (int64_t p0 = 0; p0 < t.k; p0 += plan.kc) {
    compute_slice(t, plan, i0, mb, j0, nb, p0, min64(plan.kc, t.k - p0), memory, memory + plan.lhs_bytes);
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
    for (; job < end; ++job)
      compute_block(team.task, team.plan, job / team.plan.col_blocks, job % team.plan.col_blocks, memory);
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
  if (workers <= 1 && bytes <= kScratchBytes) return compute_on_stack(t, plan);
  size_t total;
  if (!checked_mul(bytes, (size_t)workers, &total)) total = SIZE_MAX;
  WorkspaceLease lease(t.workspace, total);
  if (bytes != 0 && lease.data() == nullptr) return compute_on_stack(t, plan_low_memory(t, plan, kScratchBytes));
  Team team{t, plan, static_cast<char *>(lease.data()), Cursor(plan.jobs(), 1)};
  run_team(workers, work, &team);
}

// A zero knob stays zero ("automatic"); "never" becomes the largest extent.
int64_t extent_knob(Knob id) {
  const uint64_t value = knob(id);
  return value > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)value;
}

PlanTuning read_tuning() {
  PlanTuning tuning;
  tuning.lhs_pack_threshold = extent_knob(Knob::GEMMKIT_LHS_PACK_THRESHOLD);
  tuning.lhs_pack_stride = extent_knob(Knob::GEMMKIT_LHS_PACK_STRIDE);
  tuning.rhs_pack_threshold = extent_knob(Knob::GEMMKIT_RHS_PACK_THRESHOLD);
  tuning.prefetch_min_bytes = extent_knob(Knob::GEMMKIT_PREFETCH_MIN_BYTES);
  tuning.oversample = max64(1, min64(1024, extent_knob(Knob::GEMMKIT_PARALLEL_OVERSAMPLE)));
  tuning.limits = blocking_limits();
  return tuning;
}

}  // namespace

void gemm(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  const uint64_t volume = saturating_volume(t.m, t.n, t.k);
  int workers = 1;
  if (!serial_by_size(volume)) {
    // More workers than pairs of one vector of rows and one strip would have nothing to do.
    const uint64_t pieces = saturating_volume(ceil_div(t.m, kt.row_quantum), ceil_div(t.n, kt.nr), 1);
    workers = resolve_workers({volume, (int64_t)(pieces >> 1), t.threads});
  }
  if (fits_directly(t, knob(Knob::GEMMKIT_DIRECT_BYTES))) {
    compute(t, plan_direct(t, workers), workers);
  } else {
    compute(t, plan_blocked(t, machine(), read_tuning(), workers), workers);
  }
}

}  // namespace gk
