// run_small and run_batch: int8 products near the core, A packed piece by piece to the stack.
#pragma once

#include "abi/kernel_table.h"
#include "core/int8_pack.h"
#include "core/int8_strip.h"

namespace gk::kernels {
namespace {

template <class O, int kMaxVecs, int kMaxCols>
class Int8Small {
 public:
  static void run(const gk_product *product) {
    alignas(64) int8_t packed[kPackedBytes];
    run_in(*product, packed);
  }

  static void run_batch(const gk_batch_args *args) {
    alignas(64) int8_t packed[kPackedBytes];
    gk_product p = args->first;
    for (int64_t left = args->count; left > 0; --left) {
      run_in(p, packed);
      p.a.data = shifted(static_cast<const int8_t *>(p.a.data), args->a_step);
      p.b.data = shifted(static_cast<const int8_t *>(p.b.data), args->b_step);
      p.c.data = shifted(static_cast<int8_t *>(p.c.data), args->c_step);
    }
  }

 private:
  // With the copied columns of B well below what a small stack holds.
  static constexpr int64_t kPackedBytes = 32768;
  static constexpr int64_t kMaxRows = int64_t{kMaxVecs} * O::kLanes;
  // Deepest piece of one microtile's height.
  static constexpr int64_t kMaxDepth = kPackedBytes / (kMaxRows * O::kParts);
  static_assert(kMaxDepth % 4 == 0);

  static void run_in(const gk_product &p, int8_t *packed) {
    // The operands fit a cache, so few bits do for the extents.
    const auto columns = static_cast<uint32_t>(p.n);
    const uint32_t strips = (columns + kMaxCols - 1) / kMaxCols, width = columns / strips,
                   wider = columns - width * strips;
    const int64_t depth = p.k < kMaxDepth ? p.k : kMaxDepth;
    const int64_t rows = p.m <= kMaxRows ? p.m : kPackedBytes / (4 * steps_of<O>(depth)) / kMaxRows * kMaxRows;
    static constexpr int32_t kOne = 1;
    gk_strip_args s = {};
    s.lhs = GK_LHS_PACKED;
    s.a_packed = packed;
    s.rsb = p.b.rs;
    s.csb = p.b.cs;
    s.rsc = p.c.rs;
    s.csc = p.c.cs;
    s.alpha = p.alpha;
    s.beta = p.beta;
    for (int64_t d = 0; d < p.k; d += depth, s.beta = &kOne) {
      s.k = p.k - d < depth ? p.k - d : depth;
      for (int64_t row = 0; row < p.m; row += rows) {
        s.m = p.m - row < rows ? p.m - row : rows;
        // A lone row may have any stride.
        const gk_pack_lhs_args pack = {s.m, s.k,    shifted(static_cast<const int8_t *>(p.a.data), row + d * p.a.cs),
                                       1,   p.a.cs, packed};
        Int8Pack<O, kMaxVecs>::run(&pack);
        s.b = shifted(static_cast<const int8_t *>(p.b.data), d * p.b.rs);
        s.c = shifted(static_cast<int8_t *>(p.c.data), row * p.c.rs);
        for (uint32_t strip = 0; strip < strips; ++strip) {
          s.n = static_cast<int32_t>(width + (strip < wider ? 1 : 0));
          Int8Strip<O, kMaxVecs, kMaxCols>::run(&s);
          s.b = shifted(static_cast<const int8_t *>(s.b), s.n * s.csb);
          s.c = shifted(static_cast<int8_t *>(s.c), s.n * s.csc);
        }
      }
    }
  }
};

}  // namespace
}  // namespace gk::kernels
