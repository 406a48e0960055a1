// The microkernel for complex numbers: as for real ones, a chain of multiply-adds per accumulator, but two accumulators
// per vector of C (see complex_update.h), and no shuffle in the depth loop. Both operands are read as they lie.
#pragma once

#include "core/complex_update.h"
#include "core/microkernel.h"

namespace gk::kernels {
namespace {

template <ComplexOps O, int kVecs, int kCols, gk_lhs kLhs, bool kPartial>
struct Tile<O, kVecs, kCols, kLhs, kPartial> {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;

  static constexpr int kRows = kVecs * O::kLanes;
  static constexpr int kUnroll = 4;
  // One vector high, the broadcast is part of an AVX-512 fma.
  static constexpr bool kHoldsParts = kVecs > 1 || sizeof(Reg) < 64;
  static constexpr int kPrefetchDistance = 32;  // depth steps that in-place A is fetched ahead, when it is packed

  struct Cursor {
    const T *a;
    int64_t csa;
    T *packed;
    const T *b;
    int64_t rsb;
    ColumnStrides columns;
    Mask mask;
  };
  struct Sums {
    Reg p[kCols][kVecs], q[kCols][kVecs];
  };

  static constexpr bool masked(int v) { return kPartial && v == kVecs - 1; }

  // One depth step at distance u from the cursor's packed pointers; the others move along.
  [[gnu::always_inline]] static void step(Cursor &at, int u, Sums &sums) {
    Reg lhs[kVecs];
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) {
      if constexpr (kLhs == GK_LHS_PACKED) {
        lhs[v] = O::load(at.a + u * kRows + v * O::kLanes);
      } else {
        lhs[v] = masked(v) ? O::load_masked(at.a + v * O::kLanes, at.mask) : O::load(at.a + v * O::kLanes);
      }
      lhs[v] = shared<O, 2 * kCols>(lhs[v]);
      if constexpr (kLhs == GK_LHS_IN_PLACE_PACK) {
        O::store(at.packed + u * kRows + v * O::kLanes, lhs[v]);
        __builtin_prefetch(shifted(at.a + v * O::kLanes, kPrefetchDistance * at.csa), 0, 2);
      }
    }
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) {
      const T *b = shifted(at.b, at.columns.offset(j));
      const Reg re = O::splat_part(b->re);
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) sums.p[j][v] = O::fma(lhs[v], re, sums.p[j][v]);
      if constexpr (kHoldsParts) hold_factor<O>(b->re, re);
      const Reg im = O::splat_part(b->im);
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) sums.q[j][v] = O::fma(lhs[v], im, sums.q[j][v]);
      if constexpr (kHoldsParts) hold_factor<O>(b->im, im);
    }
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) hold_shared<O, 2 * kCols>(lhs[v]);
    at.b = shifted(at.b, at.rsb);
    asm("" : "+r"(at.b));  // one pointer that moves, not one per step of the unrolled loop
    if constexpr (kLhs != GK_LHS_PACKED) {
      at.a = shifted(at.a, at.csa);
      asm("" : "+r"(at.a));
    }
  }

  [[gnu::always_inline]] static void advance(Cursor &at, int steps) {
    if constexpr (kLhs == GK_LHS_PACKED) at.a += steps * kRows;
    if constexpr (kLhs == GK_LHS_IN_PLACE_PACK) at.packed += steps * kRows;
  }

  template <class Add>
  [[gnu::always_inline]] static void add_old(const T *c, int64_t csc, Mask mask, Sums &sums, Add add) {
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        const T *at = c + v * O::kLanes;
        sums.p[j][v] = add(sums.p[j][v], masked(v) ? O::load_masked(at, mask) : O::load(at));
      }
    }
  }

  [[gnu::always_inline]] static void update(const gk_strip_args &s, const Panel &panel, Mask mask, Sums &sums) {
    const Join<O> join(s.conj);
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) sums.p[j][v] = join(sums.p[j][v], sums.q[j][v]);
    }
    const Update<O> update(s.alpha, s.beta);
    T *c = shifted(static_cast<T *>(s.c), panel.row * s.rsc);
    if (s.rsc != static_cast<int64_t>(sizeof(T))) {
      T tile[kCols * kRows];
#pragma GCC unroll 9
      for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) O::store(tile + j * kRows + v * O::kLanes, sums.p[j][v]);
      }
      for (int j = 0; j < kCols; ++j, c = shifted(c, s.csc))
        update_line<O>(update, c, s.rsc, panel.rows, tile + j * kRows);
      return;
    }
    if (!update.alpha.is(1)) {
      const Factor<O> factor(update.alpha);
#pragma GCC unroll 9
      for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) sums.p[j][v] = factor.times(sums.p[j][v]);
      }
    }
    // Asked once, not once per vector.
    if (update.beta.is(1)) {
      add_old(
          c, s.csc, mask, sums, [](Reg sum, Reg old) __attribute__((always_inline)) { return O::add(old, sum); });
    } else if (update.reads_old()) {
      const Factor<O> factor(update.beta);
      add_old(
          c, s.csc, mask,
          sums, [&](Reg sum, Reg old) __attribute__((always_inline)) { return factor.times_plus(old, sum); });
    }
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j, c = shifted(c, s.csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        if (masked(v)) {
          O::store_masked(c + v * O::kLanes, mask, sums.p[j][v]);
        } else {
          O::store(c + v * O::kLanes, sums.p[j][v]);
        }
      }
    }
  }

  static void run(const gk_strip_args &s, const Panel &panel) {
    Sums sums;
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) sums.p[j][v] = sums.q[j][v] = O::zero();
    }
    Mask mask = {};
    if constexpr (kPartial) mask = O::first_lanes(static_cast<int>(panel.rows) - (kVecs - 1) * O::kLanes);
    T *packed = kLhs == GK_LHS_IN_PLACE ? nullptr : static_cast<T *>(s.a_packed) + panel.row * s.k;
    Cursor at = {kLhs == GK_LHS_PACKED ? packed : static_cast<const T *>(s.a) + panel.row,
                 s.csa,
                 packed,
                 static_cast<const T *>(s.b),
                 s.rsb,
                 ColumnStrides(s.csb),
                 mask};
    walk_depth<kUnroll, kCols>(
        s, [&](int u) __attribute__((always_inline)) { step(at, u, sums); },
        [&](int steps) __attribute__((always_inline)) { advance(at, steps); },
        [&](int segment) __attribute__((always_inline)) { prefetch_segment<T, kRows, kCols>(s, panel, segment); });
    update(s, panel, mask, sums);
  }
};

}  // namespace
}  // namespace gk::kernels
