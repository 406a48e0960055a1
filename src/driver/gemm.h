// The blocked product: the one type-erased driver.
#pragma once

#include "driver/task.h"

namespace gk {

// Runs an oriented task (|c.rs| <= |c.cs|) with m, n, k >= 1 and alpha != 0. Cannot fail: short of memory it
// computes with a small stack buffer, short of threads with fewer workers; the bits stay the same.
void gemm(const Task &);

}  // namespace gk
