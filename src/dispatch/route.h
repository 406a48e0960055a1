// From a lowered product to the code that computes it. All fields of a task must be set.
#pragma once

#include "special/gemv.h"
#include "special/small.h"
#include "special/small_mn.h"

namespace gk {

// Handles the degenerate cases, orients the task (in place) and runs it.
void run_any(Task &);

// Whether run_any would come to run_small in the end, or to a gemv with the same bits, for a product without an
// epilogue whose alpha is not 0: for the products whose questions cost as much as their arithmetic. What another route
// would take must be ruled out here.
[[gnu::always_inline]] inline bool is_plainly_small(const gk_product &p, const gk_kernel_table &kt) {
  const int64_t element = kt.out_size;
  if (p.k == 0 || p.c.rs != element || (p.c.cs < element && p.n != 1)) return false;
  if (p.m > 1 && p.n > 1) return !thin_conceivable(p) && small_suits(p, kt);
  return is_short_walk(p, kt) && small_suits(p, kt);
}

// As run_any, but with the bits that an element has in a product of any number of rows and columns: neither gemv nor
// small_mn, which sum in other orders, for elements that have one type in all operands.
void run_in_order(Task &);

// The same as run_any with a short cut.
[[gnu::always_inline]] inline void run(Task &t) {
  if (!t.alpha_is_zero && t.epilogue == nullptr && is_plainly_small(t, *t.kernel)) return t.kernel->run_small(&t);
  run_any(t);
}

// Runs `count` products one after another: `first`, then those whose operands lie so many steps further. The bits of
// run() on each, for less than the price of that many calls.
void run_each(const Task &first, const Steps &, int64_t count);

}  // namespace gk
