// Kernels on triangular and symmetric blocks. A triangle is always described as a lower one: what is stored as an upper
// one is that of the transpose (its strides exchanged) or of the reversed order (its strides negative).
#pragma once

#include <stddef.h>
#include <stdint.h>

// How a triangle is prepared. GK_TRIANGLE_SOLVE: the block is divided by it, not multiplied.
enum gk_triangle_flags { GK_TRIANGLE_SOLVE = 1, GK_TRIANGLE_UNIT = 2, GK_TRIANGLE_CONJ = 4 };

// What bounds triangle_bytes: a triangle has at most GK_TRIANGLE_ORDER rows, prepared in groups of at most
// GK_TRIANGLE_GROUP, with a head of two cache lines at most and one factor for each row.
enum gk_triangle_limits { GK_TRIANGLE_ORDER = 64, GK_TRIANGLE_GROUP = 8, GK_TRIANGLE_HEAD = 128 };

// out <- the lower triangle of n <= order rows, in the kernels' own format. A unit diagonal is not read.
struct gk_pack_triangle_args {
  int64_t n;
  const void *a;
  int64_t rsa, csa;
  int32_t flags;
  void *out;  // triangle_bytes(n), 64-byte aligned
};

// B[0:n, 0:rhs] <- alpha * T * B, or alpha * T^-1 * B where T was prepared for that. One of the strides of B is the
// element's size or its negative.
struct gk_triangular_args {
  int64_t n, rhs;
  const void *t;
  void *b;
  int64_t rsb, csb;
  const void *alpha;
};

// out[i - row, j - column] <- the full matrix at (i, j), for row <= i < row + m, column <= j < column + n, from the
// stored lower triangle. conj_lower, conj_upper: which side is the conjugate of what is stored. hermitian: the
// imaginary part of the diagonal is not read.
struct gk_expand_args {
  int64_t row, column, m, n;
  const void *a;  // (0, 0)
  int64_t rsa, csa;
  int32_t conj_lower, conj_upper, hermitian;
  void *out;
  int64_t cs_out;  // column-major
};

// The triangle of C <- beta * C + T, diagonal included; the rest of C is left alone. Both are column-major, t may be
// null.
struct gk_add_triangle_args {
  int64_t n;
  int32_t lower, hermitian;  // hermitian: beta is real, and the diagonal becomes so
  void *c;
  int64_t csc;
  const void *t;
  int64_t cst;
  const void *beta;
};

struct gk_level3 {
  int64_t order;  // the most rows of a triangle
  size_t (*triangle_bytes)(int64_t n);
  void (*pack_triangle)(const gk_pack_triangle_args *);
  void (*solve)(const gk_triangular_args *);
  void (*multiply)(const gk_triangular_args *);
  void (*expand)(const gk_expand_args *);
  void (*add_triangle)(const gk_add_triangle_args *);
};
