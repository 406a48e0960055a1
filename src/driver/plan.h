// What the driver will do for one product, decided before anything runs. Pure: unit-testable on fake machines.
#pragma once

#include "cache/blocking.h"
#include "driver/task.h"

#include <stddef.h>
#include <stdint.h>

namespace gk {

// How A reaches the microkernel.
enum class LhsRoute : int32_t {
  InPlace,   // read where it lies, no memory needed
  OnTheFly,  // each piece is packed by its first column strip while that computes
  Prepass,   // each piece is packed (transposed) before its first column strip
};

// Strips of B packed at a time: enough that rows of B, a page apart, are read in whole cache lines and not one
// strip's few elements at a time; few enough to be still in L2 when their turn comes.
inline constexpr int64_t kRhsGroup = 8;

// Packing memory that every thread has on its stack: enough for the transposed A of a small product, and for any
// product when memory is short, small enough for 128 KiB stacks. Slices of a transposed A are no deeper than one
// vector of rows in it, so that being short of memory changes no bit; sums that wait outside of C have a share.
inline constexpr int64_t kScratchBytes = 32 * 1024, kAccScratchBytes = 8 * 1024;

// C is cut into row_blocks x col_blocks blocks. One job computes one block through all slices of k, so each
// element of C belongs to one worker and is accumulated in depth order, and no job waits for another.
struct Plan {
  LhsRoute lhs;
  bool pack_rhs;  // the columns of B are copied as the first rows of a slice need them, for all rows of the block
  bool prefetch_c;
  int64_t mc, kc;                  // rows and depth of the packed piece of A
  int64_t block_rows, block_cols;  // of C: a job's share
  int64_t row_blocks, col_blocks;
  int64_t rhs_stride;  // bytes between copied columns: a line_stride
  int64_t acc_stride;  // the same of sums that wait for the next slice; 0: they wait in C, or there is none
  size_t lhs_bytes, rhs_bytes, acc_bytes;  // memory of one worker, multiples of 64

  int64_t jobs() const { return row_blocks * col_blocks; }
  size_t worker_bytes() const { return lhs_bytes + rhs_bytes + acc_bytes; }
};

// The thresholds plan_blocked reads, gathered so that it stays a pure function.
struct PlanTuning {
  int64_t lhs_pack_threshold;  // columns up to which an A whose rows are adjacent is never packed
  int64_t pack_stride;         // bytes: columns of A, rows of B that are multiples of it apart evict each other
  int64_t rhs_pack_threshold;  // rows above which a B whose columns and rows read badly in place is copied
  int64_t rhs_pack_narrow;     // rows above which one of 8 or 16 bits, whose columns are not adjacent, is copied
  int64_t rhs_pack_wide;       // rows and columns of C above which one that reads well in smaller products is copied
  int64_t prefetch_min_bytes;  // size of C from which it is prefetched (0: the L2 cache)
  int64_t oversample;          // jobs per worker aimed at when there are several workers
  BlockingLimits limits;
};

// Whether the operands together fit `bytes`: then the machine need not be known. Implies m*n*k < 2^63.
inline bool fits_directly(const gk_product &p, const gk_kernel_table &kt, uint64_t bytes) {
  // Bounded extents first, so that neither the sum below nor m*n*k can overflow.
  constexpr int kExtentBits = 20;
  if (static_cast<uint64_t>(p.m | p.n | p.k) >> kExtentBits != 0) return false;
  return static_cast<uint64_t>((p.m * p.k + p.k * p.n) * kt.elem_size + p.m * p.n * kt.out_size) <= bytes;
}

// Whether kernel->run_small, which has no other memory, packs A on its stack if it must: in one slice then, so that its
// bits are plan_direct's.
inline bool small_packs(const gk_product &p, const gk_kernel_table &kt) {
  if (kt.packs_lhs == 0) return true;
  const int64_t rows = (p.m + kt.row_quantum - 1) / kt.row_quantum * kt.row_quantum;
  const int64_t depth = (p.k + kt.depth_multiple - 1) / kt.depth_multiple * kt.depth_multiple;
  return rows * depth * kt.packed_size <= kScratchBytes - (kt.acc_size != 0 ? kAccScratchBytes : 0);
}

// Whether A is read often enough for it to matter that its columns evict each other from the nearest cache ...
inline bool collision_matters(const gk_product &p, const gk_kernel_table &kt) {
  constexpr int64_t kLeastStrips = 4, kLeastDepth = 32;
  return p.n >= kLeastStrips * kt.nr && p.k >= kLeastDepth && p.m >= kt.row_quantum && kt.packs_lhs == 0;
}
// ... and whether they do, `stride` bytes or a multiple of that apart: then even a product that fits directly gains
// from packing A. Changes no bit.
inline bool packs_colliding(const gk_product &p, const gk_kernel_table &kt, int64_t stride) {
  return collision_matters(p, kt) && stride > 0 && rows_adjacent(p, kt) && p.a.cs % stride == 0;
}

// One block (or one per worker), one slice, nothing packed but an A that is transposed or `colliding`.
Plan plan_direct(const Task &, int workers, bool colliding = false);
Plan plan_blocked(const Task &, const Machine &, const PlanTuning &, int workers);
// The same product, slices and bits on one worker within kScratchBytes of memory.
Plan plan_low_memory(const Task &, const Plan &full);

}  // namespace gk
