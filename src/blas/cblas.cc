// The C names. A row-major product C = A*B is the column-major product C^T = B^T * A^T on the same memory. It is
// computed through the native API, never through dgemm_, which the program may have replaced.
#include "blas/options.h"

namespace {

using gk::blas::GemmArgs;
using gk::blas::Int;
using gk::blas::Op;
using gk::blas::op_of_enum;

// Upper- and lower-case name of one routine: C entries report under both.
struct RoutineName {
  const char *c;
  char fortran[7];
};

// Announces to the handlers for the time of one report that they serve a C entry (see xerbla.cc).
class CallFromC {
 public:
  explicit CallFromC(bool row_major) {
    RowMajorStrg = row_major;
    CBLAS_CallFromC = 1;
  }
  ~CallFromC() { CBLAS_CallFromC = RowMajorStrg = 0; }
  CallFromC(const CallFromC &) = delete;
  CallFromC &operator=(const CallFromC &) = delete;
};

[[gnu::cold, gnu::noinline]] void report_option(const RoutineName &name, int layout, int transa, int transb) {
  CallFromC scope(layout == CblasRowMajor);
  if (layout != CblasRowMajor && layout != CblasColMajor) {
    cblas_xerbla(1, name.c, "Illegal layout setting, %d\n", layout);
  } else if (op_of_enum(transa) == Op::Invalid) {
    cblas_xerbla(2, name.c, "Illegal TransA setting, %d\n", transa);
  } else {
    cblas_xerbla(3, name.c, "Illegal TransB setting, %d\n", transb);
  }
}

[[gnu::cold, gnu::noinline]] void report_argument(const RoutineName &name, bool row_major, Int info) {
  CallFromC scope(row_major);
  xerbla_(name.fortran, &info, sizeof name.fortran - 1);
}

template <class T>
void cblas_gemm(const RoutineName &name, int layout, int transa, int transb, Int m, Int n, Int k, T alpha, const T *a,
                Int lda, const T *b, Int ldb, T beta, T *c, Int ldc) {
  bool row_major = layout == CblasRowMajor;
  Op opa = op_of_enum(transa), opb = op_of_enum(transb);
  if ((!row_major && layout != CblasColMajor) || opa == Op::Invalid || opb == Op::Invalid) {
    return report_option(name, layout, transa, transb);
  }
  GemmArgs<T> g = row_major ? GemmArgs<T>{opb, opa, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc}
                            : GemmArgs<T>{opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc};
  if (Int info = gk::blas::illegal_argument(g); info != 0) return report_argument(name, row_major, info);
  gk::blas::gemm(g);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb,
                                                int32_t m, int32_t n, int32_t k, float alpha, const float *a,
                                                int32_t lda, const float *b, int32_t ldb, float beta, float *c,
                                                int32_t ldc) {
  cblas_gemm({"cblas_sgemm", "SGEMM "}, layout, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

[[gnu::visibility("default")]] void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb,
                                                int32_t m, int32_t n, int32_t k, double alpha, const double *a,
                                                int32_t lda, const double *b, int32_t ldb, double beta, double *c,
                                                int32_t ldc) {
  cblas_gemm({"cblas_dgemm", "DGEMM "}, layout, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

}  // extern "C"
