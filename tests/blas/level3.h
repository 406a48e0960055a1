// Level 3 through both faces under one name for all element types, and matrices and oracles for it.
#pragma once

#include "gemmkit_cblas.h"
#include "support/guard.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace gk::test {

// How a routine is called; the values of the C names are those of the layouts.
enum class Face { Fortran = 0, Row = CblasRowMajor, Column = CblasColMajor };
inline constexpr Face kFaces[] = {Face::Fortran, Face::Column, Face::Row};
inline constexpr char kUplos[] = {'U', 'L'};

template <class T>
struct RealType {
  using Type = T;
};
template <class R>
struct RealType<std::complex<R>> {
  using Type = R;
};
template <class T>
using RealPart = typename RealType<T>::Type;
template <class T>
inline constexpr bool kComplex = !std::is_same_v<T, RealPart<T>>;

template <class T>
T conjugate(T x) {
  if constexpr (kComplex<T>) {
    return std::conj(x);
  } else {
    return x;
  }
}

inline CBLAS_LAYOUT layout_of(Face f) { return static_cast<CBLAS_LAYOUT>(f); }
inline CBLAS_UPLO uplo_of(char c) { return c == 'U' ? CblasUpper : c == 'L' ? CblasLower : static_cast<CBLAS_UPLO>(c); }
inline CBLAS_SIDE side_of(char c) { return c == 'L' ? CblasLeft : c == 'R' ? CblasRight : static_cast<CBLAS_SIDE>(c); }
inline CBLAS_DIAG diag_of(char c) {
  return c == 'N' ? CblasNonUnit : c == 'U' ? CblasUnit : static_cast<CBLAS_DIAG>(c);
}
inline CBLAS_TRANSPOSE trans_of(char c) {
  if (c == 'R') return CblasConjNoTrans;
  return c == 'N' ? CblasNoTrans : c == 'T' ? CblasTrans : c == 'C' ? CblasConjTrans : static_cast<CBLAS_TRANSPOSE>(c);
}

using C32 = std::complex<float>;
using C64 = std::complex<double>;

// S: how the C name takes its scalars, as it is or by address.
#define GK_LEVEL3(T, p, S)                                                                                             \
  inline void gemm(Face f, char ta, char tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb,   \
                   T beta, T *c, int ldc) {                                                                            \
    if (f == Face::Fortran) return p##gemm_(&ta, &tb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);           \
    cblas_##p##gemm(layout_of(f), trans_of(ta), trans_of(tb), m, n, k, S alpha, a, lda, b, ldb, S beta, c, ldc);       \
  }                                                                                                                    \
  inline void gemv(Face f, char trans, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, \
                   int incy) {                                                                                         \
    if (f == Face::Fortran) return p##gemv_(&trans, &m, &n, &alpha, a, &lda, x, &incx, &beta, y, &incy);               \
    cblas_##p##gemv(layout_of(f), trans_of(trans), m, n, S alpha, a, lda, x, incx, S beta, y, incy);                   \
  }                                                                                                                    \
  inline void symm(Face f, char side, char uplo, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb,      \
                   T beta, T *c, int ldc) {                                                                            \
    if (f == Face::Fortran) return p##symm_(&side, &uplo, &m, &n, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);           \
    cblas_##p##symm(layout_of(f), side_of(side), uplo_of(uplo), m, n, S alpha, a, lda, b, ldb, S beta, c, ldc);        \
  }                                                                                                                    \
  inline void syrk(Face f, char uplo, char trans, int n, int k, T alpha, const T *a, int lda, T beta, T *c, int ldc) { \
    if (f == Face::Fortran) return p##syrk_(&uplo, &trans, &n, &k, &alpha, a, &lda, &beta, c, &ldc);                   \
    cblas_##p##syrk(layout_of(f), uplo_of(uplo), trans_of(trans), n, k, S alpha, a, lda, S beta, c, ldc);              \
  }                                                                                                                    \
  inline void syr2k(Face f, char uplo, char trans, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb,    \
                    T beta, T *c, int ldc) {                                                                           \
    if (f == Face::Fortran) return p##syr2k_(&uplo, &trans, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);         \
    cblas_##p##syr2k(layout_of(f), uplo_of(uplo), trans_of(trans), n, k, S alpha, a, lda, b, ldb, S beta, c, ldc);     \
  }                                                                                                                    \
  inline void gemmt(Face f, bool r, char uplo, char ta, char tb, int n, int k, T alpha, const T *a, int lda,           \
                    const T *b, int ldb, T beta, T *c, int ldc) {                                                      \
    if (f == Face::Fortran)                                                                                            \
      return (r ? p##gemmtr_ : p##gemmt_)(&uplo, &ta, &tb, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);          \
    (r ? cblas_##p##gemmtr : cblas_##p##gemmt)(layout_of(f), uplo_of(uplo), trans_of(ta), trans_of(tb), n, k, S alpha, \
                                               a, lda, b, ldb, S beta, c, ldc);                                        \
  }                                                                                                                    \
  inline void trmm(Face f, char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *a, int lda,    \
                   T *b, int ldb) {                                                                                    \
    if (f == Face::Fortran) return p##trmm_(&side, &uplo, &trans, &diag, &m, &n, &alpha, a, &lda, b, &ldb);            \
    cblas_##p##trmm(layout_of(f), side_of(side), uplo_of(uplo), trans_of(trans), diag_of(diag), m, n, S alpha, a, lda, \
                    b, ldb);                                                                                           \
  }                                                                                                                    \
  inline void trsm(Face f, char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *a, int lda,    \
                   T *b, int ldb) {                                                                                    \
    if (f == Face::Fortran) return p##trsm_(&side, &uplo, &trans, &diag, &m, &n, &alpha, a, &lda, b, &ldb);            \
    cblas_##p##trsm(layout_of(f), side_of(side), uplo_of(uplo), trans_of(trans), diag_of(diag), m, n, S alpha, a, lda, \
                    b, ldb);                                                                                           \
  }
