// Level 2 but gemv: every routine, entry and storage against its definition in wider numbers. The arrays end or begin
// at a forbidden page, and what must not be read is a NaN.
#include "blas/level2.h"

#include "blas/recorder.h"
#include "support/env.h"

#include <catch2/catch.hpp>

using namespace gk::test;
using namespace gk::test::level2;

namespace {

constexpr int kIncrements[] = {1, 2, -1, -3};
constexpr int kLayouts[] = {kFortran, kCol, kRow};

std::vector<int> orders() {
  std::vector<int> n;
  for (int i = 0; i <= 40; i += scaled(1, 5)) n.push_back(i);
  for (int i : {100, 133, 300}) n.push_back(i);
  return n;
}

// Calls f(layout, storage, uplo, n, k, seed), the seed for increments and the like to be taken from.
template <class F>
void each_triangle(bool bands, F f) {
  int seed = 0;
  for (int n : orders())
    for (int layout : kLayouts)
      for (Storage s : {Full, Band, Packed})
        for (char uplo : {'U', 'L'}) {
          if (s != Band) {
            f(layout, s, uplo, n, n, ++seed);
          } else if (bands) {
            for (int k : {0, 1, 3, 17, 45}) f(layout, s, uplo, n, k, ++seed);
          }
        }
}

template <class T>
T scalar_of(double re, double im) {
  if constexpr (kComplex<T>) return T(static_cast<Part<T>>(re), static_cast<Part<T>>(im));
  return static_cast<T>(re + 0 * im);
}

// One of 0, 1 and something else.
template <class T>
T some_scalar(int seed) {
  return seed % 7 == 0 ? T(0) : seed % 7 == 1 ? T(1) : scalar_of<T>(0.75, -0.5);
}

// Element (i, j) of the symmetric or hermitian matrix of which m stores a triangle.
template <class T>
Wide whole(Mat<T> &m, int64_t i, int64_t j) {
  if (i == j) return std::real(m.at(i, i));
  if (m.stored(i, j)) return wide(m.at(i, j));
  return m.stored(j, i) ? std::conj(wide(m.at(j, i))) : Wide(0);
}

template <class T>
void spoil_diagonal(Mat<T> &a, int64_t n) {
  if constexpr (kComplex<T>) {
    for (int64_t i = 0; i < n; ++i) a.at(i, i) = T(std::real(a.at(i, i)), std::numeric_limits<Part<T>>::quiet_NaN());
  }
}

template <class V, class Want>
bool all_near(V &have, int n, Want want, double terms) {
  for (int i = 0; i < n; ++i) {
    if (!near(have[i], want(i), terms)) return false;
  }
  return true;
}

}  // namespace

