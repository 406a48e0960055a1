// xSYRK and xHERK: C's triangle <- alpha*A*op(A) + beta*C or alpha*op(A)*A + beta*C, op being ^T or ^H.
#include "blas/level3/triangle_update.h"

namespace {

using namespace gk::blas;

// S: the type of alpha and beta.
template <class T, class S>
struct SyrkArgs {
  Uplo uplo;
  Op op;
  Int n, k;
  S alpha;
  const T *a;
  Int lda;
  S beta;
  T *c;
  Int ldc;
};

template <class T, class S>
Int illegal_argument(const SyrkArgs<T, S> &g) {
  if (g.uplo == Uplo::Invalid) return 1;
  if (g.op == Op::Invalid) return 2;
  if (g.n < 0) return 3;
  if (g.k < 0) return 4;
  if (!at_least(g.lda, g.op == Op::NoTrans ? g.n : g.k)) return 7;
  if (!at_least(g.ldc, g.n)) return 10;
  return 0;
}

template <class T, class S>
void syrk(const SyrkArgs<T, S> &g, bool hermitian) {
  const bool nothing = is(g.alpha, 0) || g.k == 0;
  if (g.n == 0 || (nothing && is(g.beta, 1))) return;
  const bool plain = g.op == Op::NoTrans;
  const int64_t along = plain ? 1 : g.lda, across = plain ? g.lda : 1;
  TriangleUpdate<T> u{
      g.uplo, g.n, g.k,  {}, {g.a, along, across, hermitian && !plain}, {g.a, across, along, hermitian && plain},
      {},     g.c, g.ldc};
  if constexpr (std::is_same_v<S, T>) {
    u.alpha = g.alpha, u.beta = g.beta;
  } else {
    u.alpha = from_real<T>(g.alpha), u.beta = from_real<T>(g.beta);
  }
  u.hermitian = hermitian;
  nothing ? u.scale() : u.run();
}

template <class T, bool kHermitian, class S>
void c_syrk(const Names &name, int layout, int uplo, int trans, Int n, Int k, S alpha, const T *a, Int lda, S beta,
            T *c, Int ldc) {
  const bool row_major = layout == CblasRowMajor;
  const TransOption t = trans_of_enum<T, kHermitian>(row_major, trans);
  if (!legal_options(name, layout, {uplo_option(uplo), t.option})) return;
  const Uplo u = uplo_of_enum(uplo);
  const SyrkArgs<T, S> g{row_major ? other(u) : u, t.op, n, k, alpha, a, lda, beta, c, ldc};
  if (accepted(c_caller(name, layout), g)) syrk(g, kHermitian);
}

}  // namespace

#define GK_SYRK(name, NAME, T, S, hermitian)                                                                     \
  GK_FORTRAN(void, name)                                                                                         \
  (const char *uplo, const char *trans, const Int *n, const Int *k, const S *alpha, const T *a, const Int *lda,  \
   const S *beta, T *c, const Int *ldc) {                                                                        \
    const Op op = legal_op<T, hermitian>(op_of_char(*trans));                                                    \
    const SyrkArgs<T, S> g{uplo_of_char(*uplo), op, *n, *k, *alpha, a, *lda, *beta, c, *ldc};                    \
    if (accepted(fortran_caller(NAME), g)) syrk(g, hermitian);                                                   \
  }                                                                                                              \
  GK_CBLAS(void, name)                                                                                           \
  (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, Int n, Int k, CTypes<S>::Scalar alpha,           \
   CTypes<T>::Input a, Int lda, CTypes<S>::Scalar beta, CTypes<T>::Output c, Int ldc) {                          \
    c_syrk<T, hermitian, S>({"cblas_" #name, NAME}, value_of(layout), value_of(uplo), value_of(trans), n, k,     \
                            scalar_of<S>(alpha), input_of<T>(a), lda, scalar_of<S>(beta), output_of<T>(c), ldc); \
  }

GK_SYRK(ssyrk, "SSYRK ", float, float, false)
GK_SYRK(dsyrk, "DSYRK ", double, double, false)
GK_SYRK(csyrk, "CSYRK ", gemmkit_c32, gemmkit_c32, false)
GK_SYRK(zsyrk, "ZSYRK ", gemmkit_c64, gemmkit_c64, false)
GK_SYRK(cherk, "CHERK ", gemmkit_c32, float, true)
GK_SYRK(zherk, "ZHERK ", gemmkit_c64, double, true)
#undef GK_SYRK
