// Checks of the views a caller hands to a checked entry. One implementation for all element types.
#pragma once

#include "gemmkit.h"

#include <stdint.h>

namespace gk {

// A caller's view without its element type; strides and len in elements, name as messages print it.
struct MatrixView {
  const void *data;
  int64_t elem_size;
  int64_t len, rows, cols, rs, cs;
  const char *name;
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

// The geometry behind the two checks above, for tests.
bool aliases_itself(const MatrixView &);
bool overlaps(const MatrixView &, const MatrixView &);

}  // namespace gk
