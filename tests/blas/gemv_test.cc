// xGEMV through its four names: argument numbers, quick returns, increments. The handlers are recorder.cc's.
#include "blas/recorder.h"
#include "support/guard.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <limits>
#include <vector>

using namespace gk::test;

namespace {

void fortran(char trans, int m, int n, float alpha, const float *a, int lda, const float *x, int incx, float beta,
             float *y, int incy) {
  sgemv_(&trans, &m, &n, &alpha, a, &lda, x, &incx, &beta, y, &incy);
}
void fortran(char trans, int m, int n, double alpha, const double *a, int lda, const double *x, int incx, double beta,
             double *y, int incy) {
  dgemv_(&trans, &m, &n, &alpha, a, &lda, x, &incx, &beta, y, &incy);
}
void cblas(int layout, int trans, int m, int n, float alpha, const float *a, int lda, const float *x, int incx,
           float beta, float *y, int incy) {
  cblas_sgemv(static_cast<CBLAS_LAYOUT>(layout), static_cast<CBLAS_TRANSPOSE>(trans), m, n, alpha, a, lda, x, incx,
              beta, y, incy);
}
void cblas(int layout, int trans, int m, int n, double alpha, const double *a, int lda, const double *x, int incx,
           double beta, double *y, int incy) {
  cblas_dgemv(static_cast<CBLAS_LAYOUT>(layout), static_cast<CBLAS_TRANSPOSE>(trans), m, n, alpha, a, lda, x, incx,
              beta, y, incy);
}

constexpr int kNo = CblasNoTrans, kTr = CblasTrans, kRow = CblasRowMajor, kCol = CblasColMajor;

template <class T>
void expect_fortran_info(int info, char trans, int m, int n, int lda, int incx, int incy) {
  ForbiddenPage page;
  T *p = page.as<T>();
  reset_report();
  fortran(trans, m, n, T(1), p, lda, p, incx, T(0), p, incy);
  CAPTURE(info, trans, m, n, lda, incx, incy);
  CHECK(reported.calls == 1);
  CHECK(reported.info == info);
  CHECK(reported.name == (sizeof(T) == 4 ? "SGEMV " : "DGEMV "));
  CHECK(reported.name_len == 6);
  CHECK_FALSE(reported.from_c);
}

// `position` counts in the caller's own argument list.
template <class T>
void expect_cblas_position(int position, int layout, int trans, int m, int n, int lda, int incx, int incy) {
  ForbiddenPage page;
  T *p = page.as<T>();
  reset_report();
  cblas(layout, trans, m, n, T(1), p, lda, p, incx, T(0), p, incy);
  CAPTURE(position, layout, trans, m, n, lda, incx, incy);
  CHECK(reported.calls == 1);
  CHECK(reported.from_c);
  CHECK(reported.row_major == (layout == kRow));
  if (position <= 2) {
    CHECK(reported.name_len == 0);
    CHECK(reported.name == (sizeof(T) == 4 ? "cblas_sgemv" : "cblas_dgemv"));
    CHECK(reported.info == position);
    return;
  }
  CHECK(reported.name == (sizeof(T) == 4 ? "SGEMV " : "DGEMV "));
  int own = reported.info + 1;
  if (reported.row_major && (own == 3 || own == 4)) own = 7 - own;  // the reference's protocol: M and N
  CHECK(own == position);
}

// A vector of n elements at increment inc, in an array of sentinels that ends at a forbidden page.
template <class T>
struct Vector {
  int64_t n, inc;
  size_t size;
  GuardedArray<T> array;
  Vector(int64_t count, int64_t increment)
      : n(count),
        inc(increment),
        size(static_cast<size_t>((count - 1) * std::abs(increment) + 1)),
        array(size, Edge::End) {
    std::fill_n(array.data(), size, T(-777));
  }
  T &operator[](int64_t i) { return array[static_cast<size_t>(inc < 0 ? (i - n + 1) * inc : i * inc)]; }
  bool gaps_intact() {
    for (size_t i = 0; i < size; ++i) {
      if (static_cast<int64_t>(i) % std::abs(inc) != 0 && array[i] != T(-777)) return false;
    }
    return true;
  }
};

}  // namespace

TEMPLATE_TEST_CASE("gemv: Fortran argument numbers", "[blas]", float, double) {
  using T = TestType;
  expect_fortran_info<T>(1, 'X', 3, 2, 3, 1, 1);
  expect_fortran_info<T>(2, 'N', -1, 2, 3, 1, 1);
  expect_fortran_info<T>(3, 'N', 3, -1, 3, 1, 1);
  expect_fortran_info<T>(6, 'N', 3, 2, 2, 1, 1);
  expect_fortran_info<T>(6, 'T', 3, 2, 2, 1, 1);  // the stored matrix counts, not op of it
  expect_fortran_info<T>(6, 'N', 0, 0, 0, 1, 1);
  expect_fortran_info<T>(8, 'c', 3, 2, 3, 0, 1);
  expect_fortran_info<T>(11, 'n', 3, 2, 3, -1, 0);
  expect_fortran_info<T>(8, 'N', 0, 0, 1, 0, 0);
  expect_fortran_info<T>(1, 'X', -1, -1, 0, 0, 0);
  expect_fortran_info<T>(2, 'N', -1, -1, 0, 0, 0);
}

