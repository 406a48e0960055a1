// The microtile of small products: read in place, and with a loop over many products around it.
#pragma once

#include "core/microkernel.h"
#include "core/update.h"

namespace gk::kernels {
namespace {

// The tiles that one call computes: strips of equal width side by side, panels of equal height below each other, in
// every product.
struct BatchWalk {
  int64_t count;  // products
  int64_t a_step, b_step, c_step;
  int64_t strips, panels;
};

using BatchTileFunction = void (*)(const gk_strip_args &, const Panel &, const BatchWalk &);

// `rows` rows of C, from c on, <- alpha * tile + beta * C, with kRows elements per column of the tile: the vector
// operations of Tile::update.
template <class O, int kVecs, bool kPartial>
[[gnu::noinline]] void update_from(const gk_strip_args &s, int64_t rows, typename O::Elem *c, typename O::Elem *tile) {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  constexpr int kRows = kVecs * O::kLanes;
  const T alpha = *static_cast<const T *>(s.alpha), beta = *static_cast<const T *>(s.beta);
  if (alpha != 1) {
    for (int64_t i = 0; i < s.n * kRows; i += O::kLanes) O::store(tile + i, O::mul(O::splat(alpha), O::load(tile + i)));
  }
  if (s.rsc != static_cast<int64_t>(sizeof(T))) {
    gk_strip_args here = s;
    here.c = c;
    return update_strided<O, kVecs>(here, {0, rows, 0, 0}, tile);
  }
  typename O::Mask mask = {};
  if constexpr (kPartial) mask = O::first_lanes(static_cast<int>(rows) - (kVecs - 1) * O::kLanes);
  for (int64_t j = 0; j < s.n; ++j, c = shifted(c, s.csc), tile += kRows) {
    for (int v = 0; v < kVecs; ++v) {
      T *at = c + v * O::kLanes;
      Reg value = O::load(tile + v * O::kLanes);
      if constexpr (kPartial) {
        if (v == kVecs - 1) {
          if (beta != 0) value = O::fma(O::splat(beta), O::load_masked(at, mask), value);
          O::store_masked(at, mask, value);
          continue;
        }
      }
      if (beta != 0) value = O::fma(O::splat(beta), O::load(at), value);
      O::store(at, value);
    }
  }
}

// The depth steps of an in-place Tile, hence its bits, and the loop over the products around them. Everything that is
// not needed in that loop stays out of it, above all out of the registers.
// Last: the vocabulary of the last vector. kPartial: that vector is masked. kSingle: products of one tile only.
template <class O, int kVecs, int kCols, bool kPartial, bool kSingle = false, class Last = O>
struct BatchTile {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using LastReg = typename Last::Reg;
  using Mask = typename Last::Mask;
  static constexpr int kRows = kVecs * O::kLanes;
  static constexpr int kWhole = kVecs - 1;
  static constexpr int kUnroll = 4;
  static_assert(kCols <= 16, "two groups of eight columns");

  struct Cursor {
    const T *a, *b, *b8;  // b8: column 8
    int64_t csa, rsb;
    ColumnStrides columns;
    Mask mask;
  };

  struct Sums {
    Reg whole[kCols][kWhole > 0 ? kWhole : 1];
    LastReg last[kCols];

    [[gnu::always_inline]] Sums() {
#pragma GCC unroll 16
      for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
        for (int v = 0; v < kWhole; ++v) whole[j][v] = O::zero();
        last[j] = Last::zero();
      }
    }
  };

  // The last vector of a column. Vocabularies without masked accesses have whole vectors only.
  [[gnu::always_inline]] static LastReg load_last(const T *column, Mask mask) {
    if constexpr (kPartial) return Last::load_masked(column + kWhole * O::kLanes, mask);
    return Last::load(column + kWhole * O::kLanes);
  }
  [[gnu::always_inline]] static void store_last(T *column, Mask mask, LastReg value) {
    if constexpr (kPartial) return Last::store_masked(column + kWhole * O::kLanes, mask, value);
    Last::store(column + kWhole * O::kLanes, value);
  }
  [[gnu::always_inline]] static LastReg last_factor(Reg rhs) {
    if constexpr (Is<O, Last>) {
      return rhs;
    } else {
      return Last::lower(rhs);
    }
  }

  [[gnu::always_inline]] static void step(Cursor &at, Sums &sums) {
    Reg lhs[kWhole > 0 ? kWhole : 1];
#pragma GCC unroll 8
    for (int v = 0; v < kWhole; ++v) lhs[v] = shared<O, kCols>(O::load(at.a + v * O::kLanes));
    const LastReg last = shared<Last, kCols>(load_last(at.a, at.mask));
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
      const T element = *shifted(j < 8 ? at.b : at.b8, at.columns.offset(j % 8));
      const Reg rhs = O::splat(element);
#pragma GCC unroll 8
      for (int v = 0; v < kWhole; ++v) sums.whole[j][v] = O::fma(lhs[v], rhs, sums.whole[j][v]);
      const LastReg last_rhs = last_factor(rhs);
      sums.last[j] = Last::fma(last, last_rhs, sums.last[j]);
      if constexpr (!Is<O, Last>) Last::hold(last_rhs);
      if constexpr (kVecs > 1) hold_factor<O>(element, rhs);
    }
#pragma GCC unroll 8
    for (int v = 0; v < kWhole; ++v) hold_shared<O, kCols>(lhs[v]);
    hold_shared<Last, kCols>(last);
    at.a = shifted(at.a, at.csa);
    at.b = shifted(at.b, at.rsb);
    asm("" : "+r"(at.b));
    if constexpr (kCols > 8) {
      at.b8 = shifted(at.b8, at.rsb);
      asm("" : "+r"(at.b8));
    }
  }

