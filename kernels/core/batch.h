// run_batch: many small products of one shape. Each microtile passes over all of them in one call, so that what a
// product costs besides its arithmetic is a few moves of pointers.
#pragma once

#include "core/batch_tile.h"
#include "core/panels.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

// Columns of the widest tile of so many vectors. One vector high, a tile may be wider than the largest microtile: it
// has the registers, and small products then are one tile.
template <int kMaxVecs, int kMaxCols>
constexpr int batch_columns(int vecs) {
  if (vecs > kMaxVecs) return kMaxVecs * kMaxCols / vecs;
  if (vecs > 1) return kMaxCols;
  return kMaxVecs * kMaxCols < 16 ? kMaxVecs * kMaxCols : 16;
}

// Vectors of the highest tile. Where there are 32 registers, one more than in the largest microtile leaves enough of
// them: products of four vectors need not be cut, and stream through their columns without a break.
template <int kMaxVecs, int kMaxCols>
constexpr int batch_vectors = kMaxVecs == 3 && kMaxCols == 8 ? 4 : kMaxVecs;

// How many rows of its last vector a tile has.
enum LastVector { kWholeLast, kPartialLast, kHalfLast };

// Of the vocabularies with fewer lanes than O, the one with half as many.
template <class O, class... Narrow>
struct HalfOf {
  using Type = void;
};
template <class O, class First, class... Rest>
struct HalfOf<O, First, Rest...> : HalfOf<O, Rest...> {};
template <class O, class First, class... Rest>
requires(2 * First::kLanes == O::kLanes) struct HalfOf<O, First, Rest...> {
  using Type = First;
};

// [LastVector][vectors - 1][columns - 1]
template <class O, int kMaxVecs, int kMaxCols, class Half>
struct BatchTileTable {
  static constexpr int kHighest = batch_vectors<kMaxVecs, kMaxCols>;
  static constexpr bool kHalves = !Is<Half, void>;
  BatchTileFunction at[kHalves ? 3 : 2][kHighest][batch_columns<kMaxVecs, kMaxCols>(1)] = {};

  // Where registers are computed with by halves, half of the last one is free to leave out.
  static LastVector last_vector(int64_t rows) {
    const int64_t last = rows % O::kLanes;
    if (last == 0) return kWholeLast;
    return kHalves && 2 * last <= O::kLanes ? kHalfLast : kPartialLast;
  }

  constexpr BatchTileTable() { fill<kHighest, batch_columns<kMaxVecs, kMaxCols>(kHighest)>(); }

 private:
  template <int kVecs, int kCols>
  constexpr void fill() {
    at[kWholeLast][kVecs - 1][kCols - 1] = BatchTile<O, kVecs, kCols, false>::run;
    if constexpr (O::kLanes > 1) at[kPartialLast][kVecs - 1][kCols - 1] = BatchTile<O, kVecs, kCols, true>::run;
    if constexpr (kHalves && kVecs > 1) {
      at[kHalfLast][kVecs - 1][kCols - 1] = BatchTile<O, kVecs, kCols, true, false, Half>::run;
    } else if constexpr (kHalves) {
      at[kHalfLast][0][kCols - 1] = BatchTile<Half, 1, kCols, true>::run;
    }
    if constexpr (kCols > 1) {
      fill<kVecs, kCols - 1>();
    } else if constexpr (kVecs > 1) {
      fill<kVecs - 1, batch_columns<kMaxVecs, kMaxCols>(kVecs - 1)>();
    }
  }
};

// Tiles one vector high, for products that are no higher and no wider. There the loops over tiles would count.
// [partial][columns - 1]
template <class O, int kMaxCols>
struct LoneTiles {
  BatchTileFunction batch[2][kMaxCols] = {};
  void (*alone[2][kMaxCols])(const gk_product &) = {};

  constexpr LoneTiles() { fill<kMaxCols>(); }

 private:
  template <int kCols>
  constexpr void fill() {
    put<kCols, false>();
    if constexpr (O::kLanes > 1) put<kCols, true>();
    if constexpr (kCols > 1) fill<kCols - 1>();
  }
  template <int kCols, bool kPartial>
  constexpr void put() {
    batch[kPartial][kCols - 1] = BatchTile<O, 1, kCols, kPartial, true>::run;
    alone[kPartial][kCols - 1] = BatchTile<O, 1, kCols, kPartial, true>::run_alone;
  }
};

// The lone tiles of a kernel table: at most kMaxCols columns, with the fewest lanes that do. Narrow: vocabularies with
// fewer lanes than O, the narrowest first.
template <int kMaxCols, class O, class... Narrow>
class Lone {
 public:
  static constexpr int64_t kMaxRows = O::kLanes;

  static void run(const gk_product &p) { (run_as<Narrow>(p) || ...) || run_as<O>(p); }
  static void run_batch(const gk_strip_args &s, const BatchWalk &walk) {
    (run_batch_as<Narrow>(s, walk) || ...) || run_batch_as<O>(s, walk);
  }

 private:
  template <class N>
  static constexpr LoneTiles<N, kMaxCols> kTiles = {};

