// The int8 strip: C <- alpha * A * B + beta * C modulo 2^32, with a packed A. C holds the sums between slices, and so
// it does between the pieces of a slice that the copied columns of B are cut into: arithmetic modulo 2^32 does not
// mind how a sum is split.
#pragma once

#include "abi/kernel_table.h"
#include "core/int8_pack.h"
#include "core/microkernel.h"
#include "core/panels.h"

namespace gk::kernels {
namespace {

// One microtile of C and what it is computed from.
struct Int8Work {
  int64_t steps;
  const int32_t *a;     // of the first step, a dword per row of the panel
  const int32_t *near;  // of the first column and step, kColumn and kStep dwords from the next
  const int32_t *start;
  int32_t *c;
  int64_t rsc, csc;
  int64_t rows;
  uint32_t alpha, beta;
  // To be fetched meanwhile: rows next_from to next_to of the next strip of B, if there is one, and C.
  const int8_t *b_next;
  int64_t rsb, csb, next_from, next_to;
  int32_t prefetch_c;
};

template <class O, int kVecs, int kCols, int64_t kColumn, int64_t kStep>
struct Int8Tile {
  using Reg = typename O::Reg;
  static constexpr int kRows = kVecs * O::kLanes;
  static constexpr int kUnroll = 4;

  [[gnu::always_inline]] static void step(const int32_t *a, const int32_t *near, Reg (&acc)[kCols][kVecs]) {
    Reg lhs[kVecs];
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) lhs[v] = O::load(a + v * O::kLanes);
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
      const Reg rhs = O::splat(near[j * kColumn]);
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = O::dot(acc[j][v], lhs[v], rhs);
      if constexpr (kVecs > 1) O::hold(rhs);
    }
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) O::hold(lhs[v]);
  }

  // Where an instruction multiplies two rows with two columns, two steps deep, vectors of columns j and j + 1 are the
  // sums of the first and of the second half of the rows of both until all such steps are done.
  static constexpr bool kInPairs = requires(Reg r) { O::dot_pairs(r, r, r); };
  [[gnu::always_inline]] static void two_steps(const int32_t *a, const int32_t *near, Reg (&acc)[kCols][kVecs]) {
    Reg lhs[kVecs][2];
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) {
      O::pair_rows(O::load(a + v * O::kLanes), O::load(a + kRows + v * O::kLanes), lhs[v]);
    }
#pragma GCC unroll 16
    for (int j = 0; j + 1 < kCols; j += 2) {
      const Reg rhs = O::template pair_columns<kColumn, kStep>(near + j * kColumn);
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        acc[j][v] = O::dot_pairs(acc[j][v], lhs[v][0], rhs);
        acc[j + 1][v] = O::dot_pairs(acc[j + 1][v], lhs[v][1], rhs);
      }
      O::hold(rhs);
    }