  // C <- sums, column by column.
  [[gnu::always_inline]] static void store_all(T *c, int64_t csc, Mask mask, const Sums &sums) {
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kWhole; ++v) O::store(c + v * O::kLanes, sums.whole[j][v]);
      store_last(c, mask, sums.last[j]);
    }
  }

  // Any alpha, beta and row stride.
  [[gnu::always_inline]] static void store_scaled(const gk_strip_args &s, int64_t rows, T *c, const Sums &sums) {
    T tile[kCols * kRows];
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
      T *column = tile + j * kRows;
      // What a shorter last vector leaves over is computed with, if not stored.
      if constexpr (!Is<O, Last>) O::store(column + kWhole * O::kLanes, O::zero());
#pragma GCC unroll 8
      for (int v = 0; v < kWhole; ++v) O::store(column + v * O::kLanes, sums.whole[j][v]);
      Last::store(column + kWhole * O::kLanes, sums.last[j]);
    }
    update_from<O, kVecs, kPartial>(s, rows, c, tile);
  }

  // One product that is this tile and has adjacent rows in C.
  static void run_alone(const gk_product &p) {
    static_assert(kVecs == 1 && Is<O, Last>);
    Mask mask = {};
    if constexpr (kPartial) mask = Last::first_lanes(static_cast<int>(p.m));
    const T *b = static_cast<const T *>(p.b.data);
    const int64_t csc = p.c.cs;
    Cursor at = {
        static_cast<const T *>(p.a.data), b, shifted(b, 8 * p.b.cs), p.a.cs, p.b.rs, ColumnStrides(p.b.cs), mask};
    Sums sums;
    for (int64_t k = p.k; k > 0; --k) step(at, sums);
    const Update<O> update(p.alpha, p.beta);
    T *c = static_cast<T *>(p.c.data);
    if (update.alpha == 1 && update.beta == 0) return store_all(c, csc, mask, sums);
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
      if constexpr (kPartial) {
        update.part(c, mask, sums.last[j]);
      } else {
        update.whole(c, sums.last[j]);
      }
    }
  }

  static void run(const gk_strip_args &s, const Panel &panel, const BatchWalk &walk) {
    Mask mask = {};
    if constexpr (kPartial) mask = Last::first_lanes(static_cast<int>(panel.rows) - kWhole * O::kLanes);
    const T *a = static_cast<const T *>(s.a) + panel.row;
    const T *b = static_cast<const T *>(s.b);
    T *c = shifted(static_cast<T *>(s.c), panel.row * s.rsc);
    const ColumnStrides columns(s.csb);
    const int64_t rows = panel.rows;
    // Copies: the stores to C might alias the arguments, for all the compiler knows.
    const int64_t csa = s.csa, rsb = s.rsb, rsc = s.rsc, csc = s.csc, column8 = 8 * s.csb;
    const int64_t a_step = walk.a_step, b_step = walk.b_step, c_step = walk.c_step;
    const int64_t strips = kSingle ? 1 : walk.strips, panels = kSingle ? 1 : walk.panels, b_strip = kCols * s.csb,
                  c_strip = kCols * csc;
    const int64_t groups = s.k / kUnroll, rest = s.k % kUnroll;
    const bool plain = *static_cast<const T *>(s.alpha) == 1 && *static_cast<const T *>(s.beta) == 0 &&
                       s.rsc == static_cast<int64_t>(sizeof(T));
    for (int64_t left = walk.count; left > 0; --left) {
      const T *b_at = b;
      T *c_at = c;
      for (int64_t strip = strips; strip > 0; --strip) {
        const T *a_at = a;
        T *tile = c_at;
        for (int64_t below = panels; below > 0; --below) {
          Cursor at = {a_at, b_at, shifted(b_at, column8), csa, rsb, columns, mask};
          Sums sums;
          for (int64_t g = groups; g > 0; --g) {
#pragma GCC unroll 4
            for (int u = 0; u < kUnroll; ++u) step(at, sums);
          }
          for (int64_t r = rest; r > 0; --r) step(at, sums);
          if (plain) {
            store_all(tile, csc, mask, sums);
          } else {
            store_scaled(s, rows, tile, sums);
          }
          a_at += kRows;
          tile = shifted(tile, kRows * rsc);
        }
        b_at = shifted(b_at, b_strip);
        c_at = shifted(c_at, c_strip);
      }
      a = shifted(a, a_step);
      b = shifted(b, b_step);
      c = shifted(c, c_step);
    }
  }
};

}  // namespace
}  // namespace gk::kernels