  template <class N>
  [[gnu::always_inline]] static bool run_as(const gk_product &p) {
    if (p.m > N::kLanes) return false;
    kTiles<N>.alone[p.m != N::kLanes][p.n - 1](p);
    return true;
  }
  template <class N>
  [[gnu::always_inline]] static bool run_batch_as(const gk_strip_args &s, const BatchWalk &walk) {
    if (s.m > N::kLanes) return false;
    kTiles<N>.batch[s.m != N::kLanes][s.n - 1](s, {0, s.m, 0, 0}, walk);
    return true;
  }
};

template <class O, int kMaxVecs, int kMaxCols, class... Narrow>
class BatchStrips {
 public:
  // With 16 registers the compiler keeps too little of the addresses of a wider tile in them.
  static constexpr int kWidest =
      has_32_registers<kMaxVecs, kMaxCols>() ? batch_columns<kMaxVecs, kMaxCols>(1) : kMaxCols;
  using LoneTile = Lone<kWidest, O, Narrow...>;
  using Tiles = BatchTileTable<O, kMaxVecs, kMaxCols, typename HalfOf<O, Narrow...>::Type>;

  static void run(const gk_batch_args *args) {
    const BatchStrips batch(*args);
    batch.run_strips();
  }

  // Columns of a strip below which are panels of so many rows.
  static int64_t columns_for(int64_t rows) {
    return batch_columns<kMaxVecs, kMaxCols>(static_cast<int>(vectors(rows)));
  }
  // Strips of equal width, at most columns_for(s.m), that are one panel high: no product of a batch, but a part of one.
  static void run_panel(const gk_strip_args &s, int64_t strips) {
    kTiles.at[Tiles::last_vector(s.m)][vectors(s.m) - 1][s.n - 1](s, {0, s.m, 0, 0}, {1, 0, 0, 0, strips, 1});
  }

 private:
  using T = typename O::Elem;
  static constexpr Tiles kTiles = {};

  explicit BatchStrips(const gk_batch_args &args) : args_(args), split_(args.first.m) {
    // Whole vectors can be looped over inside a tile; a partial one is called for on its own.
    partial_ = args.first.m % O::kLanes != 0;
    single_height_ = split_.taller == 0 && (split_.panels == 1 || !partial_);
  }

  static int64_t vectors(int64_t rows) { return (rows + O::kLanes - 1) / O::kLanes; }

  // The fewest strips of at most `most` columns; some more if that makes all of them equal.
  static int64_t even_strips(int64_t columns, int64_t most) {
    const int64_t fewest = (columns + most - 1) / most;
    for (int64_t strips = fewest; 2 * columns >= strips * most; ++strips) {
      if (columns % strips == 0) return strips;
    }
    return fewest;
  }

  void run_strips() const {
    gk_strip_args from = strip_of(args_.first);
    const int64_t most = columns_for(split_.rows(0));
    const int64_t columns = args_.first.n, strips = columns <= most ? 1 : even_strips(columns, most);
    const int64_t width = strips == 1 ? columns : columns / strips, wider = columns - width * strips;
    // One call computes all products whose tiles are all alike; several would stream the operands several times.
    const int64_t chunk = single_height_ && wider == 0 ? args_.count : args_.chunk;
    for (int64_t left = args_.count; left > 0; left -= chunk) {
      BatchWalk walk = {left < chunk ? left : chunk, args_.a_step, args_.b_step, args_.c_step, wider, 1};
      gk_strip_args part = from;
      if (wider > 0) {
        part.n = static_cast<int32_t>(width + 1);
        run_panels(part, walk);
        part.b = shifted(static_cast<const T *>(part.b), wider * (width + 1) * from.csb);
        part.c = shifted(static_cast<T *>(part.c), wider * (width + 1) * from.csc);
      }
      part.n = static_cast<int32_t>(width);
      walk.strips = strips - wider;
      run_panels(part, walk);
      from.a = shifted(static_cast<const T *>(from.a), walk.count * args_.a_step);
      from.b = shifted(static_cast<const T *>(from.b), walk.count * args_.b_step);
      from.c = shifted(static_cast<T *>(from.c), walk.count * args_.c_step);
    }
  }

  // Panels of equal height in one call each: the taller ones, the others, and a last partial one.
  void run_panels(const gk_strip_args &s, BatchWalk walk) const {
    if (walk.strips == 1 && s.m <= LoneTile::kMaxRows && s.n <= kWidest) return LoneTile::run_batch(s, walk);
    const int64_t whole = split_.panels - partial_;
    Panel panel = {0, 0, 0, 0};
    for (int64_t i = 0; i < split_.panels; i += walk.panels) {
      const int64_t left = s.m - panel.row, full = split_.rows(i),
                    same = i < split_.taller ? split_.taller : split_.panels;
      panel.rows = full < left ? full : left;
      walk.panels = i < whole ? (same < whole ? same : whole) - i : 1;
      kTiles.at[Tiles::last_vector(panel.rows)][vectors(panel.rows) - 1][s.n - 1](s, panel, walk);
      panel.row += walk.panels * panel.rows;
    }
  }

  const gk_batch_args &args_;
  PanelSplit<O, batch_vectors<kMaxVecs, kMaxCols>> split_;
  bool partial_, single_height_;
};

}  // namespace
}  // namespace gk::kernels
