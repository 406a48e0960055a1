// gemv_columns and gemv_rows of every table this CPU can run, bit for bit against the documented order of operations.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace gk::test;

namespace {

// Strides in elements; kinds that the kernels tell apart.
enum class Layout { Columns, Rows, Wide, Backwards, Broadcast, PagedColumns, PagedRows };
constexpr Layout kLayouts[] = {Layout::Columns, Layout::Rows, Layout::Wide, Layout::Backwards, Layout::Broadcast};
constexpr int64_t kIncX[] = {1, 3, -1, -2, 0}, kIncY[] = {1, 2, -1, -3};

struct Matrix {
  int64_t rs, cs, first;  // first: index of element (0, 0) in an array that the matrix just fills
  size_t size;
};

Matrix matrix(Layout layout, int64_t m, int64_t k) {
  const auto size = [&](int64_t rs, int64_t cs) { return static_cast<size_t>((m - 1) * rs + (k - 1) * cs + 1); };
  constexpr int64_t kApart = 1024;  // elements of either type: whole pages
  switch (layout) {
    case Layout::Columns: return {1, m + 3, 0, size(1, m + 3)};
    case Layout::Rows: return {k + 2, 1, 0, size(k + 2, 1)};
    case Layout::Wide: return {2, 2 * m + 1, 0, size(2, 2 * m + 1)};
    case Layout::Backwards: return {-k, -1, m * k - 1, static_cast<size_t>(m * k)};
    case Layout::PagedColumns: return {1, kApart, 0, size(1, kApart)};
    case Layout::PagedRows: return {kApart, 1, 0, size(kApart, 1)};
    default: return {0, 1, 0, static_cast<size_t>(k)};
  }
}

// A vector in an array that it just fills.
struct Vector {
  int64_t inc, first;
  size_t size;
  Vector(int64_t n, int64_t increment)
      : inc(increment),
        first(increment < 0 ? -(n - 1) * increment : 0),
        size(static_cast<size_t>((n - 1) * std::abs(increment) + 1)) {}
  size_t at(int64_t i) const { return static_cast<size_t>(first + i * inc); }
};

template <class T>
T sum_by_columns(const gk_kernel_table &table, const T *a, int64_t cs, const T *x, int64_t incx, int64_t k) {
  T sum = 0;
  for (int64_t p = 0; p < k; ++p) sum = multiply_add(table, a[p * cs], x[p * incx], sum);
  return sum;
}

template <class T>
T sum_by_rows(const gk_kernel_table &table, const T *a, int64_t cs, const T *x, int64_t incx, int64_t k) {
  const int64_t lanes = table.row_quantum, slice = 16384 / static_cast<int64_t>(sizeof(T));
  T total = 0;
  for (int64_t p0 = 0; p0 < k; p0 += slice) {
    std::vector<T> chains(static_cast<size_t>(2 * lanes), T(0));
    for (int64_t p = p0; p < std::min(k, p0 + slice); ++p) {
      T &chain = chains[static_cast<size_t>((p - p0) % (2 * lanes))];
      chain = multiply_add(table, a[p * cs], x[p * incx], chain);
    }
    for (size_t half = chains.size() / 2; half > 0; half /= 2) {
      for (size_t i = 0; i < half; ++i) chains[i] += chains[i + half];
    }
    total = p0 == 0 ? chains[0] : total + chains[0];
  }
  return total;
}

template <class T>
struct Arena {
  static constexpr size_t kCount = 1 << 18;
  GuardedArray<T> array{kCount, Edge::End};
  Arena() { fill_random(array.data(), kCount, 7); }
  T *last(size_t count) {
    REQUIRE(count <= kCount);
    return array.data() + kCount - count;
  }
};

template <class T>
struct Arenas {
  Arena<T> a, x, y;
};

struct Case {
  int64_t m, k;
  Layout a;
  int64_t incx, incy;
  double alpha, beta;
  int32_t shallow;
};

// The whole call, then the same rows in two calls: the same bits, and nothing else touched.
template <class T>
void check(const gk_kernel_table &table, bool by_rows, const Case &c, Arenas<T> &arenas) {
  const Matrix ma = matrix(c.a, c.m, c.k);
  const Vector vx(c.k, c.incx), vy(c.m, c.incy);
  const T *a = arenas.a.last(ma.size) + ma.first, *x = arenas.x.last(vx.size);
  T *y = arenas.y.last(vy.size);
  const T alpha = static_cast<T>(c.alpha), beta = static_cast<T>(c.beta);
  std::vector<T> start(vy.size);
  fill_random(start.data(), start.size(), static_cast<uint32_t>(c.m + c.k));
  std::vector<T> want = start;
  for (int64_t i = 0; i < c.m; ++i) {
    const size_t at = vy.at(i);
    if (beta == 0) start[at] = std::numeric_limits<T>::quiet_NaN();
    const auto sum_of = by_rows ? sum_by_rows<T> : sum_by_columns<T>;
    T sum = sum_of(table, a + i * ma.rs, ma.cs, x + vx.first, c.incx, c.k);
    if (alpha != 1) sum = alpha * sum;
    want[at] = beta == 0 ? sum : multiply_add(table, beta, start[at], sum);
  }
  constexpr int64_t es = sizeof(T);
  const auto function = by_rows ? table.gemv_rows : table.gemv_columns;
  for (const int64_t cut : {int64_t{0}, c.m / 3, c.m - 1}) {
    const int32_t far = cut == c.m / 3;
    std::copy(start.begin(), start.end(), y);
    for (int part = 0; part < 2; ++part) {
      const int64_t from = part == 0 ? 0 : cut, to = part == 0 ? cut : c.m;
      if (from == to) continue;
      const gk_gemv_args s = {to - from,
                              c.k,
                              a + from * ma.rs,
                              ma.rs * es,
                              ma.cs * es,
                              x + vx.first,
                              c.incx * es,
                              y + vy.at(from),
                              c.incy * es,
                              &alpha,
                              &beta,
                              c.shallow,
                              0,
                              far};
      function(&s);
    }
    if (std::memcmp(y, want.data(), want.size() * sizeof(T)) == 0) continue;
    for (size_t i = 0; i < want.size(); ++i) {
      INFO(table.name << (by_rows ? " rows" : " columns") << " m " << c.m << " k " << c.k << " layout "
                      << static_cast<int>(c.a) << " incx " << c.incx << " incy " << c.incy << " alpha " << c.alpha
                      << " beta " << c.beta << " shallow " << c.shallow << " far " << far << " cut " << cut << " index "
                      << i << ": " << y[i] << " instead of " << want[i]);
      REQUIRE(same_bits(y[i], want[i]));
    }
  }
}

template <class T>
void check_both(const Case &c, Arenas<T> &arenas) {
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    for (const bool by_rows : {false, true}) check<T>(*table, by_rows, c, arenas);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("gemv: every remainder of rows and depth", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  const double alphas[] = {1, -1.25}, betas[] = {0, 1, 0.75};
  size_t turn = 0;
  const int64_t step = fast() ? 7 : 1;
  for (int64_t m = 1; m <= 70; m += step) {
    for (int64_t k = 1; k <= 70; k += step) {
      const size_t t = turn++;
      check_both<TestType>({m, k, kLayouts[t % 5], kIncX[t / 5 % 5], kIncY[t / 3 % 4], alphas[t % 2], betas[t % 3],
                            static_cast<int32_t>(t % 7 == 0)},
                           arenas);
    }
  }
}

TEMPLATE_TEST_CASE("gemv: panels, blocks and slices", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  // Around the height of a panel, of a block of sums, and the depth of a slice.
  constexpr int64_t kBlock = 16384 / sizeof(TestType);
  const std::vector<int64_t> rows = {190, 193, 400, kBlock - 1, kBlock, kBlock + 1, 2 * kBlock + 17};
  for (const int64_t m : rows) {
    for (const int64_t k : {1, 2, 7, 8, 13, 16}) {
      for (const int32_t shallow : {0, 1}) check_both<TestType>({m, k, Layout::Columns, 1, 1, 1, 0.5, shallow}, arenas);
    }
    check_both<TestType>({m, 9, Layout::Rows, 2, 3, 0.5, 0, 0}, arenas);
  }
  for (const int64_t k : rows) {
    for (const int64_t m : {1, 3, 4, 9, 16}) {
      check_both<TestType>({m, k, Layout::Rows, 1, 1, 1, 0.5, 0}, arenas);
      check_both<TestType>({m, k, Layout::Columns, -2, 1, 2, 0, 0}, arenas);
    }
  }
  check_both<TestType>({130, kBlock + 3, Layout::Broadcast, 1, 1, 1, 0, 0}, arenas);
}

// Then they share a set of the level-1 cache.
TEMPLATE_TEST_CASE("gemv: rows and columns whole pages apart", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  for (const int64_t count : {5, 6, 11, 12, 13, 16, 17, 30}) {
    for (const int64_t extent : {200, 600, 1024}) {
      check_both<TestType>({extent, count, Layout::PagedColumns, 1, 1, 1, 0.5, 0}, arenas);
      check_both<TestType>({count, extent, Layout::PagedRows, 1, 1, 1, 0.5, 0}, arenas);
    }
  }
}

TEMPLATE_TEST_CASE("gemv: every combination of layout, increment and scalar", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  for (const int64_t m : {1, 15, 67}) {
    for (const Layout layout : kLayouts) {
      for (const int64_t incx : kIncX) {
        for (const int64_t incy : kIncY) {
          for (const double alpha : {1.0, 0.5}) {
            for (const double beta : {0.0, 1.0, -0.7})
              check_both<TestType>({m, 21, layout, incx, incy, alpha, beta, 0}, arenas);
          }
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("gemv: infinities and NaNs of the operands arrive, and only where they belong", "[kernel]", float,
                   double) {
  using T = TestType;
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    for (const bool by_rows : {false, true}) {
      const int64_t m = 37, k = 29, es = sizeof(T);
      std::vector<T> a(static_cast<size_t>(m * k), T(1)), x(static_cast<size_t>(k), T(1)), y(static_cast<size_t>(m));
      a[static_cast<size_t>(5 * k + 28)] = std::numeric_limits<T>::infinity();
      a[static_cast<size_t>(36 * k)] = std::numeric_limits<T>::quiet_NaN();
      const T alpha = 1, beta = 0;
      const gk_gemv_args s = {m, k, a.data(), k * es, es, x.data(), es, y.data(), es, &alpha, &beta, 0, 0, 0};
      (by_rows ? table->gemv_rows : table->gemv_columns)(&s);
      for (int64_t i = 0; i < m; ++i) {
        const T value = y[static_cast<size_t>(i)];
        if (i == 5) {
          REQUIRE(std::isinf(value));
        } else if (i == 36) {
          REQUIRE(std::isnan(value));
        } else {
          REQUIRE(value == T(k));
        }
      }
    }
  }
}
