// The small-k route: blocks of C, straight from the operands. A block of A is copied to the stack where its rows are
// not adjacent, or C is written past the caches; columns of B are where rows of it would evict each other.
#include "special/small_k.h"

#include "base/checked.h"
#include "cache/machine.h"
#include "driver/finish.h"
#include "driver/gemm.h"
#include "driver/plan.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"

namespace gk {

namespace {

constexpr int64_t kLine = 64;
// Of the stack buffer, for rows of A; the rest is for columns of B.
constexpr int64_t kLhsBytes = kScratchBytes / 4 * 3, kRhsBytes = kScratchBytes - kLhsBytes;
// No level-1 cache has fewer ways: so many lines of one set stay there.
constexpr int64_t kLeastWays = 8;
// Blocks of C of a team's worker are no narrower than so many strips: each reads its rows of A once.
constexpr int64_t kLeastStrips = 8;

// Where C is cut. Rows begin at lines of C where all of its columns have theirs in the same rows.
struct Blocks {
  int64_t rows, cols;  // of a block
  int64_t offset;      // rows of C's first line that lie before C
  int64_t row_blocks, col_blocks;
  int64_t csa, csb;  // bytes between copied columns of A and B; 0: read in place
  bool stream;

  int64_t jobs() const { return row_blocks * col_blocks; }
  // Of row block r, clipped to the m rows of C.
  int64_t first_row(int64_t r, int64_t m) const { return max64(0, min64(m, r * rows - offset)); }
};

// -0 is not recognised, and nothing is lost but time.
bool is_zero(const void *scalar, int32_t size) {
  const char *bytes = static_cast<const char *>(scalar);
  for (int32_t i = 0; i < size; ++i) {
    if (bytes[i] != 0) return false;
  }
  return true;
}

// Whether the kernel can write whole lines of C without reading them, which takes vectors.
bool can_stream(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  return t.epilogue == nullptr && kt.row_quantum > 1 && t.c.rs == kt.elem_size && t.c.cs % kLine == 0 &&
         is_zero(t.beta, kt.elem_size);
}

// Whether the caches would not keep C: from sixteen times the L2 cache on, less when the L3 cache is smaller, or (but
// not below sixteen times kLeastL2Bytes) from the L2 cache on when there is none. Where A is copied anyway, and C
// therefore written in short columns, ordinary stores lose sooner: four times instead of sixteen.
bool is_far(const Task &t) {
  const uint64_t bytes = saturating_volume(t.m, t.n, t.kernel->elem_size);
  const uint64_t from = knob(Knob::GEMMKIT_STREAM_MIN_BYTES);
  if (from != 0) return bytes >= from;
  const int64_t l2_times = rows_adjacent(t, *t.kernel) ? 16 : 4;
  if (bytes < static_cast<uint64_t>(l2_times * kLeastL2Bytes)) return false;
  const Machine &here = machine();
  const int64_t near = here.l2.bytes * l2_times;
  return bytes >= static_cast<uint64_t>(here.l3.bytes > 0 ? min64(near, here.l3.bytes) : here.l2.bytes);
}

Blocks cut(const Task &t, bool stream, int workers) {
  const gk_kernel_table &kt = *t.kernel;
  // Rows of a line of C, in whole vectors.
  const int64_t element = kt.elem_size, line = max64(kLine / element, kt.row_quantum);
  const bool copies = !rows_adjacent(t, *t.kernel) || (stream && t.n > knob_extent(Knob::GEMMKIT_LHS_PACK_THRESHOLD));
  Blocks b{};
  b.stream = stream;
  if (t.c.rs == element && t.c.cs % kLine == 0) {
    b.offset = static_cast<int64_t>(reinterpret_cast<uintptr_t>(t.c.data) % kLine) / element;
  }
  // A stays in L2 while strip after strip of C is computed from it.
  int64_t most_rows = kLeastL2Bytes / (t.k * element);
  if (copies) {
    // An odd number of lines, so that columns do not collide in the L1 cache.
    const int64_t lines = kLhsBytes / (t.k * kLine);
    b.csa = (lines - (lines % 2 == 0)) * kLine;
    most_rows = b.csa / element;
  }
  const int64_t collision = knob_extent(Knob::GEMMKIT_LHS_PACK_STRIDE);
  if (t.b.rs != element && t.k > kLeastWays && collision > 0 && t.b.rs % collision == 0) {
    b.csb = (ceil_div(t.k * element, kLine) | 1) * kLine;
  }
  const int64_t wanted = workers > 1 ? workers * jobs_per_worker() : 1;
  b.cols = workers > 1 ? balanced(t.n, max64(kLeastStrips * kt.nr, ceil_div(t.n, wanted)), kt.nr) : t.n;
  b.col_blocks = ceil_div(t.n, b.cols);
  const int64_t rows = t.m + b.offset, least_cuts = ceil_div(rows, most_rows / line * line);
  const int64_t wanted_cuts = min64(ceil_div(wanted, b.col_blocks), ceil_div(rows, kt.mr));
  b.rows = round_up(ceil_div(rows, max64(least_cuts, wanted_cuts)), line);
  b.row_blocks = ceil_div(rows, b.rows);
  return b;
}

struct Team {
  const Task &task;
  const Blocks &blocks;
  Cursor cursor;
};

void compute_block(const Task &t, const Blocks &blocks, int64_t job, char *scratch) {
  const gk_kernel_table &kt = *t.kernel;
  const int64_t r = job / blocks.col_blocks, i = blocks.first_row(r, t.m);
  int64_t j = job % blocks.col_blocks * blocks.cols;
  const int64_t end = min64(j + blocks.cols, t.n);
  gk_shallow_args args{t, blocks.stream};
  gk_product &p = args.product;
  p.m = blocks.first_row(r + 1, t.m) - i;
  p.a.data = static_cast<const char *>(t.a.data) + i * t.a.rs;
  if (blocks.csa != 0) {
    // To the kernel that makes columns adjacent, A is what B is elsewhere.
    const gk_pack_rhs_args copy{p.m, p.k, p.a.data, p.a.rs, p.a.cs, scratch, blocks.csa};
    kt.pack_rhs(&copy);
    p.a = {scratch, kt.elem_size, blocks.csa};
  }
  int64_t step = blocks.csb == 0 ? blocks.cols : kRhsBytes / blocks.csb / kt.nr * kt.nr;
  // So many columns that they are still near when the epilogue passes over them.
  if (t.epilogue != nullptr) step = min64(step, max64(kt.nr, kLeastL2Bytes / 4 / (p.m * kt.out_size) / kt.nr * kt.nr));
  for (; j < end; j += p.n) {
    p.n = min64(step, end - j);
    p.b.data = static_cast<const char *>(t.b.data) + j * t.b.cs;
    p.c.data = static_cast<char *>(t.c.data) + i * t.c.rs + j * t.c.cs;
    if (blocks.csb != 0) {
      const gk_pack_rhs_args copy{p.k, p.n, p.b.data, t.b.rs, t.b.cs, scratch + kLhsBytes, blocks.csb};
      kt.pack_rhs(&copy);
      p.b = {scratch + kLhsBytes, kt.elem_size, blocks.csb};
    }
    kt.run_shallow(&args);
    finish(t, i, p.m, j, p.n);
  }
}

void compute_blocks(Team &team, char *scratch) {
  int64_t job, end;
  while (team.cursor.next(&job, &end)) {
    for (; job < end; ++job) compute_block(team.task, team.blocks, job, scratch);
  }
}

void work_in_place(void *context, int) { compute_blocks(*static_cast<Team *>(context), nullptr); }

void work_copying(void *context, int) {
  alignas(kLine) char scratch[kScratchBytes];
  compute_blocks(*static_cast<Team *>(context), scratch);
}

// What fits the L2 cache is shared by its arithmetic; beyond, memory is what workers compete for.
int workers_for(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  const uint64_t volume = saturating_volume(t.m, t.n, t.k);
  if (serial_by_size(volume)) return 1;
  const auto jobs = static_cast<int64_t>(saturating_volume(ceil_div(t.m, kt.mr), ceil_div(t.n, kt.nr), 1) >> 1);
  BandwidthRequest request;
  request.bytes = saturating_volume(t.m, t.n, kt.elem_size);
  request.floor = bandwidth_floor(request.bytes);
  request.jobs = jobs;
  request.requested = t.threads;
  if (request.bytes < request.floor) return resolve_workers({volume, jobs, t.threads});
  return resolve_bandwidth(request);
}

}  // namespace

void small_k(const Task &t) {
  const bool far = is_far(t), stream = far && can_stream(t);
  // Ordinary stores to memory want long columns, hence larger copies of A than the stack holds.
  if (far && !stream && !rows_adjacent(t, *t.kernel)) return gemm(t);
  const int workers = workers_for(t);
  const Blocks blocks = cut(t, stream, workers);
  Team team{t, blocks, Cursor(blocks.jobs(), 1)};
  const bool copies = blocks.csa != 0 || blocks.csb != 0;
  run_team(static_cast<int>(min64(workers, blocks.jobs())), copies ? work_copying : work_in_place, &team);
}

}  // namespace gk
