// run_batch: many small products of one shape. Each microtile passes over all of them in one call, so that what a
// product costs besides its arithmetic is a few moves of pointers.
#pragma once

#include "core/microkernel.h"
#include "core/panels.h"
#include "core/strip.h"
#include "core/update.h"

namespace gk::kernels {
namespace {

// The tiles that one call computes: strips of equal width side by side, panels of equal height below each other, in
// every product.
struct BatchWalk {
  int64_t count;  // products
  int64_t a_step, b_step, c_step;
  int64_t strips, panels;
};

using BatchTileFunction = void (*)(const gk_strip_args &, const Panel &, const BatchWalk &);

// `rows` rows of C, from c on, <- alpha * tile + beta * C, with kRows elements per column of the tile: the vector
// operations of Tile::update.
template <class O, int kVecs, bool kPartial>
[[gnu::noinline]] void update_from(const gk_strip_args &s, int64_t rows, typename O::Elem *c, typename O::Elem *tile) {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  constexpr int kRows = kVecs * O::kLanes;
  const T alpha = *static_cast<const T *>(s.alpha), beta = *static_cast<const T *>(s.beta);
  if (alpha != 1) {
    for (int64_t i = 0; i < s.n * kRows; i += O::kLanes) O::store(tile + i, O::mul(O::splat(alpha), O::load(tile + i)));
  }
  if (s.rsc != static_cast<int64_t>(sizeof(T))) {
    gk_strip_args here = s;
    here.c = c;
    return update_strided<O, kVecs>(here, {0, rows, 0, 0}, tile);
  }
  typename O::Mask mask = {};
  if constexpr (kPartial) mask = O::first_lanes(static_cast<int>(rows) - (kVecs - 1) * O::kLanes);
  for (int64_t j = 0; j < s.n; ++j, c = shifted(c, s.csc), tile += kRows) {
    for (int v = 0; v < kVecs; ++v) {
      T *at = c + v * O::kLanes;
      Reg value = O::load(tile + v * O::kLanes);
      if constexpr (kPartial) {
        if (v == kVecs - 1) {
          if (beta != 0) value = O::fma(O::splat(beta), O::load_masked(at, mask), value);
          O::store_masked(at, mask, value);
          continue;
        }
      }
      if (beta != 0) value = O::fma(O::splat(beta), O::load(at), value);
      O::store(at, value);
    }
  }
}

// The depth steps of an in-place Tile, hence its bits, and the loop over the products around them. Everything that is
// not needed in that loop stays out of it, above all out of the registers.
// kSingle: products of one tile only.
template <class O, int kVecs, int kCols, bool kPartial, bool kSingle = false>
struct BatchTile {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;
  static constexpr int kRows = kVecs * O::kLanes;
  static constexpr int kUnroll = 4;
  static_assert(kCols <= 16, "two groups of eight columns");

  struct Cursor {
    const T *a, *b, *b8;  // b8: column 8
    int64_t csa, rsb;
    ColumnStrides columns;
    Mask mask;
  };

  // Vector v of a column. Vocabularies without masked accesses have whole vectors only.
  [[gnu::always_inline]] static Reg load(const T *column, int v, Mask mask) {
    if constexpr (kPartial) {
      if (v == kVecs - 1) return O::load_masked(column + v * O::kLanes, mask);
    }
    return O::load(column + v * O::kLanes);
  }
  [[gnu::always_inline]] static void store(T *column, int v, Mask mask, Reg value) {
    if constexpr (kPartial) {
      if (v == kVecs - 1) return O::store_masked(column + v * O::kLanes, mask, value);
    }
    O::store(column + v * O::kLanes, value);
  }

