// Planning a product: packing decisions, blocks, jobs.
#include "driver/plan.h"

#include "base/checked.h"
#include "driver/finish.h"
#include "driver/prepack.h"

namespace gk {

namespace {

constexpr int64_t kLine = 64;

size_t region(int64_t elements, int32_t elem_size) { return (size_t)round_up(elements * elem_size, kLine); }

// Columns of B copied by one job: as many as 4 MiB hold, a share of L3 that every core can have. Half of that for sums.
constexpr int64_t kPackedRhsBytes = 4 << 20, kSumsBytes = 2 << 20;

// The extent of each of about `cuts` equal pieces of total, no smaller than `least`, a multiple of `step`.
int64_t piece(int64_t total, int64_t cuts, int64_t least, int64_t step) {
  // Rounded before it is a bound: a block that ends in part of a microtile would cost as much as the whole one.
  return balanced(total, max64(least, round_up(ceil_div(total, cuts), step)), step);
}

// Cuts C into single strips: with an A that stays in L2 through all of k, each column of B is read once, from end to
// end. That is what the processor's own prefetching is best at.
void cut_into_strips(Plan *p, const Task &t, int64_t wanted) {
  const gk_kernel_table &kt = *t.kernel;
  p->block_cols = balanced(t.n, kt.nr, 1);
  p->col_blocks = ceil_div(t.n, p->block_cols);
  p->block_rows = piece(t.m, ceil_div(wanted, p->col_blocks), kt.mr, kt.mr);
  p->row_blocks = ceil_div(t.m, p->block_rows);
  p->mc = min64(p->mc, p->block_rows);
}

// Cuts C into about `wanted` blocks. A shorter block reads B again, a narrower one packs A again. Rows go first,
// since B is the operand that the caches hold anyway, unless B is copied: then each copy should serve many rows.
void cut_into_jobs(Plan *p, const Task &t, int workers, int64_t wanted) {
  const gk_kernel_table &kt = *t.kernel;
  int64_t least_rows = 2 * kt.mr, least_cols = kRhsGroup * kt.nr;
  // Small blocks waste some of their operands' way through the caches, idle workers all of their time.
  const auto whole_blocks = [&] { return max64(1, t.m / least_rows) * max64(1, t.n / least_cols); };
  if (whole_blocks() < workers) least_cols = max64(kt.nr, ceil_div(t.n, workers));
  if (whole_blocks() < workers) least_rows = kt.mr;
  if (p->pack_rhs) {
    const int64_t widest = max64(least_cols, kPackedRhsBytes / (p->kc * kt.elem_size) / kt.nr * kt.nr);
    p->block_cols = piece(t.n, max64(wanted, ceil_div(t.n, min64(p->block_cols, widest))), least_cols, kt.nr);
    p->block_rows = piece(t.m, ceil_div(wanted, ceil_div(t.n, p->block_cols)), least_rows, kt.mr);
  } else {
    p->block_rows = piece(t.m, max64(wanted, ceil_div(t.m, p->mc)), least_rows, kt.mr);
    // A few microtiles of rows rarely divide evenly (128 by two workers: 96 and 32); strips of columns do.
    const bool uneven = ceil_div(t.m, p->block_rows) * p->block_rows * 8 > t.m * 9;
    if (workers > 1 && uneven && t.m <= p->mc && t.n >= workers * least_cols) p->block_rows = t.m;
    const int64_t column_cuts = ceil_div(wanted, ceil_div(t.m, p->block_rows));
    p->block_cols = piece(t.n, max64(column_cuts, ceil_div(t.n, p->block_cols)), least_cols, kt.nr);
  }
  p->mc = min64(p->mc, p->block_rows);
  p->row_blocks = ceil_div(t.m, p->block_rows);
  p->col_blocks = ceil_div(t.n, p->block_cols);
}

// Bounds the slices of an A that must be packed (see kScratchBytes).
void bound_depth(Plan *p, const Task &t) {
  if (p->lhs != LhsRoute::Prepass) return;
  const gk_kernel_table &kt = *t.kernel;
  const int64_t bytes = kScratchBytes - (kt.acc_size != 0 ? kAccScratchBytes : 0);
  const int64_t most = bytes / (kt.row_quantum * kt.packed_size) / kt.depth_multiple * kt.depth_multiple;
  if (p->kc > most) p->kc = balanced(t.k, most, kt.depth_multiple);
}

bool sums_wait_outside(const Plan &p, const Task &t) {
  return t.kernel->acc_size != 0 && (p.kc < t.k || stored_apart(t));
}

// Cuts the blocks until the sums of one, which pass through the caches once per slice, fit its share of them.
void bound_sums(Plan *p, const Task &t, int64_t bytes) {
  if (!sums_wait_outside(*p, t) || p->kc >= t.k) return;
  const gk_kernel_table &kt = *t.kernel;
  const int64_t most = bytes / kt.acc_size;
  // Wide blocks, of no more rows than a piece of A has, pack A less often. Where B is copied too, blocks about twice as
  // tall as wide copy both about as often.
  const int64_t narrowest = 2 * kRhsGroup * kt.nr, tall = max64(1, most / (4 * narrowest));
  const int64_t cuts = max64(1, ceil_div(t.m - tall / 2, tall));
  const int64_t rows = p->pack_rhs ? round_up(ceil_div(t.m, cuts), kt.mr)
                                   : max64(kt.row_quantum, min64(p->mc, most / narrowest / kt.mr * kt.mr));
  p->block_rows = min64(p->block_rows, rows);
  p->block_cols = min64(p->block_cols, max64(kt.nr, most / round_up(p->block_rows, kt.row_quantum) / kt.nr * kt.nr));
  p->mc = min64(p->mc, p->block_rows);
  p->row_blocks = ceil_div(t.m, p->block_rows);
  p->col_blocks = ceil_div(t.n, p->block_cols);
}

void size_regions(Plan *p, const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  const int64_t depth = round_up(p->kc, kt.depth_multiple);
  p->lhs_bytes = p->lhs == LhsRoute::InPlace ? 0 : region(round_up(p->mc, kt.row_quantum) * depth, kt.packed_size);
  p->rhs_stride = p->pack_rhs ? line_stride(p->kc * kt.elem_size) : 0;
  p->rhs_bytes = (size_t)(p->block_cols * p->rhs_stride);
  // With one slice they wait for no other: each strip's are stored before the next.
  const bool waits = p->kc < t.k;
  const int64_t column = round_up(waits ? p->block_rows : p->mc, kt.row_quantum) * kt.acc_size;
  p->acc_stride = sums_wait_outside(*p, t) ? line_stride(column) : 0;
  p->acc_bytes = (size_t)((waits ? p->block_cols : kt.nr) * p->acc_stride);
}

// Whether A stays in L2 while it is in use.
bool lhs_stays(const Task &t, const Machine &machine) {
  return saturating_volume(t.m, t.k, t.kernel->elem_size) <= (uint64_t)machine.l2.bytes_per_worker() / 4;
}

// Whether a walk by this stride falls into the same few cache sets and pages, and evicts itself.
bool collides(int64_t stride, const PlanTuning &tuning) {
  return tuning.pack_stride > 0 && stride % tuning.pack_stride == 0;
}

// Whether every column of B has a page of its own, so many of them that each pass over B misses the TLB.
bool columns_spread(const Task &t, const PlanTuning &tuning) {
  constexpr int64_t kPage = 4096;
  return t.b.rs == t.kernel->elem_size && t.b.cs >= kPage && min64(t.m, t.n) > tuning.rhs_pack_wide;
}

// Whether columns of B are copied to be adjacent.
bool copies_rhs(const Task &t, const PlanTuning &tuning, int workers) {
  const int32_t size = t.kernel->elem_size;
  // A team had better have narrower blocks; sums that wait outside of C want wide ones, where a copy wants tall ones.
  if (t.b.rs == size) return columns_spread(t, tuning) && workers <= 1 && t.kernel->acc_size == 0;
  // A row of a strip of narrow elements is a small part of a cache line.
  if (size < 4) return t.m > tuning.rhs_pack_narrow;
  // Rows are whole lines to a strip, and read well where they do not evict each other.
  const bool by_rows = t.b.cs == size && !collides(t.b.rs, tuning);
  return t.m > tuning.rhs_pack_threshold && (!by_rows || min64(t.m, t.n) > tuning.rhs_pack_wide);
}

LhsRoute choose_lhs(const Task &t, const Machine &machine, const PlanTuning &tuning) {
  if (t.kernel->packs_lhs != 0 || !rows_adjacent(t, *t.kernel)) return LhsRoute::Prepass;
  if (t.n <= tuning.lhs_pack_threshold) return LhsRoute::InPlace;
  return !collides(t.a.cs, tuning) && lhs_stays(t, machine) ? LhsRoute::InPlace : LhsRoute::OnTheFly;
}

}  // namespace

Plan plan_direct(const Task &t, int workers, bool colliding) {
  Plan p{};
  p.lhs = t.kernel->packs_lhs == 0 && rows_adjacent(t, *t.kernel) ? LhsRoute::InPlace : LhsRoute::Prepass;
  if (colliding) p.lhs = LhsRoute::OnTheFly;
  p.mc = p.block_rows = t.m;
  p.kc = t.k;
  bound_depth(&p, t);
  p.block_cols = t.n;
  p.row_blocks = p.col_blocks = 1;
  if (workers > 1) cut_into_jobs(&p, t, workers, workers);
  bound_sums(&p, t, kSumsBytes);
  size_regions(&p, t);
  return p;
}

Plan plan_blocked(const Task &t, const Machine &machine, const PlanTuning &tuning, int workers) {
  const gk_kernel_table &kt = *t.kernel;
  const TileShape tile{kt.mr, kt.nr, kt.row_quantum, kt.packed_size};
  const Blocking blocking = choose_blocking(machine, tile, tuning.limits, t.m, t.n, t.k);
  Plan p{};
  p.lhs = choose_lhs(t, machine, tuning);
  p.pack_rhs = copies_rhs(t, tuning, workers);
  p.mc = blocking.mc;
  p.kc = blocking.kc;
  bound_depth(&p, t);
  p.block_cols = blocking.nc;
  if (workers > 1 && columns_spread(t, tuning)) p.block_cols = min64(p.block_cols, max64(kt.nr, tuning.rhs_pack_wide));
  const uint64_t c_bytes = saturating_volume(t.m, t.n, kt.out_size);
  const int64_t prefetch_from = tuning.prefetch_min_bytes > 0 ? tuning.prefetch_min_bytes : machine.l2.bytes;
  p.prefetch_c = c_bytes >= (uint64_t)prefetch_from;
  const int64_t wanted = workers > 1 ? workers * tuning.oversample : 1;
  if (p.lhs == LhsRoute::InPlace && !p.pack_rhs && lhs_stays(t, machine)) {
    cut_into_strips(&p, t, wanted);
  } else {
    cut_into_jobs(&p, t, workers, wanted);
  }
  bound_sums(&p, t, kSumsBytes);
  size_regions(&p, t);
  return p;
}

Plan plan_low_memory(const Task &t, const Plan &full) {
  Plan p = full;
  p.pack_rhs = false;
  p.block_cols = t.n;
  p.col_blocks = 1;
  if (p.lhs == LhsRoute::OnTheFly) p.lhs = LhsRoute::InPlace;
  if (p.lhs == LhsRoute::Prepass) p.mc = p.block_rows = t.kernel->row_quantum;
  p.row_blocks = ceil_div(t.m, p.block_rows);
  // The line more is what makes the columns an odd number of lines apart.
  bound_sums(&p, t, kAccScratchBytes / 2);
  size_regions(&p, t);
  return p;
}

}  // namespace gk