TEMPLATE_TEST_CASE("gemv: C argument numbers", "[blas]", float, double) {
  using T = TestType;
  expect_cblas_position<T>(1, 100, kNo, 3, 2, 3, 1, 1);
  expect_cblas_position<T>(2, kCol, 114, 3, 2, 3, 1, 1);
  expect_cblas_position<T>(3, kCol, kNo, -1, 2, 3, 1, 1);
  expect_cblas_position<T>(4, kCol, kNo, 3, -1, 3, 1, 1);
  expect_cblas_position<T>(7, kCol, kTr, 3, 2, 2, 1, 1);
  expect_cblas_position<T>(9, kCol, kNo, 3, 2, 3, 0, 1);
  expect_cblas_position<T>(12, kCol, kNo, 3, 2, 3, 1, 0);
  expect_cblas_position<T>(2, kRow, 0, 3, 2, 2, 1, 1);
  expect_cblas_position<T>(3, kRow, kNo, -1, 2, 2, 1, 1);
  expect_cblas_position<T>(4, kRow, kNo, 3, -1, 2, 1, 1);
  expect_cblas_position<T>(7, kRow, kNo, 2, 3, 2, 1, 1);
  expect_cblas_position<T>(9, kRow, kNo, 3, 2, 2, 0, 1);
  expect_cblas_position<T>(12, kRow, kNo, 3, 2, 2, 1, 0);
}

TEMPLATE_TEST_CASE("gemv: every operation, both layouts, every increment", "[blas]", float, double) {
  using T = TestType;
  reset_report();
  const char letters[] = {'N', 't', 'C'};
  const int enums[] = {kNo, kTr, CblasConjTrans};
  for (int layout : {kCol, kRow, 0})  // 0: the Fortran entry
    for (int op = 0; op < 3; ++op)
      for (int incx : {1, 2, -1, -3})
        for (int incy : {1, 3, -1, -2})
          for (T beta : {T(0), T(1), T(-3)}) {
            const int m = 13, n = 37, lead = (layout == kRow ? n : m) + 4;
            const bool trans = op != 0;
            Matrix<T> a(m, n, layout == kRow ? Strides{lead, 1} : Strides{1, lead});
            a.generate(1);
            Vector<T> x(trans ? m : n, incx), y(trans ? n : m, incy);
            for (int i = 0; i < x.n; ++i) x[i] = static_cast<T>(g(i, 1, 2));
            for (int i = 0; i < y.n; ++i)
              y[i] = beta == 0 ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(g(i, 2, 7));
            std::vector<T> want;
            for (int i = 0; i < y.n; ++i) {
              T sum = 0;
              for (int p = 0; p < x.n; ++p) sum += (trans ? a(p, i) : a(i, p)) * x[p];
              want.push_back(2 * sum + (beta == 0 ? T(0) : beta * y[i]));
            }
            if (layout == 0) {
              fortran(letters[op], m, n, T(2), a.data(), lead, x.array.data(), incx, beta, y.array.data(), incy);
            } else {
              cblas(layout, enums[op], m, n, T(2), a.data(), lead, x.array.data(), incx, beta, y.array.data(), incy);
            }
            CAPTURE(layout, op, incx, incy, beta);
            for (int i = 0; i < y.n; ++i) REQUIRE(y[i] == want[static_cast<size_t>(i)]);
            REQUIRE(y.gaps_intact());
          }
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("H03: an empty matrix leaves y alone", "[blas]", float, double) {
  using T = TestType;
  ForbiddenPage page;
  const T *nowhere = page.as<T>();
  reset_report();
  std::vector<T> y(8);
  for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<T>(i + 1);
  const std::vector<T> before = y;
  fortran('N', 8, 0, T(1), nowhere, 8, nowhere, 1, T(0), y.data(), 1);
  CHECK(y == before);
  fortran('T', 0, 8, T(1), nowhere, 1, nowhere, 1, T(0), y.data(), 1);
  CHECK(y == before);
  cblas(kRow, kNo, 8, 0, T(1), nowhere, 1, nowhere, 1, T(2), y.data(), 1);
  CHECK(y == before);
  fortran('N', 8, 3, T(0), nowhere, 8, nowhere, 1, T(1), y.data(), 1);
  CHECK(y == before);
  // Nothing else is an exception: alpha zero scales y and reads neither A nor x.
  y[2] = std::numeric_limits<T>::quiet_NaN();
  fortran('N', 8, 3, T(0), nowhere, 8, nowhere, 1, T(3), y.data(), -1);
  CHECK(y[1] == 6);
  CHECK(y[2] != y[2]);
  fortran('N', 8, 3, T(0), nowhere, 8, nowhere, 1, T(0), y.data(), 1);
  CHECK(y == std::vector<T>(8, T(0)));
  CHECK(reported.calls == 0);
}
