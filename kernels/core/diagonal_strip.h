// run_diagonal_strip: a column strip of which one side of the diagonal is asked for. Row panels beyond the diagonal are
// left out, those on the asked side computed as ever, and of those that the diagonal crosses only the vectors that
// have something to give, into memory of our own, from which each column takes its part.
#pragma once

#include "core/complex_update.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

template <class O, int kMaxVecs, int kMaxCols>
struct DiagonalStrip {
  using T = typename O::Elem;
  using Whole = Strip<O, kMaxVecs, kMaxCols>;
  static constexpr int64_t kSize = sizeof(T), kMaxRows = int64_t{kMaxVecs} * O::kLanes;
  static constexpr T number(int x) {
    if constexpr (ComplexOps<O>) {
      return {static_cast<typename O::Part>(x), 0};
    } else {
      return static_cast<T>(x);
    }
  }
  static constexpr T kZero = number(0), kOne = number(1);

  static void run(const gk_diagonal_strip_args *args) {
    if (args->strip.lhs == GK_LHS_IN_PLACE_PACK) return run_packing_first(*args);
    const gk_diagonal_strip_args &d = *args;
    // The rows where the first and the last column meet the diagonal.
    const int64_t top = -d.below, bottom = top + d.strip.n - 1;
    const bool lower = (d.part & GK_LOWER) != 0;
    Whole::each_panel(d.strip, [&](const Panel &panel) {
      const int64_t end = panel.row + panel.rows;
      if (lower ? end <= top : panel.row > bottom) return;
      if (lower ? panel.row > bottom : end <= top) return Whole::run_panel(d.strip, panel);
      const int64_t outside = lower && top > panel.row ? (top - panel.row) / O::kLanes * O::kLanes : 0;
      crossed(d, panel, panel.row + outside, lower || end <= bottom ? end : bottom + 1);
    });
  }

 private:
  [[gnu::noinline]] static void run_packing_first(const gk_diagonal_strip_args &d) {
    const gk_diagonal_strip_args packed = {Whole::packed(d.strip), d.part, d.below};
    run(&packed);
  }

  // Rows from .. to-1 of a panel. A packed panel reads like any matrix whose columns are as far apart as it is high.
  [[gnu::noinline]] static void crossed(const gk_diagonal_strip_args &d, const Panel &panel, int64_t from, int64_t to) {
    const gk_strip_args &s = d.strip;
    alignas(64) T sums[kMaxRows * kMaxCols];
    gk_strip_args tile;
    tile.m = to - from, tile.k = s.k, tile.n = s.n;
    tile.lhs = GK_LHS_IN_PLACE;
    if (s.lhs == GK_LHS_PACKED) {
      tile.a = static_cast<const T *>(s.a_packed) + panel.row * s.k + (from - panel.row);
      tile.csa = (panel.rows + O::kLanes - 1) / O::kLanes * O::kLanes * kSize;
    } else {
      tile.a = static_cast<const T *>(s.a) + from;
      tile.csa = s.csa;
    }
    tile.a_packed = nullptr;
    tile.b = s.b, tile.b_next = s.b_next;
    tile.rsb = s.rsb, tile.csb = s.csb;
    tile.c = sums;
    tile.rsc = kSize, tile.csc = kMaxRows * kSize;
    tile.alpha = &kOne, tile.beta = &kZero;
    tile.prefetch_c = 0;
    tile.conj = s.conj;
    Whole::run_panel(tile, {0, to - from, panel.next_from, panel.next_to});
    share(d, from, to, sums);
  }

  // Each column of C gets its part of rows from .. to-1.
  [[gnu::always_inline]] static void share(const gk_diagonal_strip_args &d, int64_t from, int64_t to, const T *sums) {
    const gk_strip_args &s = d.strip;
    const Update<O> update(s.alpha, s.beta);
    const bool lower = (d.part & GK_LOWER) != 0;
    T *column = static_cast<T *>(s.c) + from;
    for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc), sums += kMaxRows) {
      const int64_t diagonal = j - d.below - from, rows = to - from;
      const int64_t first = lower && diagonal > 0 ? diagonal : 0,
                    last = lower || diagonal >= rows ? rows : diagonal + 1;
      for (int64_t i = first; i < last; i += O::kLanes) {
        const typename O::Mask mask = O::first_lanes(last - i < O::kLanes ? static_cast<int>(last - i) : O::kLanes);
        update.part(column + i, mask, O::load_masked(sums + i, mask));
      }
      if constexpr (ComplexOps<O>) {
        const bool own = (d.part & GK_REAL_DIAGONAL) != 0 && diagonal >= 0 && diagonal < rows;
        if (own) column[diagonal].im = 0;
      }
    }
  }
};

}  // namespace
}  // namespace gk::kernels
