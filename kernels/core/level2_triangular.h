// Triangular matrices times vectors, and the solution of triangular systems: a group's own triangle element by
// element, the other rows of its columns by vectors.
#pragma once

#include "core/level2_groups.h"

namespace gk::kernels {
namespace {

// Rows of a group of kCols columns from j on that lie outside of its own triangle: those that all columns hold, [low,
// high), and in a band few more above or below. Its own triangle are rows and columns j to j + kCols - 1.
template <class O, int kCols>
struct TriangleGroup {
  using T = typename O::Elem;
  using G = Groups<O>;
  const ColumnsOf<O> &m;
  int64_t j, low, high;
  bool upper;
  T *columns[kCols];

  [[gnu::always_inline]] TriangleGroup(const ColumnsOf<O> &matrix, int64_t first)
      : m(matrix), j(first), upper(matrix.upper()) {
    low = upper ? m.low(j + kCols - 1) : j + kCols;
    high = upper ? j : m.high(j);
    m.columns(j, columns);
  }
  // Calls f(t, from, to) for the rows that column t holds and not all do.
  template <class F>
  [[gnu::always_inline]] void edges(F f) const {
    if constexpr (kCols == 1) return;
    for (int t = 0; t < kCols; ++t) {
      if (upper) {
        f(t, m.low(j + t), low);
      } else {
        f(t, high, m.high(j + t));
      }
    }
  }
  [[gnu::always_inline]] T at(int i, int t) const { return conj_if(m.conj(), columns[t][j + i]); }

  [[gnu::always_inline]] void add_columns(const T (&f)[kCols]) const {
    T *y = static_cast<T *>(m.s.y);
    if (low < high) G::template axpy<kCols>(columns, f, m.conj(), low, high, y, m.s.incy);
    edges([&](int t, int64_t from, int64_t to)
              __attribute__((always_inline)) { G::axpy_elements(columns[t], f[t], m.conj(), from, to, y, m.s.incy); });
  }
  // sums = columns^T * x of the rows outside
  [[gnu::always_inline]] void dots(const T *x, int64_t incx, T (&sums)[kCols]) const {
    G::template dots<kCols>(columns, m.conj(), low, low < high ? high : low, x, incx, sums);
    edges([&](int t, int64_t from, int64_t to) __attribute__((always_inline)) {
      sums[t] = G::dot_elements(sums[t], columns[t], m.conj(), from, to, x, incx);
    });
  }
};

template <class O>
struct Triangular {
  using T = typename O::Elem;
  using L = Lanes<O>;

  static bool unit(const ColumnsOf<O> &m) { return (m.s.flags & GK_LEVEL2_UNIT) != 0; }

  static void multiply(const gk_level2_args *args) {
    const ColumnsOf<O> m{*args};
    m.template in_order<L::kColumns>(
        m.upper(), [&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
          const TriangleGroup<O, kCols> g(m, j);
          T f[kCols], y[kCols];
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) f[t] = *m.x(j + t);
          g.add_columns(f);
          const auto column = [&](int t) __attribute__((always_inline)) {
#pragma GCC unroll 8
            for (int i = 0; i < kCols; ++i) {
              if (g.upper ? i < t : i > t) y[i] = plus(y[i], times(g.at(i, t), f[t]));
            }
            y[t] = unit(m) ? f[t] : times(g.at(t, t), f[t]);
          };
          if (g.upper) {
#pragma GCC unroll 8
            for (int t = 0; t < kCols; ++t) column(t);
          } else {
#pragma GCC unroll 8
            for (int t = kCols - 1; t >= 0; --t) column(t);
          }
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) *m.y(j + t) = y[t];
        });
  }

  static void multiply_transposed(const gk_level2_args *args) {
    const ColumnsOf<O> m{*args};
    m.template in_order<L::kRows>(
        !m.upper(), [&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
          const TriangleGroup<O, kCols> g(m, j);
          T sums[kCols], x[kCols];
          g.dots(static_cast<const T *>(m.s.x), m.s.incx, sums);
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) x[t] = *m.x(j + t);
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) {
            T sum = unit(m) ? x[t] : times(g.at(t, t), x[t]);
#pragma GCC unroll 8
            for (int i = 0; i < kCols; ++i) {
              if (g.upper ? i < t : i > t) sum = plus(sum, times(g.at(i, t), x[i]));
            }
            *m.y(j + t) = plus(sum, sums[t]);
          }
        });
  }

  static void solve(const gk_level2_args *args) {
    const ColumnsOf<O> m{*args};
    m.template in_order<L::kColumns>(
        !m.upper(), [&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
          const TriangleGroup<O, kCols> g(m, j);
          T x[kCols], f[kCols];
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) x[t] = *m.y(j + t);
          const auto column = [&](int t) __attribute__((always_inline)) {
            if (!unit(m)) x[t] = over(x[t], g.at(t, t));
#pragma GCC unroll 8
            for (int i = 0; i < kCols; ++i) {
              if (g.upper ? i < t : i > t) x[i] = minus(x[i], times(g.at(i, t), x[t]));
            }
          };
          if (g.upper) {
#pragma GCC unroll 8
            for (int t = kCols - 1; t >= 0; --t) column(t);
          } else {
#pragma GCC unroll 8
            for (int t = 0; t < kCols; ++t) column(t);
          }
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) {
            *m.y(j + t) = x[t];
            f[t] = negated(x[t]);
          }
          g.add_columns(f);
        });
  }

  static void solve_transposed(const gk_level2_args *args) {
    const ColumnsOf<O> m{*args};
    m.template in_order<L::kRows>(
        m.upper(), [&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
          const TriangleGroup<O, kCols> g(m, j);
          T sums[kCols], x[kCols];
          g.dots(static_cast<const T *>(m.s.y), m.s.incy, sums);
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) x[t] = minus(*m.y(j + t), sums[t]);
          // x[t] is complete when those before it have been taken from it.
          const auto element = [&](int t) __attribute__((always_inline)) {
            if (!unit(m)) x[t] = over(x[t], g.at(t, t));
#pragma GCC unroll 8
            for (int i = 0; i < kCols; ++i) {
              if (g.upper ? i > t : i < t) x[i] = minus(x[i], times(g.at(t, i), x[t]));
            }
          };
          if (g.upper) {
#pragma GCC unroll 8
            for (int t = 0; t < kCols; ++t) element(t);
          } else {
#pragma GCC unroll 8
            for (int t = kCols - 1; t >= 0; --t) element(t);
          }
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) *m.y(j + t) = x[t];
        });
  }
};

}  // namespace
}  // namespace gk::kernels
