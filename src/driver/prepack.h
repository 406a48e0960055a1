// An operand copied once for many products, into the layout in which kernels read the right one best: the elements of a
// column adjacent, columns an odd number of cache lines apart. No other format: kernels take any strides of B, so that
// every route serves a packed operand, with the bits it gives to any other whose columns are adjacent.
#pragma once

#include "abi/kernel_table.h"
#include "gemmkit.h"

#include <stddef.h>
#include <stdint.h>

// Immutable once packed. A left operand is packed as the right one of the transposed product.
struct gemmkit_packed {
  gk_elem elem;
  bool is_lhs;
  int64_t rows, cols;  // of the operand, as it was given
  void *data;          // null when empty
  int64_t stride;      // bytes between packed columns (of a left operand: rows)
  size_t bytes;        // of data
};

namespace gk {

// Packs `operand`, rows x cols with strides in bytes. Null when memory is short.
gemmkit_packed *prepack(const gk_kernel_table &, bool is_lhs, const gk_input &operand, int64_t rows, int64_t cols,
                        int32_t threads);
void packed_free(gemmkit_packed *);

// Bytes between packed lines of so many bytes: an odd number of cache lines, so that lines do not evict each other.
int64_t line_stride(int64_t bytes);
// The copy itself, by a team if it is large.
void copy_lines(const gk_kernel_table &, const gk_pack_rhs_args &, int32_t threads);

// Where the elements are, with strides in bytes.
gk_input packed_operand(const gemmkit_packed &, int64_t elem_size);

}  // namespace gk
