// Products whose every element is made from a wider sum, while all sums fit aside: computed by the kernels of the sums,
// by the routes of vectors and of small products, then stored.
#pragma once

#include "driver/task.h"

namespace gk {

// Computes a task with m, n, k >= 1 and alpha != 0 whose kernel has `sums`; may turn it. False, and nothing done, when
// the driver should: C is no vector and not small, or memory is short.
bool by_sums(Task &);

}  // namespace gk
