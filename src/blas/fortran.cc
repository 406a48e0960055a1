// The Fortran names. Compilers pass a hidden length for each CHARACTER argument after the last one; a single
// character needs none, so the entries do not declare them and callers without them are served as well.
#include "blas/args.h"
#include "blas/gemv.h"
#include "blas/report.h"

namespace {

using gk::blas::Int;

template <class T, class In = T>
void fortran_gemm(const char *name, const gk::blas::GemmArgs<T, In> &g) {
  if (accepted(gk::blas::fortran_caller(name), g)) gk::blas::gemm(g);
}

template <class T>
void fortran_gemv(const char *name, const gk::blas::GemvArgs<T> &g) {
  if (accepted(gk::blas::fortran_caller(name), g)) gk::blas::gemv(g);
}

}  // namespace

GK_FORTRAN(void, sgemm)
(const char *transa, const char *transb, const Int *m, const Int *n, const Int *k, const float *alpha, const float *a,
 const Int *lda, const float *b, const Int *ldb, const float *beta, float *c, const Int *ldc) {
  fortran_gemm<float>("SGEMM ", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k, *alpha, a,
                                 *lda, b, *ldb, *beta, c, *ldc});
}

GK_FORTRAN(void, dgemm)
(const char *transa, const char *transb, const Int *m, const Int *n, const Int *k, const double *alpha, const double *a,
 const Int *lda, const double *b, const Int *ldb, const double *beta, double *c, const Int *ldc) {
  fortran_gemm<double>("DGEMM ", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k, *alpha, a,
                                  *lda, b, *ldb, *beta, c, *ldc});
}

GK_FORTRAN(void, cgemm)
(const char *transa, const char *transb, const Int *m, const Int *n, const Int *k, const gemmkit_c32 *alpha,
 const gemmkit_c32 *a, const Int *lda, const gemmkit_c32 *b, const Int *ldb, const gemmkit_c32 *beta, gemmkit_c32 *c,
 const Int *ldc) {
  fortran_gemm<gemmkit_c32>("CGEMM ", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k, *alpha,
                                       a, *lda, b, *ldb, *beta, c, *ldc});
}

GK_FORTRAN(void, zgemm)
(const char *transa, const char *transb, const Int *m, const Int *n, const Int *k, const gemmkit_c64 *alpha,
 const gemmkit_c64 *a, const Int *lda, const gemmkit_c64 *b, const Int *ldb, const gemmkit_c64 *beta, gemmkit_c64 *c,
 const Int *ldc) {
  fortran_gemm<gemmkit_c64>("ZGEMM ", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k, *alpha,
                                       a, *lda, b, *ldb, *beta, c, *ldc});
}

GK_FORTRAN(void, cgemm3m)
(const char *transa, const char *transb, const Int *m, const Int *n, const Int *k, const gemmkit_c32 *alpha,
 const gemmkit_c32 *a, const Int *lda, const gemmkit_c32 *b, const Int *ldb, const gemmkit_c32 *beta, gemmkit_c32 *c,
 const Int *ldc) {
  fortran_gemm<gemmkit_c32>("CGEMM3M", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k,
                                        *alpha, a, *lda, b, *ldb, *beta, c, *ldc});
}

GK_FORTRAN(void, zgemm3m)
(const char *transa, const char *transb, const Int *m, const Int *n, const Int *k, const gemmkit_c64 *alpha,
 const gemmkit_c64 *a, const Int *lda, const gemmkit_c64 *b, const Int *ldb, const gemmkit_c64 *beta, gemmkit_c64 *c,
 const Int *ldc) {
  fortran_gemm<gemmkit_c64>("ZGEMM3M", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k,
                                        *alpha, a, *lda, b, *ldb, *beta, c, *ldc});
}

GK_FORTRAN(void, sbgemm)
(const char *transa, const char *transb, const Int *m, const Int *n, const Int *k, const float *alpha,
 const gemmkit_bf16 *a, const Int *lda, const gemmkit_bf16 *b, const Int *ldb, const float *beta, float *c,
 const Int *ldc) {
  fortran_gemm<float, gemmkit_bf16>("SBGEMM", {gk::blas::op_of_char(*transa), gk::blas::op_of_char(*transb), *m, *n, *k,
                                               *alpha, a, *lda, b, *ldb, *beta, c, *ldc});
}

GK_FORTRAN(void, sgemv)
(const char *trans, const Int *m, const Int *n, const float *alpha, const float *a, const Int *lda, const float *x,
 const Int *incx, const float *beta, float *y, const Int *incy) {
  fortran_gemv<float>("SGEMV ", {gk::blas::op_of_char(*trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy});
}

GK_FORTRAN(void, dgemv)
(const char *trans, const Int *m, const Int *n, const double *alpha, const double *a, const Int *lda, const double *x,
 const Int *incx, const double *beta, double *y, const Int *incy) {
  fortran_gemv<double>("DGEMV ", {gk::blas::op_of_char(*trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy});
}

GK_FORTRAN(void, cgemv)
(const char *trans, const Int *m, const Int *n, const gemmkit_c32 *alpha, const gemmkit_c32 *a, const Int *lda,
 const gemmkit_c32 *x, const Int *incx, const gemmkit_c32 *beta, gemmkit_c32 *y, const Int *incy) {
  fortran_gemv<gemmkit_c32>("CGEMV ",
                            {gk::blas::op_of_char(*trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy});
}

GK_FORTRAN(void, zgemv)
(const char *trans, const Int *m, const Int *n, const gemmkit_c64 *alpha, const gemmkit_c64 *a, const Int *lda,
 const gemmkit_c64 *x, const Int *incx, const gemmkit_c64 *beta, gemmkit_c64 *y, const Int *incy) {
  fortran_gemv<gemmkit_c64>("ZGEMV ",
                            {gk::blas::op_of_char(*trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy});
}
