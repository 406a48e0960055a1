// A few columns of a matrix at a time, over rows that all of them hold.
#pragma once

#include "abi/level2.h"
#include "core/level2_lanes.h"

namespace gk::kernels {
namespace {

template <class O>
struct Groups {
  using T = typename O::Elem;
  using L = Lanes<O>;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;

  static constexpr int64_t kAdjacent = sizeof(T);

  // Calls step with the first row of each vector and a way to load and to store there.
  template <class Step>
  [[gnu::always_inline]] static void sweep(int64_t from, int64_t to, Step step) {
    int64_t i = from;
    for (; i + O::kLanes <= to; i += O::kLanes)
      step(
          i, [](const T *p) __attribute__((always_inline)) { return O::load(p); },
          [](T * p, Reg r) __attribute__((always_inline)) { O::store(p, r); });
    if (i >= to) return;
    const Mask mask = O::first_lanes(static_cast<int>(to - i));
    step(
        i, [mask](const T *p) __attribute__((always_inline)) { return O::load_masked(p, mask); },
        [mask](T * p, Reg r) __attribute__((always_inline)) { O::store_masked(p, mask, r); });
  }

  // The same where no element's result depends on its lane, so that the way may begin with a few elements up to where
  // vectors at `line` are aligned (f64 update of 1000 x 1000 on Zen 4: 1.2 times the speed).
  template <class Step>
  [[gnu::always_inline]] static void aligned_sweep(const T *line, int64_t from, int64_t to, Step step) {
    constexpr int64_t kWorthwhile = 16 * O::kLanes;
    const auto past = static_cast<int64_t>(reinterpret_cast<uintptr_t>(line + from) % sizeof(Reg));
    if (to - from >= kWorthwhile && past != 0 && past % kAdjacent == 0) {
      const auto few = static_cast<int64_t>(sizeof(Reg)) - past;
      sweep(from, from + few / kAdjacent, step);
      from += few / kAdjacent;
    }
    sweep(from, to, step);
  }

  // The same where it does, for rows of a matrix that begins at row 0.
  template <class Step>
  [[gnu::always_inline]] static void row_sweep(int64_t from, int64_t to, Step step) {
    constexpr int64_t kWorthwhile = 16 * O::kLanes;
    const int64_t past = from % O::kLanes;
    if (to - from >= kWorthwhile && past != 0) {
      sweep(from, from + O::kLanes - past, step);
      from += O::kLanes - past;
    }
    sweep(from, to, step);
  }

  // y[from:to] += columns * f
  template <int kCols>
  [[gnu::noinline]] static void axpy(const T *const *columns, const T *f, bool conj, int64_t from, int64_t to, T *y,
                                     int64_t incy) {
    if (incy != kAdjacent) {
      for (int t = 0; t < kCols; ++t) axpy_elements(columns[t], f[t], conj, from, to, y, incy);
      return;
    }
    const typename L::Signs signs(conj);
    typename L::Times factor[kCols];
    const T *column[kCols];
#pragma GCC unroll 8
    for (int t = 0; t < kCols; ++t) {
      factor[t] = L::times_of(f[t]);
      column[t] = columns[t];
    }
    aligned_sweep(
        column[0], from, to, [&](int64_t i, auto load, auto store) __attribute__((always_inline)) {
          typename L::Sum sum = L::begin(load(y + i), signs);
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) L::add(L::loaded(load(column[t] + i)), factor[t], sum);
          store(y + i, L::end(sum, signs));
        });
  }

  // sums = columns^T * x[from:to]
  template <int kCols>
  [[gnu::noinline]] static void dots(const T *const *columns, bool conj, int64_t from, int64_t to, const T *x,
                                     int64_t incx, T *sums) {
    if (incx != kAdjacent) {
      for (int t = 0; t < kCols; ++t) sums[t] = dot_elements(T{}, columns[t], conj, from, to, x, incx);
      return;
    }
    typename L::Dot dot[kCols];
    const T *column[kCols];
#pragma GCC unroll 8
    for (int t = 0; t < kCols; ++t) {
      L::clear(dot[t]);
      column[t] = columns[t];
    }
    row_sweep(
        from, to, [&](int64_t i, auto load, auto) __attribute__((always_inline)) {
          const typename L::Vector factor = L::vector(load(x + i));
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) L::dot(L::loaded(load(column[t] + i)), factor, dot[t]);
        });
    L::values(dot, conj, sums);
  }

  // Whether the rows of a group fit a vector.
  template <int kCols>
  static constexpr bool kBlock = kCols > 1 && kCols <= O::kLanes;
  template <bool>
  struct Upper {};
  template <bool kUpper>
  [[gnu::always_inline]] static Mask own_lanes(int count) {
    if constexpr (kUpper) {
      return O::first_lanes(count);
    } else {
      return Kin<O>::Find::last_lanes(count * Kin<O>::kParts);
    }
  }

