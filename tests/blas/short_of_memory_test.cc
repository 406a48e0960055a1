// The entries that copy operands give the same results when there is no memory for the copies.
#include "gemmkit.h"
#include "gemmkit_cblas.h"
#include "support/inject.h"
#include "support/matrix.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>
#include <complex>
#include <thread>
#include <vector>

using namespace gk::test;

TEST_CASE("8-bit gemm without memory for the signed copy", "[blas][robust]") {
  const int m = 150, n = 140, k = 700;
  std::vector<uint8_t> a(size_t(m * k)), b(size_t(k * n));
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<uint8_t>(i * 37 + i / 91);
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<uint8_t>(i * 59 + i / 83);
  const int32_t oc = 3;
  for (CBLAS_LAYOUT layout : {CblasColMajor, CblasRowMajor})
    for (CBLAS_TRANSPOSE op : {CblasNoTrans, CblasTrans})
      for (float alpha : {2.0f, 0.5f}) {
        std::vector<int32_t> roomy(size_t(m * n), 9), tight = roomy;
        const auto run = [&](std::vector<int32_t> &c) {
          const bool row = layout == CblasRowMajor, trans = op == CblasTrans;
          cblas_gemm_s8u8s32(layout, op, op, CblasFixOffset, m, n, k, alpha, a.data(), row != trans ? k : m, 7,
                             b.data(), row != trans ? n : k, -5, 1, c.data(), row ? n : m, &oc);
        };
        run(roomy);
        const unsigned long before = inject_failures();
        inject_fail_allocations(16000);
        run(tight);
        inject_fail_allocations(~0ul);
        CHECK(inject_failures() > before);
        CHECK(tight == roomy);
      }
}

TEST_CASE("level 2 without memory for copies of vectors", "[blas][robust]") {
  const int n = 2500, inc = -2;
  std::vector<double> a(size_t(n) * n), x(size_t(2 * n)), y(x.size());
  for (size_t i = 0; i < a.size(); ++i) a[i] = double(i * 37 % 101) / 101 / n;
  for (size_t i = 0; i < x.size(); ++i) x[i] = double(i % 7) - 3, y[i] = double(i % 5) - 2;
  for (int i = 0; i < n; ++i) a[size_t(i) * n + i] = 2;
  const auto run = [&](int routine, std::vector<double> &out) {
    if (routine == 0) cblas_dsymv(CblasColMajor, CblasLower, n, 2, a.data(), n, x.data(), inc, 3, out.data(), inc);
    if (routine == 1) cblas_dsymv(CblasColMajor, CblasUpper, n, 2, a.data(), n, x.data(), 1, 3, out.data(), 1);
    if (routine == 2)
      cblas_dtrmv(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, a.data(), n, out.data(), inc);
    if (routine == 3) cblas_dtrsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, a.data(), n, out.data(), inc);
    if (routine == 4) cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasUnit, n, a.data(), n, out.data(), inc);
    if (routine == 5) cblas_dger(CblasColMajor, n, 1, 2, x.data(), inc, x.data(), 1, out.data(), n);
    if (routine == 6)
      cblas_dgbmv(CblasColMajor, CblasTrans, n, n, 20, 30, 2, a.data(), 60, x.data(), inc, 3, out.data(), inc);
  };
  // First, all without: the thread keeps the memory it once had.
  std::vector<std::vector<double>> without(7, y);
  gemmkit_release_thread_memory();
  for (int routine = 0; routine <= 6; ++routine) {
    const unsigned long before = inject_failures();
    inject_fail_allocations(16000);
    run(routine, without[size_t(routine)]);
    inject_fail_allocations(~0ul);
    CAPTURE(routine);
    CHECK(inject_failures() > before);
  }
  for (int routine = 0; routine <= 6; ++routine) {
    std::vector<double> roomy = y, &tight = without[size_t(routine)];
    run(routine, roomy);
    CAPTURE(routine);
    CHECK(roomy != y);
    size_t wrong = 0;
    for (size_t i = 0; i < tight.size(); ++i)
      wrong += std::abs(tight[i] - roomy[i]) <= 1e-10 * (1 + std::abs(roomy[i])) ? 0 : 1;
    CHECK(wrong == 0);
  }
}

namespace {

// Level 3, each with operands beyond the memory on the stack.
template <class Gemm>
void check_level3(Gemm run) {
  const int n = 270;
  std::vector<double> a(size_t(n * n)), b = a;
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<double>(i * 37 % 101) / 4096, b[i] = static_cast<double>(i * 59 % 97);
  for (size_t i = 0; i < size_t(n); ++i) a[i * (n + 1)] = 2;
  std::vector<double> roomy = b, tight = b;
  run(n, a.data(), b.data(), roomy.data());
  unsigned long before = 0;
  std::thread([&] {  // one that has no memory yet
    before = inject_failures();
    inject_fail_allocations(16000);
    run(n, a.data(), b.data(), tight.data());
    inject_fail_allocations(~0ul);
  })
      .join();
  CHECK(inject_failures() > before);
  double worst = 0;
  for (size_t i = 0; i < tight.size(); ++i)
    worst = std::max(worst, std::abs(tight[i] - roomy[i]) / (1 + std::abs(roomy[i])));
  CHECK(worst < 1e-11);
}

}  // namespace

