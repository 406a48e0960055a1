// xTRSM: B <- alpha*op(A)^-1*B or alpha*B*op(A)^-1, A triangular.
#include "blas/level3/triangular.h"

namespace {
using namespace gk::blas;
}  // namespace

#define GK_TRSM(name, NAME, T)                                                                                   \
  GK_FORTRAN(void, name)                                                                                         \
  (const char *side, const char *uplo, const char *transa, const char *diag, const Int *m, const Int *n,         \
   const T *alpha, const T *a, const Int *lda, T *b, const Int *ldb) {                                           \
    const TriangularArgs<T> g{side_of_char(*side),                                                               \
                              uplo_of_char(*uplo),                                                               \
                              op_of_char(*transa),                                                               \
                              diag_of_char(*diag),                                                               \
                              *m,                                                                                \
                              *n,                                                                                \
                              *alpha,                                                                            \
                              a,                                                                                 \
                              *lda,                                                                              \
                              b,                                                                                 \
                              *ldb};                                                                             \
    if (accepted(NAME, g)) triangular(g, true);                                                                  \
  }                                                                                                              \
  GK_CBLAS(void, name)                                                                                           \
  (CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, Int m, Int n,  \
   CScalar<T> alpha, CInput<T> a, Int lda, COutput<T> b, Int ldb) {                                              \
    c_triangular<T>({"cblas_" #name, NAME}, value_of(layout), value_of(side), value_of(uplo), value_of(trans),   \
                    value_of(diag), m, n, scalar_of<T>(alpha), input_of<T>(a), lda, output_of<T>(b), ldb, true); \
  }

GK_TRSM(strsm, "STRSM ", float)
GK_TRSM(dtrsm, "DTRSM ", double)
GK_TRSM(ctrsm, "CTRSM ", gemmkit_c32)
GK_TRSM(ztrsm, "ZTRSM ", gemmkit_c64)
#undef GK_TRSM