TEMPLATE_TEST_CASE("symv, hemv and their bands and packed forms", "[blas]", float, double, C32, C64) {
  using T = TestType;
  reset_report();
  each_triangle(true, [](int layout, Storage s, char uplo, int n, int k, int seed) {
    const T alpha = some_scalar<T>(seed), beta = some_scalar<T>(seed / 7);
    Mat<T> a = triangle<T>(layout, s, uplo, n, k, seed % 3, seed);
    spoil_diagonal(a, n);
    Vec<T> x(n, kIncrements[seed % 4], seed), y(n, kIncrements[seed / 4 % 4], seed + 1);
    std::vector<Wide> want;
    for (int i = 0; i < n; ++i) {
      Wide sum = 0;
      for (int j = 0; j < n; ++j) sum += whole(a, i, j) * wide(x[j]);
      want.push_back(wide(alpha) * sum + wide(beta) * wide(y[i]));
    }
    for (int i = 0; i < n && beta == T(0); ++i) y[i] = not_a_number<T>();
    mv(layout, s, uplo, n, k, alpha, a.data(), a.lda(), x.data(), x.inc(), beta, y.data(), y.inc());
    CAPTURE(layout, s, uplo, n, k, alpha, beta, x.inc(), y.inc());
    REQUIRE(all_near(
        y, n, [&](int i) { return want[static_cast<size_t>(i)]; }, n));
    REQUIRE(y.gaps_intact());
  });
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("trmv, trsv and their bands and packed forms", "[blas]", float, double, C32, C64) {
  using T = TestType;
  reset_report();
  each_triangle(true, [](int layout, Storage s, char uplo, int n, int k, int seed) {
    const char trans = "NTC"[seed % 3];
    for (char diag : {'N', 'U'}) {
      Mat<T> a = triangle<T>(layout, s, uplo, n, k, seed % 2, seed);
      // Small beside the diagonal: solutions as good as the arithmetic.
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          if (a.stored(i, j)) a.at(i, j) = i == j ? scalar_of<T>(1.5, 0.5) : a.at(i, j) / static_cast<Part<T>>(n);
        }
      for (int i = 0; i < n && diag == 'U'; ++i) a.at(i, i) = not_a_number<T>();
      Vec<T> x(n, kIncrements[seed / 3 % 4], seed), b(n, x.inc(), seed);
      std::vector<Wide> product;
      for (int i = 0; i < n; ++i) {
        Wide sum = 0;
        for (int j = 0; j < n; ++j) {
          const int row = trans == 'N' ? i : j, column = trans == 'N' ? j : i;
          if (!a.stored(row, column)) continue;
          const Wide e = row == column && diag == 'U' ? Wide(1) : wide(a.at(row, column));
          sum += (trans == 'C' ? std::conj(e) : e) * wide(x[j]);
        }
        product.push_back(sum);
      }
      CAPTURE(layout, s, uplo, trans, diag, n, k, x.inc());
      for (int i = 0; i < n; ++i) {
        const Wide p = product[static_cast<size_t>(i)];
        b[i] = scalar_of<T>(static_cast<double>(p.real()), static_cast<double>(p.imag()));
      }
      tr(layout, true, s, uplo, trans, diag, n, k, a.data(), a.lda(), b.data(), b.inc());
      REQUIRE(all_near(
          b, n, [&](int i) { return wide(x[i]); }, n));
      REQUIRE(b.gaps_intact());
      tr(layout, false, s, uplo, trans, diag, n, k, a.data(), a.lda(), x.data(), x.inc());
      REQUIRE(all_near(
          x, n, [&](int i) { return product[static_cast<size_t>(i)]; }, n));
      REQUIRE(x.gaps_intact());
    }
  });
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("gbmv", "[blas]", float, double, C32, C64) {
  using T = TestType;
  reset_report();
  int seed = 0;
  for (int m : {0, 1, 2, 7, 20, 41, 130})
    for (int n : {0, 1, 3, 8, 37, 150})
      for (int kl : {0, 1, 5, 40})
        for (int ku : {0, 2, 9, 60})
          for (int layout : kLayouts) {
            const char trans = "NTC"[++seed % 3];
            const T alpha = some_scalar<T>(seed), beta = some_scalar<T>(seed / 7);
            const int rows = trans == 'N' ? m : n, depth = trans == 'N' ? n : m;
            Mat<T> a(layout, Band, m, n, kl, ku, seed % 2, seed);
            Vec<T> x(depth, kIncrements[seed % 4], seed), y(rows, kIncrements[seed / 4 % 4], seed + 1);
            std::vector<Wide> want;
            for (int i = 0; i < rows; ++i) {
              Wide sum = 0;
              for (int p = 0; p < depth; ++p) {
                const int row = trans == 'N' ? i : p, column = trans == 'N' ? p : i;
                if (!a.stored(row, column)) continue;
                const Wide e = wide(a.at(row, column));
                sum += (trans == 'C' ? std::conj(e) : e) * wide(x[p]);
              }
              const Wide old = wide(y[i]);
              want.push_back(depth == 0 ? old : wide(alpha) * sum + wide(beta) * old);
              if (beta == T(0) && depth != 0) y[i] = not_a_number<T>();
            }
            gbmv(layout, trans, m, n, kl, ku, alpha, a.data(), a.lda(), x.data(), x.inc(), beta, y.data(), y.inc());
            CAPTURE(layout, trans, m, n, kl, ku, alpha, beta, x.inc(), y.inc());
            REQUIRE(all_near(
                y, rows, [&](int i) { return want[static_cast<size_t>(i)]; }, depth));
            REQUIRE(y.gaps_intact());
          }
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("ger, geru and gerc", "[blas]", float, double, C32, C64) {
  using T = TestType;
  reset_report();
  int seed = 0;
  for (int m : orders())
    for (int n : {0, 1, 2, 3, 5, 18})
      for (int layout : kLayouts)
        for (bool conj : {false, true}) {
          const T alpha = some_scalar<T>(++seed);
          Mat<T> a(layout, Full, m, n, m, n, seed % 3, seed), old(layout, Full, m, n, m, n, seed % 3, seed);
          Vec<T> x(m, kIncrements[seed % 4], seed), y(n, kIncrements[seed / 4 % 4], seed + 1);
          ger(layout, conj, m, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.lda());
          CAPTURE(layout, conj, m, n, alpha, x.inc(), y.inc());
          int wrong = 0;
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) {
              const Wide f = conj ? std::conj(wide(y[j])) : wide(y[j]);
              wrong += near(a.at(i, j), wide(old.at(i, j)) + wide(alpha) * wide(x[i]) * f, 2) ? 0 : 1;
            }
          REQUIRE(wrong == 0);
          REQUIRE(a.rest_intact());
        }
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("syr, her, syr2, her2 and their packed forms", "[blas]", float, double, C32, C64) {
  using T = TestType;
  reset_report();
  each_triangle(false, [](int layout, Storage s, char uplo, int n, int k, int seed) {
    for (bool two : {false, true}) {
      const T alpha = two ? some_scalar<T>(seed) : T(std::real(some_scalar<T>(seed)));
      Mat<T> a = triangle<T>(layout, s, uplo, n, k, seed % 3, seed);
      Mat<T> old = triangle<T>(layout, s, uplo, n, k, seed % 3, seed);
      if (alpha != T(0)) spoil_diagonal(a, n);
      Vec<T> x(n, kIncrements[seed % 4], seed), y(n, kIncrements[seed / 4 % 4], seed + 1);
      if (two) {
        rank(layout, s, uplo, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.lda());
      } else {
        rank(layout, s, uplo, n, std::real(alpha), x.data(), x.inc(), a.data(), a.lda());
      }
      CAPTURE(layout, s, uplo, n, two, alpha, x.inc(), y.inc());
      int wrong = 0;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          if (!a.stored(i, j)) continue;
          Wide want = wide(old.at(i, j));
          if (alpha != T(0)) {
            const Wide f = wide(alpha);
            want += two ? f * wide(x[i]) * std::conj(wide(y[j])) + std::conj(f) * wide(y[i]) * std::conj(wide(x[j]))
                        : f * wide(x[i]) * std::conj(wide(x[j]));
            if (i == j) want = want.real();
            if (i == j && std::imag(a.at(i, i)) != 0) ++wrong;
          }
          wrong += near(a.at(i, j), want, 4) ? 0 : 1;
        }
      REQUIRE(wrong == 0);
      REQUIRE(a.rest_intact());
    }
  });
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("level 2: one and two threads give the same bits", "[blas]", float, double, C32, C64) {
  using T = TestType;
  const int n = scaled(1200, 700);
  const KnobScope knob("GEMMKIT_GEMV_PARALLEL_BYTES", 1);
  for (Storage s : {Full, Packed})
    for (char uplo : {'U', 'L'}) {
      Mat<T> a = triangle<T>(kCol, s, uplo, n, n, 0, 5);
      std::vector<T> result[2];
      for (int threads : {1, 2}) {
        gemmkit_set_num_threads(threads);
        Vec<T> x(n, 1, 1), y(n, 1, 2);
        mv(kCol, s, uplo, n, n, scalar_of<T>(0.5, 2), a.data(), a.lda(), x.data(), 1, T(1), y.data(), 1);
        for (char trans : {'N', 'T'}) {
          for (int i = 0; i < n; ++i) x[i] = x[i] / static_cast<Part<T>>(n);
          tr(kCol, false, s, uplo, trans, 'N', n, n, a.data(), a.lda(), x.data(), 1);
        }
        Mat<T> b = triangle<T>(kCol, s, uplo, n, n, 0, 6);
        rank(kCol, s, uplo, n, T(2), x.data(), 1, y.data(), 1, b.data(), b.lda());
        rank(kCol, s, uplo, n, Part<T>(2), x.data(), 1, b.data(), b.lda());
        auto &out = result[threads - 1];
        for (int i = 0; i < n; ++i) out.insert(out.end(), {x[i], y[i], b.at(i, i)});
        for (int i = 0; i < n; ++i) out.push_back(uplo == 'U' ? b.at(0, i) : b.at(n - 1, i));
        if (s == Full) {
          ger(kCol, true, n, n - 3, T(3), x.data(), 1, y.data(), 1, b.data(), b.lda());
          for (int i = 0; i < n - 3; ++i) out.push_back(uplo == 'U' ? b.at(0, i) : b.at(n - 1, i));
        }
      }
      gemmkit_set_num_threads(0);
      CAPTURE(s, uplo);
      CHECK(result[0] == result[1]);
    }
}

TEMPLATE_TEST_CASE("level 2: what returns at once reads nothing", "[blas]", float, double, C32, C64) {
  using T = TestType;
  ForbiddenPage page;
  T *p = page.as<T>(), y[3] = {T(1), not_a_number<T>(), T(3)};
  reset_report();
  for (int layout : kLayouts)
    for (char uplo : {'U', 'L'}) {
      for (Storage s : {Full, Band, Packed}) {
        mv(layout, s, uplo, 0, 0, T(2), p, 1, p, 1, T(0), p, 1);
        mv(layout, s, uplo, 3, 1, T(0), p, 3, p, 1, T(1), p, -1);
        y[0] = 1;
        mv(layout, s, uplo, 3, 1, T(0), p, 3, p, 1, T(2), y, 1);
        CHECK(y[0] == T(2));
        CHECK(y[1] != y[1]);
        for (bool solve : {false, true}) tr(layout, solve, s, uplo, 'N', 'N', 0, 2, p, 3, p, -2);
        if (s == Band) continue;
        rank(layout, s, uplo, 0, Part<T>(2), p, 1, p, 1);
        rank(layout, s, uplo, 3, Part<T>(0), p, 1, p, 3);
        rank(layout, s, uplo, 0, T(2), p, 1, p, 1, p, 1);
        rank(layout, s, uplo, 3, T(0), p, 1, p, 1, p, 3);
      }
      gbmv(layout, 'N', 0, 3, 1, 1, T(2), p, 3, p, 1, T(0), p, 1);
      gbmv(layout, 'T', 3, 3, 1, 1, T(0), p, 3, p, 1, T(1), p, 1);
      ger(layout, false, 0, 3, T(2), p, 1, p, 1, p, 3);
      ger(layout, true, 3, 3, T(0), p, 1, p, 1, p, 3);
    }
  mv(kCol, Full, 'U', 3, 0, T(0), p, 3, p, 1, T(0), y, 1);
  for (const T &e : y) CHECK(e == T(0));
  CHECK(reported.calls == 0);
}
