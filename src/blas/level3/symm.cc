// xSYMM and xHEMM: C <- alpha*A*B + beta*C or alpha*B*A + beta*C, A symmetric or Hermitian.
//
// A is written out in full, some of its columns (its rows, on the right) at a time, and multiplied as any matrix.
#include "blas/level3/level3.h"

namespace {

using namespace gk::blas;

template <class T>
struct SymmArgs {
  Side side;
  Uplo uplo;
  Int m, n;
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
Int illegal_argument(const SymmArgs<T> &g) {
  if (g.side == Side::Invalid) return 1;
  if (g.uplo == Uplo::Invalid) return 2;
  if (g.m < 0) return 3;
  if (g.n < 0) return 4;
  if (!at_least(g.lda, g.side == Side::Left ? g.m : g.n)) return 7;
  if (!at_least(g.ldb, g.m)) return 9;
  if (!at_least(g.ldc, g.m)) return 12;
  return 0;
}

template <class T>
struct Symm {
  const SymmArgs<T> &g;
  bool hermitian;
  int64_t order;
  // Columns of a panel of A, and the rows that there is memory for at once.
  int64_t depth, rows;
  T *full;

  // full <- A[row : row + m, column : column + n]
  void expand(int64_t row, int64_t m, int64_t column, int64_t n, int64_t cs_out) const {
    const bool lower = g.uplo == Uplo::Lower;
    const int64_t size = sizeof(T), ld = bytes<T>(g.lda);
    const gk_expand_args args{.row = row,
                              .column = column,
                              .m = m,
                              .n = n,
                              .a = g.a,
                              .rsa = lower ? size : ld,
                              .csa = lower ? ld : size,
                              .conj_lower = hermitian && !lower,
                              .conj_upper = hermitian && lower,
                              .hermitian = hermitian,
                              .out = full,
                              .cs_out = cs_out * size};
    level3<T>().expand(&args);
  }

  void run() const {
    const int64_t ldb = g.ldb, ldc = g.ldc;
    const bool left = g.side == Side::Left;
    for (int64_t p = 0; p < order; p += depth) {
      const int64_t k = order - p < depth ? order - p : depth;
      const T beta = p == 0 ? g.beta : from_real<T>(1);
      for (int64_t i = 0; i < order; i += rows) {
        const int64_t count = order - i < rows ? order - i : rows;
        if (left) {
          expand(i, count, p, k, count);
          product<T>(count, g.n, k, g.alpha, {full, 1, count, false}, {g.b + p, 1, ldb, false}, beta, g.c + i, 1, ldc);
        } else {
          expand(p, k, i, count, k);
          product<T>(g.m, count, k, g.alpha, {g.b + p * ldb, 1, ldb, false}, {full, 1, k, false}, beta, g.c + i * ldc,
                     1, ldc);
        }
      }
    }
  }
};

template <class T>
void symm(const SymmArgs<T> &g, bool hermitian) {
  if (g.m == 0 || g.n == 0 || (is(g.alpha, 0) && is(g.beta, 1))) return;
  if (is(g.alpha, 0))
    return product<T>(g.m, g.n, 0, g.alpha, {g.a, 1, 1, false}, {g.b, 1, 1, false}, g.beta, g.c, 1, g.ldc);
  const int64_t order = g.side == Side::Left ? g.m : g.n;
  constexpr int64_t kDepth = 512;
  const int64_t depth = order < kDepth ? order : kDepth;
  OwnMemory own;
  const Memory memory(static_cast<size_t>(order * depth) * sizeof(T), own.bytes, sizeof own.bytes);
  const auto room = static_cast<int64_t>(memory.bytes() / sizeof(T));
  Symm<T>{g, hermitian, order, depth, room >= order * depth ? order : room / depth, static_cast<T *>(memory.data())}
      .run();
}

template <class T>
void c_symm(const Names &name, int layout, int side, int uplo, Int m, Int n, T alpha, const T *a, Int lda, const T *b,
            Int ldb, T beta, T *c, Int ldc, bool hermitian) {
  if (!legal_options(name, layout, {side_option(side), uplo_option(uplo)})) return;
  const bool row_major = layout == CblasRowMajor;
  const Side s = side_of_enum(side);
  const Uplo u = uplo_of_enum(uplo);
  const SymmArgs<T> g{row_major ? other(s) : s,
                      row_major ? other(u) : u,
                      row_major ? n : m,
                      row_major ? m : n,
                      alpha,
                      a,
                      lda,
                      b,
                      ldb,
                      beta,
                      c,
                      ldc};
  if (accepted(c_caller(name, layout), g)) symm(g, hermitian);
}

}  // namespace

#define GK_SYMM(name, NAME, T, hermitian)                                                                            \
  GK_FORTRAN(void, name)                                                                                             \
  (const char *side, const char *uplo, const Int *m, const Int *n, const T *alpha, const T *a, const Int *lda,       \
   const T *b, const Int *ldb, const T *beta, T *c, const Int *ldc) {                                                \
    const SymmArgs<T> g{side_of_char(*side), uplo_of_char(*uplo), *m, *n, *alpha, a, *lda, b, *ldb, *beta, c, *ldc}; \
    if (accepted(fortran_caller(NAME), g)) symm(g, hermitian);                                                       \
  }                                                                                                                  \
  GK_CBLAS(void, name)                                                                                               \
  (CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, Int m, Int n, CTypes<T>::Scalar alpha, CTypes<T>::Input a, \
   Int lda, CTypes<T>::Input b, Int ldb, CTypes<T>::Scalar beta, CTypes<T>::Output c, Int ldc) {                     \
    c_symm<T>({"cblas_" #name, NAME}, value_of(layout), value_of(side), value_of(uplo), m, n, scalar_of<T>(alpha),   \
              input_of<T>(a), lda, input_of<T>(b), ldb, scalar_of<T>(beta), output_of<T>(c), ldc, hermitian);        \
  }

GK_SYMM(ssymm, "SSYMM ", float, false)
GK_SYMM(dsymm, "DSYMM ", double, false)
GK_SYMM(csymm, "CSYMM ", gemmkit_c32, false)
GK_SYMM(zsymm, "ZSYMM ", gemmkit_c64, false)
GK_SYMM(chemm, "CHEMM ", gemmkit_c32, true)
GK_SYMM(zhemm, "ZHEMM ", gemmkit_c64, true)
#undef GK_SYMM
