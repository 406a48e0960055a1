// Kernels that copy a matrix, with a factor, as it lies or transposed.
#pragma once

#include <stdint.h>

// B <- alpha * A, or of A^T. A is m x n; the rows of both matrices are adjacent, the columns csa and csb bytes apart.
struct gk_matcopy_args {
  int64_t m, n;
  const void *a;
  int64_t csa;
  void *b;
  int64_t csb;
  const void *alpha;  // 0: A is not read; 1: the copy is exact
  int32_t conj;       // of complex elements: conj(A) instead of A
};

struct gk_matcopy {
  // Goes upwards through memory, and writes an element of B after reading the same of A: B may overlap A from below (b
  // <= a and csb <= csa).
  void (*copy)(const gk_matcopy_args *);
  // B, n x m, may not overlap A.
  void (*transpose)(const gk_matcopy_args *);
};
