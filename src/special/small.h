// Small products, straight from the operands: no plan, no packing, no workspace, no topology.
#pragma once

#include "driver/task.h"

namespace gk {

// Computes an oriented task (as gk::gemm takes it) and returns true if it is small enough to run serially
// with all operands in the nearest caches and A has adjacent rows; otherwise does nothing. The bits are those of
// gk::gemm.
bool small_in_place(const Task &);

// The same for the `count` products that start with `first`: all of them or none. Same bits, less per product.
bool small_batch_in_place(const Task &first, const Steps &, int64_t count);

}  // namespace gk
