// The level 2 kernels, and how the level 2 part of a BLAS table is put together.
#pragma once

#include "core/level2_triangular.h"

namespace gk::kernels {
namespace {

template <class O>
struct Level2 {
  using T = typename O::Elem;
  using L = Lanes<O>;
  using G = Groups<O>;

  static void columns(const gk_level2_args *args) {
    const ColumnsOf<O> m{*args};
    const bool up = (args->flags & GK_LEVEL2_DESCENDING) == 0;
    m.template in_order<L::kColumns>(
        up, [&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
          T *column[kCols], f[kCols], *y = static_cast<T *>(m.s.y);
          m.columns(j, column);
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) f[t] = m.scaled(*m.x(j + t));
          shared_and_edges<kCols>(
              m, j,
              [&](int64_t from, int64_t to) __attribute__((always_inline)) {
                G::template axpy<kCols>(column, f, m.conj(), from, to, y, m.s.incy);
              },
              [&](int t, int64_t from, int64_t to) __attribute__((always_inline)) {
                G::axpy_elements(column[t], f[t], m.conj(), from, to, y, m.s.incy);
              });
        });
  }

  static void rows(const gk_level2_args *args) {
    const ColumnsOf<O> m{*args};
    m.template ascending<L::kRows>([&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
      const T *x = static_cast<const T *>(m.s.x);
      T *column[kCols], sums[kCols] = {};
      m.columns(j, column);
      shared_and_edges<kCols>(
          m, j,
          [&](int64_t from, int64_t to) __attribute__((always_inline)) {
            G::template dots<kCols>(column, m.conj(), from, to, x, m.s.incx, sums);
          },
          [&](int t, int64_t from, int64_t to) __attribute__((always_inline)) {
            sums[t] = G::dot_elements(sums[t], column[t], m.conj(), from, to, x, m.s.incx);
          });
#pragma GCC unroll 8
      for (int t = 0; t < kCols; ++t) *m.y(j + t) = plus(*m.y(j + t), m.scaled(sums[t]));
    });
  }

  static void symmetric(const gk_level2_args *args) {
    const ColumnsOf<O> m{*args};
    const bool hermitian = (args->flags & GK_LEVEL2_HERMITIAN) != 0, conj_dots = hermitian && !m.conj();
    m.template ascending<L::kBoth>([&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
      const TriangleGroup<O, kCols> g(m, j);
      const T *x = static_cast<const T *>(m.s.x);
      T f[kCols], sums[kCols], rows[kCols], *y = static_cast<T *>(m.s.y);
#pragma GCC unroll 8
      for (int t = 0; t < kCols; ++t) f[t] = m.scaled(*m.x(j + t));
      const bool done =
          G::template both<kCols>(g.columns, f, m.conj(), conj_dots, g.low, g.low < g.high ? g.high : g.low, x,
                                  m.s.incx, y, m.s.incy, sums, j, g.upper, rows);
      g.edges([&](int t, int64_t from, int64_t to) __attribute__((always_inline)) {
        G::axpy_elements(g.columns[t], f[t], m.conj(), from, to, y, m.s.incy);
        sums[t] = G::dot_elements(sums[t], g.columns[t], conj_dots, from, to, x, m.s.incx);
      });
      own_triangle<kCols>(g, hermitian, done ? rows : nullptr, f, sums);
    });
  }

  static void update(const gk_level2_args *args) {
    if (args->y != nullptr) {
      updated<true>(*args);
    } else {
      updated<false>(*args);
    }
  }

  static void scale(int64_t n, const void *beta_of, void *y_of, int64_t incy) {
    const T beta = *static_cast<const T *>(beta_of);
    T *y = static_cast<T *>(y_of);
    if (incy != G::kAdjacent) {
      for (int64_t i = 0; i < n; ++i, y = shifted(y, incy)) *y = is_number(beta, 0) ? T{} : times(beta, *y);
    } else if (is_number(beta, 0)) {
      G::sweep(
          0, n, [&](int64_t i, auto, auto store) __attribute__((always_inline)) { store(y + i, O::zero()); });
    } else {
      const typename L::Factor factor = L::factor(beta, false);
      G::sweep(
          0, n, [&](int64_t i, auto load, auto store) __attribute__((always_inline)) {
            store(y + i, L::fma(L::vector(load(y + i)), factor, O::zero()));
          });
    }
  }

  static void add(int64_t n, const void *x_of, void *y_of) {
    const T *x = static_cast<const T *>(x_of);
    T *y = static_cast<T *>(y_of);
    G::sweep(
        0, n, [&](int64_t i, auto load, auto store) __attribute__((always_inline)) {
          store(y + i, O::add(load(y + i), load(x + i)));
        });
  }

 private:
  // What the columns of a group have in common to `shared`, what is left of each to `edge`.
  template <int kCols, class Shared, class Edge>
  [[gnu::always_inline]] static void shared_and_edges(const ColumnsOf<O> &m, int64_t j, Shared shared, Edge edge) {
    const int64_t low = m.low(j + kCols - 1), high = m.high(j);
    if (low < high) shared(low, high);
    if constexpr (kCols == 1) return;
    if (low < high) {
      for (int t = 0; t < kCols; ++t) {
        edge(t, m.low(j + t), low);
        edge(t, high, m.high(j + t));
      }
    } else {
      for (int t = 0; t < kCols; ++t) edge(t, m.low(j + t), m.high(j + t));
    }
  }

