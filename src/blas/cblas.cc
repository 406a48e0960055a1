// The C names. A row-major product C = A*B is the column-major product C^T = B^T * A^T on the same memory. It is
// computed through the native API, never through dgemm_, which the program may have replaced.
#include "blas/gemv.h"
#include "blas/report.h"

namespace {

using gk::blas::c_caller;
using gk::blas::GemmArgs;
using gk::blas::GemvArgs;
using gk::blas::Int;
using gk::blas::legal_options;
using gk::blas::Names;
using gk::blas::Op;
using gk::blas::op_of_enum;
using gk::blas::Option;
using gk::blas::trans_option;
using gk::blas::value_of;

// Apart from the way of legal options, which is the way of the smallest products.
[[gnu::cold, gnu::noinline]] void report_options(Names name, int layout, const Option (&options)[2]) {
  legal_options(name, layout, options);
}

// Inlined: the smallest products would notice that their arguments pass through memory twice.
template <class T, class In>
[[gnu::always_inline]] inline void cblas_gemm(const Names &name, int layout, int transa, int transb, Int m, Int n,
                                              Int k, T alpha, const In *a, Int lda, const In *b, Int ldb, T beta, T *c,
                                              Int ldc) {
  bool row_major = layout == CblasRowMajor;
  Op opa = op_of_enum<T>(transa), opb = op_of_enum<T>(transb);
  if ((!row_major && layout != CblasColMajor) || opa == Op::Invalid || opb == Op::Invalid) {
    return report_options(name, layout, {trans_option<T>(transa, "TransA"), trans_option<T>(transb, "TransB")});
  }
  GemmArgs<T, In> g = row_major ? GemmArgs<T, In>{opb, opa, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc}
                                : GemmArgs<T, In>{opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc};
  if (accepted(c_caller(name, layout), g)) gk::blas::gemm(g);
}

// Complex scalars and matrices come without a type.
template <class T>
void complex_gemm(const Names &name, int layout, int transa, int transb, Int m, Int n, Int k, const void *alpha,
                  const void *a, Int lda, const void *b, Int ldb, const void *beta, void *c, Int ldc) {
  cblas_gemm(name, layout, transa, transb, m, n, k, *static_cast<const T *>(alpha), static_cast<const T *>(a), lda,
             static_cast<const T *>(b), ldb, *static_cast<const T *>(beta), static_cast<T *>(c), ldc);
}

template <class T>
void cblas_gemv(const Names &name, int layout, int trans, Int m, Int n, T alpha, const T *a, Int lda, const T *x,
                Int incx, T beta, T *y, Int incy) {
  bool row_major = layout == CblasRowMajor;
  Op op = op_of_enum<T>(trans);
  if (!legal_options(name, layout, {trans_option<T>(trans)})) return;
  if (row_major) {
    op = transposed(op);
    Int rows = m;
    m = n;
    n = rows;
  }
  GemvArgs<T> g{op, m, n, alpha, a, lda, x, incx, beta, y, incy};
  if (accepted(c_caller(name, layout), g)) gk::blas::gemv(g);
}

}  // namespace

GK_CBLAS(void, sgemm)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, float alpha, const float *a,
 Int lda, const float *b, Int ldb, float beta, float *c, Int ldc) {
  cblas_gemm({"cblas_sgemm", "SGEMM "}, value_of(layout), value_of(transa), value_of(transb), m, n, k, alpha, a, lda, b,
             ldb, beta, c, ldc);
}

GK_CBLAS(void, dgemm)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, double alpha,
 const double *a, Int lda, const double *b, Int ldb, double beta, double *c, Int ldc) {
  cblas_gemm({"cblas_dgemm", "DGEMM "}, value_of(layout), value_of(transa), value_of(transb), m, n, k, alpha, a, lda, b,
             ldb, beta, c, ldc);
}