#pragma GCC unroll 8
    for (int v = 0; v < 2 * kVecs; ++v) O::hold(lhs[v / 2][v % 2]);
    if constexpr (kCols % 2 != 0) {
      asm("" : "+r"(a));  // read again, rather than kept
#pragma GCC unroll 8
      for (int v = 0; v < 2 * kVecs; ++v) {  // a step after the other
        const Reg rhs = O::splat(near[(kCols - 1) * kColumn + v / kVecs * kStep]);
        Reg &sum = acc[kCols - 1][v % kVecs];
        sum = O::dot(sum, O::load(a + v * O::kLanes), rhs);
      }
    }
  }

  static void run(const Int8Work &w) {
    Reg acc[kCols][kVecs];
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        // renew: knowing that they are equal, gcc 12 keeps them in memory.
        acc[j][v] = O::renew(O::kBiased ? O::splat(w.start[j]) : O::zero());
      }
    }
    const int32_t *a = w.a, *near = w.near;
    // With something to fetch, kCols equal segments that each begin with their share of it, then the rest of the depth.
    int64_t groups = w.steps / kUnroll, now = w.prefetch_c != 0 || w.b_next != nullptr ? 0 : groups;
    for (int segment = 0;; ++segment) {
      groups -= now;
      for (; now > 0; --now) {
        if constexpr (kInPairs) {
#pragma GCC unroll 4
          for (int u = 0; u < kUnroll; u += 2) two_steps(a + u * kRows, near + u * kStep, acc);
        } else {
#pragma GCC unroll 4
          for (int u = 0; u < kUnroll; ++u) step(a + u * kRows, near + u * kStep, acc);
        }
        a += kUnroll * kRows;
        near += kUnroll * kStep;
      }
      if (groups == 0) break;
      now = groups;
      if (segment < kCols) {
        prefetch_segment(w, segment);
        now = w.steps / (kUnroll * (kCols + 1));
      }
    }
    if constexpr (kInPairs) {
#pragma GCC unroll 16
      for (int j = 0; j + 1 < kCols; j += 2) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) O::part_columns(acc[j][v], acc[j + 1][v]);
      }
    }
    for (int64_t rest = w.steps % kUnroll; rest > 0; --rest, a += kRows, near += kStep) step(a, near, acc);
    update(w, acc);
  }

 private:
  // Segment j fetches column j of this tile of C and the j-th part of this panel's share of the next strip of B.
  [[gnu::always_inline]] static void prefetch_segment(const Int8Work &w, int j) {
    constexpr int kLine = 64 / static_cast<int>(sizeof(int32_t));
    if (w.prefetch_c != 0 && w.rsc == static_cast<int64_t>(sizeof(int32_t))) {
      const int32_t *c = shifted(w.c, j * w.csc);
#pragma GCC unroll 8
      for (int i = 0; i < kRows; i += kLine) __builtin_prefetch(c + i, 1);
      __builtin_prefetch(c + kRows - 1, 1);
    }
    if (w.b_next == nullptr) return;
    if (w.rsb == 1) {
      const int8_t *b = shifted(w.b_next, j * w.csb);
      for (int64_t p = w.next_from; p < w.next_to; p += 64) __builtin_prefetch(b + p);
    } else {
      for (int64_t p = w.next_from + j; p < w.next_to; p += kCols) __builtin_prefetch(shifted(w.b_next, p * w.rsb));
    }
  }

  [[gnu::always_inline]] static void update(const Int8Work &w, Reg (&acc)[kCols][kVecs]) {
    if (w.alpha != 1) {
      const Reg factor = O::splat(static_cast<int32_t>(w.alpha));
#pragma GCC unroll 16
      for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) acc[j][v] = O::mul(factor, acc[j][v]);
      }
    }
    if (w.rsc != static_cast<int64_t>(sizeof(int32_t))) return update_strided(w, acc);
    if (w.rows < kRows) return update_partial(w, acc);
    int32_t *c = w.c;
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j, c = shifted(c, w.csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        int32_t *at = c + v * O::kLanes;
        O::store(at, w.beta == 0 ? acc[j][v] : O::add(scaled(w.beta, O::load(at)), acc[j][v]));
      }
    }
  }

  [[gnu::always_inline]] static Reg scaled(uint32_t beta, Reg old) {
    return beta == 1 ? old : O::mul(O::splat(static_cast<int32_t>(beta)), old);
  }

  [[gnu::always_inline]] static void update_partial(const Int8Work &w, Reg (&acc)[kCols][kVecs]) {
    const typename O::Mask mask = O::first_lanes(static_cast<int>(w.rows) - (kVecs - 1) * O::kLanes);
    int32_t *c = w.c;
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j, c = shifted(c, w.csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        int32_t *at = c + v * O::kLanes;
        if (v < kVecs - 1) {
          O::store(at, w.beta == 0 ? acc[j][v] : O::add(scaled(w.beta, O::load(at)), acc[j][v]));
        } else {
          O::store_masked(at, mask,
                          w.beta == 0 ? acc[j][v] : O::add(scaled(w.beta, O::load_masked(at, mask)), acc[j][v]));
        }
      }
    }
  }

  [[gnu::noinline]] static void scatter(const Int8Work &w, const int32_t *tile) {
    int32_t *column = w.c;
    for (int j = 0; j < kCols; ++j, column = shifted(column, w.csc), tile += kRows) {
      int32_t *c = column;
      for (int64_t i = 0; i < w.rows; ++i, c = shifted(c, w.rsc)) {
        const auto sum = static_cast<uint32_t>(tile[i]);
        *c = static_cast<int32_t>(w.beta == 0 ? sum : sum + w.beta * static_cast<uint32_t>(*c));
      }
    }
  }
  [[gnu::always_inline]] static void update_strided(const Int8Work &w, Reg (&acc)[kCols][kVecs]) {
    alignas(64) int32_t tile[kCols * kRows];
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) O::store(tile + j * kRows + v * O::kLanes, acc[j][v]);
    }
    scatter(w, tile);
  }
};

