// The oracle: the product in a wider type, and the one place that says how far a result may be off.
#pragma once

#include "support/matrix.h"

#include <cmath>
#include <limits>
#include <vector>

namespace gk::test {

// The type a product is checked in.
template <class T>
struct Wider;
template <>
struct Wider<float> {
  using type = double;
};
template <>
struct Wider<double> {
  using type = long double;
};
template <class T>
using Wide = typename Wider<T>::type;

// Relative Frobenius error allowed for a product of depth k.
template <class T>
double tolerance(int64_t k) {
  return 8.0 * static_cast<double>(std::max<int64_t>(k, 1)) * static_cast<double>(std::numeric_limits<T>::epsilon());
}

// A result and the sum of the magnitudes that went into it, both column-major m x n.
template <class T>
struct Expected {
  int64_t m, n, k;
  std::vector<Wide<T>> value, magnitude;
};

// alpha*A*B + beta*C as BLAS defines it: no A, B for alpha or k zero, no C for beta zero.
template <class T, class A, class B, class C>
Expected<T> expected_product(int64_t m, int64_t n, int64_t k, T alpha, const A &a, const B &b, T beta, const C &c) {
  using W = Wide<T>;
  const size_t size = static_cast<size_t>(m * n);
  Expected<T> out{m, n, k, std::vector<W>(size), std::vector<W>(size)};
  std::vector<W> column(static_cast<size_t>(k));
  for (int64_t j = 0; j < n; ++j) {
    if (alpha != T(0))
      for (int64_t p = 0; p < k; ++p) column[static_cast<size_t>(p)] = b(p, j);
    for (int64_t i = 0; i < m; ++i) {
      W sum = 0, magnitude = 0;
      if (alpha != T(0) && k > 0) {
        for (int64_t p = 0; p < k; ++p) {
          const W product = W(a(i, p)) * column[static_cast<size_t>(p)];
          sum += product;
          magnitude += std::fabs(product);
        }
        sum *= W(alpha);
        magnitude *= std::fabs(W(alpha));
      }
      if (beta != T(0)) {
        const W add = W(beta) * W(c(i, j));
        sum += add;
        magnitude += std::fabs(add);
      }
      out.value[static_cast<size_t>(i + j * m)] = sum;
      out.magnitude[static_cast<size_t>(i + j * m)] = magnitude;
    }
  }
  return out;
}

// Every element equal: for operands whose sums are exact in T. Signs of zero are not compared.
template <class T>
bool equal(const Matrix<T> &got, const Expected<T> &want) {
  for (int64_t j = 0; j < want.n; ++j)
    for (int64_t i = 0; i < want.m; ++i)
      if (!(Wide<T>(got(i, j)) == want.value[static_cast<size_t>(i + j * want.m)])) return false;
  return true;
}

// Frobenius error over the tolerance; at most 1 is right. Few elements may cancel, so a small result is measured
// against the magnitudes that made it, a larger one against itself.
template <class T>
double error_ratio(const Matrix<T> &got, const Expected<T> &want) {
  using W = Wide<T>;
  W error = 0, norm = 0;
  const bool few = want.m * want.n < 64;
  for (int64_t j = 0; j < want.n; ++j)
    for (int64_t i = 0; i < want.m; ++i) {
      const size_t at = static_cast<size_t>(i + j * want.m);
      const W off = W(got(i, j)) - want.value[at];
      const W size = few ? want.magnitude[at] : want.value[at];
      error += off * off;
      norm += size * size;
    }
  if (std::isnan(error)) return std::numeric_limits<double>::infinity();
  if (error == 0) return 0;
  if (norm == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(std::sqrt(error / norm)) / tolerance<T>(want.k);
}

}  // namespace gk::test
