// xGEMMT (oneMKL's and OpenBLAS's name) and xGEMMTR (the reference's): C's triangle <- alpha*op(A)*op(B) + beta*C.
#include "blas/level3/triangle_update.h"

namespace {

using namespace gk::blas;

template <class T>
struct GemmtArgs {
  Uplo uplo;
  Op opa, opb;
  Int n, k;
  T alpha;
  const T *a;
  Int lda;
  const T *b;
  Int ldb;
  T beta;
  T *c;
  Int ldc;
};

template <class T>
Int illegal_argument(const GemmtArgs<T> &g) {
  if (g.uplo == Uplo::Invalid) return 1;
  if (g.opa == Op::Invalid) return 2;
  if (g.opb == Op::Invalid) return 3;
  if (g.n < 0) return 4;
  if (g.k < 0) return 5;
  if (!at_least(g.lda, transposes(g.opa) ? g.k : g.n)) return 8;
  if (!at_least(g.ldb, transposes(g.opb) ? g.n : g.k)) return 10;
  if (!at_least(g.ldc, g.n)) return 13;
  return 0;
}

template <class T>
void gemmt(const GemmtArgs<T> &g) {
  const bool nothing = is(g.alpha, 0) || g.k == 0;
  if (g.n == 0 || (nothing && is(g.beta, 1))) return;
  const auto operand = [](const T *x, int64_t ld, Op op) {
    return Operand<T>{x, transposes(op) ? ld : 1, transposes(op) ? 1 : ld, conjugates(op)};
  };
  const TriangleUpdate<T> u{g.uplo, g.n, g.k,  g.alpha, operand(g.a, g.lda, g.opa), operand(g.b, g.ldb, g.opb),
                            g.beta, g.c, g.ldc};
  nothing ? u.scale() : u.run();
}

template <class T>
void c_gemmt(const Names &name, int layout, int uplo, int transa, int transb, Int n, Int k, T alpha, const T *a,
             Int lda, const T *b, Int ldb, T beta, T *c, Int ldc) {
  const Op opa = op_of_enum<T>(transa), opb = op_of_enum<T>(transb);
  if (!legal_options(name, layout,
                     {uplo_option(uplo), trans_option<T>(transa, "TransA"), trans_option<T>(transb, "TransB")}))
    return;
  const Uplo u = uplo_of_enum(uplo);
  const GemmtArgs<T> g = layout == CblasRowMajor
                             ? GemmtArgs<T>{other(u), opb, opa, n, k, alpha, b, ldb, a, lda, beta, c, ldc}
                             : GemmtArgs<T>{u, opa, opb, n, k, alpha, a, lda, b, ldb, beta, c, ldc};
  if (accepted(c_caller(name, layout), g)) gemmt(g);
}

}  // namespace

#define GK_GEMMT(name, NAME, T)                                                                                      \
  GK_FORTRAN(void, name)                                                                                             \
  (const char *uplo, const char *transa, const char *transb, const Int *n, const Int *k, const T *alpha, const T *a, \
   const Int *lda, const T *b, const Int *ldb, const T *beta, T *c, const Int *ldc) {                                \
    const GemmtArgs<T> g{uplo_of_char(*uplo),                                                                        \
                         op_of_char(*transa),                                                                        \
                         op_of_char(*transb),                                                                        \
                         *n,                                                                                         \
                         *k,                                                                                         \
                         *alpha,                                                                                     \
                         a,                                                                                          \
                         *lda,                                                                                       \
                         b,                                                                                          \
                         *ldb,                                                                                       \
                         *beta,                                                                                      \
                         c,                                                                                          \
                         *ldc};                                                                                      \
    if (accepted(fortran_caller(NAME), g)) gemmt(g);                                                                 \
  }                                                                                                                  \
  GK_CBLAS(void, name)                                                                                               \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, Int n, Int k,               \
   CTypes<T>::Scalar alpha, CTypes<T>::Input a, Int lda, CTypes<T>::Input b, Int ldb, CTypes<T>::Scalar beta,        \
   CTypes<T>::Output c, Int ldc) {                                                                                   \
    c_gemmt<T>({"cblas_" #name, NAME}, value_of(layout), value_of(uplo), value_of(transa), value_of(transb), n, k,   \
               scalar_of<T>(alpha), input_of<T>(a), lda, input_of<T>(b), ldb, scalar_of<T>(beta), output_of<T>(c),   \
               ldc);                                                                                                 \
  }

GK_GEMMT(sgemmt, "SGEMMT", float)
GK_GEMMT(dgemmt, "DGEMMT", double)
GK_GEMMT(cgemmt, "CGEMMT", gemmkit_c32)
GK_GEMMT(zgemmt, "ZGEMMT", gemmkit_c64)
GK_GEMMT(sgemmtr, "SGEMMTR", float)
GK_GEMMT(dgemmtr, "DGEMMTR", double)
GK_GEMMT(cgemmtr, "CGEMMTR", gemmkit_c32)
GK_GEMMT(zgemmtr, "ZGEMMTR", gemmkit_c64)
#undef GK_GEMMT
