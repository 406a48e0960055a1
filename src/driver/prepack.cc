// Packing ahead of products.
#include "driver/prepack.h"

#include "base/checked.h"
#include "base/memory.h"
#include "cache/machine.h"
#include "driver/plan.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

namespace gk {
namespace {

constexpr int64_t kLine = 64;
// Elements of a column copied in one go: so many lines of the source stay near while others of its lines are used.
constexpr int64_t kDepth = 512;

// Jobs are tiles of kDepth elements by some strips' worth of columns.
struct Team {
  const gk_kernel_table &kernel;
  gk_pack_rhs_args whole;
  int64_t group;       // columns of a job
  int64_t depth_jobs;  // tiles in a column
  Cursor cursor;
};

void work(void *context, int) {
  Team &team = *static_cast<Team *>(context);
  const gk_pack_rhs_args &whole = team.whole;
  int64_t job, end;
  while (team.cursor.next(&job, &end)) {
    for (; job < end; ++job) {
      const int64_t p = job % team.depth_jobs * kDepth, j = job / team.depth_jobs * team.group;
      gk_pack_rhs_args tile = whole;
      tile.k = min64(kDepth, whole.k - p);
      tile.n = min64(team.group, whole.n - j);
      tile.b = static_cast<const char *>(whole.b) + p * whole.rsb + j * whole.csb;
      tile.out = static_cast<char *>(whole.out) + p * team.kernel.elem_size + j * whole.csb_out;
      team.kernel.pack_rhs(&tile);
    }
  }
}

}  // namespace

int64_t line_stride(int64_t bytes) { return (ceil_div(bytes, kLine) | 1) * kLine; }

void copy_lines(const gk_kernel_table &kernel, const gk_pack_rhs_args &whole, int32_t threads) {
  const uint64_t bytes = saturating_volume(whole.k, whole.n, kernel.elem_size);
  const int64_t group = kRhsGroup * kernel.nr, depth_jobs = ceil_div(whole.k, kDepth);
  const int64_t jobs = depth_jobs * ceil_div(whole.n, group);
  const BandwidthRequest request{bytes, bandwidth_floor(bytes), jobs, threads};
  Team team{kernel, whole, group, depth_jobs, Cursor(jobs, 1)};
  run_team(static_cast<int>(min64(resolve_bandwidth(request), jobs)), work, &team);
}

gemmkit_packed *prepack(const gk_kernel_table &kernel, bool is_lhs, const gk_input &operand, int64_t rows, int64_t cols,
                        int32_t threads) {
  auto *packed = static_cast<gemmkit_packed *>(aligned_allocate(sizeof(gemmkit_packed)));
  if (packed == nullptr) return nullptr;
  const int64_t depth = is_lhs ? cols : rows, lines = is_lhs ? rows : cols;
  *packed = {static_cast<gk_elem>(kernel.elem), is_lhs, rows, cols, nullptr, 0, 0};
  if (depth == 0 || lines == 0) return packed;
  // The caller has checked the elements' bytes; the padding of short lines may be more than memory holds.
  packed->stride = line_stride(depth * kernel.elem_size);
  int64_t bytes;
  if (checked_mul(packed->stride, lines, &bytes)) {
    packed->bytes = static_cast<size_t>(bytes);
    packed->data = aligned_allocate(packed->bytes, static_cast<size_t>(knob(Knob::GEMMKIT_HUGE_PAGE_BYTES)));
  }
  if (packed->data == nullptr) {
    aligned_free(packed);
    return nullptr;
  }
  const gk_pack_rhs_args whole{
      depth,        lines,         operand.data, is_lhs ? operand.cs : operand.rs, is_lhs ? operand.rs : operand.cs,
      packed->data, packed->stride};
  copy_lines(kernel, whole, threads);
  return packed;
}

void packed_free(gemmkit_packed *packed) {
  if (packed == nullptr) return;
  aligned_free(packed->data);
  aligned_free(packed);
}

gk_input packed_operand(const gemmkit_packed &packed, int64_t elem_size) {
  if (packed.is_lhs) return {packed.data, packed.stride, elem_size};
  return {packed.data, elem_size, packed.stride};
}

}  // namespace gk
