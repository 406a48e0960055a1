// int8 products through the driver: exact modulo 2^32, hence the same bits, whatever the kernel, the route, the layout
// and the number of threads.
#include "dispatch/route.h"
#include "kernel/tables.h"
#include "support/env.h"

#include <catch2/catch.hpp>

using namespace gk::test;

namespace {

struct Shape {
  int64_t m, n, k;
};

template <class T>
struct Matrix {
  int64_t rs, cs;  // elements
  std::vector<T> values;
  Matrix(int64_t rows, int64_t cols, bool by_rows) {
    const int64_t pad = 3;
    rs = by_rows ? cols + pad : 1, cs = by_rows ? 1 : rows + pad;
    values.resize(static_cast<size_t>((by_rows ? rows : cols) * (by_rows ? rs : cs)));
  }
  T &at(int64_t i, int64_t j) { return values[static_cast<size_t>(i * rs + j * cs)]; }
};

void check(const Shape &shape, bool a_rows, bool b_rows, bool c_rows, int32_t alpha, int32_t beta) {
  const auto [m, n, k] = shape;
  Matrix<int8_t> a(m, k, a_rows), b(k, n, b_rows);
  Matrix<int32_t> start(m, n, c_rows);
  std::minstd_rand engine(static_cast<uint32_t>(m + 31 * n + 977 * k));
  for (auto *x : {&a, &b}) {
    for (int8_t &value : x->values) value = static_cast<int8_t>(engine() >> 7);
  }
  for (int32_t &value : start.values) value = static_cast<int32_t>(engine() * 0x9e3779b9u);
  Matrix<int32_t> expected = start;
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      uint32_t sum = 0;
      for (int64_t p = 0; p < k; ++p) sum += static_cast<uint32_t>(a.at(i, p) * b.at(p, j));
      expected.at(i, j) = static_cast<int32_t>(static_cast<uint32_t>(alpha) * sum +
                                               static_cast<uint32_t>(beta) * static_cast<uint32_t>(start.at(i, j)));
    }
  }
  for (const gk_kernel_table *table : runnable_tables(GK_I8)) {
    for (const int32_t threads : {1, 2, 3}) {
      Matrix<int32_t> c = start;
      gk::Task task{};
      task.m = m, task.n = n, task.k = k;
      task.a = {a.values.data(), a.rs, a.cs};
      task.b = {b.values.data(), b.rs, b.cs};
      task.c = {c.values.data(), c.rs * 4, c.cs * 4};
      task.alpha = &alpha, task.beta = &beta;
      task.kernel = table;
      task.alpha_is_zero = alpha == 0, task.beta_is_one = beta == 1;
      task.threads = threads;
      gk::run(task);
      INFO(table->name << " " << m << "x" << n << "x" << k << " by rows " << a_rows << b_rows << c_rows << " alpha "
                       << alpha << " beta " << beta << " threads " << threads);
      REQUIRE(c.values == expected.values);
    }
  }
}

void check_layouts(const Shape &shape) {
  const int32_t alphas[] = {1, -3, 1, 0}, betas[] = {0, 1, 7, -1};
  for (int layout = 0; layout < 8; ++layout) {
    const bool a = (layout & 1) != 0, b = (layout & 2) != 0, c = (layout & 4) != 0;
    check(shape, a, b, c, alphas[layout % 4], betas[(layout + layout / 4) % 4]);
  }
}

}  // namespace

TEST_CASE("int8 products of every shape class", "[driver]") {
  const KnobScope parallel("GEMMKIT_PARALLEL_THRESHOLD", 0);
  for (const Shape &shape :
       {Shape{1, 1, 1}, Shape{1, 40, 33}, Shape{40, 1, 33}, Shape{5, 7, 3}, Shape{16, 16, 16}, Shape{33, 65, 17},
        Shape{8, 8, 700}, Shape{130, 70, 90}, Shape{64, 300, 257}, Shape{400, 50, 129}, Shape{1, 700, 900}}) {
    check_layouts(shape);
  }
}

TEST_CASE("int8 products of every shape class, blocked", "[driver]") {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  knobs.set("GEMMKIT_DIRECT_BYTES", 0);
  knobs.set("GEMMKIT_MC", 40);
  knobs.set("GEMMKIT_NC", 30);
  knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", 50);
  knobs.set("GEMMKIT_RHS_PACK_NARROW", 50);
  for (const uint64_t kc : {uint64_t{0}, uint64_t{5}, uint64_t{32}}) {
    knobs.set("GEMMKIT_KC", kc);
    for (const Shape &shape : {Shape{5, 7, 3}, Shape{33, 65, 17}, Shape{130, 70, 90}, Shape{45, 100, 257}}) {
      check_layouts(shape);
    }
  }
}

// Beyond 2^31: two rows of ones times two columns of twos would be 2 * k, and wraps with larger values.
TEST_CASE("int8 sums that leave 32 bits wrap", "[driver]") {
  const int64_t k = fast() ? 140000 : 600000;
  std::vector<int8_t> a(static_cast<size_t>(2 * k), -128), b(static_cast<size_t>(3 * k), -128);
  for (size_t i = 0; i < b.size(); i += 7) b[i] = 127;
  std::vector<int32_t> expected;
  for (int64_t j = 0; j < 3; ++j) {
    uint32_t sum = 0;
    for (int64_t p = 0; p < k; ++p) sum += static_cast<uint32_t>(-128 * b[static_cast<size_t>(j * k + p)]);
    expected.insert(expected.end(), 2, static_cast<int32_t>(sum));
  }
  for (const gk_kernel_table *table : runnable_tables(GK_I8)) {
    for (const bool a_by_rows : {false, true}) {
      std::vector<int32_t> c(6, 99);
      const int32_t alpha = 1, beta = 0;
      gk::Task task{};
      task.m = 2, task.n = 3, task.k = k;
      task.a = {a.data(), a_by_rows ? k : 1, a_by_rows ? 1 : 2};
      task.b = {b.data(), 1, k};
      task.c = {c.data(), 4, 8};
      task.alpha = &alpha, task.beta = &beta;
      task.kernel = table;
      task.threads = 1;
      gk::run(task);
      INFO(table->name << " by rows " << a_by_rows);
      REQUIRE(c == expected);
    }
  }
}
