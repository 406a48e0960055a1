// The packers, byte for byte against the layout the seam documents, with guard pages at the ends of both sides.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gk::test;

namespace {

constexpr size_t kCount = 1 << 17;

// Row and column strides in elements; negative strides start at the far end.
struct Strides {
  int64_t row, col;
  int64_t first(int64_t rows, int64_t cols) const {
    return (row < 0 ? -row * (rows - 1) : 0) + (col < 0 ? -col * (cols - 1) : 0);
  }
  size_t extent(int64_t rows, int64_t cols) const {
    return static_cast<size_t>(1 + std::abs(row) * (rows - 1) + std::abs(col) * (cols - 1));
  }
};

// Both leading dimensions tight, padded, general, and everything reversed.
std::vector<Strides> layouts(int64_t rows, int64_t cols) {
  return {{1, rows}, {1, rows + 3}, {cols, 1}, {cols + 5, 1}, {2, 2 * rows + 1}, {-1, -rows}, {-cols, 1}, {1, -rows}};
}

// Heights of the row panels: whole vectors, the last panel cut at m, heights as equal as possible, tall ones first.
std::vector<int64_t> panel_heights(const gk_kernel_table &table, int64_t m) {
  const int64_t q = table.row_quantum, most = table.mr / q, vecs = (m + q - 1) / q, panels = (vecs + most - 1) / most;
  std::vector<int64_t> out;
  for (int64_t i = 0; i < panels; ++i) out.push_back((vecs / panels + (i < vecs % panels ? 1 : 0)) * q);
  return out;
}

template <class T>
std::vector<T> packed_lhs(const gk_kernel_table &table, int64_t m, int64_t k, const T *a, const Strides &s) {
  std::vector<T> out;
  int64_t row = 0;
  for (int64_t height : panel_heights(table, m)) {
    for (int64_t p = 0; p < k; ++p) {
      for (int64_t i = row; i < row + height; ++i) out.push_back(i < m ? a[i * s.row + p * s.col] : T(0));
    }
    row += height;
  }
  return out;
}

}  // namespace

TEMPLATE_TEST_CASE("pack_lhs: every height, depth and layout", "[kernel]", float, double) {
  using T = TestType;
  GuardedArray<T> source(kCount, Edge::End), from(kCount, Edge::Begin), target(kCount, Edge::End);
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    for (int64_t m = 1; m <= 2 * table->mr + 1; m += fast() ? table->row_quantum - 1 + 2 : 1) {
      for (int64_t k : {1, 2, 3, 4, 5, 7, 8, 16, 33}) {
        for (const Strides &s : layouts(m, k)) {
          const size_t size = s.extent(m, k);
          for (T *a : {source.data() + kCount - size, from.data()}) {
            fill_random(a, size, static_cast<uint32_t>(m + k));
            a += s.first(m, k);
            const std::vector<T> expected = packed_lhs(*table, m, k, a, s);
            T *out = target.data() + kCount - expected.size();
            std::fill_n(out, expected.size(), T(99));
            const int64_t es = sizeof(T);
            const gk_pack_lhs_args args = {m, k, a, s.row * es, s.col * es, out};
            table->pack_lhs(&args);
            INFO(table->name << " m " << m << " k " << k << " strides " << s.row << " " << s.col);
            REQUIRE(std::memcmp(out, expected.data(), expected.size() * sizeof(T)) == 0);
          }
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("pack_rhs: every width, depth and layout", "[kernel]", float, double) {
  using T = TestType;
  GuardedArray<T> source(kCount, Edge::End), from(kCount, Edge::Begin), target(kCount, Edge::End);
  const int64_t es = sizeof(T);
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    for (int64_t n : {1, 2, 3, 5, 8, 11, 17, 64}) {
      for (int64_t k : {1, 2, 3, 4, 5, 7, 8, 15, 16, 33, 100}) {
        for (int64_t gap : {0, 3}) {
          const int64_t out_stride = k + gap;
          for (const Strides &s : layouts(k, n)) {
            const size_t size = s.extent(k, n), packed = static_cast<size_t>((n - 1) * out_stride + k);
            REQUIRE(size <= kCount);
            for (T *b : {source.data() + kCount - size, from.data()}) {
              fill_random(b, size, static_cast<uint32_t>(n + k));
              b += s.first(k, n);
              T *out = target.data() + kCount - packed;
              // Neither what is before the columns nor what is between them may change.
              std::fill_n(out - 16, packed + 16, T(99));
              const gk_pack_rhs_args args = {k, n, b, s.row * es, s.col * es, out, out_stride * es};
              table->pack_rhs(&args);
              INFO(table->name << " n " << n << " k " << k << " gap " << gap << " strides " << s.row << " " << s.col);
              for (int64_t i = -16; i < 0; ++i) REQUIRE(out[i] == T(99));
              for (int64_t j = 0; j < n; ++j) {
                for (int64_t p = 0; p < k; ++p) {
                  const T got = out[j * out_stride + p], want = b[p * s.row + j * s.col];
                  if (!same_bits(got, want)) REQUIRE(got == want);
                }
                for (int64_t p = k; p < out_stride && j + 1 < n; ++p) REQUIRE(out[j * out_stride + p] == T(99));
              }
            }
          }
        }
      }
    }
  }
}
