// run_small: one small product, mostly the way to its microtile.
#pragma once

#include "core/batch.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

template <class O, int kMaxVecs, int kMaxCols, class... Narrow>
struct Small {
  using T = typename O::Elem;
  using Batch = BatchStrips<O, kMaxVecs, kMaxCols, Narrow...>;

  static void run(const gk_product *product) {
    const gk_product &p = *product;
    if (p.m <= O::kLanes && p.n <= Batch::kWidest && p.c.rs == static_cast<int64_t>(sizeof(T)))
      return Batch::LoneTile::run(p);
    run_strips(p);
  }

 private:
  // Strips as equal as possible.
  [[gnu::noinline]] static void run_strips(const gk_product &p) {
    gk_strip_args s = strip_of(p);
    // The operands fit a cache, so few bits do for n.
    const auto columns = static_cast<uint32_t>(p.n);
    const uint32_t strips = (columns + kMaxCols - 1) / kMaxCols;
    const uint32_t width = strips == 1 ? columns : columns / strips, wider = columns - width * strips;
    for (uint32_t i = 0; i < strips; ++i) {
      s.n = static_cast<int32_t>(width + (i < wider));
      Strip<O, kMaxVecs, kMaxCols>::run(&s);
      s.b = shifted(static_cast<const T *>(s.b), s.n * s.csb);
      s.c = shifted(static_cast<T *>(s.c), s.n * s.csc);
    }
  }
};

}  // namespace
}  // namespace gk::kernels
