// Matrix times vector: products with one row or one column of C.
#pragma once

#include "driver/task.h"
#include "tuning/knobs.h"

namespace gk {

// Whether products of this kernel with one row or column take this route.
inline bool gemv_is_on(const gk_kernel_table &kt) {
  return kt.gemv_rows != nullptr && knob(Knob::GEMMKIT_GEMV_THRESHOLD) != 0;
}

// Computes a task with m == 1 or n == 1, k >= 1 and alpha != 0, in any orientation, and returns true; does nothing and
// returns false when the route is switched off or the kernel has none. The bits do not depend on the
// thread count; they may differ from gk::gemm's.
bool gemv(const Task &);

// Whether the caches would not keep so much: more than half of the L3 cache, or than the L2 cache when there is none.
bool is_far(uint64_t bytes);

// The longest single row that gemv takes as columns of one element: a vector of it would be mostly empty.
inline constexpr int64_t kShortRow = 4;

// Whether a product with one column of C is one that gemv would walk by columns, as run_strip does, for so short a way
// that it may as well be left to a kernel for small products: the bits are the same.
inline bool is_short_walk(const gk_product &p, const gk_kernel_table &kt) {
  if (p.n != 1 || p.m < 1 || p.m > kt.mr || p.k > kShortRow) return false;
  if (kt.depth_multiple > 1) return false;  // run_strip adds groups of products, gemv one after another
  return (p.m == 1 || p.a.cs > kt.elem_size) && gemv_is_on(kt);
}

}  // namespace gk
