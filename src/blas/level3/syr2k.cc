// xSYR2K and xHER2K: C's triangle <- alpha*A*op(B) + its transpose + beta*C or alpha*op(A)*B + its transpose + beta*C,
// op and the transpose being ^T or ^H.
#include "blas/level3/triangle_update.h"

namespace {

using namespace gk::blas;

// S: the type of beta.
template <class T, class S>
struct Syr2kArgs {
  Uplo uplo;
  Op op;
  Int n, k;
  T alpha;
  const T *a;
  Int lda;
  const T *b;
  Int ldb;
  S beta;
  T *c;
  Int ldc;
};

template <class T, class S>
Int illegal_argument(const Syr2kArgs<T, S> &g) {
  const Int rows = g.op == Op::NoTrans ? g.n : g.k;
  if (g.uplo == Uplo::Invalid) return 1;
  if (g.op == Op::Invalid) return 2;
  if (g.n < 0) return 3;
  if (g.k < 0) return 4;
  if (!at_least(g.lda, rows)) return 7;
  if (!at_least(g.ldb, rows)) return 9;
  if (!at_least(g.ldc, g.n)) return 12;
  return 0;
}

template <class T, class S>
void syr2k(const Syr2kArgs<T, S> &g, bool hermitian) {
  const bool nothing = is(g.alpha, 0) || g.k == 0;
  if (g.n == 0 || (nothing && is(g.beta, 1))) return;
  const bool plain = g.op == Op::NoTrans;
  // n x k and k x n
  const auto tall = [&](const T *x, int64_t ld) {
    return Operand<T>{x, plain ? 1 : ld, plain ? ld : 1, hermitian && !plain};
  };
  const auto wide = [&](const T *x, int64_t ld) {
    return Operand<T>{x, plain ? ld : 1, plain ? 1 : ld, hermitian && plain};
  };
  TriangleUpdate<T> u{g.uplo, g.n, g.k, g.alpha, tall(g.a, g.lda), wide(g.b, g.ldb), {}, g.c, g.ldc};
  if constexpr (std::is_same_v<S, T>) {
    u.beta = g.beta;
  } else {
    u.beta = from_real<T>(g.beta);
  }
  u.hermitian = hermitian;
  u.twice = true;
  u.second_alpha = hermitian ? conj(g.alpha) : g.alpha;
  u.second_a = tall(g.b, g.ldb);
  u.second_b = wide(g.a, g.lda);
  nothing ? u.scale() : u.run();
}

template <class T, bool kHermitian, class S>
void c_syr2k(const Names &name, int layout, int uplo, int trans, Int n, Int k, T alpha, const T *a, Int lda, const T *b,
             Int ldb, S beta, T *c, Int ldc) {
  const bool row_major = layout == CblasRowMajor;
  if (row_major && kHermitian) alpha = conj(alpha);
  const TransOption t = trans_of_enum<T, kHermitian>(row_major, trans);
  if (!legal_options(name, layout, {uplo_option(uplo), t.option})) return;
  const Uplo u = uplo_of_enum(uplo);
  const Syr2kArgs<T, S> g{row_major ? other(u) : u, t.op, n, k, alpha, a, lda, b, ldb, beta, c, ldc};
  if (accepted(c_caller(name, layout), g)) syr2k(g, kHermitian);
}

}  // namespace

#define GK_SYR2K(name, NAME, T, S, hermitian)                                                                        \
  GK_FORTRAN(void, name)                                                                                             \
  (const char *uplo, const char *trans, const Int *n, const Int *k, const T *alpha, const T *a, const Int *lda,      \
   const T *b, const Int *ldb, const S *beta, T *c, const Int *ldc) {                                                \
    const Op op = legal_op<T, hermitian>(op_of_char(*trans));                                                        \
    const Syr2kArgs<T, S> g{uplo_of_char(*uplo), op, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc};              \
    if (accepted(fortran_caller(NAME), g)) syr2k(g, hermitian);                                                      \
  }                                                                                                                  \
  GK_CBLAS(void, name)                                                                                               \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, Int n, Int k, CTypes<T>::Scalar alpha,               \
   CTypes<T>::Input a, Int lda, CTypes<T>::Input b, Int ldb, CTypes<S>::Scalar beta, CTypes<T>::Output c, Int ldc) { \
    c_syr2k<T, hermitian, S>({"cblas_" #name, NAME}, value_of(layout), value_of(uplo), value_of(trans), n, k,        \
                             scalar_of<T>(alpha), input_of<T>(a), lda, input_of<T>(b), ldb, scalar_of<S>(beta),      \
                             output_of<T>(c), ldc);                                                                  \
  }

GK_SYR2K(ssyr2k, "SSYR2K", float, float, false)
GK_SYR2K(dsyr2k, "DSYR2K", double, double, false)
GK_SYR2K(csyr2k, "CSYR2K", gemmkit_c32, gemmkit_c32, false)
GK_SYR2K(zsyr2k, "ZSYR2K", gemmkit_c64, gemmkit_c64, false)
GK_SYR2K(cher2k, "CHER2K", gemmkit_c32, float, true)
GK_SYR2K(zher2k, "ZHER2K", gemmkit_c64, double, true)
#undef GK_SYR2K