GK_LEVEL3(float, s, )
GK_LEVEL3(double, d, )
GK_LEVEL3(C32, c, &)
GK_LEVEL3(C64, z, &)
#undef GK_LEVEL3
#define GK_LEVEL3(T, R, p)                                                                                             \
  inline void hemm(Face f, char side, char uplo, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb,      \
                   T beta, T *c, int ldc) {                                                                            \
    if (f == Face::Fortran) return p##hemm_(&side, &uplo, &m, &n, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);           \
    cblas_##p##hemm(layout_of(f), side_of(side), uplo_of(uplo), m, n, &alpha, a, lda, b, ldb, &beta, c, ldc);          \
  }                                                                                                                    \
  inline void herk(Face f, char uplo, char trans, int n, int k, R alpha, const T *a, int lda, R beta, T *c, int ldc) { \
    if (f == Face::Fortran) return p##herk_(&uplo, &trans, &n, &k, &alpha, a, &lda, &beta, c, &ldc);                   \
    cblas_##p##herk(layout_of(f), uplo_of(uplo), trans_of(trans), n, k, alpha, a, lda, beta, c, ldc);                  \
  }                                                                                                                    \
  inline void her2k(Face f, char uplo, char trans, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb,    \
                    R beta, T *c, int ldc) {                                                                           \
    if (f == Face::Fortran) return p##her2k_(&uplo, &trans, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);         \
    cblas_##p##her2k(layout_of(f), uplo_of(uplo), trans_of(trans), n, k, &alpha, a, lda, b, ldb, beta, c, ldc);        \
  }
GK_LEVEL3(C32, float, c)
GK_LEVEL3(C64, double, z)
#undef GK_LEVEL3

template <class T>
T nan_of() {
  return T(std::numeric_limits<RealPart<T>>::quiet_NaN());
}

// A stored matrix whose last element touches a forbidden page; what is not of the matrix is NaN.
template <class T>
class Stored {
 public:
  Stored(Face face, int rows, int cols, int pad)
      : row_(face == Face::Row),
        rows_(rows),
        cols_(cols),
        ld_(std::max(1, (row_ ? cols : rows) + pad)),
        count_(rows == 0 || cols == 0 ? 1
                                      : static_cast<size_t>(ld_) * ((row_ ? rows : cols) - 1) + (row_ ? cols : rows)),
        array_(count_, Edge::End) {
    for (size_t i = 0; i < count_; ++i) array_[i] = nan_of<T>();
  }
  T &operator()(int i, int j) {
    return array_[row_ ? static_cast<size_t>(i) * ld_ + j : static_cast<size_t>(j) * ld_ + i];
  }
  T *data() { return array_.data(); }
  int ld() const { return ld_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  std::vector<T> copy() { return std::vector<T>(data(), data() + count_); }
  bool same_as(const std::vector<T> &old) { return std::memcmp(data(), old.data(), count_ * sizeof(T)) == 0; }

  // Numbers of moderate size, as dull as they may be but for all different.
  Stored &generate(unsigned seed) {
    unsigned state = seed * 2654435761u + 12345u;
    const auto next = [&] {
      state = state * 1664525u + 1013904223u;
      return static_cast<RealPart<T>>(static_cast<int>(state >> 16) % 1000 - 500) / RealPart<T>(512);
    };
    for (int j = 0; j < cols_; ++j)
      for (int i = 0; i < rows_; ++i) {
        if constexpr (kComplex<T>) {
          const auto re = next();
          (*this)(i, j) = T(re, next());
        } else {
          (*this)(i, j) = next();
        }
      }
    return *this;
  }
  // The triangle that is not `uplo`'s becomes NaN.
  Stored &only(char uplo) {
    for (int j = 0; j < cols_; ++j)
      for (int i = 0; i < rows_; ++i)
        if (uplo == 'U' ? i > j : i < j) (*this)(i, j) = nan_of<T>();
    return *this;
  }

 private:
  bool row_;
  int rows_, cols_, ld_;
  size_t count_;
  GuardedArray<T> array_;
};

// Complex numbers wide enough for exact products of T, without the library's care for infinities.
template <class T>
struct Wide {
  using R = std::conditional_t<sizeof(RealPart<T>) == 4, double, long double>;
  R re = 0, im = 0;

