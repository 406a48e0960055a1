// The blocked product: the one type-erased driver.
#pragma once

#include "driver/task.h"

namespace gk {

// Runs a task with m, n >= 1, alpha != 0 and, but for what is stored apart, k >= 1; fastest when it is oriented
// (|c.rs| <= |c.cs|), which small_mn_turns may have undone. Cannot fail: short of memory it computes with a small stack
// buffer, short of threads with fewer workers; the bits stay the same.
void gemm(const Task &);

}  // namespace gk