  // Both at once, with conjugations of their own. Where the rows of a group fit a register and vectors are adjacent, it
  // does the triangle as well that the columns have in their own rows, those from `own` on, above the diagonal (upper)
  // or below it, hands out these rows of y and returns true: elements taken from a register that a masked store has
  // just written to y would have to wait for it.
  template <int kCols>
  [[gnu::noinline]] static bool both(const T *const *columns, const T *f, bool conj, bool conj_dots, int64_t from,
                                     int64_t to, const T *x, int64_t incx, T *y, int64_t incy, T *sums, int64_t own,
                                     bool upper, T (&own_rows)[kCols]) {
    if (incx != kAdjacent || incy != kAdjacent) {
      for (int t = 0; t < kCols; ++t) {
        axpy_elements(columns[t], f[t], conj, from, to, y, incy);
        sums[t] = dot_elements(T{}, columns[t], conj_dots, from, to, x, incx);
      }
      return false;
    }
    const typename L::Signs signs(conj);
    typename L::Times factor[kCols];
    typename L::Dot dot[kCols];
    const T *column[kCols];
#pragma GCC unroll 8
    for (int t = 0; t < kCols; ++t) {
      factor[t] = L::times_of(f[t]);
      L::clear(dot[t]);
      column[t] = columns[t];
    }
    row_sweep(
        from, to, [&](int64_t i, auto load, auto store) __attribute__((always_inline)) {
          const typename L::Vector row = L::vector(load(x + i));
          typename L::Sum sum = L::begin(load(y + i), signs);
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) {
            const Reg a = O::renew(load(column[t] + i));
            L::add(a, factor[t], sum);
            L::dot(a, row, dot[t]);
          }
          store(y + i, L::end(sum, signs));
        });
    if constexpr (kBlock<kCols>) {
      // Of a register that begins, or ends, with the group's own rows column t has the first t, or the last ones.
      const auto triangle = [&]<bool kUpper>(Upper<kUpper>, int64_t at) __attribute__((always_inline)) {
        const Mask mask = own_lanes<kUpper>(kCols);
        const typename L::Vector row = L::vector(O::load_masked(x + at, mask));
        typename L::Sum sum = L::begin(O::load_masked(y + at, mask), signs);
#pragma GCC unroll 8
        for (int u = 1; u < kCols; ++u) {
          const int t = kUpper ? u : kCols - 1 - u;
          const Reg a = O::renew(O::load_masked(column[t] + at, own_lanes<kUpper>(u)));
          L::add(a, factor[t], sum);
          L::dot(a, row, dot[t]);
        }
        alignas(64) T rows[O::kLanes];
        O::store(rows, L::end(sum, signs));
#pragma GCC unroll 8
        for (int t = 0; t < kCols; ++t) own_rows[t] = rows[kUpper ? t : O::kLanes - kCols + t];
      };
      if (upper) {
        triangle(Upper<true>(), own);
      } else {
        triangle(Upper<false>(), own + kCols - O::kLanes);
      }
    }
    L::values(dot, conj_dots, sums);
    return kBlock<kCols>;
  }

  // columns += x[from:to] * f, and y[from:to] * g if there is a second pair. kFar: what lies `ahead` bytes further, the
  // next columns, is fetched meanwhile (f64 2000 x 2000 on Zen 4: 1.2 times the speed).
  template <int kCols, bool kPair, bool kFar>
  [[gnu::noinline]] static void update(T *const *columns, const T *f, const T *g, bool conj, int64_t from, int64_t to,
                                       const T *x, const T *y, int64_t ahead) {
    typename L::Factor factor[kCols], second[kCols];
    T *column[kCols];
#pragma GCC unroll 8
    for (int t = 0; t < kCols; ++t) {
      factor[t] = L::factor(f[t], conj);
      if constexpr (kPair) second[t] = L::factor(g[t], conj);
      column[t] = columns[t];
    }
    aligned_sweep(
        column[0], from, to, [&](int64_t i, auto load, auto store) __attribute__((always_inline)) {
          const typename L::Vector row = L::vector(load(x + i)), row_y = kPair ? L::vector(load(y + i)) : row;
#pragma GCC unroll 8
          for (int t = 0; t < kCols; ++t) {
            if constexpr (kFar) __builtin_prefetch(shifted(column[t] + i, ahead), 1);
            Reg a = L::fma(row, factor[t], load(column[t] + i));
            if constexpr (kPair) a = L::fma(row_y, second[t], a);
            store(column[t] + i, a);
          }
        });
  }

  // Element by element: what is not adjacent, and the few rows that not all columns of a group hold.
  [[gnu::always_inline]] static void axpy_elements(const T *column, T f, bool conj, int64_t from, int64_t to, T *y,
                                                   int64_t incy) {
    for (int64_t i = from; i < to; ++i) {
      T *at = shifted(y, i * incy);
      *at = plus(*at, times(conj_if(conj, column[i]), f));
    }
  }
  [[gnu::always_inline]] static T dot_elements(T sum, const T *column, bool conj, int64_t from, int64_t to, const T *x,
                                               int64_t incx) {
    for (int64_t i = from; i < to; ++i) sum = plus(sum, times(conj_if(conj, column[i]), *shifted(x, i * incx)));
    return sum;
  }
  // Rounds as update does: which elements of a triangle come here depends on where its groups begin.
  [[gnu::always_inline]] static void update_elements(T *column, T f, bool conj, int64_t from, int64_t to, const T *x,
                                                     int64_t incx) {
    for (int64_t i = from; i < to; ++i) column[i] = L::fma_element(*shifted(x, i * incx), f, conj, column[i]);
  }
};

