// gemv_columns and gemv_rows of complex tables, bit for bit against the documented order of operations.
#include "kernel/complex.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace gk::test;

namespace {

enum class Layout { Columns, Rows, Wide, Backwards };
constexpr Layout kLayouts[] = {Layout::Columns, Layout::Rows, Layout::Wide, Layout::Backwards};
constexpr int64_t kIncX[] = {1, 3, -1, 0}, kIncY[] = {1, 2, -1, -3};

struct Matrix {
  int64_t rs, cs, first;  // in elements; first: index of element (0, 0) in an array that the matrix just fills
  size_t size;
};

Matrix matrix(Layout layout, int64_t m, int64_t k) {
  const auto size = [&](int64_t rs, int64_t cs) { return static_cast<size_t>((m - 1) * rs + (k - 1) * cs + 1); };
  switch (layout) {
    case Layout::Columns: return {1, m + 3, 0, size(1, m + 3)};
    case Layout::Rows: return {k + 2, 1, 0, size(k + 2, 1)};
    case Layout::Wide: return {2, 2 * m + 1, 0, size(2, 2 * m + 1)};
    default: return {-k, -1, m * k - 1, static_cast<size_t>(m * k)};
  }
}

// Of vector elements `inc` apart: how many there are, and which is the first.
size_t span(int64_t count, int64_t inc) { return static_cast<size_t>((count - 1) * std::abs(inc) + 1); }
int64_t first_of(int64_t count, int64_t inc) { return inc < 0 ? (count - 1) * -inc : 0; }

template <class R>
std::complex<R> multiply_add_parts(const gk_kernel_table &table, std::complex<R> a, std::complex<R> b,
                                   std::complex<R> c) {
  return {multiply_add(table, a.real(), b.real(), c.real()), multiply_add(table, a.imag(), b.imag(), c.imag())};
}

// Sums of a * x and of a * (x with its parts exchanged), part by part, as gemv_rows adds them up.
template <class R>
struct RowSums {
  using C = std::complex<R>;
  C u, v;

