// Few rows and columns over a long depth, and two to eight rows or columns beside many over any but a short one.
#pragma once

#include "driver/task.h"

namespace gk {

// Below this depth the thin kernel's start and end cost more than its loop saves.
inline constexpr int64_t kThinDepth = 64;

// Up to eight rows or columns beside many: where k is adjacent in the many, a kernel with vectors along the many is
// worth it from some depth on, and over a long depth dot products are, which read them once.
inline constexpr int64_t kFew = gk_few_lines, kMany = 32;
inline bool few_conceivable(const gk_product &p) {
  return p.k >= 16 && ((p.m <= kFew && p.n >= kMany) || (p.n <= kFew && p.m >= kMany));
}
// Whether C had better be transposed: the many should be rows where they lie beside each other, because few rows leave
// lanes idle, and columns where k is adjacent in them and the depth is short. The bits of tiles stay the same.
bool few_turn(const Task &);
// Two and more rows beside many columns in which k is adjacent, over a short depth. The bits are those of tiles.
bool few_rows_suit(const Task &);
void few_rows(const Task &);

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