TEST_CASE("level 3 without memory", "[blas][robust]") {
  const CBLAS_LAYOUT col = CblasColMajor;
  for (CBLAS_SIDE side : {CblasLeft, CblasRight})
    for (CBLAS_UPLO uplo : {CblasUpper, CblasLower}) {
      check_level3([&](int n, const double *a, const double *b, double *c) {
        cblas_dsymm(col, side, uplo, n, n, 1, a, n, b, n, 2, c, n);
      });
      check_level3([&](int n, const double *a, const double *, double *c) {
        cblas_dtrmm(col, side, uplo, CblasNoTrans, CblasNonUnit, n, n, 1, a, n, c, n);
      });
      check_level3([&](int n, const double *a, const double *, double *c) {
        cblas_dtrsm(col, side, uplo, CblasTrans, CblasNonUnit, n, n, 1, a, n, c, n);
      });
      check_level3([&](int n, const double *a, const double *, double *c) {
        cblas_dsyrk(col, uplo, side == CblasLeft ? CblasTrans : CblasNoTrans, n, n, 1, a, n, 2, c, n);
      });
      check_level3([&](int n, const double *a, const double *b, double *c) {
        cblas_dsyr2k(col, uplo, side == CblasLeft ? CblasTrans : CblasNoTrans, n, n, 1, a, n, b, n, 2, c, n);
      });
    }
}

// Stacks as small as those that products are promised to run on (H30 of tests/robust/callers.cc), with memory and
// without: then what is needed comes from the stack.
TEST_CASE("level 3 on small stacks", "[blas][robust]") {
  using Complex = std::complex<double>;
  const CBLAS_LAYOUT col = CblasColMajor;
  const Complex one = 1, half = 0.5;
  for (const int n : {24, 130, 270}) {
    std::vector<Complex> a(size_t(n * n)), b = a;
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = Complex(double(i * 37 % 101), double(i * 41 % 103)) / 4096.0;
      b[i] = Complex(double(i * 59 % 97), double(i * 61 % 89));
    }
    for (size_t i = 0; i < size_t(n); ++i) a[i * size_t(n + 1)] = 2;
    const auto run = [&](int routine, CBLAS_SIDE side, Complex *c) {
      const CBLAS_UPLO uplo = CblasLower;
      if (routine == 0) cblas_ztrsm(col, side, uplo, CblasNoTrans, CblasNonUnit, n, n, &one, a.data(), n, c, n);
      if (routine == 1) cblas_ztrmm(col, side, uplo, CblasNoTrans, CblasNonUnit, n, n, &one, a.data(), n, c, n);
      if (routine == 2) cblas_zhemm(col, side, uplo, n, n, &one, a.data(), n, b.data(), n, &half, c, n);
      if (routine == 3) cblas_zsyrk(col, uplo, CblasTrans, n, n, &one, a.data(), n, &half, c, n);
      if (routine == 4) cblas_zher2k(col, uplo, CblasNoTrans, n, n, &one, a.data(), n, b.data(), n, 0.5, c, n);
      if (routine == 5)
        cblas_zgemmt(col, uplo, CblasTrans, CblasTrans, n, n, &one, a.data(), n, b.data(), n, &half, c, n);
    };
    for (int routine = 0; routine < 6; ++routine)
      for (CBLAS_SIDE side : {CblasLeft, CblasRight})
        for (bool short_of_memory : {false, true}) {
          std::vector<Complex> roomy = b, tight = b;
          run(routine, side, roomy.data());
          {
            StackThread thread(size_t(PTHREAD_STACK_MIN) + (64 << 10), [&] {
              if (short_of_memory) inject_fail_allocations(16000);
              run(routine, side, tight.data());
              inject_fail_allocations(~0ul);
            });
          }
          CAPTURE(n, routine, side, short_of_memory);
          double worst = 0;
          for (size_t i = 0; i < tight.size(); ++i)
            worst = std::max(worst, std::abs(tight[i] - roomy[i]) / (1 + std::abs(roomy[i])));
          CHECK(worst < 1e-11);
        }
  }
}

TEST_CASE("errno is the caller's own without memory", "[blas][robust]") {
  const int n = 150, rows = 40;
  std::vector<double> a(size_t(n * n), 1);
  std::vector<uint8_t> bytes(size_t(n * n), 3);
  std::vector<int32_t> sums(size_t(n * n));
  const int32_t none = 0;
  // More products than a batch keeps on the stack.
  const int products = 2000, one = 1;
  const double alpha = 1, beta = 0;
  const CBLAS_TRANSPOSE op = CblasNoTrans;
  std::vector<double> results(static_cast<size_t>(products) * 2);
  std::vector<const double *> in(size_t(products), a.data());
  std::vector<double *> out;
  for (int i = 0; i < products; ++i) out.push_back(&results[size_t(i % 7 + i)]);  // not evenly spaced
  const unsigned long before = inject_failures();
  int after[3];
  inject_fail_allocations(4096);
  errno = 77;
  cblas_dimatcopy(CblasColMajor, CblasTrans, rows, n, 1, a.data(), rows, n);
  after[0] = errno;
  errno = 77;
  cblas_gemm_s8u8s32(CblasColMajor, op, op, CblasFixOffset, n, n, n, 1, bytes.data(), n, 7, bytes.data(), n, 5, 0,
                     sums.data(), n, &none);
  after[1] = errno;
  errno = 77;
  cblas_dgemm_batch(CblasColMajor, &op, &op, &one, &one, &one, &alpha, in.data(), &one, in.data(), &one, &beta,
                    out.data(), &one, 1, &products);
  after[2] = errno;
  inject_fail_allocations(~0ul);
  CHECK(inject_failures() >= before + 3);
  for (int e : after) CHECK(e == 77);
}
