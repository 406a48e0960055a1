// run_strip of every table this CPU can run, bit for bit against the documented chain of operations.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace gk::test;

namespace {

enum class BLayout { Columns, Rows, Packed, Wide, Backwards };
enum class CLayout { Tight, Padded, RowMajor, Wide, Backwards };
constexpr BLayout kBLayouts[] = {BLayout::Columns, BLayout::Rows, BLayout::Packed, BLayout::Wide, BLayout::Backwards};
constexpr CLayout kCLayouts[] = {CLayout::Tight, CLayout::Padded, CLayout::RowMajor, CLayout::Wide, CLayout::Backwards};

struct Strides {
  int64_t row, col, first;  // elements; `first` is the index of element (0, 0) in an array that the matrix just fills
};

size_t extent(const Strides &s, int64_t rows, int64_t cols) {
  return static_cast<size_t>(1 + std::abs(s.row) * (rows - 1) + std::abs(s.col) * (cols - 1));
}

Strides strides_of(BLayout layout, int64_t k, int64_t n) {
  switch (layout) {
    case BLayout::Columns: return {1, k, 0};
    case BLayout::Rows: return {n + 3, 1, 0};
    case BLayout::Packed: return {n, 1, 0};
    case BLayout::Wide: return {2, 2 * k + 1, 0};
    default: return {-1, -k, k * n - 1};
  }
}

Strides strides_of(CLayout layout, int64_t m, int64_t n) {
  switch (layout) {
    case CLayout::Tight: return {1, m, 0};
    case CLayout::Padded: return {1, m + 5, 0};
    case CLayout::RowMajor: return {n, 1, 0};
    case CLayout::Wide: return {3, 3 * m + 1, 0};
    default: return {-1, -m, m * n - 1};
  }
}

// Arrays large enough for every case, ending at a forbidden page; a case uses their last elements.
template <class T>
struct Arena {
  static constexpr size_t kCount = 1 << 17;
  GuardedArray<T> array{kCount, Edge::End};
  T *last(size_t count) {
    REQUIRE(count <= kCount);
    return array.data() + kCount - count;
  }
};

template <class T>
struct Arenas {
  Arena<T> a, b, c;
};

struct Case {
  int64_t m, k;
  int32_t n;
  BLayout b;
  CLayout c;
  double alpha, beta;
  bool prefetch;
};

// Runs one case under every lhs mode; each must give the bits of the documented chain, and touch nothing else.
template <class T>
void check(const gk_kernel_table &table, const Case &x, Arenas<T> &arenas) {
  const int64_t m = x.m, n = x.n, k = x.k;
  const Strides sb = strides_of(x.b, k, n), sc = strides_of(x.c, m, n);
  const size_t a_size = static_cast<size_t>(m * k), b_size = extent(sb, k, n), c_size = extent(sc, m, n);
  T *a = arenas.a.last(a_size), *b = arenas.b.last(b_size), *c = arenas.c.last(c_size);
  const uint32_t seed = static_cast<uint32_t>(m * 131 + n * 17 + k);
  fill_random(a, a_size, seed);
  fill_random(b, b_size, seed + 1);
  const T alpha = static_cast<T>(x.alpha), beta = static_cast<T>(x.beta);

  // What is between the elements of C must survive; with beta 0, C itself must not be read.
  std::vector<T> start(c_size);
  fill_random(start.data(), c_size, seed + 2);
  std::vector<T> expected = start;
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) {
      const size_t at = static_cast<size_t>(sc.first + i * sc.row + j * sc.col);
      if (beta == 0) start[at] = std::numeric_limits<T>::quiet_NaN();
      T sum = 0;
      for (int64_t p = 0; p < k; ++p)
        sum = multiply_add(table, a[i + p * m], b[sb.first + p * sb.row + j * sb.col], sum);
      if (alpha != 1) sum = alpha * sum;
      expected[at] = beta == 0 ? sum : multiply_add(table, beta, start[at], sum);
    }
  }

  const int64_t es = static_cast<int64_t>(sizeof(T)),
                padded = (m + table.row_quantum - 1) / table.row_quantum * table.row_quantum;
  std::vector<T> store(static_cast<size_t>(padded * k) + 64, T(77));
  T *packed = reinterpret_cast<T *>((reinterpret_cast<uintptr_t>(store.data()) + 63) / 64 * 64);
  gk_strip_args s = {m,
                     k,
                     x.n,
                     GK_LHS_IN_PLACE,
                     a,
                     m * es,
                     packed,
                     b + sb.first,
                     sb.row * es,
                     sb.col * es,
                     x.prefetch ? b + sb.first : nullptr,
                     c + sc.first,
                     sc.row * es,
                     sc.col * es,
                     &alpha,
                     &beta,
                     x.prefetch,
                     0,
                     nullptr,
                     0,
                     0,
                     0};
  for (int32_t mode : {GK_LHS_IN_PLACE, GK_LHS_IN_PLACE_PACK, GK_LHS_PACKED}) {
    s.lhs = mode;
    s.a = mode == GK_LHS_PACKED ? nullptr : a;
    std::memcpy(c, start.data(), c_size * sizeof(T));
    table.run_strip(&s);
    if (std::memcmp(c, expected.data(), c_size * sizeof(T)) == 0) continue;
    for (size_t i = 0; i < c_size; ++i) {
      INFO(table.name << " m " << m << " n " << n << " k " << k << " mode " << mode << " B layout "
                      << static_cast<int>(x.b) << " C layout " << static_cast<int>(x.c) << " alpha " << x.alpha
                      << " beta " << x.beta << " index " << i << ": " << c[i] << " instead of " << expected[i]);
      REQUIRE(same_bits(c[i], expected[i]));
    }
  }
  // The mode that packs on the way must leave what pack_lhs writes.
  std::vector<T> oracle(static_cast<size_t>(padded * k));
  const gk_pack_lhs_args pack = {m, k, a, es, m * es, oracle.data()};
  table.pack_lhs(&pack);
  REQUIRE(std::memcmp(packed, oracle.data(), oracle.size() * sizeof(T)) == 0);
}

