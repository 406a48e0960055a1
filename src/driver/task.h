// One product as the engine sees it: untyped pointers, byte strides, and the kernel that will run.
#pragma once

#include "abi/kernel_table.h"
#include "gemmkit.h"

#include <stdint.h>

namespace gk {

using Input = gk_input;
using Output = gk_output;

// A product (strides in bytes) and how to run it.
struct Task : gk_product {
  const gk_kernel_table *kernel;
  bool alpha_is_zero, beta_is_one;
  int32_t threads;               // gemmkit_exec::threads
  gemmkit_workspace *workspace;  // may be null
  const gk_epilogue *epilogue;   // may be null
  int32_t turned;                // nonzero: this is the transpose of the product that was asked for
  int32_t part;                  // gk_part; all but gemm() itself take GK_ALL for granted
  const void *residual;          // of the epilogue, for this product of a batch; its strides are the epilogue's
};

// gk_conj of a product whose operands change places.
inline int32_t swapped(int32_t conj) { return (conj & GK_CONJ_A) * GK_CONJ_B | (conj & GK_CONJ_B) / GK_CONJ_B; }

// Whether the rows of A lie one behind the other, as kernels that read it in place want them.
inline bool rows_adjacent(const gk_product &p, const gk_kernel_table &kt) { return p.a.rs == kt.elem_size || p.m == 1; }

// The distances in bytes, any sign, from the operands of one product of a batch to those of the next.
struct Steps {
  int64_t a, b, c;
  int64_t residual = 0;
};

// Moves the operands `entries` products further.
inline void advance(Task *t, const Steps &steps, int64_t entries) {
  t->a.data = static_cast<const char *>(t->a.data) + entries * steps.a;
  t->b.data = static_cast<const char *>(t->b.data) + entries * steps.b;
  t->c.data = static_cast<char *>(t->c.data) + entries * steps.c;
  if (steps.residual != 0) t->residual = static_cast<const char *>(t->residual) + entries * steps.residual;
}

}  // namespace gk
