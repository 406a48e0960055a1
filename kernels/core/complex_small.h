// run_small and run_batch for complex numbers.
#pragma once

#include "core/complex_tile.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

// In-place tiles of every height, each as wide as the accumulators of the largest microtile allow: strips of a small
// product need not have one width. [partial][vectors - 1][columns - 1]
template <ComplexOps O, int kAccumulators, int kHighest>
struct SmallTiles {
  static constexpr int kWidest = kAccumulators < 9 ? kAccumulators : 9;
  TileFunction at[2][kHighest][kWidest] = {};

  static constexpr int columns(int vecs) { return vecs == 1 ? kWidest : kAccumulators / vecs; }
  constexpr SmallTiles() { fill<kHighest, columns(kHighest)>(); }

 private:
  template <int kVecs, int kCols>
  constexpr void fill() {
    at[0][kVecs - 1][kCols - 1] = Tile<O, kVecs, kCols, GK_LHS_IN_PLACE, false>::run;
    if constexpr (O::kLanes > 1) at[1][kVecs - 1][kCols - 1] = Tile<O, kVecs, kCols, GK_LHS_IN_PLACE, true>::run;
    if constexpr (kCols > 1) {
      fill<kVecs, kCols - 1>();
    } else if constexpr (kVecs > 1) {
      fill<kVecs - 1, columns(kVecs - 1)>();
    }
  }
};

template <ComplexOps O, int kMaxVecs, int kMaxCols>
class ComplexSmall {
 public:
  static void run(const gk_product *product) {
    const gk_product &p = *product;
    gk_strip_args s = strip_of(p);
    if (p.m <= Split::kMaxRows) return run_panel(s, p.n);
    run_panels(p, s);
  }

  static void run_batch(const gk_batch_args *args) {
    gk_product p = args->first;
    for (int64_t left = args->count; left > 0; --left) {
      run(&p);
      p.a.data = shifted(static_cast<const T *>(p.a.data), args->a_step);
      p.b.data = shifted(static_cast<const T *>(p.b.data), args->b_step);
      p.c.data = shifted(static_cast<T *>(p.c.data), args->c_step);
    }
  }

 private:
  using T = typename O::Elem;
  // With 32 registers, four vectors by three columns: the tile that loads least for what it multiplies.
  static constexpr int kHighest = has_32_registers<2 * kMaxVecs, kMaxCols>() ? 4 : kMaxVecs;
  using Split = PanelSplit<O, kHighest>;
  static constexpr SmallTiles<O, kMaxVecs * kMaxCols, kHighest> kTiles = {};

  // Panel by panel, and for each all strips: a panel of A stays in L1, B streams by its columns.
  [[gnu::noinline]] static void run_panels(const gk_product &p, gk_strip_args &s) {
    const Split split(p.m);
    int64_t row = 0;
    for (int64_t panel = 0; panel < split.panels; ++panel) {
      const int64_t left = p.m - row, full = split.rows(panel);
      s.m = full < left ? full : left;
      s.a = static_cast<const T *>(p.a.data) + row;
      s.b = p.b.data;
      s.c = shifted(static_cast<T *>(p.c.data), row * p.c.rs);
      run_panel(s, p.n);
      row += s.m;
    }
  }

  // n columns of one panel, in strips as equal as possible.
  [[gnu::always_inline]] static void run_panel(gk_strip_args &s, int64_t n) {
    const auto vecs = static_cast<int>(s.m + O::kLanes - 1) / O::kLanes;
    const TileFunction *tiles = kTiles.at[s.m % O::kLanes != 0][vecs - 1];
    const auto most = static_cast<uint32_t>(kTiles.columns(vecs));
    const Panel panel = {0, s.m, 0, 0};
    if (n <= most) {
      s.n = static_cast<int32_t>(n);
      return tiles[n - 1](s, panel);
    }
    const auto columns = static_cast<uint32_t>(n);  // the operands fit a cache, so few bits do
    const uint32_t strips = (columns + most - 1) / most, width = columns / strips, wider = columns - width * strips;
    for (uint32_t strip = 0; strip < strips; ++strip) {
      s.n = static_cast<int32_t>(width + (strip < wider));
      tiles[s.n - 1](s, panel);
      s.b = shifted(static_cast<const T *>(s.b), s.n * s.csb);
      s.c = shifted(static_cast<T *>(s.c), s.n * s.csc);
    }
  }
};

}  // namespace
}  // namespace gk::kernels
