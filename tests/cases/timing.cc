// Cases about time, as ratios within one process and with wide margins; bench/ has the sharp ones.
#include "support/entry.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <ctime>
#include <vector>

using namespace gk::test;

namespace {

// CPU time of this thread, which other processes disturb less than they do the wall clock. All calls are serial.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// Best of several rounds of `repeats` calls, in seconds per call.
template <class T>
double best_time(const Call<T> &x, int repeats, int rounds) {
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const double start = now();
    for (int i = 0; i < repeats; ++i) multiply(Entry::Unchecked, x);
    best = std::min(best, (now() - start) / repeats);
  }
  return best;
}

// The smallest ratio seen: a busy machine may spoil a measurement, a real cliff is there every time.
template <class Ratio>
double settled(double limit, Ratio ratio) {
  double least = 1e9;
  for (int attempt = 0; attempt < 20 && least > limit; ++attempt) least = std::min(least, ratio());
  return least;
}

}  // namespace

TEMPLATE_TEST_CASE("H40 power-of-two leading dimensions", "[cases][timing]", float, double) {
  constexpr int64_t n = 512, kPadded = 1032;
  std::vector<TestType> a(size_t(n * 4096), TestType(1)), b = a, c = a;
  for (char opa : {'N', 'T'})
    for (int64_t ld : {1024, 2048, 4096}) {
      const auto time = [&](int64_t leading) {
        auto x = dense<TestType>(n, n, n, a.data(), b.data(), c.data());
        x.opa = opa;
        x.lda = x.ldb = x.ldc = leading;
        return best_time(x, 1, 4);
      };
      const double ratio = settled(1.5, [&] { return time(ld) / time(kPadded); });
      INFO(type_name<TestType>() << " op " << opa << ", ld " << ld << " takes " << ratio << " of the padded time");
      CHECK(ratio <= 1.5);
    }
}

TEMPLATE_TEST_CASE("H41 no size takes much longer than the next", "[cases][timing]", float, double) {
  std::vector<TestType> a(130 * 130, TestType(1)), b = a, c = a;
  const auto time = [&](int64_t n) {
    const int repeats = int(std::max<int64_t>(3, 400000 / (n * n * n + 2000)));
    return best_time(dense<TestType>(n, n, n, a.data(), b.data(), c.data()), repeats, 9);
  };
  for (int64_t n = 1; n < 128; ++n) {
    const double ratio = settled(1.5, [&] { return time(n) / time(n + 1); });
    INFO(type_name<TestType>() << " n " << n << " takes " << ratio << " of the time of " << n + 1);
    CHECK(ratio <= 1.5);
  }
}

TEMPLATE_TEST_CASE("H41 the smallest product, and the rate of small ones", "[cases][timing]", float, double) {
  const auto seconds = [](int64_t n, int repeats, int rounds) {
    std::vector<TestType> a(size_t(n * n), TestType(1)), b = a, c = a;
    return best_time(dense<TestType>(n, n, n, a.data(), b.data(), c.data()), repeats, rounds);
  };
  const double smallest = settled(150e-9, [&] { return seconds(1, 10000, 5); });
  INFO(type_name<TestType>() << " 1x1x1 in " << 1e9 * smallest << " ns");
  CHECK(smallest < 150e-9);
  const int64_t large = scaled(1000, 400);
  const double share = 1 / settled(1 / 0.4, [&] {
                         const double small_rate = 64.0 * 64 * 64 / seconds(64, 50, 5);
                         return double(large * large * large) / seconds(large, 1, 2) / small_rate;
                       });
  INFO(type_name<TestType>() << " 64^3 runs at " << share << " of the rate of " << large << "^3");
  CHECK(share >= 0.4);
}

// The BLAS library's gemv, column-major.
template <class T>
void gemv(char trans, int m, int n, const T *a, const T *x, T *y) {
  using Gemv = void (*)(const char *, const int *, const int *, const T *, const T *, const int *, const T *,
                        const int *, const T *, T *, const int *, size_t);
  static const auto function = reinterpret_cast<Gemv>(blas_symbol(sizeof(T) == 4 ? "sgemv_" : "dgemv_"));
  const T alpha = 1, beta = 0;
  const int one = 1;
  function(&trans, &m, &n, &alpha, a, &m, x, &one, &beta, y, &one, 1);
}

template <class F>
double best_of(int rounds, F call) {
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const double start = now();
    call();
    best = std::min(best, now() - start);
  }
  return best;
}

TEMPLATE_TEST_CASE("H39 gemm with one column or row costs the same as gemv", "[cases][timing]", float, double) {
  const int n = scaled(4096, 1024);
  std::vector<TestType> a(size_t(n) * size_t(n), TestType(1)), x(size_t(n), TestType(1)), y(x), z(x);
  gemmkit_set_num_threads(1);
  for (const char op : {'N', 'T'})
    for (const bool column : {true, false})
      for (const bool row_major : {false, true}) {
        auto call = column ? dense<TestType>(n, 1, n, a.data(), x.data(), y.data())
                           : dense<TestType>(1, n, n, x.data(), a.data(), y.data());
        call.row_major = row_major;
        (column ? call.opa : call.opb) = op;
        if (row_major) {
          call.lda = n;
          call.ldb = column ? 1 : n;
          call.ldc = column ? 1 : n;
        }
        // The square operand as the column-major gemv sees it: transposed by layout, by op and by being on the right.
        const char trans = (row_major != (op == 'T')) != !column ? 'T' : 'N';
        const double ratio = settled(1.2, [&] {
          return best_of(5, [&] { multiply(Entry::Unchecked, call); }) /
                 best_of(5, [&] { gemv<TestType>(trans, n, n, a.data(), x.data(), z.data()); });
        });
        INFO(type_name<TestType>() << (column ? " column" : " row") << ", op " << op << ", row-major " << row_major);
        CHECK(ratio <= 1.2);
        CHECK(y == z);
      }
  gemmkit_set_num_threads(0);
}

TEMPLATE_TEST_CASE("H39 eight rows cost less than eight times one", "[cases][timing]", float, double) {
  const int m = 8, n = scaled(3200, 800);
  std::vector<TestType> a(size_t(m) * size_t(n), TestType(1)), b(size_t(n) * size_t(n), TestType(1)), c(a);
  gemmkit_set_num_threads(1);
  const auto call = dense<TestType>(m, n, n, a.data(), b.data(), c.data());
  const double ratio = settled(0.6, [&] {
    return best_of(3, [&] { multiply(Entry::Unchecked, call); }) / best_of(3, [&] {
             for (int i = 0; i < m; ++i) gemv<TestType>('T', n, n, b.data(), a.data() + i * n, c.data() + i * n);
           });
  });
  INFO(type_name<TestType>() << " " << ratio);
  CHECK(ratio <= 0.6);
  gemmkit_set_num_threads(0);
}
