// run_strip: one column strip of C, cut into row panels, each computed by the microkernel of its exact shape.
#pragma once

#include "core/microkernel.h"
#include "core/pack.h"
#include "core/panels.h"

namespace gk::kernels {
namespace {

// The strip that a product is, or begins with, read in place. Its n is for the caller to set.
[[gnu::always_inline]] inline gk_strip_args strip_of(const gk_product &p) {
  gk_strip_args s;
  s.m = p.m;
  s.k = p.k;
  s.lhs = GK_LHS_IN_PLACE;
  s.a = p.a.data;
  s.csa = p.a.cs;
  s.a_packed = nullptr;
  s.b = p.b.data;
  s.rsb = p.b.rs;
  s.csb = p.b.cs;
  s.b_next = nullptr;
  s.c = p.c.data;
  s.rsc = p.c.rs;
  s.csc = p.c.cs;
  s.alpha = p.alpha;
  s.beta = p.beta;
  s.prefetch_c = 0;
  s.conj = p.conj;
  return s;
}

// The microkernels of one table: [lhs][partial][vectors - 1][columns - 1].
template <class O, int kMaxVecs, int kMaxCols>
struct TileTable {
  TileFunction at[3][2][kMaxVecs][kMaxCols] = {};

  constexpr TileTable() { fill<kMaxVecs, kMaxCols>(); }

 private:
  template <int kVecs, int kCols>
  constexpr void fill() {
    put<kVecs, kCols, false>();
    if constexpr (O::kLanes > 1) put<kVecs, kCols, true>();
    if constexpr (kCols > 1) {
      fill<kVecs, kCols - 1>();
    } else if constexpr (kVecs > 1) {
      fill<kVecs - 1, kMaxCols>();
    }
  }

  template <int kVecs, int kCols, bool kPartial>
  constexpr void put() {
    at[GK_LHS_IN_PLACE][kPartial][kVecs - 1][kCols - 1] = Tile<O, kVecs, kCols, GK_LHS_IN_PLACE, kPartial>::run;
    at[GK_LHS_PACKED][kPartial][kVecs - 1][kCols - 1] = Tile<O, kVecs, kCols, GK_LHS_PACKED, kPartial>::run;
    // Packing on the way is for strips of all columns, as the first of many mostly is: narrower ones pack beforehand.
    if constexpr (kCols == kMaxCols) {
      at[GK_LHS_IN_PLACE_PACK][kPartial][kVecs - 1][kCols - 1] =
          Tile<O, kVecs, kCols, GK_LHS_IN_PLACE_PACK, kPartial>::run;
    }
  }
};

template <class O, int kMaxVecs, int kMaxCols>
struct Strip {
  using T = typename O::Elem;
  using Split = PanelSplit<O, kMaxVecs>;
  static constexpr TileTable<O, kMaxVecs, kMaxCols> kTiles = {};

  static void run(const gk_strip_args *args) {
    if (args->lhs == GK_LHS_IN_PLACE_PACK && args->n < kMaxCols) return run_packing_first(*args);
    // Small products are all prologue: one panel goes without a division.
    if (args->m <= Split::kMaxRows) return run_panel(*args, {0, args->m, 0, args->k});
    run_panels(*args);
  }

  [[gnu::always_inline]] static void run_panel(const gk_strip_args &s, const Panel &panel) {
    const auto vecs = static_cast<uint64_t>(panel.rows + O::kLanes - 1) / O::kLanes;
    const bool partial = panel.rows % O::kLanes != 0;
    kTiles.at[s.lhs][partial][vecs - 1][s.n - 1](s, panel);
  }

  // The same strip, once its A has been packed.
  [[gnu::always_inline]] static gk_strip_args packed(gk_strip_args s) {
    const gk_pack_lhs_args pack = {s.m, s.k, s.a, static_cast<int64_t>(sizeof(T)), s.csa, s.a_packed};
    pack_lhs<O, kMaxVecs>(&pack);
    s.lhs = GK_LHS_PACKED;
    return s;
  }

  // body(panel) for every row panel, with its share of the next strip of B.
  template <class Body>
  [[gnu::always_inline]] static void each_panel(const gk_strip_args &s, Body body) {
    const Split split(s.m);
    const int64_t share = s.b_next != nullptr ? (s.k + split.panels - 1) / split.panels : 0;
    Panel panel = {0, 0, 0, 0};
    for (int64_t i = 0; i < split.panels; ++i) {
      const int64_t left = s.m - panel.row, full = split.rows(i), next_to = panel.next_from + share;
      panel.rows = full < left ? full : left;
      panel.next_to = next_to < s.k ? next_to : s.k;
      body(panel);
      panel.row += panel.rows;
      panel.next_from = panel.next_to;
    }
  }

 private:
  [[gnu::noinline]] static void run_panels(const gk_strip_args &s) {
    each_panel(
        s, [&](const Panel &panel) __attribute__((always_inline)) { run_panel(s, panel); });
  }

  [[gnu::noinline]] static void run_packing_first(const gk_strip_args &s) {
    const gk_strip_args after = packed(s);
    run(&after);
  }
};

}  // namespace
}  // namespace gk::kernels
