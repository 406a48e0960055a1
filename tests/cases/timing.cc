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
  for (int attempt = 0; attempt < 5 && least > limit; ++attempt) least = std::min(least, ratio());
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
