// The microkernel: one microtile of C, kVecs vectors high and kCols columns wide, held in registers over the depth.
#pragma once

#include "abi/kernel_table.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

// The rows of a strip that one call computes.
struct Panel {
  int64_t row, rows;           // first row and height
  int64_t next_from, next_to;  // the share of b_next (in rows of B) to prefetch meanwhile
};

using TileFunction = void (*)(const gk_strip_args &, const Panel &);

// Told from the largest microtile: 16 registers could not hold so many accumulators.
template <int kMaxVecs, int kMaxCols>
constexpr bool has_32_registers() {
  return kMaxVecs * kMaxCols >= 24;
}

// Column offsets of B. With four odd multiples of the stride in registers, the addressing modes (scale 1, 2, 4, 8)
// reach nine columns from one base. The empty asm keeps the compiler from trading them for more pointers; 32-bit x86
// has not the registers.
struct ColumnStrides {
  int64_t s1, s3, s5, s7;

  [[gnu::always_inline]] explicit ColumnStrides(int64_t stride)
      : s1(stride), s3(3 * stride), s5(5 * stride), s7(7 * stride) {
#if !defined(__i386__)
    asm("" : "+r"(s1), "+r"(s3), "+r"(s5), "+r"(s7));
#endif
  }
  [[gnu::always_inline]] int64_t offset(int j) const {
    switch (j) {
      case 0: return 0;
      case 1: return s1;
      case 2: return s1 * 2;
      case 3: return s3;
      case 4: return s1 * 4;
      case 5: return s5;
      case 6: return s3 * 2;
      case 7: return s7;
      default: return s1 * 8;
    }
  }
};

// x, or the register that all lanes of are x, stays in a register up to here. Where instructions multiply by a lane,
// there is no such register.
template <class O, class Part>
[[gnu::always_inline]] inline void hold_factor(Part x, typename O::Reg splat) {
  if constexpr (requires { O::hold_lane(x); }) {
    O::hold_lane(x);
  } else {
    O::hold(splat);
  }
}

// A vector of A that so many multiply-adds read: loaded once, and in its register up to hold_shared. Two of them would
// both read it from memory, as gcc 12 likes it, with a third load for the register to hold (f32 1000x2x64: half the
// speed).
template <class O, int kReaders>
[[gnu::always_inline]] inline typename O::Reg shared(typename O::Reg a) {
  if constexpr (kReaders == 2) return O::renew(a);
  return a;
}
template <class O, int kReaders>
[[gnu::always_inline]] inline void hold_shared(typename O::Reg a) {
  if constexpr (kReaders > 1) O::hold(a);
}

// a * b + c, where a vocabulary whose registers hold groups of narrow elements has an operation of its own.
template <class O>
[[gnu::always_inline]] inline typename O::Reg multiply_add(typename O::Reg a, typename O::Reg b, typename O::Reg c) {
  if constexpr (requires { O::dot(a, b, c); }) {
    return O::dot(a, b, c);
  } else {
    return O::fma(a, b, c);
  }
}

// Segment j fetches column j of this tile of C, kRows elements, and the j-th part of this panel's share of the next
// strip of B. Spread over the depth loop, the fetches find free line buffers.
template <class T, int kRows, int kCols>
[[gnu::always_inline]] inline void prefetch_segment(const gk_strip_args &s, const Panel &panel, int j) {
  constexpr int kLine = 64 / static_cast<int>(sizeof(T));
  if (s.prefetch_c != 0) {
    const T *c = shifted(static_cast<const T *>(s.c), panel.row * s.rsc + j * s.csc);
    if (s.rsc == static_cast<int64_t>(sizeof(T))) {
#pragma GCC unroll 8
      for (int i = 0; i < kRows; i += kLine) __builtin_prefetch(c + i, 1);
      __builtin_prefetch(c + kRows - 1, 1);
    }
  }
  if (s.b_next == nullptr) return;
  const T *b = static_cast<const T *>(s.b_next);
  if (s.rsb == static_cast<int64_t>(sizeof(T))) {
    b = shifted(b, j * s.csb);
    for (int64_t p = panel.next_from; p < panel.next_to; p += kLine) __builtin_prefetch(b + p);
  } else {
    for (int64_t p = panel.next_from + j; p < panel.next_to; p += kCols) __builtin_prefetch(shifted(b, p * s.rsb));
  }
}

// The depth loop of a tile: step(u) is the u-th of kUnroll steps before advance(kUnroll). With something to prefetch,
// kCols equal segments that each begin with their share of the fetches, then the rest of the depth, in which the last
// fetches arrive. Otherwise everything is done in the first round.
template <int kUnroll, int kCols, class Step, class Advance, class Prefetch>
[[gnu::always_inline]] inline void walk_depth(const gk_strip_args &s, Step step, Advance advance, Prefetch prefetch) {
  const uint64_t depth = static_cast<uint64_t>(s.k);
  uint64_t groups = depth / kUnroll;
  uint64_t now = s.prefetch_c != 0 || s.b_next != nullptr ? 0 : groups;
  for (int segment = 0;; ++segment) {
    groups -= now;
    for (; now != 0; --now) {
#pragma GCC unroll 4
      for (int u = 0; u < kUnroll; ++u) step(u);
      advance(kUnroll);
    }
    if (groups == 0) break;
    now = groups;
    if (segment < kCols) {
      prefetch(segment);
      now = depth / (kUnroll * (kCols + 1));
    }
  }
  for (uint64_t rest = depth % kUnroll; rest != 0; --rest) {
    step(0);
    advance(1);
  }
}

