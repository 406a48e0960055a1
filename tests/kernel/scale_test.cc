// scale_c of every table this CPU can run.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace gk::test;

TEMPLATE_TEST_CASE("scale_c: every shape and layout", "[kernel]", float, double) {
  using T = TestType;
  constexpr size_t kCount = 1 << 16;
  GuardedArray<T> array(kCount, Edge::End);
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    const int64_t top = 2 * table->row_quantum + 1, es = sizeof(T);
    for (int64_t m = 1; m <= top; ++m) {
      for (int64_t n : {int64_t{1}, int64_t{2}, int64_t{5}, top}) {
        const int64_t strides[][2] = {{1, m}, {1, m + 3}, {n, 1}, {n + 2, 1}, {2, 2 * m + 1}, {-1, -m}, {1, -m}};
        for (const auto &[row, col] : strides) {
          const size_t size = static_cast<size_t>(1 + std::abs(row) * (m - 1) + std::abs(col) * (n - 1));
          T *data = array.data() + kCount - size;
          T *c = data + (row < 0 ? -row * (m - 1) : 0) + (col < 0 ? -col * (n - 1) : 0);
          for (T beta : {T(0), T(-1), T(0.3)}) {
            // Beta 0 overwrites without reading: not even a NaN survives.
            fill_random(data, size, static_cast<uint32_t>(m * 7 + n));
            std::vector<T> expected(data, data + size);
            for (int64_t j = 0; j < n; ++j) {
              for (int64_t i = 0; i < m; ++i) {
                const int64_t at = i * row + j * col;
                T &want = expected[static_cast<size_t>(c - data + at)];
                want = beta == 0 ? T(0) : beta * want;
                if (beta == 0) c[at] = std::numeric_limits<T>::quiet_NaN();
              }
            }
            const gk_scale_args args = {m, n, c, row * es, col * es, &beta};
            table->scale_c(&args);
            INFO(table->name << " m " << m << " n " << n << " strides " << row << " " << col << " beta " << beta);
            REQUIRE(std::memcmp(data, expected.data(), size * sizeof(T)) == 0);
          }
        }
      }
    }
  }
}
