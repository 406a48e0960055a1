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
  if (!at_least(g.lda, g.m)) return 6;
  if (g.incx == 0) return 8;
  if (g.incy == 0) return 11;
  return 0;
}

// Runs legal arguments. An empty matrix leaves y alone even where gemm would scale it: the reference returns at once.
template <class T>
void gemv(const GemvArgs<T> &g) {
  if (g.m == 0 || g.n == 0) return;
  if (is(g.alpha, 0) && is(g.beta, 1)) return;
  const bool transposed = transposes(g.op);
  const int64_t rows = transposed ? g.n : g.m, depth = transposed ? g.m : g.n;
  const int64_t incx = g.incx, incy = g.incy;
  // A vector with a negative increment is stored backwards: its first element is the last in memory.
  const T *x = incx < 0 ? g.x - (depth - 1) * incx : g.x;
  T *y = incy < 0 ? g.y - (rows - 1) * incy : g.y;
  const Operand<T> a{g.a, transposed ? g.lda : 1, transposed ? 1 : g.lda, conjugates(g.op)};
  const gemmkit_status status =
      Native<T>::gemm(rows, 1, depth, g.alpha, a, Operand<T>{x, incx, 0, false}, g.beta, y, incy, 0);
  if (status != GEMMKIT_OK) give_up();
}

}  // namespace gk::blas
