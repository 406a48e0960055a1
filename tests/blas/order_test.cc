// Which results may not depend on where an element lies: those of routines that work element by element, and of shallow
// products. LAPACK computes with more or fewer rows and columns, as it needs vectors or not, and compares.
#include "blas/level3.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

using namespace gk::test;

namespace {

void gemm(char ta, char tb, int m, int n, int k, const float *alpha, const float *a, int lda, const float *b, int ldb,
          const float *beta, float *c, int ldc) {
  sgemm_(&ta, &tb, &m, &n, &k, alpha, a, &lda, b, &ldb, beta, c, &ldc);
}
void gemm(char ta, char tb, int m, int n, int k, const double *alpha, const double *a, int lda, const double *b,
          int ldb, const double *beta, double *c, int ldc) {
  dgemm_(&ta, &tb, &m, &n, &k, alpha, a, &lda, b, &ldb, beta, c, &ldc);
}
void gemm(char ta, char tb, int m, int n, int k, const C32 *alpha, const C32 *a, int lda, const C32 *b, int ldb,
          const C32 *beta, C32 *c, int ldc) {
  cgemm_(&ta, &tb, &m, &n, &k, alpha, a, &lda, b, &ldb, beta, c, &ldc);
}
void gemm(char ta, char tb, int m, int n, int k, const C64 *alpha, const C64 *a, int lda, const C64 *b, int ldb,
          const C64 *beta, C64 *c, int ldc) {
  zgemm_(&ta, &tb, &m, &n, &k, alpha, a, &lda, b, &ldb, beta, c, &ldc);
}

void syr(char uplo, int n, float alpha, const float *x, int inc, float *a, int lda) {
  ssyr_(&uplo, &n, &alpha, x, &inc, a, &lda);
}
void syr(char uplo, int n, double alpha, const double *x, int inc, double *a, int lda) {
  dsyr_(&uplo, &n, &alpha, x, &inc, a, &lda);
}
void syr(char uplo, int n, float alpha, const C32 *x, int inc, C32 *a, int lda) {
  cher_(&uplo, &n, &alpha, x, &inc, a, &lda);
}
void syr(char uplo, int n, double alpha, const C64 *x, int inc, C64 *a, int lda) {
  zher_(&uplo, &n, &alpha, x, &inc, a, &lda);
}

template <class T>
struct Parts {
  using Real = T;
  static T of(double re, double) { return static_cast<T>(re); }
};
template <class R>
struct Parts<std::complex<R>> {
  using Real = R;
  static std::complex<R> of(double re, double im) { return {static_cast<R>(re), static_cast<R>(im)}; }
};

// Numbers whose products and sums are all rounded.
template <class T>
std::vector<T> numbers(int64_t count, uint32_t seed) {
  std::vector<T> out;
  uint32_t state = seed * 2654435761U + 1;
  const auto next = [&] {
    state = state * 1664525U + 1013904223U;
    return (static_cast<double>(state >> 8) - 8388608.0) / 8388608.0 / 3;
  };
  for (int64_t i = 0; i < count; ++i) {
    const double re = next();
    out.push_back(Parts<T>::of(re, next()));
  }
  return out;
}

template <class T>
bool same(const T &x, const T &y) {
  return std::memcmp(&x, &y, sizeof x) == 0;
}

}  // namespace

TEMPLATE_TEST_CASE("elements of shallow products do not depend on the rows and columns beside them", "[blas]", float,
                   double, C32, C64) {
  using T = TestType;
  const int m = 45, n = 43;
  const std::vector<T> scalars = {Parts<T>::of(1, 0), Parts<T>::of(0, 0), Parts<T>::of(0.7, -0.3)};
  const std::string ops = std::is_arithmetic_v<T> ? "NT" : "NTC";
  for (const int k : {1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 33, 47, 63, 64}) {
    for (const char ta : ops) {
      for (const char tb : ops) {
        const int lda = (ta == 'N' ? m : k) + 2, ldb = (tb == 'N' ? k : n) + 1;
        const std::vector<T> a = numbers<T>(int64_t{lda} * (ta == 'N' ? k : m), 1);
        const std::vector<T> b = numbers<T>(int64_t{ldb} * (tb == 'N' ? n : k), 2);
        const std::vector<T> old = numbers<T>(int64_t{m} * n, 3);
        const T alpha = scalars[static_cast<size_t>(k % 2 * 2)], beta = scalars[static_cast<size_t>(k % 3)];
        std::vector<T> whole = old;
        gemm(ta, tb, m, n, k, &alpha, a.data(), lda, b.data(), ldb, &beta, whole.data(), m);
        for (const auto &[rows, cols] :
             {std::pair(1, 1), std::pair(1, 9), std::pair(1, n), std::pair(9, 1), std::pair(m, 1), std::pair(2, 2),
              std::pair(3, 5), std::pair(5, 2), std::pair(8, 8), std::pair(2, 40), std::pair(4, 33), std::pair(8, 43),
              std::pair(37, 2), std::pair(45, 4), std::pair(32, 8)}) {
          const int row = (k * 5) % (m - rows + 1), col = (k * 3) % (n - cols + 1);
          std::vector<T> part = old;
          gemm(ta, tb, rows, cols, k, &alpha, a.data() + (ta == 'N' ? row : int64_t{row} * lda), lda,
               b.data() + (tb == 'N' ? int64_t{col} * ldb : col), ldb, &beta, part.data() + row + col * m, m);
          int different = 0;
          for (int j = 0; j < n; ++j) {
            for (int i = 0; i < m; ++i) {
              const bool in = i >= row && i < row + rows && j >= col && j < col + cols;
              const auto at = static_cast<size_t>(j) * m + static_cast<size_t>(i);
              different += same(part[at], in ? whole[at] : old[at]) ? 0 : 1;
            }
          }
          CAPTURE(ta, tb, rows, cols, k);
          CHECK(different == 0);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("elements of rank-1 updates do not depend on their place in the triangle", "[blas]", float, double,
                   C32, C64) {
  using T = TestType;
  const int n = 29;
  const std::vector<T> x = numbers<T>(2 * n, 4), old = numbers<T>(int64_t{n} * n, 5);
  const auto alpha = static_cast<typename Parts<T>::Real>(0.7);
  for (const char uplo : {'U', 'L'}) {
    std::vector<T> whole = old;
    syr(uplo, n, alpha, x.data(), 1, whole.data(), n);
    for (int first = 1; first < n; ++first) {
      for (const int inc : {1, 2}) {
        std::vector<T> part = old, spread(static_cast<size_t>(2 * n));
        for (int i = first; i < n; ++i) spread[static_cast<size_t>((i - first) * inc)] = x[static_cast<size_t>(i)];
        syr(uplo, n - first, alpha, spread.data(), inc, part.data() + first * (n + 1), n);
        int different = 0;
        for (int j = first; j < n; ++j) {
          for (int i = first; i < n; ++i) {
            const auto at = static_cast<size_t>(j) * n + static_cast<size_t>(i);
            different += same(part[at], whole[at]) ? 0 : 1;
          }
        }
        CAPTURE(uplo, first, inc);
        CHECK(different == 0);
      }
    }
  }
}
