// xGEMM through its four names: argument numbers, edge semantics and layouts. The program brings its own xerbla_
// and cblas_xerbla (recorder.cc), so this also shows that they win over the library's.
#include "blas/recorder.h"
#include "support/guard.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <sys/mman.h>

#include <limits>
#include <vector>

using namespace gk::test;

namespace {

// Overloads for both element types.
void fortran(char ta, char tb, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
             float beta, float *c, int ldc) {
  sgemm_(&ta, &tb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);
}
void fortran(char ta, char tb, int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb,
             double beta, double *c, int ldc) {
  dgemm_(&ta, &tb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);
}
void cblas(int layout, int ta, int tb, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
           int ldb, float beta, float *c, int ldc) {
  cblas_sgemm(static_cast<CBLAS_LAYOUT>(layout), static_cast<CBLAS_TRANSPOSE>(ta), static_cast<CBLAS_TRANSPOSE>(tb), m,
              n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
void cblas(int layout, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda, const double *b,
           int ldb, double beta, double *c, int ldc) {
  cblas_dgemm(static_cast<CBLAS_LAYOUT>(layout), static_cast<CBLAS_TRANSPOSE>(ta), static_cast<CBLAS_TRANSPOSE>(tb), m,
              n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

template <class T>
const char *fortran_name() {
  return sizeof(T) == 4 ? "SGEMM " : "DGEMM ";
}
template <class T>
const char *cblas_name() {
  return sizeof(T) == 4 ? "cblas_sgemm" : "cblas_dgemm";
}

// Operands for the illegal calls: nothing may be read or written.
template <class T>
struct Untouchable {
  ForbiddenPage page;
  T *p() { return page.as<T>(); }
};

template <class T>
void expect_fortran_info(int info, char ta, char tb, int m, int n, int k, int lda, int ldb, int ldc) {
  Untouchable<T> u;
  reset_report();
  fortran(ta, tb, m, n, k, T(1), u.p(), lda, u.p(), ldb, T(0), u.p(), ldc);
  CAPTURE(info, ta, tb, m, n, k, lda, ldb, ldc);
  CHECK(reported.calls == 1);
  CHECK(reported.info == info);
  CHECK(reported.name == fortran_name<T>());
  CHECK(reported.name_len == 6);
  CHECK_FALSE(reported.from_c);
  CHECK_FALSE(reported.row_major);
}

// `position` counts in the caller's own argument list.
template <class T>
void expect_cblas_position(int position, int layout, int ta, int tb, int m, int n, int k, int lda, int ldb, int ldc) {
  Untouchable<T> u;
  reset_report();
  cblas(layout, ta, tb, m, n, k, T(1), u.p(), lda, u.p(), ldb, T(0), u.p(), ldc);
  CAPTURE(position, layout, ta, tb, m, n, k, lda, ldb, ldc);
  CHECK(reported.calls == 1);
  CHECK(reported.from_c);
  CHECK(reported.row_major == (layout == CblasRowMajor));
  const bool by_fortran_handler = reported.name_len != 0;
  CHECK(by_fortran_handler == (position > 3));
  if (by_fortran_handler) {
    CHECK(reported.name == fortran_name<T>());
    CHECK(own_position(reported.info + 1, reported.row_major) == position);
  } else {
    CHECK(reported.name == cblas_name<T>());
    CHECK(reported.info == position);
  }
  CHECK(CBLAS_CallFromC == 0);
  CHECK(RowMajorStrg == 0);
}

constexpr int kNo = CblasNoTrans, kTr = CblasTrans, kRow = CblasRowMajor, kCol = CblasColMajor;

}  // namespace

TEMPLATE_TEST_CASE("H14: Fortran argument numbers", "[blas]", float, double) {
  using T = TestType;
  expect_fortran_info<T>(1, 'X', 'N', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<T>(2, 'N', 'X', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<T>(3, 'N', 'N', -1, 2, 4, 3, 4, 3);
  expect_fortran_info<T>(4, 'N', 'N', 3, -1, 4, 3, 4, 3);
  expect_fortran_info<T>(5, 'N', 'N', 3, 2, -1, 3, 4, 3);
  expect_fortran_info<T>(8, 'N', 'N', 3, 2, 4, 2, 4, 3);
  expect_fortran_info<T>(10, 'N', 'N', 3, 2, 4, 3, 3, 3);
  expect_fortran_info<T>(13, 'N', 'N', 3, 2, 4, 3, 4, 2);
  expect_fortran_info<T>(13, 'N', 'N', 0, 2, 4, 1, 4, 0);
  // Transposed operands swap what their leading dimension must cover.
  expect_fortran_info<T>(8, 'T', 'N', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<T>(8, 'c', 'N', 3, 2, 4, 3, 4, 3);
  expect_fortran_info<T>(10, 'N', 't', 3, 2, 4, 3, 1, 3);
  expect_fortran_info<T>(10, 'N', 'C', 3, 2, 4, 3, 1, 3);
  // Zero sizes still need a leading dimension of one.
  expect_fortran_info<T>(8, 'N', 'N', 0, 0, 0, 0, 1, 1);
  expect_fortran_info<T>(10, 'N', 'N', 0, 0, 0, 1, 0, 1);
  expect_fortran_info<T>(8, 'N', 'N', 1, 1, 1, -1, 1, 1);
  // The first wrong argument in the list is the one reported.
  expect_fortran_info<T>(1, 'X', 'X', -1, -1, -1, 0, 0, 0);
  expect_fortran_info<T>(2, 'N', 'X', -1, -1, -1, 0, 0, 0);
  expect_fortran_info<T>(3, 'N', 'N', -1, -1, -1, 0, 0, 0);
  expect_fortran_info<T>(4, 'N', 'N', 1, -1, -1, 0, 0, 0);
  expect_fortran_info<T>(5, 'N', 'N', 1, 1, -1, 0, 0, 0);
  expect_fortran_info<T>(8, 'N', 'N', 1, 1, 1, 0, 0, 0);
  expect_fortran_info<T>(10, 'N', 'N', 1, 1, 1, 1, 0, 0);
}

TEMPLATE_TEST_CASE("H14: C argument numbers, column-major", "[blas]", float, double) {
  using T = TestType;
  expect_cblas_position<T>(1, 100, kNo, kNo, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<T>(1, -1, -1, -1, -1, -1, -1, 0, 0, 0);
  expect_cblas_position<T>(2, kCol, 114, kNo, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<T>(2, kCol, -1, -1, -1, -1, -1, 0, 0, 0);
  expect_cblas_position<T>(3, kCol, kNo, 110, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<T>(4, kCol, kNo, kNo, -1, 2, 4, 3, 4, 3);
  expect_cblas_position<T>(4, kCol, kNo, kNo, -1, -1, 4, 3, 4, 3);
  expect_cblas_position<T>(5, kCol, kNo, kNo, 3, -1, 4, 3, 4, 3);
  expect_cblas_position<T>(6, kCol, kNo, kNo, 3, 2, -1, 3, 4, 3);
  expect_cblas_position<T>(9, kCol, kNo, kNo, 3, 2, 4, 2, 4, 3);
  expect_cblas_position<T>(11, kCol, kNo, kNo, 3, 2, 4, 3, 3, 3);
  expect_cblas_position<T>(14, kCol, kNo, kNo, 3, 2, 4, 3, 4, 2);
  expect_cblas_position<T>(9, kCol, kTr, kNo, 3, 2, 4, 3, 4, 3);
  expect_cblas_position<T>(11, kCol, kNo, CblasConjTrans, 3, 2, 4, 3, 1, 3);
}

TEMPLATE_TEST_CASE("H14: C argument numbers, row-major", "[blas]", float, double) {
  using T = TestType;
  expect_cblas_position<T>(2, kRow, 0, kNo, 3, 2, 4, 4, 2, 2);
  expect_cblas_position<T>(3, kRow, kNo, 0, 3, 2, 4, 4, 2, 2);
  expect_cblas_position<T>(4, kRow, kNo, kNo, -1, 2, 4, 4, 2, 2);
  expect_cblas_position<T>(5, kRow, kNo, kNo, 3, -1, 4, 4, 2, 2);
  expect_cblas_position<T>(6, kRow, kNo, kNo, 3, 2, -1, 4, 2, 2);
  expect_cblas_position<T>(9, kRow, kNo, kNo, 3, 2, 4, 3, 2, 2);
  expect_cblas_position<T>(9, kRow, kTr, kNo, 3, 2, 4, 2, 2, 2);
  expect_cblas_position<T>(11, kRow, kNo, kNo, 3, 2, 4, 4, 1, 2);
  expect_cblas_position<T>(11, kRow, kNo, kTr, 3, 2, 4, 4, 3, 2);
  expect_cblas_position<T>(14, kRow, kNo, kNo, 3, 2, 4, 4, 2, 1);
  // The transposed problem is checked in its own order, as in the reference: N before M, ldb before lda.
  expect_cblas_position<T>(5, kRow, kNo, kNo, -1, -1, 4, 4, 2, 2);
  expect_cblas_position<T>(11, kRow, kNo, kNo, 3, 2, 4, 3, 1, 2);
  // H10: a (3,1) by (1,3) product needs ldb 3.
  expect_cblas_position<T>(11, kRow, kNo, kNo, 3, 3, 1, 1, 1, 3);
}

TEMPLATE_TEST_CASE("H10: one-column and one-row operands", "[blas]", float, double) {
  using T = TestType;
  const std::vector<T> five(3, T(5));
  reset_report();
  std::vector<T> c(9, T(-777));
  fortran('N', 'N', 3, 3, 1, T(1), five.data(), 3, five.data(), 1, T(0), c.data(), 3);
  CHECK(c == std::vector<T>(9, T(25)));
  c.assign(9, T(-777));
  cblas(kCol, kNo, kNo, 3, 3, 1, T(1), five.data(), 3, five.data(), 1, T(0), c.data(), 3);
  CHECK(c == std::vector<T>(9, T(25)));
  c.assign(9, T(-777));
  cblas(kRow, kNo, kNo, 3, 3, 1, T(1), five.data(), 1, five.data(), 3, T(0), c.data(), 3);
  CHECK(c == std::vector<T>(9, T(25)));

  std::vector<T> a(45 * 33), identity(33 * 33), out(45 * 33, T(-777));
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<T>(i);
  for (size_t i = 0; i < 33; ++i) identity[i * 34] = 1;
  cblas(kRow, kNo, kNo, 45, 33, 33, T(1), a.data(), 33, identity.data(), 33, T(0), out.data(), 33);
  CHECK(out == a);
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("every operation, both layouts, padded leading dimensions", "[blas]", float, double) {
  using T = TestType;
  const int m = 13, n = 7, k = 9, pad = 4;
  const char letters[] = {'N', 'n', 'T', 't', 'C', 'c'};
  const int enums[] = {kNo, kNo, kTr, kTr, CblasConjTrans, CblasConjTrans};
  reset_report();
  for (int layout : {kCol, kRow, 0}) {  // 0: the Fortran entry
    for (int ia = 0; ia < 6; ++ia)
      for (int ib = 0; ib < 6; ++ib) {
        const bool row = layout == kRow, ta = ia >= 2, tb = ib >= 2;
        // The stored matrix's strides, then those of op() of it.
        auto stored = [&](int rows, int cols, bool trans) {
          const int lead = (row != trans) ? cols : rows;
          return (row != trans) ? Strides{lead + pad, 1} : Strides{1, lead + pad};
        };
        Matrix<T> a(m, k, stored(m, k, ta)), b(k, n, stored(k, n, tb)), c(m, n, stored(m, n, false));
        a.generate(1), b.generate(5), c.generate(2);
        Matrix<T> expected = c;
        expected.fill([&](int64_t i, int64_t j) {
          T sum = 0;
          for (int p = 0; p < k; ++p) sum += a(i, p) * b(p, j);
          return 2 * sum - 3 * c(i, j);
        });
        auto ld = [](const Matrix<T> &x) { return static_cast<int>(std::max(x.rs(), x.cs())); };
        if (layout == 0) {
          fortran(letters[ia], letters[ib], m, n, k, T(2), a.data(), ld(a), b.data(), ld(b), T(-3), c.data(), ld(c));
        } else {
          cblas(layout, enums[ia], enums[ib], m, n, k, T(2), a.data(), ld(a), b.data(), ld(b), T(-3), c.data(), ld(c));
        }
        CAPTURE(layout, ia, ib);
        CHECK(c.same_bits(expected));
        CHECK(c.padding_intact());
      }
  }
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("H02: alpha zero with unmapped A and B", "[blas]", float, double) {
  using T = TestType;
  const int m = 33, n = 17, k = 9;
  ForbiddenPage page;
  const T *nowhere = page.as<T>();
  for (int depth : {k, 0}) {
    for (int entry = 0; entry < 3; ++entry)
      for (T beta : {T(0), T(1), T(-2)}) {
        Matrix<T> c(m, n, Strides{1, m + 2});
        c.generate(2)(4, 4) = std::numeric_limits<T>::quiet_NaN();
        const Matrix<T> before = c;
        const T alpha = depth == 0 ? T(3) : T(0);
        const int ldc = m + 2, most = 40;
        if (entry == 0) fortran('N', 'T', m, n, depth, alpha, nowhere, most, nowhere, most, beta, c.data(), ldc);
        if (entry == 1) cblas(kCol, kTr, kNo, m, n, depth, alpha, nowhere, most, nowhere, most, beta, c.data(), ldc);
        if (entry == 2) cblas(kRow, kNo, kNo, n, m, depth, alpha, nowhere, most, nowhere, most, beta, c.data(), ldc);
        CAPTURE(depth, entry, beta);
        if (beta == 1) {
          CHECK(c.same_bits(before));
        } else {
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) {
              if (beta != 0 && i == 4 && j == 4) {
                CHECK(c(i, j) != c(i, j));
              } else {
                REQUIRE(c(i, j) == (beta == 0 ? T(0) : beta * before(i, j)));
              }
            }
        }
        CHECK(c.padding_intact());
      }
  }
}

TEMPLATE_TEST_CASE("quick returns touch nothing at all", "[blas]", float, double) {
  using T = TestType;
  ForbiddenPage page;
  T *nowhere = page.as<T>();
  reset_report();
  fortran('N', 'N', 0, 5, 5, T(1), nowhere, 1, nowhere, 5, T(0), nowhere, 1);
  fortran('N', 'N', 5, 0, 5, T(1), nowhere, 5, nowhere, 5, T(0), nowhere, 5);
  fortran('N', 'N', 5, 5, 0, T(1), nowhere, 5, nowhere, 1, T(1), nowhere, 5);
  fortran('N', 'N', 5, 5, 5, T(0), nowhere, 5, nowhere, 5, T(1), nowhere, 5);
  fortran('N', 'N', std::numeric_limits<int>::max(), 5, 5, T(0), nullptr, std::numeric_limits<int>::max(), nullptr, 5,
          T(1), nullptr, std::numeric_limits<int>::max());
  CHECK(reported.calls == 0);
}

TEMPLATE_TEST_CASE("alpha zero with the largest unread operands", "[blas]", float, double) {
  using T = TestType;
  const int most = std::numeric_limits<int>::max();
  T c = 3;
  reset_report();
  fortran('T', 'N', 1, 1, most, T(0), nullptr, most, nullptr, most, T(2), &c, most);
  CHECK(c == 6);
  cblas(kRow, kNo, kTr, 1, 1, most, T(0), nullptr, most, nullptr, most, T(2), &c, most);
  CHECK(c == 12);
  CHECK(reported.calls == 0);
}

TEST_CASE("H07: offsets beyond 2^31 elements", "[blas]") {
  const int m = 2, n = 1, k = 32770, lda = 65536;
  const size_t bytes = sizeof(double) * static_cast<size_t>(lda) * k;
  void *map = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) {
    WARN("skipped: no room for a 17 GB mapping");
    return;
  }
  madvise(map, bytes, MADV_NOHUGEPAGE);
  double *a = static_cast<double *>(map);
  for (int p = 0; p < k; ++p) {
    double *column = a + static_cast<size_t>(lda) * p;
    column[0] = 1;
    column[1] = 2;
  }
  const std::vector<double> ones(k, 1.0);
  double c[2] = {-777, -777};
  fortran('N', 'N', m, n, k, 1.0, a, lda, ones.data(), k, 0.0, c, m);
  CHECK(c[0] == 32770);
  CHECK(c[1] == 65540);
  c[0] = c[1] = -777;
  cblas(kRow, kTr, kNo, m, n, k, 1.0, a, lda, ones.data(), 1, 0.0, c, 1);
  CHECK(c[0] == 32770);
  CHECK(c[1] == 65540);
  munmap(map, bytes);
}

TEMPLATE_TEST_CASE("H01: beta zero assigns over NaN and infinity", "[blas]", float, double) {
  using T = TestType;
  const int m = 67, n = 43, k = 29, ldc = 70;
  Matrix<T> a(m, k, Strides{1, m}), b(k, n, Strides{1, k}), c(m, n, Strides{1, ldc});
  a.generate(0), b.generate(5);
  c.fill([](int64_t i, int64_t j) {
    return (i + j) % 2 == 0 ? std::numeric_limits<T>::quiet_NaN() : std::numeric_limits<T>::infinity();
  });
  fortran('N', 'N', m, n, k, T(1), a.data(), m, b.data(), k, T(0), c.data(), ldc);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      T sum = 0;
      for (int p = 0; p < k; ++p) sum += a(i, p) * b(p, j);
      REQUIRE(c(i, j) == sum);
    }
  CHECK(c.padding_intact());
}

TEST_CASE("H12: one buffer for A and B, any alignment", "[blas]") {
  for (int n : {1, 7, 8, 9, 33}) {
    std::vector<double> aligned;
    for (int offset : {0, 1, 3, 5}) {
      Matrix<double> a(n, n, Strides{1, n}, offset), c(n, n, Strides{1, n}, offset);
      a.generate(3);
      fortran('N', 'N', n, n, n, 1.0, a.data(), n, a.data(), n, 0.0, c.data(), n);
      const std::vector<double> result(c.data(), c.data() + n * n);
      if (offset == 0) aligned = result;
      CHECK(result == aligned);
      CHECK(c.padding_intact());
      // Data that is not even aligned to its element size, as some callers pass it.
      std::vector<char> bytes(sizeof(double) * n * n * 2 + 1);
      double *shifted = reinterpret_cast<double *>(bytes.data() + 1);
      std::memcpy(static_cast<void *>(shifted), a.data(), sizeof(double) * n * n);
      double *out = shifted + n * n;
      fortran('N', 'N', n, n, n, 1.0, shifted, n, shifted, n, 0.0, out, n);
      CHECK(std::memcmp(out, aligned.data(), sizeof(double) * n * n) == 0);
    }
  }
}