GK_CBLAS(void, cgemm)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, const void *alpha,
 const void *a, Int lda, const void *b, Int ldb, const void *beta, void *c, Int ldc) {
  complex_gemm<gemmkit_c32>({"cblas_cgemm", "CGEMM "}, value_of(layout), value_of(transa), value_of(transb), m, n, k,
                            alpha, a, lda, b, ldb, beta, c, ldc);
}

GK_CBLAS(void, zgemm)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, const void *alpha,
 const void *a, Int lda, const void *b, Int ldb, const void *beta, void *c, Int ldc) {
  complex_gemm<gemmkit_c64>({"cblas_zgemm", "ZGEMM "}, value_of(layout), value_of(transa), value_of(transb), m, n, k,
                            alpha, a, lda, b, ldb, beta, c, ldc);
}

GK_CBLAS(void, cgemm3m)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, const void *alpha,
 const void *a, Int lda, const void *b, Int ldb, const void *beta, void *c, Int ldc) {
  complex_gemm<gemmkit_c32>({"cblas_cgemm3m", "CGEMM3M"}, value_of(layout), value_of(transa), value_of(transb), m, n, k,
                            alpha, a, lda, b, ldb, beta, c, ldc);
}

GK_CBLAS(void, zgemm3m)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, const void *alpha,
 const void *a, Int lda, const void *b, Int ldb, const void *beta, void *c, Int ldc) {
  complex_gemm<gemmkit_c64>({"cblas_zgemm3m", "ZGEMM3M"}, value_of(layout), value_of(transa), value_of(transb), m, n, k,
                            alpha, a, lda, b, ldb, beta, c, ldc);
}

GK_CBLAS(void, sbgemm)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int m, Int n, Int k, float alpha,
 const gemmkit_bf16 *a, Int lda, const gemmkit_bf16 *b, Int ldb, float beta, float *c, Int ldc) {
  cblas_gemm({"cblas_sbgemm", "SBGEMM"}, value_of(layout), value_of(transa), value_of(transb), m, n, k, alpha, a, lda,
             b, ldb, beta, c, ldc);
}

GK_CBLAS(void, sgemv)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int m, Int n, float alpha, const float *a, Int lda, const float *x,
 Int incx, float beta, float *y, Int incy) {
  cblas_gemv({"cblas_sgemv", "SGEMV "}, value_of(layout), value_of(trans), m, n, alpha, a, lda, x, incx, beta, y, incy);
}

GK_CBLAS(void, dgemv)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int m, Int n, double alpha, const double *a, Int lda, const double *x,
 Int incx, double beta, double *y, Int incy) {
  cblas_gemv({"cblas_dgemv", "DGEMV "}, value_of(layout), value_of(trans), m, n, alpha, a, lda, x, incx, beta, y, incy);
}

GK_CBLAS(void, cgemv)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int m, Int n, const void *alpha, const void *a, Int lda, const void *x,
 Int incx, const void *beta, void *y, Int incy) {
  cblas_gemv({"cblas_cgemv", "CGEMV "}, value_of(layout), value_of(trans), m, n,
             *static_cast<const gemmkit_c32 *>(alpha), static_cast<const gemmkit_c32 *>(a), lda,
             static_cast<const gemmkit_c32 *>(x), incx, *static_cast<const gemmkit_c32 *>(beta),
             static_cast<gemmkit_c32 *>(y), incy);
}

GK_CBLAS(void, zgemv)
(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int m, Int n, const void *alpha, const void *a, Int lda, const void *x,
 Int incx, const void *beta, void *y, Int incy) {
  cblas_gemv({"cblas_zgemv", "ZGEMV "}, value_of(layout), value_of(trans), m, n,
             *static_cast<const gemmkit_c64 *>(alpha), static_cast<const gemmkit_c64 *>(a), lda,
             static_cast<const gemmkit_c64 *>(x), incx, *static_cast<const gemmkit_c64 *>(beta),
             static_cast<gemmkit_c64 *>(y), incy);
}
