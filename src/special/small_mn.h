// Few rows and columns over a long depth.
#pragma once

#include "driver/task.h"

namespace gk {

// Computes a task with m, n, k >= 1 and alpha != 0 by dot products along k, and returns true, if C is small, k is long
// and both operands have their elements along k adjacent; otherwise does nothing. The bits do not depend on the
// thread count; they may differ from gk::gemm's.
bool small_mn(const Task &);

// Whether a task with a small C and a long k had better be transposed, because then its left operand has adjacent
// rows and need not be packed: A is read k times as often as C.
bool small_mn_turns(const Task &);

}  // namespace gk
