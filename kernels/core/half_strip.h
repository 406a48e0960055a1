// run_strip for 16-bit operands. A comes packed in steps of 32 bits (half_pack.h), B is brought into that form just in
// time, one strip into a buffer that L1 holds, and the microkernel of floats multiplies them. Its sums are rounded
// once, when they are stored.
#pragma once

#include "core/half_pack.h"
#include "core/half_update.h"
#include "core/microkernel.h"

namespace gk::kernels {
namespace {

// The microkernels of packed panels without a partial vector, by [vectors - 1][columns - 1].
template <class O, class Out, int kMaxVecs, int kMaxCols>
struct PackedTiles {
  TileFunction at[kMaxVecs][kMaxCols] = {};

  constexpr PackedTiles() { fill<kMaxVecs, kMaxCols>(); }

 private:
  template <int kVecs, int kCols>
  constexpr void fill() {
    at[kVecs - 1][kCols - 1] = Tile<O, kVecs, kCols, GK_LHS_PACKED, false, Out>::run;
    if constexpr (kCols > 1) {
      fill<kVecs, kCols - 1>();
    } else if constexpr (kVecs > 1) {
      fill<kVecs - 1, kMaxCols>();
    }
  }
};
template <class O, class Out, int kMaxVecs, int kMaxCols>
constexpr PackedTiles<O, Out, kMaxVecs, kMaxCols> kPackedTiles = {};

// One strip of B in steps of 32 bits.
template <class Scheme, int kMaxCols, int64_t kMostSteps>
struct RhsSteps {
  using Elem = typename Scheme::Elem;
  static constexpr int64_t kFloat = sizeof(float);
  // Columns are an odd number of lines apart, so that they do not collide. The last vector stored may stick out.
  static constexpr int64_t kStride = (kMostSteps + 15) / 16 / 2 * 32 + 16;
  static_assert(kStride >= kMostSteps && Scheme::Tile::kLanes <= 16);

  alignas(64) float buffer[kMaxCols * kStride + 16];
  const float *steps;
  int64_t rs, cs;  // bytes

  // The first n columns of B, the depth of which is at most kMostSteps steps.
  [[gnu::always_inline]] void read(const Elem *b, int64_t rsb, int64_t csb, int64_t k, int n) {
    // Whole groups of adjacent elements are steps where they lie.
    if (Scheme::kGroup > 1 && rsb == static_cast<int64_t>(sizeof(Elem)) && k % Scheme::kGroup == 0) {
      steps = reinterpret_cast<const float *>(b);
      rs = kFloat;
      cs = csb;
      return;
    }
    steps = buffer;
    // By rows, where rows have their elements adjacent: they need no transposing, since the microkernel reads any
    // strides.
    if (csb == static_cast<int64_t>(sizeof(Elem)) && rsb != csb) {
      rs = kMaxCols * kFloat;
      cs = kFloat;
      for_steps<Scheme>(b, rsb, k, [&](int64_t step, const Elem *first, const Elem *second) {
        Scheme::Tile::store(buffer + step * kMaxCols, Scheme::rows(first, second, n));
      });
      return;
    }
    rs = kFloat;
    cs = kStride * kFloat;
    for (int j = 0; j < n; ++j) depth_line<Scheme>(shifted(b, j * csb), rsb, k, buffer + j * kStride);
  }
};

// kAccBytes: acc_size. The driver bounds the depth of a slice so that one vector of rows of packed A fits 32 KiB, 8
// less where sums wait outside of C (driver/plan.h).
template <class Scheme, class Out, int kMaxVecs, int kMaxCols, int kAccBytes>
struct HalfStrip {
  using O = typename Scheme::Tile;
  using Elem = typename Scheme::Elem;
  static constexpr int64_t kFloat = sizeof(float), kOutSize = sizeof(typename Out::Elem);
  static constexpr int kMaxRows = kMaxVecs * O::kLanes, kLine = 64;
  static constexpr int64_t kMostSteps = (kAccBytes != 0 ? 24 : 32) * 1024 / (O::kLanes * kFloat);
  static constexpr float kOne = 1, kZero = 0;
  static_assert(kMaxCols <= O::kLanes);

  static void run(const gk_strip_args *args) {
    const gk_strip_args &s = *args;
    RhsSteps<Scheme, kMaxCols, kMostSteps> rhs;
    rhs.read(static_cast<const Elem *>(s.b), s.rsb, s.csb, s.k, s.n);
    run_panels(s, rhs.steps, rhs.rs, rhs.cs);
  }

