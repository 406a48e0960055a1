// Cases about fork: a child of a process that has computed, or is computing, can compute.
#include "support/entry.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <thread>
#include <vector>

using namespace gk::test;

namespace {

// Whether products of ones have the right value everywhere.
bool ones_multiply(Entry entry, int threads, int64_t largest = 512) {
  for (int64_t n : {7, 8, 64, 512}) {
    if (n > largest) continue;
    const std::vector<double> ones(size_t(n * n), 1.0);
    std::vector<double> c(ones.size(), -1.0);
    if (multiply(entry, dense<double>(n, n, n, ones.data(), ones.data(), c.data(), threads)) != GEMMKIT_OK)
      return false;
    for (double value : c)
      if (value != double(n)) return false;
  }
  return true;
}

bool generated_multiply() {
  constexpr int64_t m = 33, n = 29, k = 31;
  std::vector<float> a(m * k), b(k * n), c(m * n, -1);
  for (int64_t p = 0; p < k; ++p) {
    for (int64_t i = 0; i < m; ++i) a[size_t(i + p * m)] = float(g(i, p, 0));
    for (int64_t j = 0; j < n; ++j) b[size_t(p + j * k)] = float(g(p, j, 5));
  }
  if (multiply(Entry::Unchecked, dense<float>(m, n, k, a.data(), b.data(), c.data(), 0)) != GEMMKIT_OK) return false;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      int sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += g(i, p, 0) * g(p, j, 5);
      if (c[size_t(i + j * m)] != float(sum)) return false;
    }
  return true;
}

}  // namespace

TEST_CASE("H21 compute, fork, compute in child and grandchild", "[cases][fork]") {
  for (uint64_t threshold : {uint64_t(48 * 48 * 256), uint64_t(0)})  // with 0 even 7x7 uses the team
    for (Entry entry : {Entry::Unchecked, Entry::Fortran}) {
      KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", threshold);
      REQUIRE(ones_multiply(entry, 4));
      const std::string end = in_child(
          10, [&] { return ones_multiply(entry, 4) && !*in_child(10, [&] { return ones_multiply(entry, 4); }); });
      INFO(entry_name(entry) << ", threshold " << threshold);
      CHECK(end == "");
      CHECK(ones_multiply(entry, 4));  // the parent still has its team
    }
}

TEST_CASE("H21 many children of one parent", "[cases][fork]") {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  for (int round = 0; round < scaled(50, 5); ++round) {
    REQUIRE(ones_multiply(Entry::Unchecked, 2, 64));
    REQUIRE(std::string(in_child(10, [] { return ones_multiply(Entry::Unchecked, 2, 64); })) == "");
  }
}

TEST_CASE("H22 fork while a product is in flight", "[cases][fork]") {
  std::atomic<bool> stop{false}, wrong{false};
  std::thread worker([&] {
    constexpr int64_t n = 500;
    const std::vector<double> ones(n * n, 1.0);
    std::vector<double> c(n * n);
    while (!stop) {
      multiply(Entry::Unchecked, dense<double>(n, n, n, ones.data(), ones.data(), c.data(), 4));
      if (c[0] != double(n) || c[n * n - 1] != double(n)) wrong = true;
    }
  });
  std::string end;
  for (int child = 0; child < scaled(100, 10) && end.empty(); ++child) {
    usleep(useconds_t(child * 7919 % 5000));
    end = in_child(5, generated_multiply);
  }
  stop = true;
  worker.join();
  CHECK(end == "");
  CHECK_FALSE(wrong);
}