const std::vector<int64_t> &depths() {
  static const std::vector<int64_t> full = {1, 2, 3, 4, 5, 7, 8, 16, 33, 100}, quick = {1, 5, 33};
  return fast() ? quick : full;
}

}  // namespace

TEMPLATE_TEST_CASE("run_strip: every height, width and depth", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  const double alphas[] = {1, 1, -1.25}, betas[] = {0, 1, 0.75, 0, -1};
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    size_t turn = 0;
    for (int64_t m = 1; m <= 2 * table->mr + 1; m += fast() ? table->row_quantum + 1 : 1) {
      for (int32_t n = 1; n <= table->nr; ++n) {
        for (int64_t k : depths()) {
          const size_t t = turn++;
          check<TestType>(
              *table, {m, k, n, kBLayouts[t % 5], kCLayouts[t / 5 % 5], alphas[t % 3], betas[t / 3 % 5], t % 7 == 0},
              arenas);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("run_strip: every combination of layout and scalar", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    for (int64_t m : {int64_t{1}, int64_t{table->mr}, int64_t{table->mr + 1}, int64_t{3 * table->mr - 1}}) {
      for (int32_t n : {1, table->nr}) {
        for (BLayout b : kBLayouts) {
          for (CLayout c : kCLayouts) {
            for (double alpha : {1.0, 0.5, -1.3}) {
              for (double beta : {0.0, 1.0, -0.7}) check<TestType>(*table, {m, 17, n, b, c, alpha, beta, true}, arenas);
            }
          }
        }
      }
    }
  }
}

// A row's bits must not depend on the rows around it, nor on the split into panels.
TEMPLATE_TEST_CASE("run_strip: the bits do not depend on the position", "[kernel]", float, double) {
  using T = TestType;
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    const int64_t k = 37, m = 2 * table->mr + 3, es = sizeof(T);
    const int32_t n = table->nr;
    std::vector<T> b(static_cast<size_t>(k * n)), row(static_cast<size_t>(k)), a(static_cast<size_t>(m * k));
    fill_random(b.data(), b.size(), 1);
    fill_random(row.data(), row.size(), 2);
    for (int64_t p = 0; p < k; ++p) std::fill_n(a.begin() + p * m, m, row[static_cast<size_t>(p)]);
    const T alpha = T(0.3), beta = 0;
    std::vector<T> c(static_cast<size_t>(m * n));
    gk_strip_args s = {};
    s.m = m, s.k = k, s.n = n, s.a = a.data(), s.csa = m * es, s.b = b.data(), s.rsb = es, s.csb = k * es;
    s.c = c.data(), s.rsc = es, s.csc = m * es, s.alpha = &alpha, s.beta = &beta;
    table->run_strip(&s);
    for (int32_t j = 0; j < n; ++j) {
      // The same column alone, in a strip one row high and one column wide.
      T alone = 0;
      gk_strip_args t = s;
      t.m = 1, t.n = 1, t.b = b.data() + j * k, t.c = &alone;
      table->run_strip(&t);
      for (int64_t i = 0; i < m; ++i) REQUIRE(same_bits(c[static_cast<size_t>(i + j * m)], alone));
    }
  }
}

TEMPLATE_TEST_CASE("run_strip: infinities and NaNs of the operands arrive, and only where they belong", "[kernel]",
                   float, double) {
  using T = TestType;
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    const int64_t m = table->mr - 1, k = 9, es = sizeof(T);
    const int32_t n = table->nr;
    std::vector<T> a(static_cast<size_t>(m * k), T(1)), b(static_cast<size_t>(k * n), T(1)),
        c(static_cast<size_t>(m * n));
    a[static_cast<size_t>(m - 1 + 4 * m)] = std::numeric_limits<T>::infinity();
    b[static_cast<size_t>(2)] = std::numeric_limits<T>::quiet_NaN();
    const T alpha = 1, beta = 0;
    gk_strip_args s = {};
    s.m = m, s.k = k, s.n = n, s.a = a.data(), s.csa = m * es, s.b = b.data(), s.rsb = es, s.csb = k * es;
    s.c = c.data(), s.rsc = es, s.csc = m * es, s.alpha = &alpha, s.beta = &beta;
    table->run_strip(&s);
    for (int32_t j = 0; j < n; ++j) {
      for (int64_t i = 0; i < m; ++i) {
        const T value = c[static_cast<size_t>(i + j * m)];
        if (j == 0) {
          REQUIRE(std::isnan(value));
        } else if (i == m - 1) {
          REQUIRE(std::isinf(value));
        } else {
          REQUIRE(value == T(k));
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("kernel tables describe themselves", "[kernel]", float, double) {
  for (const gk_kernel_table *table : all_tables<TestType>()) {
    INFO(table->name);
    REQUIRE(table->elem == (std::is_same_v<TestType, float> ? GK_F32 : GK_F64));
    REQUIRE(table->elem_size == static_cast<int32_t>(sizeof(TestType)));
    REQUIRE(table->mr % table->row_quantum == 0);
    REQUIRE(std::string(table->name).find(std::to_string(table->mr) + "x" + std::to_string(table->nr)) !=
            std::string::npos);
    REQUIRE(*static_cast<const TestType *>(table->one) == 1);
    REQUIRE((table->isa == GK_ISA_SCALAR) == (table->cpu_features == 0));
    REQUIRE(table->run_strip != nullptr);
    REQUIRE(table->run_shallow != nullptr);
    REQUIRE(table->pack_lhs != nullptr);
    REQUIRE(table->pack_rhs != nullptr);
    REQUIRE(table->scale_c != nullptr);
    REQUIRE(table->gemv_columns != nullptr);
    REQUIRE(table->gemv_rows != nullptr);
    REQUIRE(table->dots != nullptr);
    REQUIRE((table->thin != nullptr) == (table->row_quantum > 1));
  }
  REQUIRE(!runnable_tables<TestType>().empty());
}
