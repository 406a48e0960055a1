// Integers at the ends of their range, in the library of either width (compiled for both): reported as the reference
// reports them, returned from at once, or computed where they are legal; none of their sums and products wraps.
#include "gemmkit_cblas.h"
#include "support/brief.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <complex>
#include <cstdarg>
#include <limits>
#include <string>
#include <vector>

using namespace gk::test;

namespace {

using Int = CBLAS_INT;
constexpr Int kMax = std::numeric_limits<Int>::max(), kMin = std::numeric_limits<Int>::min(), kHalf = kMax / 2 + 1;
constexpr auto kCol = CblasColMajor;
constexpr auto kNo = CblasNoTrans;
constexpr auto kTrans = CblasTrans;

int reports = 0;
Int reported = 0;

// The call before reported this position once, or nothing when it is 0.
void expect(Int position) {
  CHECK(reports == (position != 0));
  CHECK(reported == position);
  reports = 0, reported = 0;
}

}  // namespace

extern "C" void xerbla_(const char *, const Int *info, size_t) { ++reports, reported = *info; }
extern "C" void cblas_xerbla(Int info, const char *, const char *, ...) { ++reports, reported = info; }

TEST_CASE("leading dimensions too small by ever so much", "[blas][extremes]") {
  const Brief brief;
  ForbiddenPage page;  // whoever goes on from here faults
  auto *p = page.as<double>();
  for (const Int lda : {Int(1), Int(3), kMax - 1}) {
    CAPTURE(lda);
    cblas_dgemm(kCol, kNo, kNo, kMax, 2, 2, 1, p, lda, p, 2, 0, p, kMax), expect(8);
    cblas_dgemm(kCol, kNo, kNo, 2, 2, kMax, 1, p, 2, p, lda, 0, p, 2), expect(10);
    cblas_dgemm(kCol, kNo, kNo, kMax, 2, 2, 1, p, kMax, p, 2, 0, p, lda), expect(13);
    cblas_dgemv(kCol, kNo, kMax, 1, 1, p, lda, p, 1, 0, p, 1), expect(6);
    cblas_dsymv(kCol, CblasUpper, kMax, 1, p, lda, p, 1, 0, p, 1), expect(5);
    cblas_dtrsv(kCol, CblasUpper, kNo, CblasUnit, kMax, p, lda, p, 1), expect(6);
    cblas_dger(kCol, kMax, 1, 1, p, 1, p, 1, p, lda), expect(9);
    cblas_dsyrk(kCol, CblasUpper, kNo, kMax, 2, 1, p, lda, 0, p, kMax), expect(7);
    cblas_dtrsm(kCol, CblasLeft, CblasUpper, kNo, CblasUnit, kMax, 2, 1, p, lda, p, kMax), expect(9);
  }
}

TEST_CASE("bands of more diagonals than integers count", "[blas][extremes]") {
  const Brief brief;
  ForbiddenPage page;
  auto *p = page.as<double>();
  for (const Int lda : {Int(1), kHalf, kMax}) {
    CAPTURE(lda);
    // kl + ku + 1 and k + 1 rows are beyond the range; with all of it to lead, they still are.
    cblas_dgbmv(kCol, kNo, 3, 3, kMax, kMax, 1, p, lda, p, 1, 0, p, 1), expect(8);
    cblas_dgbmv(kCol, kNo, 3, 3, kHalf, kHalf, 1, p, lda, p, 1, 0, p, 1), expect(8);
    cblas_dgbmv(kCol, kTrans, 3, 3, kMax, 0, 1, p, lda, p, 1, 0, p, 1), expect(8);
    cblas_dgbmv(kCol, kTrans, 3, 3, 0, kMax, 1, p, lda, p, 1, 0, p, 1), expect(8);
    cblas_dsbmv(kCol, CblasUpper, 3, kMax, 1, p, lda, p, 1, 0, p, 1), expect(6);
    cblas_dtbmv(kCol, CblasLower, kNo, CblasUnit, 3, kMax, p, lda, p, 1), expect(7);
    cblas_dtbsv(kCol, CblasUpper, kTrans, CblasNonUnit, 3, kMax, p, lda, p, 1), expect(7);
  }
  cblas_dgbmv(kCol, kNo, 3, 3, kHalf, kHalf - 1, 1, p, kMax - 1, p, 1, 0, p, 1), expect(8);
}

TEST_CASE("negative extents of any size, and increments of none", "[blas][extremes]") {
  ForbiddenPage page;
  auto *p = page.as<double>();
  for (const Int n : {Int(-1), kMin, Int(-kMax)}) {
    CAPTURE(n);
    cblas_dgemm(kCol, kNo, kNo, n, n, n, 1, p, n, p, n, 0, p, n), expect(3);
    cblas_dgemv(kCol, kTrans, n, n, 1, p, n, p, 0, 0, p, 0), expect(2);
    cblas_dsyr2(kCol, CblasLower, n, 1, p, 0, p, 0, p, n), expect(2);
    cblas_dtrmm(kCol, CblasRight, CblasUpper, kNo, CblasUnit, n, n, 1, p, n, p, n), expect(5);
    CHECK(cblas_ddot(n, p, 1, p, 1) == 0);
    CHECK(cblas_dnrm2(n, p, 1) == 0);
    CHECK(cblas_idamax(n, p, 1) == 0);
    cblas_daxpy(n, 1, p, 1, p, 1);
    cblas_dscal(n, 1, p, 1);
    cblas_dswap(n, p, kMax, p, kMin);
    expect(0);
  }
}

