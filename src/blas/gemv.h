// xGEMV: the reference's argument checks and quick returns, and the product with one column that computes it.
#pragma once

#include "blas/args.h"

namespace gk::blas {

// The arguments of xGEMV, column-major: y <- alpha*op(A)*x + beta*y, A being m x n as stored.
template <class T>
struct GemvArgs {
  Op op;
  Int m, n;
  T alpha;
  const T *a;
  Int lda;
  const T *x;
  Int incx;
  T beta;
  T *y;
  Int incy;
};

// As illegal_argument of xGEMM: the position in xGEMV's argument list.
template <class T>
Int illegal_argument(const GemvArgs<T> &g) {
  if (g.op == Op::Invalid) return 1;
  if (g.m < 0) return 2;
  if (g.n < 0) return 3;
  if (g.lda < (g.m > 1 ? g.m : 1)) return 6;
  if (g.incx == 0) return 8;
  if (g.incy == 0) return 11;
  return 0;
}

inline gemmkit_status gemv_entry(int64_t m, int64_t k, float alpha, const float *a, int64_t rsa, int64_t csa,
                                 const float *x, int64_t incx, float beta, float *y, int64_t incy) {
  return gemmkit_gemm_f32_unchecked(m, 1, k, alpha, a, rsa, csa, x, incx, 0, beta, y, incy, 0, nullptr, nullptr);
}
inline gemmkit_status gemv_entry(int64_t m, int64_t k, double alpha, const double *a, int64_t rsa, int64_t csa,
                                 const double *x, int64_t incx, double beta, double *y, int64_t incy) {
  return gemmkit_gemm_f64_unchecked(m, 1, k, alpha, a, rsa, csa, x, incx, 0, beta, y, incy, 0, nullptr, nullptr);
}

// Runs legal arguments. An empty matrix leaves y alone even where gemm would scale it: the reference returns at once.
template <class T>
void gemv(const GemvArgs<T> &g) {
  if (g.m == 0 || g.n == 0) return;
  if (g.alpha == 0 && g.beta == 1) return;
  const bool transposed = g.op == Op::Trans;
  const int64_t rows = transposed ? g.n : g.m, depth = transposed ? g.m : g.n;
  const int64_t incx = g.incx, incy = g.incy;
  // A vector with a negative increment is stored backwards: its first element is the last in memory.
  const T *x = incx < 0 ? g.x - (depth - 1) * incx : g.x;
  T *y = incy < 0 ? g.y - (rows - 1) * incy : g.y;
  const gemmkit_status status =
      gemv_entry(rows, depth, g.alpha, g.a, transposed ? g.lda : 1, transposed ? 1 : g.lda, x, incx, g.beta, y, incy);
  if (status != GEMMKIT_OK) give_up();
}

}  // namespace gk::blas
