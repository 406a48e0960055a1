// Cases about threads of the host program.
#include "support/entry.h"

#include <omp.h>
#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <vector>

using namespace gk::test;

namespace {

bool small_product(Entry entry, int64_t m, int64_t n, int64_t k, char opa, char opb, int threads) {
  std::vector<double> a(size_t(m * k)), b(size_t(k * n)), c(size_t(m * n), -1.0);
  for (size_t i = 0; i < a.size(); ++i) a[i] = g(int64_t(i), 1, 0);
  for (size_t i = 0; i < b.size(); ++i) b[i] = g(int64_t(i), 2, 0);
  auto x = dense<double>(m, n, k, a.data(), b.data(), c.data(), threads);
  x.opa = opa;
  x.opb = opb;
  if (opa == 'T') x.lda = k;
  if (opb == 'T') x.ldb = n;
  if (entry == Entry::Fortran) {
    call_fortran(x);  // not multiply(): the process-wide width is not a concurrent caller's to change
  } else if (multiply(entry, x) != GEMMKIT_OK) {
    return false;
  }
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t p = 0; p < k; ++p)
        sum += a[size_t(opa == 'N' ? i + p * m : p + i * k)] * b[size_t(opb == 'N' ? p + j * k : j + p * n)];
      if (c[size_t(i + j * m)] != sum) return false;
    }
  return true;
}

}  // namespace

TEST_CASE("H23 products inside an OpenMP loop", "[cases][threads]") {
  (void)fortran_gemm<double>();  // loaded before the threads race for it
  for (uint64_t threshold : {uint64_t(48 * 48 * 256), uint64_t(0)})
    for (int team : {2, 4})
      for (Entry entry : {Entry::Unchecked, Entry::Fortran}) {
        KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", threshold);
        std::atomic<int> wrong{0};
#pragma omp parallel for num_threads(team)
        for (int i = 0; i < 100; ++i)
          if (!small_product(entry, 20, 20, 20, 'N', 'N', team)) ++wrong;
#pragma omp parallel for num_threads(team)
        for (int i = 0; i < 30 * 4; ++i)
          if (!small_product(entry, 1 + 5 * i % 37, 1 + 11 * i % 37, 1 + 23 * i % 37, i & 1 ? 'T' : 'N',
                             i & 2 ? 'T' : 'N', team))
            ++wrong;
        INFO(entry_name(entry) << ", team " << team << ", threshold " << threshold);
        CHECK(wrong == 0);
      }
}

TEST_CASE("H23 large products inside an OpenMP loop", "[cases][threads]") {
  std::atomic<int> wrong{0};
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < scaled(12, 3); ++i)
    if (!small_product(Entry::Unchecked, 190, 170, 180, i & 1 ? 'T' : 'N', 'N', i % 4)) ++wrong;
  CHECK(wrong == 0);
}

TEST_CASE("H24 gemv called in parallel equals gemv called serially", "[cases][threads]") {
  using Gemv = void (*)(const char *, const int *, const int *, const double *, const double *, const int *,
                        const double *, const int *, const double *, double *, const int *, size_t);
  const auto dgemv = reinterpret_cast<Gemv>(blas_symbol("dgemv_"));
  const int m = 300, n = 200, one = 1;
  const double alpha = 1, beta = 0;
  std::vector<double> a(size_t(m * n)), b(size_t(m * n)), serial(size_t(n * n)), parallel(serial);
  for (size_t i = 0; i < a.size(); ++i) a[i] = double(i % 97) * 0.5, b[i] = double(i % 89) - 44.0;
  const auto column = [&](int j, std::vector<double> &c) {
    dgemv("T", &m, &n, &alpha, a.data(), &m, b.data() + j * m, &one, &beta, c.data() + j * n, &one, 1);
  };
  for (int j = 0; j < n; ++j) column(j, serial);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      double sum = 0;  // halves of small integers: exact
      for (int p = 0; p < m; ++p) sum += a[size_t(p + i * m)] * b[size_t(p + j * m)];
      if (serial[size_t(i + j * n)] != sum) FAIL("C(" << i << "," << j << ")");
    }
  for (const uint64_t floor : {uint64_t(0), uint64_t(1)}) {  // 1: every call would like a team
    KnobScope knobs("GEMMKIT_GEMV_PARALLEL_BYTES", floor);
    knobs.set("GEMMKIT_PARALLEL_THRESHOLD", floor == 0 ? 48 * 48 * 256 : 0);
    int wrong = 0;
    for (int round = 0; round < scaled(500, 10); ++round) {
      parallel.assign(parallel.size(), -1.0);
#pragma omp parallel for num_threads(8)
      for (int j = 0; j < n; ++j) column(j, parallel);
      wrong += parallel != serial;
    }
    CHECK(wrong == 0);
  }
}
