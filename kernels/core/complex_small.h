// run_small and run_batch for complex numbers. A tile does four times the arithmetic of a real one for what it costs
// besides, so the microtiles of run_strip serve small products as well.
#pragma once

#include "core/complex_tile.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

template <ComplexOps O, int kMaxVecs, int kMaxCols>
struct ComplexSmall {
  using T = typename O::Elem;

  static void run(const gk_product *product) {
    const gk_product &p = *product;
    gk_strip_args s = strip_of(p);
    if (p.m <= PanelSplit<O, kMaxVecs>::kMaxRows && p.n <= kMaxCols) {
      s.n = static_cast<int32_t>(p.n);
      return Strip<O, kMaxVecs, kMaxCols>::run(&s);
    }
    run_tiles(p, s);
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
  // Panel by panel, and for each all strips, as equal as possible: a panel of A stays in L1, B streams by its columns.
  [[gnu::noinline]] static void run_tiles(const gk_product &p, gk_strip_args &s) {
    const PanelSplit<O, kMaxVecs> split(p.m);
    const auto columns = static_cast<uint32_t>(p.n);  // the operands fit a cache, so few bits do
    const uint32_t strips = (columns + kMaxCols - 1) / kMaxCols, width = columns / strips,
                   wider = columns - width * strips;
    int64_t row = 0;
    for (int64_t panel = 0; panel < split.panels; ++panel) {
      const int64_t left = p.m - row, full = split.rows(panel);
      s.m = full < left ? full : left;
      s.a = static_cast<const T *>(p.a.data) + row;
      s.b = p.b.data;
      s.c = shifted(static_cast<T *>(p.c.data), row * p.c.rs);
      for (uint32_t strip = 0; strip < strips; ++strip) {
        s.n = static_cast<int32_t>(width + (strip < wider));
        Strip<O, kMaxVecs, kMaxCols>::run(&s);
        s.b = shifted(static_cast<const T *>(s.b), s.n * s.csb);
        s.c = shifted(static_cast<T *>(s.c), s.n * s.csc);
      }
      row += s.m;
    }
  }
};

}  // namespace
}  // namespace gk::kernels
