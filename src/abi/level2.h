// Kernels on a matrix and vectors. One description serves every way the BLAS stores a matrix: it is a band, perhaps all
// of it, whose columns begin where a formula says.
#pragma once

#include <stdint.h>

// Columns [first, last) of rows [top, bottom), of which column j holds rows j - above to j + below. Element (i, j) lies
// i elements behind a + j * step + j * (j + 1) / 2 * growth bytes (growth: of packed triangles, whose columns grow).
//
// A call that takes a piece of a larger matrix begins and ends at a multiple of GK_LEVEL2_GROUP, or where the matrix
// does: then bits do not depend on how it was cut.
#define GK_LEVEL2_GROUP 8

enum gk_level2_flags {
  GK_LEVEL2_CONJ = 1,         // A is conjugated where it is multiplied; update: so are the vectors x and y
  GK_LEVEL2_CONJ_COLS = 2,    // update: the factors xc and yc are
  GK_LEVEL2_HERMITIAN = 4,    // the other triangle is the conjugate; a diagonal has no imaginary part
  GK_LEVEL2_UNIT = 8,         // the diagonal is not read, and 1
  GK_LEVEL2_DESCENDING = 16,  // columns: the last first
  GK_LEVEL2_FAR = 32          // update: the caches would not keep A
};

struct gk_level2_args {
  void *a;
  int64_t step, growth;
  int64_t above, below;
  int64_t top, bottom, first, last;
  int32_t flags;
  // Vectors may lie anyhow, but only adjacent elements are fast. x or y of row or column i is at i * incx or i * incy.
  const void *x;
  int64_t incx;
  void *y;
  int64_t incy;
  const void *alpha;  // null stands for 1
  // update only: what the columns multiply, and null or the second pair's.
  const void *xc, *yc;
  int64_t incxc, incyc;
  const void *alpha_y;  // alpha of the pair y, yc
};

// Where a triangle is meant, above or below is 0 and the other is the band's width (its extent or more for all of it).
struct gk_level2 {
  void (*columns)(const gk_level2_args *);    // y += alpha * A * x
  void (*rows)(const gk_level2_args *);       // y += alpha * A^T * x
  void (*symmetric)(const gk_level2_args *);  // y += alpha * (A + its other triangle) * x
  void (*update)(const gk_level2_args *);     // A += x * alpha * xc^T + y * alpha_y * yc^T
  // Triangular, with x and y different or the same: y = A * x, A^T * x; and in place, y = A^-1 * y, A^-T * y.
  // columns of the first are elements of x, of the second elements of y.
  void (*multiply)(const gk_level2_args *);
  void (*multiply_transposed)(const gk_level2_args *);
  void (*solve)(const gk_level2_args *);
  void (*solve_transposed)(const gk_level2_args *);
  // y = beta * y, or 0 without reading it when beta is; y += x, both of adjacent elements.
  void (*scale)(int64_t n, const void *beta, void *y, int64_t incy);
  void (*add)(int64_t n, const void *x, void *y);
};
