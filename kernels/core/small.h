// run_small: one small product, mostly the way to its microtile.
#pragma once

#include "core/batch.h"
#include "core/panels.h"
#include "core/short_rows.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

template <class O, int kMaxVecs, int kMaxCols, class... Narrow>
struct Small {
  using T = typename O::Elem;
  using Batch = BatchStrips<O, kMaxVecs, kMaxCols, Narrow...>;

  static void run(const gk_product *product) {
    const gk_product &p = *product;
    const bool adjacent = p.c.rs == static_cast<int64_t>(sizeof(T));
    if (p.m <= O::kLanes && p.n <= Batch::kWidest && adjacent) return Batch::LoneTile::run(p);
    run_panels(p, adjacent);
  }

 private:
  // Apart, so that a lone tile pays for none of its registers.
  [[gnu::noinline]] static void run_panels(const gk_product &p, bool adjacent) {
    const bool stores = *static_cast<const T *>(p.alpha) == 1 && *static_cast<const T *>(p.beta) == 0 && adjacent;
    const int64_t rows = p.m - short_rows(p);
    if (stores) {
      run_tiles<batch_vectors<kMaxVecs, kMaxCols>>(p, rows, run_stores);
    } else {
      run_tiles<kMaxVecs>(p, rows, run_updates);
    }
    if (rows < p.m) run_short_rows(p, rows);
  }

  // How many of the last rows ShortRows had better compute.
  static int64_t short_rows(const gk_product &p) {
    if constexpr (O::kLanes < 4) return 0;
    const int64_t last = p.m % O::kLanes;
    if (last > ShortRows<O>::kMostRows || last == p.m || p.n < O::kLanes || p.k < O::kBlock) return 0;
    // One whole vector and a few rows are over before the way there and back pays.
    if (p.m < 2 * O::kLanes || p.b.rs != static_cast<int64_t>(sizeof(T))) return 0;
    // Half a vector, where there is one, is less than half as dear.
    if (Batch::Tiles::kHalves && (p.n < 32 || (2 * last > ShortRows<O>::kMostRows && p.m < 3 * O::kLanes))) return 0;
    return last;
  }
  [[gnu::noinline]] static void run_short_rows(const gk_product &p, int64_t from) {
    if constexpr (O::kLanes >= 4) {
      gk_product rest = p;
      rest.m = p.m - from;
      rest.a.data = static_cast<const T *>(p.a.data) + from;
      rest.c.data = shifted(static_cast<T *>(p.c.data), from * p.c.rs);
      ShortRows<O>::run(rest);
    }
  }

  // `strips` strips of one panel, all s.n wide.
  static void run_stores(const gk_strip_args &s, int64_t strips) { Batch::run_panel(s, strips); }
  static void run_updates(const gk_strip_args &first, int64_t strips) {
    gk_strip_args s = first;
    for (; strips > 0; --strips) {
      Strip<O, kMaxVecs, kMaxCols>::run(&s);
      s.b = shifted(static_cast<const T *>(s.b), s.n * s.csb);
      s.c = shifted(static_cast<T *>(s.c), s.n * s.csc);
    }
  }

  // Panel by panel, and for each all strips (as equal as possible): what is read again and again is then a panel of A,
  // which L1 holds, and B streams along its columns. Strip by strip all of A would stream, three times as many lines.
  template <int kVecs, class RunStrips>
  [[gnu::always_inline]] static void run_tiles(const gk_product &p, int64_t rows, RunStrips run_strips) {
    const PanelSplit<O, kVecs> split(rows);
    // The operands fit a cache, so few bits do for n.
    const auto columns = static_cast<uint32_t>(p.n);
    gk_strip_args s = strip_of(p);
    int64_t row = 0;
    for (int64_t panel = 0; panel < split.panels; ++panel) {
      const int64_t left = rows - row, full = split.rows(panel);
      const auto most = static_cast<uint32_t>(kVecs > kMaxVecs ? Batch::columns_for(full) : kMaxCols);
      const uint32_t strips = (columns + most - 1) / most;
      const uint32_t width = strips == 1 ? columns : columns / strips, wider = columns - width * strips;
      s.m = full < left ? full : left;
      s.a = static_cast<const T *>(p.a.data) + row;
      s.b = p.b.data;
      s.c = shifted(static_cast<T *>(p.c.data), row * p.c.rs);
      if (wider != 0) {
        s.n = static_cast<int32_t>(width + 1);
        run_strips(s, wider);
        s.b = shifted(static_cast<const T *>(s.b), wider * (width + 1) * s.csb);
        s.c = shifted(static_cast<T *>(s.c), wider * (width + 1) * s.csc);
      }
      s.n = static_cast<int32_t>(width);
      run_strips(s, strips - wider);
      row += s.m;
    }
  }
};

}  // namespace
}  // namespace gk::kernels