TEST_CASE("nothing to do, whatever the other sizes", "[blas][extremes]") {
  const Brief brief;
  ForbiddenPage page;
  auto *p = page.as<double>();
  auto *z = page.as<std::complex<double>>();
  const std::complex<double> zero = 0, one = 1;
  cblas_dgemm(kCol, kNo, kTrans, 0, kMax, kMax, 1, p, kMax, p, kMax, 0, p, kMax);
  cblas_dgemm(kCol, kTrans, kNo, kMax, 0, kMax, 1, p, kMax, p, kMax, 0, p, kMax);
  cblas_dgemm(kCol, kNo, kNo, kMax, kMax, kMax, 0, p, kMax, p, kMax, 1, p, kMax);
  cblas_dgemm(kCol, kNo, kNo, kMax, kMax, 0, 1, p, kMax, p, kMax, 1, p, kMax);
  cblas_zgemm3m(kCol, kNo, kNo, kMax, kMax, kMax, &zero, z, kMax, z, kMax, &one, z, kMax);
  cblas_dgemv(kCol, kNo, kMax, kMax, 0, p, kMax, p, kMax, 1, p, kMin);
  cblas_dgemv(kCol, kTrans, 0, kMax, 1, p, kMax, p, kMax, 0, p, kMin);
  cblas_dgbmv(kCol, kNo, kMax, kMax, 1, 1, 0, p, kMax, p, kMin, 1, p, kMax);
  cblas_dsymv(kCol, CblasUpper, kMax, 0, p, kMax, p, kMax, 1, p, kMax);
  cblas_dsbmv(kCol, CblasLower, 0, kMax - 1, 1, p, kMax, p, 1, 0, p, 1);
  cblas_dspr(kCol, CblasUpper, kMax, 0, p, kMax, p);
  cblas_dger(kCol, kMax, kMax, 0, p, kMin, p, kMax, p, kMax);
  cblas_dger(kCol, 0, kMax, 1, p, kMin, p, kMax, p, kMax);
  cblas_dtrsv(kCol, CblasUpper, kNo, CblasUnit, 0, p, kMax, p, kMax);
  cblas_dsymm(kCol, CblasLeft, CblasUpper, kMax, kMax, 0, p, kMax, p, kMax, 1, p, kMax);
  cblas_dsyrk(kCol, CblasUpper, kNo, kMax, kMax, 0, p, kMax, 1, p, kMax);
  cblas_dsyr2k(kCol, CblasUpper, kTrans, kMax, 0, 1, p, kMax, p, kMax, 1, p, kMax);
  cblas_dtrmm(kCol, CblasLeft, CblasUpper, kNo, CblasUnit, 0, kMax, 1, p, kMax, p, kMax);
  cblas_dtrsm(kCol, CblasRight, CblasUpper, kNo, CblasUnit, kMax, 0, 1, p, kMax, p, kMax);
  cblas_domatcopy(kCol, kTrans, 0, kMax, 1, p, kMax, p, kMax);
  cblas_dimatcopy(kCol, kNo, kMax, 0, 1, p, kMax, kMax);
  cblas_dgemm_batch_strided(kCol, kNo, kNo, kMax, kMax, kMax, 1, p, kMax, kMax, p, kMax, kMax, 0, p, kMax, kMax, 0);
  cblas_daxpy(kMax, 0, p, kMax, p, kMax);
  expect(0);
}

TEST_CASE("strides that are never taken may be anything", "[blas][extremes]") {
  double a = 3, x = 5, y = 7;
  for (const Int s : {kMax, kHalf}) {
    cblas_dgemm(kCol, kNo, kNo, 1, 1, 1, 1, &a, s, &x, s, 0, &y, s);
    CHECK(y == 15);
    cblas_dgemv(kCol, kNo, 1, 1, 2, &a, s, &x, s, 0, &y, Int(-s));
    CHECK(y == 30);
    cblas_dger(kCol, 1, 1, 1, &a, s, &x, Int(-s), &y, s);
    CHECK(y == 45);
    cblas_dsymv(kCol, CblasLower, 1, 1, &a, s, &x, Int(-s), 0, &y, s);
    CHECK(y == 15);
    cblas_dgbmv(kCol, kNo, 1, 1, 0, 0, 1, &a, s, &x, s, 0, &y, s);
    CHECK(y == 15);
    cblas_dtrmm(kCol, CblasLeft, CblasUpper, kNo, CblasNonUnit, 1, 1, 1, &a, s, &y, s);
    CHECK(y == 45);
    CHECK(cblas_ddot(1, &a, s, &x, Int(-s)) == 15);
    cblas_daxpy(1, 2, &a, s, &y, Int(-s));
    CHECK(y == 51);
  }
  expect(0);
}

TEST_CASE("packed memory for more than there can be", "[blas][extremes]") {
  if (sizeof(Int) == 8) {
    CHECK(cblas_dgemm_pack_get_size(CblasAMatrix, kMax, 1, kMax) == SIZE_MAX);
    CHECK(cblas_sgemm_pack_get_size(CblasBMatrix, 1, kHalf, kHalf) == SIZE_MAX);
    CHECK(cblas_sgemm_pack_get_size(CblasBMatrix, 1, kMax, 1) == SIZE_MAX);
  } else {
    const auto least = size_t(kMax) * size_t(kMax) * 2;
    CHECK(cblas_sgemm_pack_get_size(CblasAMatrix, kMax, 1, kMax / 2) >= least);
  }
  expect(0);
}
