// CGEMM, ZGEMM and their gemm3m, CGEMV and ZGEMV, through Fortran and C names: argument numbers, operations, edge
// semantics. Values are small whole numbers, so that every result is exact.
#include "blas/recorder.h"
#include "gemmkit.h"
#include "support/guard.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

using namespace gk::test;

namespace {

using C32 = std::complex<float>;
using C64 = std::complex<double>;

// Both pairs of names of a product.
template <class T, auto Fortran, auto Cblas>
struct Gemm {
  using Elem = T;
  static void fortran(char ta, char tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta,
                      T *c, int ldc) {
    Fortran(&ta, &tb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);
  }
  static void cblas(int layout, int ta, int tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb,
                    T beta, T *c, int ldc) {
    Cblas(static_cast<CBLAS_LAYOUT>(layout), static_cast<CBLAS_TRANSPOSE>(ta), static_cast<CBLAS_TRANSPOSE>(tb), m, n,
          k, &alpha, a, lda, b, ldb, &beta, c, ldc);
  }
};
struct Cgemm : Gemm<C32, cgemm_, cblas_cgemm> {
  static constexpr const char *fortran_name = "CGEMM ", *cblas_name = "cblas_cgemm";
};
struct Zgemm : Gemm<C64, zgemm_, cblas_zgemm> {
  static constexpr const char *fortran_name = "ZGEMM ", *cblas_name = "cblas_zgemm";
};
struct Cgemm3m : Gemm<C32, cgemm3m_, cblas_cgemm3m> {
  static constexpr const char *fortran_name = "CGEMM3M", *cblas_name = "cblas_cgemm3m";
};
struct Zgemm3m : Gemm<C64, zgemm3m_, cblas_zgemm3m> {
  static constexpr const char *fortran_name = "ZGEMM3M", *cblas_name = "cblas_zgemm3m";
};

template <class T, auto Fortran, auto Cblas>
struct Gemv {
  using Elem = T;
  static void fortran(char trans, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y,
                      int incy) {
    Fortran(&trans, &m, &n, &alpha, a, &lda, x, &incx, &beta, y, &incy);
  }
  static void cblas(int layout, int trans, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta,
                    T *y, int incy) {
    Cblas(static_cast<CBLAS_LAYOUT>(layout), static_cast<CBLAS_TRANSPOSE>(trans), m, n, &alpha, a, lda, x, incx, &beta,
          y, incy);
  }
};
struct Cgemv : Gemv<C32, cgemv_, cblas_cgemv> {
  static constexpr const char *fortran_name = "CGEMV ";
};
struct Zgemv : Gemv<C64, zgemv_, cblas_zgemv> {
  static constexpr const char *fortran_name = "ZGEMV ";
};

constexpr int kNo = CblasNoTrans, kTr = CblasTrans, kConjTr = CblasConjTrans, kConj = CblasConjNoTrans;
constexpr int kRow = CblasRowMajor, kCol = CblasColMajor;

template <class T>
T number(int64_t i, int64_t j, int64_t seed) {
  using R = typename T::value_type;
  return {R(g(i, j, seed)), R(g(j, i, seed + 4))};
}

template <class T>
Matrix<T> numbers(int64_t rows, int64_t cols, Strides s, int64_t seed) {
  Matrix<T> x(rows, cols, s);
  return x.fill([seed](int64_t i, int64_t j) { return number<T>(i, j, seed); });
}

// Illegal calls get an address that faults: nothing may be read or written.
template <class G>
void expect_fortran_info(int info, char ta, char tb, int m, int n, int k, int lda, int ldb, int ldc) {
  using T = typename G::Elem;
  ForbiddenPage page;
  T *p = page.as<T>();
  reset_report();
  G::fortran(ta, tb, m, n, k, T(1), p, lda, p, ldb, T(0), p, ldc);
  CAPTURE(G::fortran_name, info);
  CHECK(reported.calls == 1);
  CHECK(reported.info == info);
  CHECK(reported.name == G::fortran_name);
  CHECK(reported.name_len == reported.name.size());
  CHECK_FALSE(reported.from_c);
}

template <class G>
void expect_cblas_position(int position, int layout, int ta, int tb, int m, int n, int k, int lda, int ldb, int ldc) {
  using T = typename G::Elem;
  ForbiddenPage page;
  T *p = page.as<T>();
  reset_report();
  G::cblas(layout, ta, tb, m, n, k, T(1), p, lda, p, ldb, T(0), p, ldc);
  CAPTURE(G::cblas_name, position, layout);
  CHECK(reported.calls == 1);
  CHECK(reported.from_c);
  CHECK(reported.row_major == (layout == kRow));
  const bool by_fortran_handler = reported.name_len != 0;
  CHECK(by_fortran_handler == (position > 3));
  CHECK(reported.name == (by_fortran_handler ? G::fortran_name : G::cblas_name));
  CHECK((by_fortran_handler ? own_position(reported.info + 1, reported.row_major) : reported.info) == position);
  CHECK((CBLAS_CallFromC == 0 && RowMajorStrg == 0));
}

// The strides of op(X) stored with a leading dimension, and that dimension.
struct Stored {
  Strides s;
  int ld;
};
Stored stored(bool row, bool trans, int rows, int cols, int pad) {
  const int ld = (row != trans ? cols : rows) + pad;
  return {row != trans ? Strides{ld, 1} : Strides{1, ld}, ld};
}

}  // namespace