template <class O, int kMaxVecs, int kMaxCols>
class Int8Strip {
 public:
  using Near = NearColumns<O, kMaxCols>;

  static void run(const gk_strip_args *args) {
    const gk_strip_args &s = *args;
    Near near;
    Int8Work work;
    work.near = near.parts;
    work.start = near.start;
    work.rsc = s.rsc;
    work.csc = s.csc;
    work.b_next = static_cast<const int8_t *>(s.b_next);
    work.rsb = s.rsb;
    work.csb = s.csb;
    work.alpha = *static_cast<const uint32_t *>(s.alpha);
    work.beta = *static_cast<const uint32_t *>(s.beta);
    for (int64_t p = 0; p < s.k; p += Near::kDepth) {
      const int64_t depth = s.k - p < Near::kDepth ? s.k - p : Near::kDepth;
      near.copy(shifted(static_cast<const int8_t *>(s.b), p * s.rsb), s.rsb, s.csb, depth, s.n);
      work.steps = steps_of<O>(depth);
      work.prefetch_c = s.prefetch_c;
      run_panels(s, near.order, p, work);
      work.beta = 1;
      work.b_next = nullptr;
    }
  }

 private:
  using Function = void (*)(const Int8Work &);
  // [order of B][vectors - 1][columns - 1]
  struct Table {
    Function at[2][kMaxVecs][kMaxCols];
    constexpr Table() : at{} {
      fill<NearOrder::Columns, kMaxVecs, kMaxCols>();
      fill<NearOrder::Steps, kMaxVecs, kMaxCols>();
    }
    template <NearOrder kOrder, int kVecs, int kCols>
    constexpr void fill() {
      at[static_cast<int>(kOrder)][kVecs - 1][kCols - 1] =
          Int8Tile<O, kVecs, kCols, Near::column_stride(kOrder), Near::step_stride(kOrder)>::run;
      if constexpr (kCols > 1) {
        fill<kOrder, kVecs, kCols - 1>();
      } else if constexpr (kVecs > 1) {
        fill<kOrder, kVecs - 1, kMaxCols>();
      }
    }
  };
  static constexpr Table kTiles = {};

  static void run_panels(const gk_strip_args &s, NearOrder order, int64_t p, Int8Work &work) {
    const PanelSplit<O, kMaxVecs> split(s.m);
    const int64_t steps = steps_of<O>(s.k), first = steps_of<O>(p);
    const auto *a = static_cast<const int32_t *>(s.a_packed);
    int64_t row = 0;
    const int64_t share = s.b_next != nullptr ? (s.k + split.panels - 1) / split.panels : 0;
    work.next_to = 0;
    for (int64_t i = 0; i < split.panels; ++i) {
      work.next_from = work.next_to;
      work.next_to = work.next_from + share < s.k ? work.next_from + share : s.k;
      const int64_t full = split.rows(i), left = s.m - row;
      work.a = a + first * full;
      work.rows = full < left ? full : left;
      work.c = shifted(static_cast<int32_t *>(s.c), row * s.rsc);
      kTiles.at[static_cast<int>(order)][full / O::kLanes - 1][s.n - 1](work);
      a += steps * full;
      row += full;
    }
  }
};

}  // namespace
}  // namespace gk::kernels
