// run_small and run_batch for 16-bit operands: as the driver has it, without plan and memory.
#pragma once

#include "core/half_strip.h"

namespace gk::kernels {
namespace {

template <class Scheme, class Out, int kMaxVecs, int kMaxCols, int kAccBytes>
struct HalfSmall {
  using Strip = HalfStrip<Scheme, Out, kMaxVecs, kMaxCols, kAccBytes>;
  using O = typename Scheme::Tile;

  static void run(const gk_product *product) {
    const gk_product &p = *product;
    // The dispatcher sees to it that the packed A fits.
    alignas(64) float packed[Strip::kMostSteps * O::kLanes];
    const gk_pack_lhs_args pack = {p.m, p.k, p.a.data, p.a.rs, p.a.cs, packed};
    pack_half_lhs<Scheme, kMaxVecs>(&pack);
    gk_strip_args s = {};
    s.m = p.m;
    s.k = p.k;
    s.lhs = GK_LHS_PACKED;
    s.a_packed = packed;
    s.b = p.b.data;
    s.rsb = p.b.rs;
    s.csb = p.b.cs;
    s.c = p.c.data;
    s.rsc = p.c.rs;
    s.csc = p.c.cs;
    s.alpha = p.alpha;
    s.beta = p.beta;
    // Strips as equal as possible. The operands fit a cache, so few bits do for n.
    const auto columns = static_cast<uint32_t>(p.n);
    const uint32_t strips = (columns + kMaxCols - 1) / kMaxCols, width = strips == 1 ? columns : columns / strips;
    uint32_t wider = columns - width * strips;
    for (uint32_t left = strips; left > 0; --left) {
      s.n = static_cast<int32_t>(width + (wider > 0 ? 1 : 0));
      Strip::run(&s);
      s.b = shifted(static_cast<const char *>(s.b), s.n * s.csb);
      s.c = shifted(static_cast<char *>(s.c), s.n * s.csc);
      if (wider > 0) --wider;
    }
  }

  static void run_batch(const gk_batch_args *args) {
    gk_product p = args->first;
    for (int64_t i = 0; i < args->count; ++i) {
      run(&p);
      p.a.data = shifted(static_cast<const char *>(p.a.data), args->a_step);
      p.b.data = shifted(static_cast<const char *>(p.b.data), args->b_step);
      p.c.data = shifted(static_cast<char *>(p.c.data), args->c_step);
    }
  }
};

}  // namespace
}  // namespace gk::kernels
