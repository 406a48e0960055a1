// Matrix times vector: products with one row or one column of C.
#pragma once

#include "driver/task.h"

namespace gk {

// Computes a task with m == 1 or n == 1, k >= 1 and alpha != 0, in any orientation, and returns true; does nothing and
// returns false when the route is switched off or the kernel has none. The bits do not depend on the
// thread count; they may differ from gk::gemm's.
bool gemv(const Task &);

}  // namespace gk