template <int kCount>
struct Count {};

// A matrix as gk_level2_args describes it, and the order in which its columns are taken.
template <class O>
struct ColumnsOf {
  using T = typename O::Elem;
  const gk_level2_args &s;

  [[gnu::always_inline]] T *column(int64_t j) const {
    return shifted(static_cast<T *>(s.a), j * s.step + j * (j + 1) / 2 * s.growth);
  }
  // Rows that column j holds: [low(j), high(j)).
  [[gnu::always_inline]] int64_t low(int64_t j) const { return j - s.above > s.top ? j - s.above : s.top; }
  [[gnu::always_inline]] int64_t high(int64_t j) const { return j + s.below < s.bottom ? j + s.below + 1 : s.bottom; }

  [[gnu::always_inline]] bool conj() const { return (s.flags & GK_LEVEL2_CONJ) != 0; }
  [[gnu::always_inline]] bool upper() const { return s.below == 0; }

  // Columns j to j + kCols - 1.
  template <int kCols>
  [[gnu::always_inline]] void columns(int64_t j, T *(&out)[kCols]) const {
    int64_t step = s.step + (j + 1) * s.growth;
    out[0] = column(j);
#pragma GCC unroll 8
    for (int t = 1; t < kCols; ++t, step += s.growth) out[t] = shifted(out[t - 1], step);
  }

  // alpha times an element of a vector.
  [[gnu::always_inline]] T scaled(T x) const {
    return s.alpha != nullptr ? times(*static_cast<const T *>(s.alpha), x) : x;
  }
  [[gnu::always_inline]] const T *x(int64_t i) const { return shifted(static_cast<const T *>(s.x), i * s.incx); }
  [[gnu::always_inline]] T *y(int64_t i) const { return shifted(static_cast<T *>(s.y), i * s.incy); }

  // A band so narrow that a group's columns have few rows in common is taken column by column; in a group of any
  // triangle the columns hold all of theirs among the group's rows.
  template <int kMost>
  [[gnu::always_inline]] bool narrow() const {
    return s.above + s.below < 4 * kMost;
  }

  // f(Count<c>(), j) for groups of kMost columns, then of fewer (powers of two).
  template <int kMost, class F>
  [[gnu::always_inline]] void ascending(F f) const {
    int64_t j = s.first;
    if (narrow<kMost>()) {
      for (; j < s.last; ++j) f(Count<1>(), j);
      return;
    }
    for (; j + kMost <= s.last; j += kMost) f(Count<kMost>(), j);
    if (kMost > 4 && s.last - j >= 4) f(Count<4>(), j), j += 4;
    if (kMost > 2 && s.last - j >= 2) f(Count<2>(), j), j += 2;
    if (s.last > j) f(Count<1>(), j);
  }
  // The same groups, the last first.
  template <int kMost, class F>
  [[gnu::always_inline]] void descending(F f) const {
    int64_t end = s.last;
    if (narrow<kMost>()) {
      while (end > s.first) f(Count<1>(), --end);
      return;
    }
    const int64_t rest = (s.last - s.first) % kMost;
    if ((rest & 1) != 0) f(Count<1>(), end -= 1);
    if (kMost > 2 && (rest & 2) != 0) f(Count<2>(), end -= 2);
    if (kMost > 4 && (rest & 4) != 0) f(Count<4>(), end -= 4);
    while (end > s.first) f(Count<kMost>(), end -= kMost);
  }
  template <int kMost, class F>
  [[gnu::always_inline]] void in_order(bool up, F f) const {
    if (up) {
      ascending<kMost>(f);
    } else {
      descending<kMost>(f);
    }
  }
};

}  // namespace
}  // namespace gk::kernels
