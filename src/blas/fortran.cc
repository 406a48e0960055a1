// The Fortran names. Compilers pass a hidden length for each CHARACTER argument after the last one; a single
// character needs none, so the entries do not declare them and callers without them are served as well.
#include "blas/args.h"

namespace {

using gk::blas::Int;

template <class T>
void fortran_gemm(const char (&name)[7], const gk::blas::GemmArgs<T> &g) {
  if (Int info = gk::blas::illegal_argument(g); info != 0) {
    xerbla_(name, &info, sizeof name - 1);
    return;
  }
  gk::blas::gemm(g);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void sgemm_(const char *transa, const char *transb, const Int *m, const Int *n,
                                           const Int *k, const float *alpha, const float *a, const Int *lda,
                                           const float *b, const Int *ldb, const float *beta, float *c,
                                           const Int *ldc) {
  fortran_gemm<float>("SGEMM ", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k, *alpha, a,
                                 *lda, b, *ldb, *beta, c, *ldc});
}

[[gnu::visibility("default")]] void dgemm_(const char *transa, const char *transb, const Int *m, const Int *n,
                                           const Int *k, const double *alpha, const double *a, const Int *lda,
                                           const double *b, const Int *ldb, const double *beta, double *c,
                                           const Int *ldc) {
  fortran_gemm<double>("DGEMM ", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k, *alpha, a,
                                  *lda, b, *ldb, *beta, c, *ldc});
}

}  // extern "C"