  // All panels against a strip of B that is in steps of 32 bits already.
  static void run_panels(const gk_strip_args &s, const float *b, int64_t rsb, int64_t csb) {
    gk_strip_args tile = {};
    tile.k = steps_of<Scheme>(s.k);
    tile.n = s.n;
    tile.a_packed = s.a_packed;
    tile.b = b;
    tile.rsb = rsb;
    tile.csb = csb;
    // Steps that lie in B itself are the microkernel's to fetch: spread over its depth, they find free line buffers.
    const bool along = b == s.b;
    tile.b_next = along ? s.b_next : nullptr;

    const PanelSplit<O, kMaxVecs> split(s.m);
    const int64_t share = s.b_next != nullptr ? (s.k + split.panels - 1) / split.panels : 0;
    Panel panel = {0, 0, 0, 0};
    for (int64_t i = 0; i < split.panels; ++i) {
      const int64_t left = s.m - panel.row, full = split.rows(i), next_to = panel.next_from + share;
      panel.rows = full < left ? full : left;
      panel.next_to = next_to < s.k ? next_to : s.k;
      prefetch_c(s, panel);
      if (!along) prefetch_next(s, panel);
      run_panel(s, panel, full, &tile);
      tile.a_packed = static_cast<float *>(tile.a_packed) + full * tile.k;
      panel.row += panel.rows;
      panel.next_from = panel.next_to;
    }
  }

 private:
  [[gnu::always_inline]] static void run_panel(const gk_strip_args &s, const Panel &panel, int64_t full,
                                               gk_strip_args *tile) {
    const auto vecs = static_cast<uint64_t>(full) / O::kLanes;
    const Panel whole = {0, full, panel.next_from / Scheme::kGroup, panel.next_to / Scheme::kGroup};
    const bool waits = (s.acc_in | s.acc_out) != 0;
    if (panel.rows == full && s.rsc == kOutSize && !waits) {
      tile->c = static_cast<typename Out::Elem *>(s.c) + panel.row;
      tile->rsc = kOutSize;
      tile->csc = s.csc;
      tile->alpha = s.alpha;
      tile->beta = s.beta;
      return kPackedTiles<O, Out, kMaxVecs, kMaxCols>.at[vecs - 1][s.n - 1](*tile, whole);
    }
    alignas(64) float sums[kMaxRows * kMaxCols];
    tile->rsc = kFloat;
    tile->alpha = &kOne;
    tile->beta = s.acc_in != 0 ? &kOne : &kZero;
    tile->c = sums;
    tile->csc = full * kFloat;
    if (waits) {
      tile->c = static_cast<float *>(s.acc) + panel.row;
      tile->csc = s.cs_acc;
      tile->prefetch_c = 1;
    }
    kPackedTiles<O, O, kMaxVecs, kMaxCols>.at[vecs - 1][s.n - 1](*tile, whole);
    if (s.acc_out != 0) return;
    typename Out::Elem *c = shifted(static_cast<typename Out::Elem *>(s.c), panel.row * s.rsc);
    const float *column = static_cast<const float *>(tile->c);
    for (int j = 0; j < s.n; ++j, c = shifted(c, s.csc), column = shifted(column, tile->csc))
      HalfUpdate<O, Out>::line(c, s.rsc, panel.rows, column, s.alpha, s.beta);
  }

  // `bytes` of each of n columns.
  [[gnu::always_inline]] static void prefetch_columns(const void *first, int64_t stride, int n, int64_t bytes) {
    const char *at = static_cast<const char *>(first);
    for (int j = 0; j < n; ++j, at += stride) {
      for (int64_t i = 0; i < bytes; i += kLine) __builtin_prefetch(at + i, 1);
      __builtin_prefetch(at + bytes - 1, 1);
    }
  }

  // This panel of C, where it comes from afar. Sums that wait elsewhere are fetched by the microkernel.
  [[gnu::always_inline]] static void prefetch_c(const gk_strip_args &s, const Panel &panel) {
    if (s.prefetch_c != 0 && s.rsc == kOutSize)
      prefetch_columns(static_cast<const char *>(s.c) + panel.row * kOutSize, s.csc, s.n, panel.rows * kOutSize);
  }

  // This panel's share of the next strip of B.
  [[gnu::always_inline]] static void prefetch_next(const gk_strip_args &s, const Panel &panel) {
    if (s.b_next == nullptr) return;
    constexpr int64_t kAdjacent = sizeof(Elem);
    const Elem *b = static_cast<const Elem *>(s.b_next);
    for (int j = 0; j < s.n && s.rsb == kAdjacent; ++j, b = shifted(b, s.csb)) {
      for (int64_t p = panel.next_from; p < panel.next_to; p += kLine / kAdjacent) __builtin_prefetch(b + p);
    }
    if (s.rsb == kAdjacent) return;
    for (int64_t p = panel.next_from; p < panel.next_to; ++p) __builtin_prefetch(shifted(b, p * s.rsb));
  }
};

}  // namespace
}  // namespace gk::kernels
