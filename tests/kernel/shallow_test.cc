// run_shallow of every table, bit for bit against the documented chain of operations, however C is stored.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace gk::test;

namespace {

struct Case {
  int64_t m, n, k;
  int64_t c_row = 1;     // elements between rows of C
  int64_t c_pad = 0;     // unused elements between its columns
  int64_t misalign = 0;  // elements from a line to C
  bool b_by_rows = false;
  double alpha = 1, beta = 0;
  bool stream = false;
};

// A and B end at a forbidden page, and so does C unless it has to begin at a certain place in a line. What is between
// the elements of C must survive; with beta 0, C itself is not read.
template <class T>
void check(const gk_kernel_table &table, const Case &x) {
  const int64_t m = x.m, n = x.n, k = x.k, ldc = m * x.c_row + x.c_pad, element = sizeof(T);
  const size_t c_size = static_cast<size_t>((n - 1) * ldc + (m - 1) * x.c_row + 1);
  GuardedArray<T> a(static_cast<size_t>(m * k), Edge::End), b(static_cast<size_t>(k * n), Edge::End);
  GuardedArray<T> room(c_size + static_cast<size_t>(x.misalign), x.stream ? Edge::Begin : Edge::End);
  T *c = room.data() + x.misalign;
  fill_random(a.data(), static_cast<size_t>(m * k), 1);
  fill_random(b.data(), static_cast<size_t>(k * n), 2);
  std::vector<T> want(c_size);
  fill_random(want.data(), c_size, 3);
  std::memcpy(c, want.data(), c_size * sizeof(T));
  const T alpha = static_cast<T>(x.alpha), beta = static_cast<T>(x.beta);
  const int64_t rsb = x.b_by_rows ? n : 1, csb = x.b_by_rows ? 1 : k;
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) {
      const size_t at = static_cast<size_t>(i * x.c_row + j * ldc);
      if (x.beta == 0) c[at] = std::numeric_limits<T>::quiet_NaN();
      T sum = 0;
      for (int64_t p = 0; p < k; ++p) {
        sum = multiply_add(table, a[static_cast<size_t>(i + p * m)], b[static_cast<size_t>(p * rsb + j * csb)], sum);
      }
      if (alpha != 1) sum = alpha * sum;
      want[at] = beta == 0 ? sum : multiply_add(table, beta, want[at], sum);
    }
  }
  gk_shallow_args args{};
  args.product = {m,
                  n,
                  k,
                  {a.data(), element, m * element},
                  {b.data(), rsb * element, csb * element},
                  {c, x.c_row * element, ldc * element},
                  &alpha,
                  &beta,
                  0};
  args.stream_c = x.stream;
  table.run_shallow(&args);
  if (std::memcmp(c, want.data(), c_size * sizeof(T)) == 0) return;
  for (size_t i = 0; i < c_size; ++i) {
    INFO(table.name << " m " << m << " n " << n << " k " << k << " row stride " << x.c_row << " pad " << x.c_pad
                    << " misalign " << x.misalign << " alpha " << x.alpha << " beta " << x.beta << " stream "
                    << x.stream << " index " << i << ": " << c[i] << " instead of " << want[i]);
    REQUIRE(same_bits(c[i], want[i]));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("run_shallow: every height, width and depth", "[kernel]", float, double) {
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    int64_t turn = 0;
    for (int64_t m = 1; m <= 2 * table->mr + 1; m += fast() ? table->row_quantum + 1 : 1) {
      for (int64_t n = 1; n <= 2 * table->nr + 1; ++n, ++turn) {
        Case x{m, n, 1 + turn % 33};
        x.c_row = turn % 5 == 4 ? 3 : 1;
        x.c_pad = turn % 3;
        x.b_by_rows = turn % 2 != 0;
        x.alpha = turn % 7 < 3 ? 1 : -1.25;
        x.beta = turn % 4 == 0 ? 0 : turn % 4 == 1 ? 1 : 0.75;
        check<TestType>(*table, x);
      }
    }
  }
}

TEMPLATE_TEST_CASE("run_shallow: streamed, C anywhere in a line", "[kernel]", float, double) {
  constexpr int64_t kLine = 64 / sizeof(TestType);
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    for (int64_t misalign = 0; misalign < kLine; ++misalign) {
      for (int64_t m : {int64_t{1}, kLine - 1, kLine, kLine + 1, 5 * kLine, 6 * kLine + 3, 11 * kLine - 1}) {
        for (int64_t n : {1, 2 * table->nr + 1}) {
          for (int64_t k : {1, 4, 7, 16}) {
            Case x{m, n, k};
            x.stream = true;
            x.misalign = misalign;
            // Columns whole lines apart, all but sometimes.
            x.c_pad = (kLine - m % kLine) % kLine + (k == 7 ? 1 : 0);
            x.alpha = k == 4 ? -1.25 : 1;
            check<TestType>(*table, x);
          }
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("run_shallow: asked to stream what it cannot", "[kernel]", float, double) {
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    for (int64_t m : {1, 64, 100}) {
      Case x{m, 2 * table->nr, 9};
      x.stream = true;
      x.beta = 0.75;
      check<TestType>(*table, x);
      x.beta = 0;
      x.c_row = 2;
      check<TestType>(*table, x);
    }
  }
}
