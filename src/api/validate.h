// Checks of the views a caller hands to a checked entry. One implementation for all element types.
#pragma once

#include "gemmkit.h"

#include <stdint.h>

namespace gk {

// A caller's view without its element type; strides and len in elements, name as messages print it. In a batch it
// stands for `batch` matrices, bs elements apart, all within len.
struct MatrixView {
  const void *data;
  int64_t elem_size;
  int64_t len, rows, cols, rs, cs;
  const char *name;
  int64_t batch = 1, bs = 0;

  bool is_empty() const { return rows == 0 || cols == 0 || batch == 0; }
};

// The dimensions of C <- A*B: none negative, all in agreement. GEMMKIT_ERR_SHAPE.
gemmkit_status check_shapes(const MatrixView &a, const MatrixView &b, const MatrixView &c);

// Every element lies inside [data, data + len) at a non-negative stride. A null view passes unless `accessed`,
// the caller's word that some element of it will be read or written. GEMMKIT_ERR_BOUNDS.
gemmkit_status check_bounds(const MatrixView &, bool accessed);

// C addresses each (i, j) once. C has passed check_bounds. GEMMKIT_ERR_ALIAS.
gemmkit_status check_self_alias(const MatrixView &c);

// No element of C shares a byte with one of `input`. Both have passed check_bounds. GEMMKIT_ERR_ALIAS.
gemmkit_status check_overlap(const MatrixView &c, const MatrixView &input);

// All of the above for one product or one batch. alpha_is_zero: A and B are not read.
gemmkit_status check_views(const MatrixView &a, const MatrixView &b, const MatrixView &c, bool alpha_is_zero);

// The geometry behind the checks above, for tests.
bool aliases_itself(const MatrixView &);   // within one matrix
bool entries_overlap(const MatrixView &);  // two matrices of the batch, each of which does not alias itself
bool overlaps(const MatrixView &, const MatrixView &);

}  // namespace gk