// C for any row stride: `tile` holds alpha * A * B, kRows elements per column. The same vector operations as the
// fast path, on rows gathered into a buffer.
template <class O, int kVecs>
[[gnu::noinline]] void update_strided(const gk_strip_args &s, const Panel &panel, const typename O::Elem *tile) {
  using T = typename O::Elem;
  constexpr int kRows = kVecs * O::kLanes;
  const T beta = *static_cast<const T *>(s.beta);
  T *column = shifted(static_cast<T *>(s.c), panel.row * s.rsc);
  for (int j = 0; j < s.n; ++j, column = shifted(column, s.csc), tile += kRows) {
    T buffer[kRows] = {};
    if (beta != 0) {
      for (int64_t i = 0; i < panel.rows; ++i) buffer[i] = *shifted(column, i * s.rsc);
    }
    for (int i = 0; i < kRows; i += O::kLanes) {
      const typename O::Reg product = O::load(tile + i);
      O::store(buffer + i, beta != 0 ? O::fma(O::splat(beta), O::load(buffer + i), product) : product);
    }
    for (int64_t i = 0; i < panel.rows; ++i) *shifted(column, i * s.rsc) = buffer[i];
  }
}

// kPartial: the last vector has fewer than kLanes rows. Full tiles are free of masks, which cost some percent.
// Out: the vocabulary of C's elements. Where it is not O, the rows of C are adjacent.
template <class O, int kVecs, int kCols, gk_lhs kLhs, bool kPartial, class Out = O>
struct Tile {
  using T = typename O::Elem;
  using Result = typename Out::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;
  static_assert(kCols <= 9, "ColumnStrides reaches nine columns");

  static constexpr int kRows = kVecs * O::kLanes;
  static constexpr int kUnroll = 4;
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

  static constexpr bool masked(int v) { return kPartial && v == kVecs - 1; }

  // One depth step at distance u from the cursor's packed pointers; the others move along.
  // hold: otherwise gcc 12 lets the last fma that reads an operand overwrite it, and moves the accumulators back at
  // the end of every round.
  [[gnu::always_inline]] static void step(Cursor &at, int u, Reg (&acc)[kCols][kVecs]) {
    Reg lhs[kVecs];
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) {
      if constexpr (kLhs == GK_LHS_PACKED) {
        lhs[v] = O::load(at.a + u * kRows + v * O::kLanes);
      } else {
        lhs[v] = masked(v) ? O::load_masked(at.a + v * O::kLanes, at.mask) : O::load(at.a + v * O::kLanes);
      }
      lhs[v] = shared<O, kCols>(lhs[v]);
      if constexpr (kLhs == GK_LHS_IN_PLACE_PACK) {
        O::store(at.packed + u * kRows + v * O::kLanes, lhs[v]);
        // To L2: columns a page apart share so few sets of L1 that there they would evict each other unread.
        __builtin_prefetch(shifted(at.a + v * O::kLanes, kPrefetchDistance * at.csa), 0, 2);
      }
    }
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) {
      const T element = *shifted(at.b, at.columns.offset(j));
      const Reg rhs = O::splat(element);
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = multiply_add<O>(lhs[v], rhs, acc[j][v]);
      if constexpr (kVecs > 1) hold_factor<O>(element, rhs);  // one vector high, the broadcast is part of the fma
    }
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) hold_shared<O, kCols>(lhs[v]);
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

  [[gnu::always_inline]] static void update(const gk_strip_args &s, const Panel &panel, Mask mask,
                                            Reg (&acc)[kCols][kVecs]) {
    const T alpha = *static_cast<const T *>(s.alpha), beta = *static_cast<const T *>(s.beta);
    if (alpha != 1) {
      const Reg factor = O::splat(alpha);
#pragma GCC unroll 9
      for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) acc[j][v] = O::mul(factor, acc[j][v]);
      }
    }
    if (Is<O, Out> && s.rsc != static_cast<int64_t>(sizeof(T))) {
      T tile[kCols * kRows];
#pragma GCC unroll 9
      for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) O::store(tile + j * kRows + v * O::kLanes, acc[j][v]);
      }
      return update_strided<O, kVecs>(s, panel, tile);
    }
    Result *c = static_cast<Result *>(s.c) + panel.row;
    if (beta != 0) {
      const Reg factor = O::splat(beta);
      const Result *old = c;
#pragma GCC unroll 9
      for (int j = 0; j < kCols; ++j, old = shifted(old, s.csc)) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) {
          const Result *at = old + v * O::kLanes;
          acc[j][v] = O::fma(factor, masked(v) ? Out::load_masked(at, mask) : Out::load(at), acc[j][v]);
        }
      }
    }
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j, c = shifted(c, s.csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        if (masked(v)) {
          Out::store_masked(c + v * O::kLanes, mask, acc[j][v]);
        } else {
          Out::store(c + v * O::kLanes, acc[j][v]);
        }
      }
    }
  }

  static void run(const gk_strip_args &s, const Panel &panel) {
    Reg acc[kCols][kVecs];
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = O::zero();
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
        s, [&](int u) __attribute__((always_inline)) { step(at, u, acc); },
        [&](int steps) __attribute__((always_inline)) { advance(at, steps); },
        [&](int segment) __attribute__((always_inline)) { prefetch_segment<T, kRows, kCols>(s, panel, segment); });
    update(s, panel, mask, acc);
  }
};

}  // namespace
}  // namespace gk::kernels