  Wide() = default;
  explicit Wide(T x) {
    if constexpr (kComplex<T>) {
      re = x.real(), im = x.imag();
    } else {
      re = x;
    }
  }
  Wide(R r, R i) : re(r), im(i) {}
  Wide operator+(const Wide &o) const { return {re + o.re, im + o.im}; }
  Wide operator-(const Wide &o) const { return {re - o.re, im - o.im}; }
  Wide operator*(const Wide &o) const {
    if constexpr (kComplex<T>) {
      return {re * o.re - im * o.im, re * o.im + im * o.re};
    } else {
      return {re * o.re, 0};
    }
  }
  Wide conj() const { return {re, -im}; }
  R size() const { return std::abs(re) + std::abs(im); }
};

// A dense matrix of them.
template <class T>
struct Dense {
  int rows, cols;
  std::vector<Wide<T>> x;
  Dense(int r, int c) : rows(r), cols(c), x(static_cast<size_t>(r) * c) {}
  Wide<T> &operator()(int i, int j) { return x[static_cast<size_t>(j) * rows + i]; }
  const Wide<T> &operator()(int i, int j) const { return x[static_cast<size_t>(j) * rows + i]; }
};

template <class T>
Dense<T> whole(Stored<T> &s) {
  Dense<T> d(s.rows(), s.cols());
  for (int j = 0; j < d.cols; ++j)
    for (int i = 0; i < d.rows; ++i) d(i, j) = Wide<T>(s(i, j));
  return d;
}
template <class T>
Dense<T> op(const Dense<T> &a, char trans) {
  if (trans == 'N') return a;
  Dense<T> d(a.cols, a.rows);
  for (int j = 0; j < d.cols; ++j)
    for (int i = 0; i < d.rows; ++i) d(i, j) = trans == 'C' ? a(j, i).conj() : a(j, i);
  return d;
}
// What a stored triangle means.
template <class T>
Dense<T> symmetric(Stored<T> &s, char uplo, bool hermitian) {
  Dense<T> d(s.rows(), s.rows());
  for (int j = 0; j < d.cols; ++j)
    for (int i = 0; i < d.rows; ++i) {
      const bool stored = uplo == 'U' ? i <= j : i >= j;
      d(i, j) = Wide<T>(stored ? s(i, j) : s(j, i));
      if (hermitian && !stored) d(i, j).im = -d(i, j).im;
      if (hermitian && i == j) d(i, j).im = 0;
    }
  return d;
}
template <class T>
Dense<T> triangular(Stored<T> &s, char uplo, bool unit) {
  Dense<T> d(s.rows(), s.rows());
  for (int j = 0; j < d.cols; ++j)
    for (int i = 0; i < d.rows; ++i)
      if (uplo == 'U' ? i <= j : i >= j) d(i, j) = unit && i == j ? Wide<T>(T(1)) : Wide<T>(s(i, j));
  return d;
}

// Sums alpha * (A B)(i, j), and how large they could have become.
template <class T>
struct Sum {
  Wide<T> value;
  typename Wide<T>::R bound = 0;
  void add_product(const Wide<T> &alpha, const Dense<T> &a, const Dense<T> &b, int i, int j) {
    Wide<T> sum;
    typename Wide<T>::R size = 0;
    for (int p = 0; p < a.cols; ++p) {
      sum = sum + a(i, p) * b(p, j);
      size += a(i, p).size() * b(p, j).size();
    }
    value = value + alpha * sum;
    bound += alpha.size() * size;
  }
  void add(const Wide<T> &x) {
    value = value + x;
    bound += x.size();
  }
  bool near(T got, int terms) const {
    const auto eps = std::numeric_limits<RealPart<T>>::epsilon();
    return (Wide<T>(got) - value).size() <= bound * eps * (terms + 8);  // false for NaN
  }
};

}  // namespace gk::test
