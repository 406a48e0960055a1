// Cases about time, as ratios within one process and with wide margins; bench/ has the sharp ones.
#include "support/entry.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

using namespace gk::test;

namespace {

template <class T>
double seconds(const Call<T> &x) {
  const auto start = std::chrono::steady_clock::now();
  multiply(Entry::Unchecked, x);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEMPLATE_TEST_CASE("H40 power-of-two leading dimensions", "[cases][timing]", float, double) {
  constexpr int64_t n = 512;
  constexpr int64_t kLeading[] = {1032, 1024, 2048, 4096};  // the first is the padded one
  std::vector<TestType> a(size_t(n * 4096), TestType(1)), b = a, c = a;
  for (char opa : {'N', 'T'}) {
    double best[4] = {1e9, 1e9, 1e9, 1e9};
    for (int round = 0; round < 7; ++round)
      for (int which = 0; which < 4; ++which) {
        auto x = dense<TestType>(n, n, n, a.data(), b.data(), c.data());
        x.opa = opa;
        x.lda = x.ldb = x.ldc = kLeading[which];
        best[which] = std::min(best[which], seconds(x));
      }
    for (int which = 1; which < 4; ++which) {
      INFO(type_name<TestType>() << " op " << opa << ", ld " << kLeading[which]);
      CHECK(best[which] <= 1.5 * best[0]);
    }
  }
}

TEMPLATE_TEST_CASE("H41 no size takes much longer than the next", "[cases][timing]", float, double) {
  // Neighbours are timed alternately in blocks of equal work, the best of several rounds each.
  std::vector<TestType> a(130 * 130, TestType(1)), b = a, c = a;
  const auto best_of = [&](int64_t n) {
    const int repeats = int(std::max<int64_t>(3, 400000 / (n * n * n + 2000)));
    double best = 1e9;
    for (int round = 0; round < 9; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < repeats; ++i) multiply(Entry::Unchecked, dense<TestType>(n, n, n, a.data(), b.data(), c.data()));
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / repeats);
    }
    return best;
  };
  for (int64_t n = 1; n < 128; ++n) {
    // A busy machine may disturb one measurement; a cliff is there every time.
    double ratio = 1e9;
    for (int attempt = 0; attempt < 3 && ratio > 1.5; ++attempt) ratio = std::min(ratio, best_of(n) / best_of(n + 1));
    INFO(type_name<TestType>() << " n " << n << " takes " << ratio << " of the time of " << n + 1);
    CHECK(ratio <= 1.5);
  }
}
