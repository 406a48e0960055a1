// run_batch and run_small of every table this CPU can run: the bits of run_strip on each product, and nothing else
// touched.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace gk::test;

namespace {

// Products in three arrays that end at a forbidden page.
template <class T>
struct Products {
  int64_t count, m, n, k, gap;
  GuardedArray<T> a, b, c;
  std::vector<T> start;

  static size_t size(int64_t count, int64_t one, int64_t gap) {
    return static_cast<size_t>(count * one + (count - 1) * gap);
  }

  Products(int64_t products, int64_t rows, int64_t cols, int64_t depth, int64_t between)
      : count(products),
        m(rows),
        n(cols),
        k(depth),
        gap(between),
        a(size(count, m * k, gap), Edge::End),
        b(size(count, k * n, gap), Edge::End),
        c(size(count, m * n, gap), Edge::End),
        start(size(count, m * n, gap)) {
    fill_random(a.data(), size(count, m * k, gap), 1);
    fill_random(b.data(), size(count, k * n, gap), 2);
    fill_random(start.data(), start.size(), 3);
  }

  // C row-major or column-major.
  gk_batch_args args(bool c_rows, int64_t chunk, const T *alpha, const T *beta) {
    const int64_t es = sizeof(T);
    gk_batch_args x = {};
    x.first = {m, n, k, {a.data(), es, m * es}, {b.data(), es, k * es}, {c.data(), es, m * es}, alpha, beta, 0};
    if (c_rows) x.first.c.rs = n * es, x.first.c.cs = es;
    x.count = count, x.chunk = chunk;
    x.a_step = (m * k + gap) * es, x.b_step = (k * n + gap) * es, x.c_step = (m * n + gap) * es;
    return x;
  }
};

// Product e of a batch.
gk_product product(const gk_batch_args &x, int64_t e) {
  gk_product p = x.first;
  p.a.data = static_cast<const char *>(p.a.data) + e * x.a_step;
  p.b.data = static_cast<const char *>(p.b.data) + e * x.b_step;
  p.c.data = static_cast<char *>(p.c.data) + e * x.c_step;
  return p;
}

// The same by run_strip.
void run_strips(const gk_kernel_table &table, const gk_product &p) {
  for (int64_t j = 0; j < p.n; j += table.nr) {
    gk_strip_args s = {};
    s.m = p.m, s.k = p.k, s.n = static_cast<int32_t>(std::min<int64_t>(table.nr, p.n - j));
    s.lhs = GK_LHS_IN_PLACE, s.a = p.a.data, s.csa = p.a.cs;
    s.b = static_cast<const char *>(p.b.data) + j * p.b.cs, s.rsb = p.b.rs, s.csb = p.b.cs;
    s.c = static_cast<char *>(p.c.data) + j * p.c.cs, s.rsc = p.c.rs, s.csc = p.c.cs;
    s.alpha = p.alpha, s.beta = p.beta;
    table.run_strip(&s);
  }
}

template <class T>
void check(const gk_kernel_table &table, Products<T> &p, bool c_rows, int64_t chunk, double alpha_value,
           double beta_value) {
  const T alpha = static_cast<T>(alpha_value), beta = static_cast<T>(beta_value);
  const gk_batch_args x = p.args(c_rows, chunk, &alpha, &beta);
  const size_t bytes = p.start.size() * sizeof(T);
  std::memcpy(p.c.data(), p.start.data(), bytes);
  for (int64_t e = 0; e < x.count; ++e) run_strips(table, product(x, e));
  const std::vector<T> want(p.c.data(), p.c.data() + p.start.size());
  INFO(table.name << ": " << p.count << " of " << p.m << "x" << p.n << "x" << p.k << ", C by "
                  << (c_rows ? "rows" : "columns") << ", chunk " << chunk << ", alpha " << alpha_value << ", beta "
                  << beta_value);
  std::memcpy(p.c.data(), p.start.data(), bytes);
  table.run_batch(&x);
  REQUIRE(std::memcmp(p.c.data(), want.data(), bytes) == 0);
  std::memcpy(p.c.data(), p.start.data(), bytes);
  for (int64_t e = 0; e < x.count; ++e) {
    const gk_product one = product(x, e);
    table.run_small(&one);
  }
  REQUIRE(std::memcmp(p.c.data(), want.data(), bytes) == 0);
}

}  // namespace

TEMPLATE_TEST_CASE("run_batch and run_small: every height and width", "[kernel]", float, double) {
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    REQUIRE((table->run_batch != nullptr && table->run_small != nullptr));
    // Past the highest batch tile of any table, which is a vector more than mr.
    const int64_t highest = 2 * (table->mr + table->row_quantum) + 1, step = fast() ? 5 : 1;
    for (int64_t m = 1; m <= highest; m += step) {
      for (int64_t n = 1; n <= 35; n += m > 20 ? 3 : 1) {
        Products<TestType> p(3, m, n, 1 + (m + n) % 9, n % 3);
        check(*table, p, false, 2, 1, 0);
      }
    }
  }
}

TEMPLATE_TEST_CASE("run_batch and run_small: scalars, layouts of C and chunks", "[kernel]", float, double) {
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    REQUIRE((table->run_batch != nullptr && table->run_small != nullptr));
    for (int64_t m : {1, 2, 4, 8, 16, 17, 40, 64}) {
      for (int64_t n : {1, 8, 16, 17, 30}) {
        Products<TestType> p(7, m, n, 6, 1);
        for (double alpha : {1.0, -0.7})
          for (double beta : {0.0, 1.0, 0.3})
            for (bool c_rows : {false, true})
              for (int64_t chunk : {1, 3, 100}) check(*table, p, c_rows, chunk, alpha, beta);
      }
    }
  }
}

TEMPLATE_TEST_CASE("run_batch and run_small: beta 0 does not read C", "[kernel]", float, double) {
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    REQUIRE((table->run_batch != nullptr && table->run_small != nullptr));
    for (double alpha : {1.0, 2.0}) {
      Products<TestType> p(4, 9, 11, 5, 0);
      std::fill(p.start.begin(), p.start.end(), std::numeric_limits<TestType>::quiet_NaN());
      const TestType factor = static_cast<TestType>(alpha), zero = 0;
      const gk_batch_args x = p.args(false, 1, &factor, &zero);
      std::memcpy(p.c.data(), p.start.data(), p.start.size() * sizeof(TestType));
      table->run_batch(&x);
      const auto nans = [&p] {
        size_t count = 0;
        for (size_t i = 0; i < p.start.size(); ++i) count += p.c[i] != p.c[i];
        return count;
      };
      CHECK(nans() == 0);
      std::memcpy(p.c.data(), p.start.data(), p.start.size() * sizeof(TestType));
      for (int64_t e = 0; e < x.count; ++e) {
        const gk_product one = product(x, e);
        table->run_small(&one);
      }
      CHECK(nans() == 0);
    }
  }
}
