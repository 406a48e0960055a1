// Small products, straight from the operands: no plan, no packing, no workspace, no topology.
#pragma once

#include "driver/plan.h"
#include "driver/task.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

namespace gk {

// Whether kernel->run_small computes a product (as gk::gemm takes it): it is small enough to run serially with all
// operands in the nearest caches, and A has adjacent rows, in columns that the driver need not pack. The bits are those
// of gk::gemm. Inlined, and without a division: the smallest products notice every nanosecond.
[[gnu::always_inline]] inline bool small_suits(const gk_product &p, const gk_kernel_table &kt) {
  return kt.run_small != nullptr && rows_adjacent(p, kt) && fits_directly(p, kt, knob(Knob::GEMMKIT_DIRECT_BYTES)) &&
         serial_by_size(static_cast<uint64_t>(p.m * p.n * p.k)) && small_packs(p, kt) &&
         !(collision_matters(p, kt) && packs_colliding(p, kt, knob_extent(Knob::GEMMKIT_LHS_PACK_STRIDE)));
}

// Computes the `count` such products that start with `first`, with less effort for each; false, and nothing done, if
// they do not suit.
bool small_batch_in_place(const Task &first, const Steps &, int64_t count);

}  // namespace gk