  [[gnu::always_inline]] static void step(Cursor &at, Reg (&acc)[kCols][kVecs]) {
    Reg lhs[kVecs];
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) {
      lhs[v] = load(at.a, v, at.mask);
    }
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
      const T element = *shifted(j < 8 ? at.b : at.b8, at.columns.offset(j % 8));
      const Reg rhs = O::splat(element);
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = O::fma(lhs[v], rhs, acc[j][v]);
      if constexpr (kVecs > 1) hold_factor<O>(element, rhs);
    }
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) O::hold(lhs[v]);
    at.a = shifted(at.a, at.csa);
    at.b = shifted(at.b, at.rsb);
    asm("" : "+r"(at.b));
    if constexpr (kCols > 8) {
      at.b8 = shifted(at.b8, at.rsb);
      asm("" : "+r"(at.b8));
    }
  }

  // C <- accumulators, column by column.
  [[gnu::always_inline]] static void store_all(T *c, int64_t csc, Mask mask, Reg (&acc)[kCols][kVecs]) {
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) store(c, v, mask, acc[j][v]);
    }
  }

  // Any alpha, beta and row stride.
  [[gnu::always_inline]] static void store_scaled(const gk_strip_args &s, int64_t rows, T *c,
                                                  Reg (&acc)[kCols][kVecs]) {
    T tile[kCols * kRows];
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) O::store(tile + j * kRows + v * O::kLanes, acc[j][v]);
    }
    update_from<O, kVecs, kPartial>(s, rows, c, tile);
  }

  // One product that is this tile and has adjacent rows in C.
  static void run_alone(const gk_product &p) {
    static_assert(kVecs == 1);
    Mask mask = {};
    if constexpr (kPartial) mask = O::first_lanes(static_cast<int>(p.m));
    const T *b = static_cast<const T *>(p.b.data);
    const int64_t csc = p.c.cs;
    Cursor at = {
        static_cast<const T *>(p.a.data), b, shifted(b, 8 * p.b.cs), p.a.cs, p.b.rs, ColumnStrides(p.b.cs), mask};
    Reg acc[kCols][kVecs];
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) acc[j][0] = O::zero();
    for (int64_t k = p.k; k > 0; --k) step(at, acc);
    const Update<O> update(p.alpha, p.beta);
    T *c = static_cast<T *>(p.c.data);
    if (update.alpha == 1 && update.beta == 0) return store_all(c, csc, mask, acc);
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
      if constexpr (kPartial) {
        update.part(c, mask, acc[j][0]);
      } else {
        update.whole(c, acc[j][0]);
      }
    }
  }

  static void run(const gk_strip_args &s, const Panel &panel, const BatchWalk &walk) {
    Mask mask = {};
    if constexpr (kPartial) mask = O::first_lanes(static_cast<int>(panel.rows) - (kVecs - 1) * O::kLanes);
    const T *a = static_cast<const T *>(s.a) + panel.row;
    const T *b = static_cast<const T *>(s.b);
    T *c = shifted(static_cast<T *>(s.c), panel.row * s.rsc);
    const ColumnStrides columns(s.csb);
    const int64_t rows = panel.rows;
    // Copies: the stores to C might alias the arguments, for all the compiler knows.
    const int64_t csa = s.csa, rsb = s.rsb, rsc = s.rsc, csc = s.csc, column8 = 8 * s.csb;
    const int64_t a_step = walk.a_step, b_step = walk.b_step, c_step = walk.c_step;
    const int64_t strips = kSingle ? 1 : walk.strips, panels = kSingle ? 1 : walk.panels, b_strip = kCols * s.csb,
                  c_strip = kCols * csc;
    const int64_t groups = s.k / kUnroll, rest = s.k % kUnroll;
    const bool plain = *static_cast<const T *>(s.alpha) == 1 && *static_cast<const T *>(s.beta) == 0 &&
                       s.rsc == static_cast<int64_t>(sizeof(T));
    for (int64_t left = walk.count; left > 0; --left) {
      const T *b_at = b;
      T *c_at = c;
      for (int64_t strip = strips; strip > 0; --strip) {
        const T *a_at = a;
        T *tile = c_at;
        for (int64_t below = panels; below > 0; --below) {
          Cursor at = {a_at, b_at, shifted(b_at, column8), csa, rsb, columns, mask};
          Reg acc[kCols][kVecs];
#pragma GCC unroll 16
          for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
            for (int v = 0; v < kVecs; ++v) acc[j][v] = O::zero();
          }
          for (int64_t g = groups; g > 0; --g) {
#pragma GCC unroll 4
            for (int u = 0; u < kUnroll; ++u) step(at, acc);
          }
          for (int64_t r = rest; r > 0; --r) step(at, acc);
          if (plain) {
            store_all(tile, csc, mask, acc);
          } else {
            store_scaled(s, rows, tile, acc);
          }
          a_at += kRows;
          tile = shifted(tile, kRows * rsc);
        }
        b_at = shifted(b_at, b_strip);
        c_at = shifted(c_at, c_strip);
      }
      a = shifted(a, a_step);
      b = shifted(b, b_step);
      c = shifted(c, c_step);
    }
  }
};

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

// [partial][vectors - 1][columns - 1]
template <class O, int kMaxVecs, int kMaxCols>
struct BatchTileTable {
  static constexpr int kHighest = batch_vectors<kMaxVecs, kMaxCols>;
  BatchTileFunction at[2][kHighest][batch_columns<kMaxVecs, kMaxCols>(1)] = {};

  constexpr BatchTileTable() { fill<kHighest, batch_columns<kMaxVecs, kMaxCols>(kHighest)>(); }

 private:
  template <int kVecs, int kCols>
  constexpr void fill() {
    at[0][kVecs - 1][kCols - 1] = BatchTile<O, kVecs, kCols, false>::run;
    if constexpr (O::kLanes > 1) at[1][kVecs - 1][kCols - 1] = BatchTile<O, kVecs, kCols, true>::run;
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
    kTiles.at[s.m % O::kLanes != 0][vectors(s.m) - 1][s.n - 1](s, {0, s.m, 0, 0}, {1, 0, 0, 0, strips, 1});
  }

 private:
  using T = typename O::Elem;
  static constexpr BatchTileTable<O, kMaxVecs, kMaxCols> kTiles = {};

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
      const bool partial = panel.rows % O::kLanes != 0;
      kTiles.at[partial][vectors(panel.rows) - 1][s.n - 1](s, panel, walk);
      panel.row += walk.panels * panel.rows;
    }
  }

  const gk_batch_args &args_;
  PanelSplit<O, batch_vectors<kMaxVecs, kMaxCols>> split_;
  bool partial_, single_height_;
};

}  // namespace
}  // namespace gk::kernels
