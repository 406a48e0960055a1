// The level 2 routines of all types under one name each, by layout: 0 stands for the Fortran entry. And matrices and
// vectors to call them with, of which everything that must not be read is a NaN.
#pragma once

#include "gemmkit_cblas.h"
#include "support/guard.h"

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <vector>

namespace gk::test::level2 {

using C32 = std::complex<float>;
using C64 = std::complex<double>;
using Wide = std::complex<long double>;

template <class T>
inline constexpr bool kComplex = !std::is_arithmetic_v<T>;
template <class T>
struct PartOf {
  using type = T;
};
template <class R>
struct PartOf<std::complex<R>> {
  using type = R;
};
template <class T>
using Part = typename PartOf<T>::type;

constexpr int kFortran = 0, kCol = CblasColMajor, kRow = CblasRowMajor;
enum Storage { Full, Band, Packed };

// A scalar as the C entry takes it.
inline float arg(const float &x) { return x; }
inline double arg(const double &x) { return x; }
inline const void *arg(const C32 &x) { return &x; }
inline const void *arg(const C64 &x) { return &x; }

inline CBLAS_UPLO uplo_of(char c) { return c == 'U' ? CblasUpper : c == 'L' ? CblasLower : static_cast<CBLAS_UPLO>(0); }
inline CBLAS_DIAG diag_of(char c) {
  return c == 'N' ? CblasNonUnit : c == 'U' ? CblasUnit : static_cast<CBLAS_DIAG>(0);
}
inline CBLAS_TRANSPOSE trans_of(char c) {
  return c == 'N' ? CblasNoTrans : c == 'T' ? CblasTrans : c == 'C' ? CblasConjTrans : static_cast<CBLAS_TRANSPOSE>(0);
}
inline CBLAS_LAYOUT as_layout(int layout) { return static_cast<CBLAS_LAYOUT>(layout); }

#define GK_TEST_MV(T, full, band, packed)                                                                            \
  inline void mv(int layout, Storage s, char uplo, int n, int k, T alpha, const T *a, int lda, const T *x, int incx, \
                 T beta, T *y, int incy) {                                                                           \
    if (layout == kFortran) {                                                                                        \
      if (s == Full) return full##_(&uplo, &n, &alpha, a, &lda, x, &incx, &beta, y, &incy);                          \
      if (s == Band) return band##_(&uplo, &n, &k, &alpha, a, &lda, x, &incx, &beta, y, &incy);                      \
      return packed##_(&uplo, &n, &alpha, a, x, &incx, &beta, y, &incy);                                             \
    }                                                                                                                \
    const auto l = as_layout(layout);                                                                                \
    const auto u = uplo_of(uplo);                                                                                    \
    if (s == Full) return cblas_##full(l, u, n, arg(alpha), a, lda, x, incx, arg(beta), y, incy);                    \
    if (s == Band) return cblas_##band(l, u, n, k, arg(alpha), a, lda, x, incx, arg(beta), y, incy);                 \
    cblas_##packed(l, u, n, arg(alpha), a, x, incx, arg(beta), y, incy);                                             \
  }
GK_TEST_MV(float, ssymv, ssbmv, sspmv)
GK_TEST_MV(double, dsymv, dsbmv, dspmv)
GK_TEST_MV(C32, chemv, chbmv, chpmv)
GK_TEST_MV(C64, zhemv, zhbmv, zhpmv)
#undef GK_TEST_MV

#define GK_TEST_TR(T, p)                                                                                           \
  inline void tr(int layout, bool solve, Storage s, char uplo, char trans, char diag, int n, int k, const T *a,    \
                 int lda, T *x, int incx) {                                                                        \
    if (layout == kFortran) {                                                                                      \
      if (s == Full) return (solve ? p##trsv_ : p##trmv_)(&uplo, &trans, &diag, &n, a, &lda, x, &incx);            \
      if (s == Band) return (solve ? p##tbsv_ : p##tbmv_)(&uplo, &trans, &diag, &n, &k, a, &lda, x, &incx);        \
      return (solve ? p##tpsv_ : p##tpmv_)(&uplo, &trans, &diag, &n, a, x, &incx);                                 \
    }                                                                                                              \
    const auto l = as_layout(layout);                                                                              \
    const auto u = uplo_of(uplo);                                                                                  \
    const auto t = trans_of(trans);                                                                                \
    const auto d = diag_of(diag);                                                                                  \
    if (s == Full) return (solve ? cblas_##p##trsv : cblas_##p##trmv)(l, u, t, d, n, a, lda, x, incx);             \
    if (s == Band) return (solve ? cblas_##p##tbsv : cblas_##p##tbmv)(l, u, t, d, n, k, a, lda, x, incx);          \
    (solve ? cblas_##p##tpsv : cblas_##p##tpmv)(l, u, t, d, n, a, x, incx);                                        \
  }                                                                                                                \
  inline void gbmv(int layout, char trans, int m, int n, int kl, int ku, T alpha, const T *a, int lda, const T *x, \
                   int incx, T beta, T *y, int incy) {                                                             \
    if (layout == kFortran) return p##gbmv_(&trans, &m, &n, &kl, &ku, &alpha, a, &lda, x, &incx, &beta, y, &incy); \
    cblas_##p##gbmv(as_layout(layout), trans_of(trans), m, n, kl, ku, arg(alpha), a, lda, x, incx, arg(beta), y,   \
                    incy);                                                                                         \
  }
GK_TEST_TR(float, s)
GK_TEST_TR(double, d)
GK_TEST_TR(C32, c)
GK_TEST_TR(C64, z)
#undef GK_TEST_TR

#define GK_TEST_RANK(T, plain, conjugated, rank1, packed1, rank2, packed2)                                             \
  inline void ger(int layout, bool conj, int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,      \
                  int lda) {                                                                                           \
    if (layout == kFortran) return (conj ? conjugated##_ : plain##_)(&m, &n, &alpha, x, &incx, y, &incy, a, &lda);     \
    (conj ? cblas_##conjugated : cblas_##plain)(as_layout(layout), m, n, arg(alpha), x, incx, y, incy, a, lda);        \
  }                                                                                                                    \
  inline void rank(int layout, Storage s, char uplo, int n, Part<T> alpha, const T *x, int incx, T *a, int lda) {      \
    const auto l = as_layout(layout);                                                                                  \
    const auto u = uplo_of(uplo);                                                                                      \
    if (s == Full) {                                                                                                   \
      layout == kFortran ? rank1##_(&uplo, &n, &alpha, x, &incx, a, &lda)                                              \
                         : cblas_##rank1(l, u, n, alpha, x, incx, a, lda);                                             \
    } else {                                                                                                           \
      layout == kFortran ? packed1##_(&uplo, &n, &alpha, x, &incx, a) : cblas_##packed1(l, u, n, alpha, x, incx, a);   \
    }                                                                                                                  \
  }                                                                                                                    \
  inline void rank(int layout, Storage s, char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, \
                   int lda) {                                                                                          \
    const auto l = as_layout(layout);                                                                                  \
    const auto u = uplo_of(uplo);                                                                                      \
    if (s == Full) {                                                                                                   \
      layout == kFortran ? rank2##_(&uplo, &n, &alpha, x, &incx, y, &incy, a, &lda)                                    \
                         : cblas_##rank2(l, u, n, arg(alpha), x, incx, y, incy, a, lda);                               \
    } else {                                                                                                           \
      layout == kFortran ? packed2##_(&uplo, &n, &alpha, x, &incx, y, &incy, a)                                        \
                         : cblas_##packed2(l, u, n, arg(alpha), x, incx, y, incy, a);                                  \
    }                                                                                                                  \
  }
GK_TEST_RANK(float, sger, sger, ssyr, sspr, ssyr2, sspr2)
GK_TEST_RANK(double, dger, dger, dsyr, dspr, dsyr2, dspr2)
GK_TEST_RANK(C32, cgeru, cgerc, cher, chpr, cher2, chpr2)
GK_TEST_RANK(C64, zgeru, zgerc, zher, zhpr, zher2, zhpr2)
#undef GK_TEST_RANK

template <class T>
T not_a_number() {
  const auto nan = std::numeric_limits<Part<T>>::quiet_NaN();
  if constexpr (kComplex<T>) return T(nan, nan);
  return T(nan);
}

// Numbers between -1 and 1 that have little in common.
template <class T>
T value(int64_t i, int64_t j, int seed) {
  const auto one = [&](int64_t salt) {
    auto h = static_cast<uint64_t>(i * 7919 + j * 104729 + int64_t{seed} * 1299709 + salt + 1) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    return static_cast<Part<T>>(static_cast<double>(h >> 40) / (1 << 23) - 1);
  };
  if constexpr (kComplex<T>) return T(one(0), one(15485863));
  return one(0);
}

template <class T>
Wide wide(T x) {
  return Wide(std::real(x), std::imag(x));
}

// |have - want| against what rounding may do to `terms` products of numbers near 1.
template <class T>
bool near(T have, Wide want, double terms) {
  return std::abs(wide(have) - want) <=
         static_cast<long double>(std::numeric_limits<Part<T>>::epsilon()) * 8 * (terms + 4);
}

// A vector whose array ends or begins at a forbidden page.
template <class T>
class Vec {
 public:
  Vec(int64_t count, int64_t increment, int seed)
      : n_(count),
        inc_(increment),
        size_(count > 0 ? static_cast<size_t>((count - 1) * std::abs(increment) + 1) : 0),
        array_(size_, seed % 2 != 0 ? Edge::End : Edge::Begin) {
    std::fill_n(array_.data(), size_, not_a_number<T>());
    for (int64_t i = 0; i < count; ++i) (*this)[i] = value<T>(i, 3, seed);
  }
  T *data() { return array_.data(); }
  T &operator[](int64_t i) { return array_[static_cast<size_t>(inc_ < 0 ? (i - n_ + 1) * inc_ : i * inc_)]; }
  int inc() const { return static_cast<int>(inc_); }
  bool gaps_intact() {
    for (size_t i = 0; i < size_; ++i) {
      if (static_cast<int64_t>(i) % std::abs(inc_) != 0 && array_[i] == array_[i]) return false;
    }
    return true;
  }

 private:
  int64_t n_, inc_;
  size_t size_;
  GuardedArray<T> array_;
};

// An m x n matrix of which kl diagonals below and ku above the main one are stored. A triangle has none on its other
// side.
template <class T>
class Mat {
 public:
  Mat(int layout, Storage storage, int64_t m, int64_t n, int64_t kl, int64_t ku, int64_t pad, int seed)
      : row_major_(layout == kRow),
        storage_(storage),
        m_(m),
        n_(n),
        kl_(kl),
        ku_(ku),
        lda_(leading(pad)),
        array_(size(), seed % 2 != 0 ? Edge::Begin : Edge::End) {
    std::fill_n(array_.data(), size(), not_a_number<T>());
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < m; ++i) {
        if (stored(i, j)) at(i, j) = value<T>(i, j, seed);
      }
  }
  T *data() { return array_.data(); }
  int lda() const { return static_cast<int>(lda_); }
  bool stored(int64_t i, int64_t j) const { return i - j <= kl_ && j - i <= ku_; }
  T &at(int64_t i, int64_t j) { return array_[index(i, j)]; }
  // Whether elements that the routine must leave alone are NaN still: all but the stored ones.
  bool rest_intact() {
    std::vector<bool> own(size());
    for (int64_t j = 0; j < n_; ++j)
      for (int64_t i = 0; i < m_; ++i) {
        if (stored(i, j)) own[index(i, j)] = true;
      }
    for (size_t i = 0; i < size(); ++i) {
      if (!own[i] && array_[i] == array_[i]) return false;
    }
    return true;
  }

 private:
  int64_t leading(int64_t pad) const {
    const int64_t least = storage_ == Band ? kl_ + ku_ + 1 : row_major_ ? n_ : m_;
    return (least > 1 ? least : 1) + pad;
  }
  size_t size() const {
    const int64_t lines = row_major_ ? m_ : n_;
    if (storage_ == Packed) return static_cast<size_t>(n_ * (n_ + 1) / 2);
    if (lines == 0) return 0;
    const int64_t last = storage_ == Band ? kl_ + ku_ + 1 : row_major_ ? n_ : m_;
    return static_cast<size_t>((lines - 1) * lda_ + last);
  }
  size_t index(int64_t i, int64_t j) const {
    int64_t row = i, column = j, below = kl_, above = ku_;
    if (row_major_) {  // the transposed matrix, column-major
      row = j, column = i;
      below = ku_, above = kl_;
    }
    if (storage_ == Full) return static_cast<size_t>(row + column * lda_);
    if (storage_ == Band) return static_cast<size_t>(above + row - column + column * lda_);
    return static_cast<size_t>(below == 0 ? row + column * (column + 1) / 2 : row + column * (2 * n_ - column - 1) / 2);
  }

  bool row_major_;
  Storage storage_;
  int64_t m_, n_, kl_, ku_, lda_;
  GuardedArray<T> array_;
};

// A triangle of order n, of k diagonals besides the main one if it is a band.
template <class T>
Mat<T> triangle(int layout, Storage s, char uplo, int64_t n, int64_t k, int64_t pad, int seed) {
  const int64_t side = s == Band ? k : n;
  return Mat<T>(layout, s, n, n, uplo == 'U' ? 0 : side, uplo == 'U' ? side : 0, pad, seed);
}

}  // namespace gk::test::level2