TEMPLATE_TEST_CASE("H14: complex argument numbers", "[blas][case]", Cgemm, Zgemm, Cgemm3m, Zgemm3m) {
  using G = TestType;
  expect_fortran_info<G>(1, 'X', 'N', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<G>(1, 'R', 'N', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<G>(2, 'N', 'X', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<G>(3, 'N', 'N', -1, 2, 4, 3, 4, 3);
  expect_fortran_info<G>(4, 'N', 'N', 3, -1, 4, 3, 4, 3);
  expect_fortran_info<G>(5, 'N', 'N', 3, 2, -1, 3, 4, 3);
  expect_fortran_info<G>(8, 'N', 'N', 3, 2, 4, 2, 4, 3);
  expect_fortran_info<G>(8, 'C', 'N', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<G>(10, 'N', 'N', 3, 2, 4, 3, 3, 3);
  expect_fortran_info<G>(10, 'N', 'c', 3, 2, 4, 3, 1, 3);
  expect_fortran_info<G>(13, 'N', 'N', 3, 2, 4, 3, 4, 2);
  expect_cblas_position<G>(1, 100, kNo, kNo, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<G>(2, kCol, 115, kNo, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<G>(3, kCol, kNo, 110, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<G>(4, kCol, kNo, kNo, -1, 2, 4, 3, 4, 3);
  expect_cblas_position<G>(5, kCol, kNo, kNo, 3, -1, 4, 3, 4, 3);
  expect_cblas_position<G>(6, kCol, kNo, kNo, 3, 2, -1, 3, 4, 3);
  expect_cblas_position<G>(9, kCol, kNo, kNo, 3, 2, 4, 2, 4, 3);
  expect_cblas_position<G>(9, kCol, kConjTr, kNo, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<G>(9, kCol, kConj, kNo, 3, 2, 4, 2, 4, 3);
  expect_cblas_position<G>(11, kCol, kNo, kConjTr, 3, 2, 4, 3, 1, 3);
  expect_cblas_position<G>(14, kCol, kNo, kNo, 3, 2, 4, 3, 4, 2);
  expect_cblas_position<G>(2, kRow, 0, kNo, 3, 2, 4, 4, 2, 2);
  expect_cblas_position<G>(4, kRow, kNo, kNo, -1, 2, 4, 4, 2, 2);
  expect_cblas_position<G>(5, kRow, kNo, kNo, 3, -1, 4, 4, 2, 2);
  expect_cblas_position<G>(9, kRow, kNo, kNo, 3, 2, 4, 3, 2, 2);
  expect_cblas_position<G>(9, kRow, kConjTr, kNo, 3, 2, 4, 2, 2, 2);
  expect_cblas_position<G>(11, kRow, kNo, kNo, 3, 2, 4, 4, 1, 2);
  expect_cblas_position<G>(14, kRow, kNo, kNo, 3, 2, 4, 4, 2, 1);
}

TEMPLATE_TEST_CASE("complex: every operation, both layouts", "[blas]", Cgemm, Zgemm, Cgemm3m, Zgemm3m) {
  using G = TestType;
  using T = typename G::Elem;
  const int pad = 4;
  const char letters[] = {'N', 'T', 'C'};
  const int enums[] = {kNo, kTr, kConjTr, kConj};
  reset_report();
  for (const auto &[m, n, k] : {std::tuple{13, 7, 9}, std::tuple{40, 21, 33}, std::tuple{1, 5, 8}, std::tuple{5, 1, 8}})
    for (int layout : {kCol, kRow, 0})  // 0: the Fortran entry
      for (int ia = 0; ia < (layout == 0 ? 3 : 4); ++ia)
        for (int ib = 0; ib < (layout == 0 ? 3 : 4); ++ib) {
          const auto trans = [](int i) { return i == 1 || i == 2; };
          const auto op = [](T x, int i) { return i >= 2 ? std::conj(x) : x; };
          const bool row = layout == kRow;
          const Stored sa = stored(row, trans(ia), m, k, pad), sb = stored(row, trans(ib), k, n, pad);
          const Stored sc = stored(row, false, m, n, pad);
          Matrix<T> a = numbers<T>(m, k, sa.s, 1), b = numbers<T>(k, n, sb.s, 5), c = numbers<T>(m, n, sc.s, 2);
          const T alpha(2, -1), beta(-3, 2);
          Matrix<T> expected = c;
          expected.fill([&, depth = k](int64_t i, int64_t j) {
            T sum = 0;
            for (int p = 0; p < depth; ++p) sum += op(a(i, p), ia) * op(b(p, j), ib);
            return alpha * sum + beta * c(i, j);
          });
          if (layout == 0) {
            G::fortran(letters[ia], letters[ib], m, n, k, alpha, a.data(), sa.ld, b.data(), sb.ld, beta, c.data(),
                       sc.ld);
          } else {
            G::cblas(layout, enums[ia], enums[ib], m, n, k, alpha, a.data(), sa.ld, b.data(), sb.ld, beta, c.data(),
                     sc.ld);
          }
          CAPTURE(G::cblas_name, layout, ia, ib, m, n, k);
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) REQUIRE(c(i, j) == expected(i, j));
          REQUIRE(c.padding_intact());
        }
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("H11: the conjugate transpose through every name", "[blas][case]", Cgemm, Zgemm, Cgemm3m, Zgemm3m) {
  using G = TestType;
  using T = typename G::Elem;
  std::vector<T> a(9), b, c;
  for (size_t i = 0; i < 3; ++i) a[4 * i] = T(0, 1);
  for (int64_t j = 0; j < 5; ++j)
    for (int64_t p = 0; p < 3; ++p) b.push_back(T(typename T::value_type(g(p, j, 0))));
  for (char op : {'N', 'T', 'C'})
    for (bool fortran : {false, true}) {
      c.assign(15, T(1));
      const T alpha(0, 1), beta(0, -1);
      const int number = op == 'N' ? kNo : op == 'T' ? kTr : kConjTr;
      if (fortran) {
        G::fortran(op, 'N', 3, 5, 3, alpha, a.data(), 3, b.data(), 3, beta, c.data(), 3);
      } else {
        G::cblas(kCol, number, kNo, 3, 5, 3, alpha, a.data(), 3, b.data(), 3, beta, c.data(), 3);
      }
      for (size_t i = 0; i < 15; ++i) CHECK(c[i] == (op == 'C' ? b[i] : -b[i]) + T(0, -1));
    }
}

TEMPLATE_TEST_CASE("complex: quick returns and scaling", "[blas]", Cgemm, Zgemm) {
  using G = TestType;
  using T = typename G::Elem;
  using R = typename T::value_type;
  ForbiddenPage page;
  T *nowhere = page.as<T>();
  reset_report();
  G::fortran('N', 'C', 0, 5, 5, T(1), nowhere, 1, nowhere, 5, T(0), nowhere, 1);
  G::fortran('C', 'N', 5, 5, 0, T(1), nowhere, 5, nowhere, 1, T(1), nowhere, 5);
  G::fortran('N', 'N', 5, 5, 5, T(0), nowhere, 5, nowhere, 5, T(1), nowhere, 5);
  // alpha zero: A and B are not read, C is scaled; beta zero: nor is C.
  std::vector<T> c(25, T(1, 2));
  G::fortran('N', 'N', 5, 5, 5, T(0), nowhere, 5, nowhere, 5, T(0, 3), c.data(), 5);
  CHECK(c == std::vector<T>(25, T(-6, 3)));
  c.assign(25, T(std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()));
  G::cblas(kRow, kNo, kNo, 5, 5, 5, T(0), nowhere, 5, nowhere, 5, T(0), c.data(), 5);
  CHECK(c == std::vector<T>(25, T(0)));
  // alpha and beta purely imaginary are neither 0 nor 1.
  c.assign(1, T(2));
  const T one(1), two(2);
  G::fortran('N', 'N', 1, 1, 1, T(0, 1), &one, 1, &two, 1, T(0, 1), c.data(), 1);
  CHECK(c[0] == T(0, 4));
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("complex gemv: argument numbers", "[blas]", Cgemv, Zgemv) {
  using G = TestType;
  using T = typename G::Elem;
  ForbiddenPage page;
  T *p = page.as<T>();
  const auto info = [p](char trans, int m, int n, int lda, int incx, int incy) {
    reset_report();
    G::fortran(trans, m, n, T(1), p, lda, p, incx, T(0), p, incy);
    CHECK(reported.name == (reported.calls ? G::fortran_name : ""));
    return reported.info;
  };
  CHECK(info('X', 3, 2, 3, 1, 1) == 1);
  CHECK(info('C', -1, 2, 3, 1, 1) == 2);
  CHECK(info('N', 3, -1, 3, 1, 1) == 3);
  CHECK(info('N', 3, 2, 2, 1, 1) == 6);
  CHECK(info('T', 3, 2, 3, 0, 1) == 8);
  CHECK(info('N', 3, 2, 3, 1, 0) == 11);
  CHECK(info('N', 0, 2, 1, 1, 1) == 0);
}

TEMPLATE_TEST_CASE("H06: complex gemv at the end of a page", "[blas][case]", Cgemv, Zgemv) {
  using G = TestType;
  using T = typename G::Elem;
  for (int threads : {1, 8}) {
    gemmkit_set_num_threads(threads);
    for (int m = 1; m <= 40; ++m)
      for (int n = 1; n <= 40; n += threads == 1 ? 1 : 7)
        for (int op = 0; op < 7; ++op) {  // N, T, C; row-major the same and conjugated only
          const bool row = op >= 3, trans = op == 1 || op == 2 || op == 4 || op == 5;
          const bool conj = op == 2 || op == 5 || op == 6;
          const int rows = trans ? n : m, depth = trans ? m : n, lda = row ? n : m;
          GuardedArray<T> a(size_t(m * n), Edge::End), x(size_t(depth), Edge::End), y(size_t(rows), Edge::End);
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) a[size_t(row ? i * n + j : i + j * m)] = number<T>(i, j, 0);
          for (int i = 0; i < depth; ++i) x[size_t(i)] = number<T>(i, 3, 1);
          for (int i = 0; i < rows; ++i) y[size_t(i)] = number<T>(i, 9, 2);
          const T alpha(1, 1), beta(0, 2);
          if (row) {
            const int enums[] = {kNo, kTr, kConjTr, kConj};
            G::cblas(kRow, enums[op - 3], m, n, alpha, a.data(), lda, x.data(), 1, beta, y.data(), 1);
          } else {
            G::fortran("NTC"[op], m, n, alpha, a.data(), lda, x.data(), 1, beta, y.data(), 1);
          }
          for (int i = 0; i < rows; ++i) {
            T sum = 0;
            for (int p = 0; p < depth; ++p) {
              const T e = trans ? number<T>(p, i, 0) : number<T>(i, p, 0);
              sum += (conj ? std::conj(e) : e) * x[size_t(p)];
            }
            if (y[size_t(i)] == alpha * sum + beta * number<T>(i, 9, 2)) continue;
            CAPTURE(G::fortran_name, m, n, op, threads, i);
            FAIL("wrong");
          }
        }
  }
  gemmkit_set_num_threads(0);
}

TEMPLATE_TEST_CASE("complex gemv: increments", "[blas]", Cgemv, Zgemv) {
  using G = TestType;
  using T = typename G::Elem;
  const int m = 11, n = 6;
  const Matrix<T> a = numbers<T>(m, n, Strides{1, m + 2}, 1);
  for (char op : {'N', 'T', 'C'})
    for (int incx : {1, 3, -1, -2})
      for (int incy : {1, 2, -3}) {
        const int rows = op == 'N' ? m : n, depth = op == 'N' ? n : m;
        std::vector<T> x(size_t(depth * 3), T(-777)), y(size_t(rows * 3), T(-777));
        const auto at = [](int i, int count, int inc) { return size_t(inc > 0 ? i * inc : (i - count + 1) * inc); };
        for (int i = 0; i < depth; ++i) x[at(i, depth, incx)] = number<T>(i, 2, 3);
        for (int i = 0; i < rows; ++i) y[at(i, rows, incy)] = number<T>(i, 5, 4);
        std::vector<T> want = y;
        for (int i = 0; i < rows; ++i) {
          T sum = 0;
          for (int p = 0; p < depth; ++p) {
            const T e = op == 'N' ? a(i, p) : op == 'T' ? a(p, i) : std::conj(a(p, i));
            sum += e * number<T>(p, 2, 3);
          }
          want[at(i, rows, incy)] = T(0, 1) * sum + T(2) * number<T>(i, 5, 4);
        }
        G::fortran(op, m, n, T(0, 1), a.data(), m + 2, x.data(), incx, T(2), y.data(), incy);
        CAPTURE(G::fortran_name, op, incx, incy);
        CHECK(y == want);
      }
}