  // at(p): the p-th elements of the row and of x
  template <class At>
  RowSums(const gk_kernel_table &table, int64_t k, At at) : u(0), v(0) {
    const int64_t slice = 16384 / static_cast<int64_t>(sizeof(C)), lanes = table.row_quantum;
    for (int64_t from = 0; from < k; from += slice) {
      const int64_t depth = std::min(slice, k - from);
      std::vector<C> us(static_cast<size_t>(2 * lanes)), vs(us);
      for (int64_t p = 0; p < depth; ++p) {
        const auto slot = static_cast<size_t>(p / lanes % 2 * lanes + p % lanes);
        const auto [a, x] = at(from + p);
        us[slot] = multiply_add_parts(table, a, x, us[slot]);
        vs[slot] = multiply_add_parts(table, a, C(x.imag(), x.real()), vs[slot]);
      }
      // The chains, then the lanes by halves.
      for (int64_t half = lanes; half >= 1; half /= 2) {
        for (size_t i = 0; i < static_cast<size_t>(half); ++i) {
          us[i] += us[i + static_cast<size_t>(half)];
          vs[i] += vs[i + static_cast<size_t>(half)];
        }
      }
      u += us[0];
      v += vs[0];
    }
  }
  C joined(int32_t conj) const {
    const R a = (conj & GK_CONJ_A) != 0 ? R(-1) : R(1), b = (conj & GK_CONJ_B) != 0 ? R(-1) : R(1);
    return {u.real() - a * b * u.imag(), a * v.imag() + b * v.real()};
  }
};

template <class R>
struct Case {
  int64_t m, k;
  Layout layout;
  int64_t incx, incy;
  std::complex<R> alpha, beta;
  int32_t conj;
  bool shallow;
};

template <class R>
void check(const gk_kernel_table &table, bool rows, const Case<R> &x) {
  using C = std::complex<R>;
  const int64_t es = sizeof(C);
  const Matrix shape = matrix(x.layout, x.m, x.k);
  const size_t x_size = span(x.k, x.incx), y_size = span(x.m, x.incy);
  GuardedArray<C> a(shape.size, Edge::End), v(x_size, Edge::End), y(y_size, Edge::End);
  fill_random(a.data(), shape.size, static_cast<uint32_t>(x.m));
  fill_random(v.data(), x_size, static_cast<uint32_t>(x.k));
  fill_random(y.data(), y_size, 5);
  const int64_t first_x = first_of(x.k, x.incx), first_y = first_of(x.m, x.incy);
  std::vector<C> want(y.data(), y.data() + y_size);
  for (int64_t i = 0; i < x.m; ++i) {
    const auto at = [&](int64_t p) {
      return std::pair<C, C>(a[static_cast<size_t>(shape.first + i * shape.rs + p * shape.cs)],
                             v[static_cast<size_t>(first_x + p * x.incx)]);
    };
    C sum;
    if (rows) {
      sum = RowSums<R>(table, x.k, at).joined(x.conj);
    } else {
      ComplexSums<R> sums = {};
      for (int64_t p = 0; p < x.k; ++p) sums.add(table, at(p).first, at(p).second);
      sum = sums.joined(x.conj);
    }
    C &element = want[static_cast<size_t>(first_y + i * x.incy)];
    C &start = y[static_cast<size_t>(first_y + i * x.incy)];
    element = updated(table, x.alpha, sum, x.beta, start);
    if (x.beta == C(0)) start = std::numeric_limits<R>::quiet_NaN();
  }
  gk_gemv_args s = {};
  s.m = x.m, s.k = x.k, s.a = a.data() + shape.first, s.rsa = shape.rs * es, s.csa = shape.cs * es;
  s.x = v.data() + first_x, s.incx = x.incx * es, s.y = y.data() + first_y, s.incy = x.incy * es;
  s.alpha = &x.alpha, s.beta = &x.beta, s.shallow = x.shallow, s.conj = x.conj;
  (rows ? table.gemv_rows : table.gemv_columns)(&s);
  for (size_t i = 0; i < y_size; ++i) {
    INFO(table.name << (rows ? " rows" : " columns") << " m " << x.m << " k " << x.k << " layout "
                    << static_cast<int>(x.layout) << " incx " << x.incx << " incy " << x.incy << " conj " << x.conj
                    << " alpha " << x.alpha << " beta " << x.beta << " index " << i << ": " << y[i] << " instead of "
                    << want[i]);
    REQUIRE(same_bits(y[i], want[i]));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("complex gemv: every extent, layout, stride, scalar and conjugation", "[kernel]", float, double) {
  using R = TestType;
  using C = std::complex<R>;
  const C alphas[] = {1, {R(0.5), R(-1.3)}}, betas[] = {0, 1, {R(-0.7), R(0.2)}};
  for (const gk_kernel_table *table : complex_tables<R>()) {
    size_t turn = 0;
    for (int64_t m : {1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 48, 49, 50, 64, 100}) {
      for (int64_t k : {1, 2, 3, 4, 5, 8, 9, 16, 17, 37, 100}) {
        for (Layout layout : kLayouts) {
          for (bool rows : {false, true}) {
            const size_t t = turn++;
            check<R>(*table, rows,
                     {m, k, layout, kIncX[t % 4], kIncY[t / 4 % 4], alphas[t % 2], betas[t / 2 % 3],
                      static_cast<int32_t>(t / 3 % 4), t % 5 < 2});
          }
        }
      }
    }
  }
}

// More rows than a buffer holds, and more depth than a slice.
TEMPLATE_TEST_CASE("complex gemv: blocks of rows and slices of depth", "[kernel]", float, double) {
  using C = std::complex<TestType>;
  for (const gk_kernel_table *table : complex_tables<TestType>()) {
    for (int32_t conj = 0; conj < 4; ++conj) {
      check<TestType>(*table, false, {2500, 7, Layout::Columns, 1, 1, C(1), C(0), conj, false});
      check<TestType>(*table, true, {67, 2 * 2048 + 5, Layout::Rows, 1 + conj % 2, 1, C(1), C(1), conj, false});
      check<TestType>(*table, true, {3, 2 * 2048 + 5, Layout::Wide, 1, 1, C(1), C(1), conj, false});
    }
  }
}
