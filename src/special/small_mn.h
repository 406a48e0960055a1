// Few rows and columns over a long depth, and two to eight rows or columns beside many over any but a short one.
#pragma once

#include "driver/task.h"

namespace gk {

// Below this depth the thin kernel's start and end cost more than its loop saves.
inline constexpr int64_t kThinDepth = 64;

// Up to eight rows or columns beside many: where k is adjacent in the many, dot products, which read them once, are
// worth it from some depth on.
inline constexpr int64_t kFew = gk_few_lines, kMany = 32;
inline bool few_conceivable(const gk_product &p) {
  return p.k >= 16 && ((p.m <= kFew && p.n >= kMany) || (p.n <= kFew && p.m >= kMany));
}
// Where the columns of B are the many and lie beside each other, they had better be rows: few rows leave lanes idle.
// The bits of tiles stay the same.
bool few_rows_turn(const Task &);

// False for all tasks that the two questions below would say no to because of their extents alone: for small products
// asking them would cost as much as an answer.
inline bool small_mn_conceivable(const gk_product &p) { return p.m + p.n <= p.k || few_conceivable(p); }
// The same for tasks whose A has adjacent rows: of the kernels of this route only the thin one takes them, but for few
// rows.
inline bool thin_conceivable(const gk_product &p) {
  int64_t elements;
  return few_conceivable(p) || (!__builtin_mul_overflow(p.m, p.n, &elements) && elements <= p.k);
}

// Whether a task with m, n, k >= 1 and alpha != 0 has a small C, a long k, and operands that a kernel for such
// shapes reads where they lie.
bool small_mn_suits(const Task &);
// Computes such a task. The bits do not depend on the thread count; they may differ from gk::gemm's.
void small_mn(const Task &);

// Whether a task with a small C and a long k, or with few rows, had better be transposed, because then its left operand
// has adjacent rows and need not be packed: A is read k times as often as C.
bool small_mn_turns(const Task &);

}  // namespace gk
