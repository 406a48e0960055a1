// The Fortran names. Compilers pass a hidden length for each CHARACTER argument after the last one; a single
// character needs none, so the entries do not declare them and callers without them are served as well.
#include "blas/args.h"
#include "blas/gemv.h"

namespace {

using gk::blas::Int;

// Whether the arguments are legal; reports the first that is not.
template <class Args>
bool accepted(const char (&name)[7], const Args &args) {
  const Int info = gk::blas::illegal_argument(args);
  if (info != 0) xerbla_(name, &info, sizeof name - 1);
  return info == 0;
}

template <class T>
void fortran_gemm(const char (&name)[7], const gk::blas::GemmArgs<T> &g) {
  if (accepted(name, g)) gk::blas::gemm(g);
}

template <class T>
void fortran_gemv(const char (&name)[7], const gk::blas::GemvArgs<T> &g) {
  if (accepted(name, g)) gk::blas::gemv(g);
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

[[gnu::visibility("default")]] void sgemv_(const char *trans, const Int *m, const Int *n, const float *alpha,
                                           const float *a, const Int *lda, const float *x, const Int *incx,
                                           const float *beta, float *y, const Int *incy) {
  fortran_gemv<float>("SGEMV ", {gk::blas::op_of_char(*trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy});
}

[[gnu::visibility("default")]] void dgemv_(const char *trans, const Int *m, const Int *n, const double *alpha,
                                           const double *a, const Int *lda, const double *x, const Int *incx,
                                           const double *beta, double *y, const Int *incy) {
  fortran_gemv<double>("DGEMV ", {gk::blas::op_of_char(*trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy});
}

}  // extern "C"
