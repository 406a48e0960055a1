// thin of every table that has it, bit for bit against the documented order of operations.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace gk::test;

namespace {

// What is between the columns of A, B and C belongs to others: for the operands it is not there (the arrays end
// at a forbidden page), in C it must survive.
template <class T>
void check(const gk_kernel_table &table, int64_t m, int64_t n, int64_t k, int64_t pad, double alpha_of,
           double beta_of) {
  const int64_t lda = m + pad, ldb = k + pad, ldc = m + pad;
  const auto extent = [](int64_t lead, int64_t columns, int64_t rows) {
    return static_cast<size_t>((columns - 1) * lead + rows);
  };
  GuardedArray<T> a(extent(lda, k, m), Edge::End), b(extent(ldb, n, k), Edge::End), c(extent(ldc, n, m), Edge::End);
  fill_random(a.data(), extent(lda, k, m), 1);
  fill_random(b.data(), extent(ldb, n, k), 2);
  std::vector<T> start(extent(ldc, n, m)), want;
  fill_random(start.data(), start.size(), 3);
  want = start;
  const T alpha = static_cast<T>(alpha_of), beta = static_cast<T>(beta_of);
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) {
      const size_t at = static_cast<size_t>(i + j * ldc);
      if (beta == 0) start[at] = std::numeric_limits<T>::quiet_NaN();
      T chain[4] = {};
      for (int64_t p = 0; p < k; ++p) {
        chain[p % 4] =
            multiply_add(table, a[static_cast<size_t>(i + p * lda)], b[static_cast<size_t>(p + j * ldb)], chain[p % 4]);
      }
      T sum = (chain[0] + chain[2]) + (chain[1] + chain[3]);
      if (alpha != 1) sum = alpha * sum;
      want[at] = beta == 0 ? sum : multiply_add(table, beta, start[at], sum);
    }
  }
  std::copy(start.begin(), start.end(), c.data());
  constexpr int64_t es = sizeof(T);
  const gk_thin_args s = {m, n, k, a.data(), lda * es, b.data(), ldb * es, c.data(), es, ldc * es, &alpha, &beta};
  table.thin(&s);
  for (size_t i = 0; i < want.size(); ++i) {
    if (same_bits(c[i], want[i])) continue;
    INFO(table.name << " " << m << "x" << n << "x" << k << " pad " << pad << " alpha " << alpha << " beta " << beta
                    << " index " << i << ": " << c[i] << " instead of " << want[i]);
    REQUIRE(same_bits(c[i], want[i]));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("thin: every shape", "[kernel]", float, double) {
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    if (table->row_quantum == 1) continue;  // nothing is thinner than one row
    REQUIRE(table->thin != nullptr);
    for (int64_t m = 1; m <= table->row_quantum; ++m) {
      for (int64_t n = 1; n <= (2 * m <= table->row_quantum ? table->nr : 1); ++n) {
        for (const int64_t k : {1, 2, 3, 4, 5, 7, 8, 63, 70}) {
          check<TestType>(*table, m, n, k, k % 3, k % 2 == 0 ? 1 : -0.3, k % 3 == 0 ? 0 : k % 3 == 1 ? 1 : 0.7);
        }
      }
    }
  }
}
