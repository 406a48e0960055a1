// Small products, straight from the operands: no plan, no packing, no workspace, no topology.
#pragma once

#include "driver/plan.h"
#include "driver/task.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

namespace gk {

// Whether kernel->run_small computes a task (as gk::gemm takes it): it is small enough to run serially with all
// operands in the nearest caches, and A has adjacent rows. The bits are those of gk::gemm.
inline bool small_suits(const Task &t) {
  return t.kernel->run_small != nullptr && rows_adjacent(t) && fits_directly(t, knob(Knob::GEMMKIT_DIRECT_BYTES)) &&
         serial_by_size(static_cast<uint64_t>(t.m * t.n * t.k)) && small_packs(t);
}

// Computes the `count` such products that start with `first`, with less effort for each; false, and nothing done, if
// they do not suit.
bool small_batch_in_place(const Task &first, const Steps &, int64_t count);

}  // namespace gk
