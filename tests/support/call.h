// One name for the entries of both element types, on raw pointers and on test matrices.
#pragma once

#include "gemmkit.h"
#include "support/env.h"
#include "support/matrix.h"

namespace gk::test {

inline gemmkit_status gemm_raw(int64_t m, int64_t n, int64_t k, float alpha, const float *a, Strides sa, const float *b,
                               Strides sb, float beta, float *c, Strides sc, const gemmkit_exec *exec) {
  return gemmkit_gemm_f32_unchecked(m, n, k, alpha, a, sa.rs, sa.cs, b, sb.rs, sb.cs, beta, c, sc.rs, sc.cs, nullptr,
                                    exec);
}
inline gemmkit_status gemm_raw(int64_t m, int64_t n, int64_t k, double alpha, const double *a, Strides sa,
                               const double *b, Strides sb, double beta, double *c, Strides sc,
                               const gemmkit_exec *exec) {
  return gemmkit_gemm_f64_unchecked(m, n, k, alpha, a, sa.rs, sa.cs, b, sb.rs, sb.cs, beta, c, sc.rs, sc.cs, nullptr,
                                    exec);
}

// C <- alpha*A*B + beta*C by the unchecked entry, with at most `threads` workers (0: automatic).
template <class T>
gemmkit_status gemm(T alpha, const Matrix<T> &a, const Matrix<T> &b, T beta, Matrix<T> &c, int32_t threads = 1,
                    gemmkit_workspace *workspace = nullptr) {
  const gemmkit_exec exec = with_threads(threads, workspace);
  return gemm_raw(c.rows(), c.cols(), a.cols(), alpha, a.data(), Strides{a.rs(), a.cs()}, b.data(),
                  Strides{b.rs(), b.cs()}, beta, c.data(), Strides{c.rs(), c.cs()}, &exec);
}

// The element type's name as gemmkit_isa wants it.
template <class T>
const char *type_name() {
  return sizeof(T) == 4 ? "f32" : "f64";
}

}  // namespace gk::test
