// xTRMM: B <- alpha*op(A)*B or alpha*B*op(A), A triangular; xTRSM: with the inverse of A.
#include "blas/level3/triangular.h"

namespace {
using namespace gk::blas;
}  // namespace

#define GK_TRIANGULAR(name, NAME, T, solve)                                                                       \
  GK_FORTRAN(void, name)                                                                                          \
  (const char *side, const char *uplo, const char *transa, const char *diag, const Int *m, const Int *n,          \
   const T *alpha, const T *a, const Int *lda, T *b, const Int *ldb) {                                            \
    const TriangularArgs<T> g{side_of_char(*side),                                                                \
                              uplo_of_char(*uplo),                                                                \
                              op_of_char(*transa),                                                                \
                              diag_of_char(*diag),                                                                \
                              *m,                                                                                 \
                              *n,                                                                                 \
                              *alpha,                                                                             \
                              a,                                                                                  \
                              *lda,                                                                               \
                              b,                                                                                  \
                              *ldb};                                                                              \
    if (accepted(fortran_caller(NAME), g)) triangular(g, solve);                                                  \
  }                                                                                                               \
  GK_CBLAS(void, name)                                                                                            \
  (CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, Int m, Int n,   \
   CTypes<T>::Scalar alpha, CTypes<T>::Input a, Int lda, CTypes<T>::Output b, Int ldb) {                          \
    c_triangular<T>({"cblas_" #name, NAME}, value_of(layout), value_of(side), value_of(uplo), value_of(trans),    \
                    value_of(diag), m, n, scalar_of<T>(alpha), input_of<T>(a), lda, output_of<T>(b), ldb, solve); \
  }

GK_TRIANGULAR(strmm, "STRMM ", float, false)
GK_TRIANGULAR(dtrmm, "DTRMM ", double, false)
GK_TRIANGULAR(ctrmm, "CTRMM ", gemmkit_c32, false)
GK_TRIANGULAR(ztrmm, "ZTRMM ", gemmkit_c64, false)
GK_TRIANGULAR(strsm, "STRSM ", float, true)
GK_TRIANGULAR(dtrsm, "DTRSM ", double, true)
GK_TRIANGULAR(ctrsm, "CTRSM ", gemmkit_c32, true)
GK_TRIANGULAR(ztrsm, "ZTRSM ", gemmkit_c64, true)
#undef GK_TRIANGULAR