  // Rows j to j + kCols - 1 of y: of the group's own triangle what is not done yet, and what its columns have summed
  // up.
  template <int kCols>
  [[gnu::always_inline]] static void own_triangle(const TriangleGroup<O, kCols> &g, bool hermitian, const T *done,
                                                  const T (&f)[kCols], T (&sums)[kCols]) {
    const ColumnsOf<O> &m = g.m;
    T x[kCols], y[kCols];
#pragma GCC unroll 8
    for (int t = 0; t < kCols; ++t) {
      x[t] = *m.x(g.j + t);
      y[t] = done != nullptr ? done[t] : *m.y(g.j + t);
    }
#pragma GCC unroll 8
    for (int t = 0; t < kCols; ++t) {
      const T diagonal = g.columns[t][g.j + t];
      y[t] = plus(y[t], times(hermitian ? real_part(diagonal) : diagonal, f[t]));
      if (done != nullptr) continue;
#pragma GCC unroll 8
      for (int i = 0; i < t; ++i) {
        // The element of the stored triangle that joins i and t, as the one above the diagonal.
        const T a = g.upper ? g.columns[t][g.j + i] : g.columns[i][g.j + t];
        const bool conj = m.conj() != (hermitian && !g.upper);
        y[i] = plus(y[i], times(conj_if(conj, a), f[t]));
        sums[t] = plus(sums[t], times(conj_if(hermitian != conj, a), x[i]));
      }
    }
#pragma GCC unroll 8
    for (int t = 0; t < kCols; ++t) *m.y(g.j + t) = plus(y[t], m.scaled(sums[t]));
  }

  template <bool kPair>
  [[gnu::always_inline]] static void updated(const gk_level2_args &s) {
    const ColumnsOf<O> m{s};
    const bool conj_cols = (s.flags & GK_LEVEL2_CONJ_COLS) != 0, far = (s.flags & GK_LEVEL2_FAR) != 0;
    const bool adjacent = s.incx == G::kAdjacent && (!kPair || s.incy == G::kAdjacent);
    const T alpha = *static_cast<const T *>(s.alpha), alpha_y = kPair ? *static_cast<const T *>(s.alpha_y) : T{};
    const T *x = static_cast<const T *>(s.x), *y = static_cast<const T *>(s.y);
    const auto group = [&]<int kCols>(Count<kCols>, int64_t j) __attribute__((always_inline)) {
      T *column[kCols], f[kCols], g[kCols] = {};
      m.columns(j, column);
#pragma GCC unroll 8
      for (int t = 0; t < kCols; ++t) {
        f[t] = times(alpha, conj_if(conj_cols, *shifted(static_cast<const T *>(s.xc), (j + t) * s.incxc)));
        if constexpr (kPair)
          g[t] = times(alpha_y, conj_if(conj_cols, *shifted(static_cast<const T *>(s.yc), (j + t) * s.incyc)));
      }
      const auto elements = [&](int t, int64_t from, int64_t to) __attribute__((always_inline)) {
        G::update_elements(column[t], f[t], m.conj(), from, to, x, s.incx);
        if constexpr (kPair) G::update_elements(column[t], g[t], m.conj(), from, to, y, s.incy);
      };
      shared_and_edges<kCols>(
          m, j,
          [&](int64_t from, int64_t to) __attribute__((always_inline)) {
            if (!adjacent) {
              for (int t = 0; t < kCols; ++t) elements(t, from, to);
              return;
            }
            if constexpr (kCols >= 4) {
              const uintptr_t next = reinterpret_cast<uintptr_t>(m.column(j + kCols));
              const auto ahead = static_cast<int64_t>(next - reinterpret_cast<uintptr_t>(column[0]));
              if (far) return G::template update<kCols, kPair, true>(column, f, g, m.conj(), from, to, x, y, ahead);
            }
            G::template update<kCols, kPair, false>(column, f, g, m.conj(), from, to, x, y, 0);
          },
          elements);
      if ((s.flags & GK_LEVEL2_HERMITIAN) == 0) return;
#pragma GCC unroll 8
      for (int t = 0; t < kCols; ++t) column[t][j + t] = real_part(column[t][j + t]);
    };
    if constexpr (L::kUpdate > 4) {
      // Columns so far apart meet in the sets of the first cache, and what is stored to one looks like what is loaded
      // from the next.
      constexpr int64_t kCollide = 1024;
      if (s.step % kCollide == 0 && s.growth == 0) return m.template ascending<4>(group);
    }
    m.template ascending<L::kUpdate>(group);
  }
};

template <class O>
constexpr gk_level2 level2() {
  using K = Level2<O>;
  using S = Triangular<O>;
  return {.columns = K::columns,
          .rows = K::rows,
          .symmetric = K::symmetric,
          .update = K::update,
          .multiply = S::multiply,
          .multiply_transposed = S::multiply_transposed,
          .solve = S::solve,
          .solve_transposed = S::solve_transposed,
          .scale = K::scale,
          .add = K::add};
}

}  // namespace
}  // namespace gk::kernels
