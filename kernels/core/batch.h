// run_batch: many small products of one shape. Each microtile passes over all of them in one call, so that what a
// product costs besides its arithmetic is a few moves of pointers.
#pragma once

#include "core/microkernel.h"
#include "core/panels.h"

namespace gk::kernels {
namespace {

// The operands of the next product lie a step further. While one is computed, the lines of a later one that are this
// tile's share are fetched: so many, from an offset on to the current operand.
struct BatchWalk {
  struct Fetch {
    int64_t offset, lines;
  };
  int64_t count;
  int64_t a_step, b_step, c_step;
  bool fetches;
  Fetch a, b, c;
};

using BatchTileFunction = void (*)(const gk_strip_args &, const Panel &, const BatchWalk &);

// C <- alpha * tile + beta * C with kRows elements per column of the tile: the vector operations of Tile::update.
template <class O, int kVecs, bool kPartial>
[[gnu::noinline]] void update_from(const gk_strip_args &s, const Panel &panel, typename O::Elem *c,
                                   typename O::Elem *tile) {
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
    return update_strided<O, kVecs>(here, panel, tile);
  }
  typename O::Mask mask = {};
  if constexpr (kPartial) mask = O::first_lanes(static_cast<int>(panel.rows) - (kVecs - 1) * O::kLanes);
  c += panel.row;
  for (int64_t j = 0; j < s.n; ++j, c = shifted(c, s.csc), tile += kRows) {
    for (int v = 0; v < kVecs; ++v) {
      T *at = c + v * O::kLanes;
      const bool masked = kPartial && v == kVecs - 1;
      Reg value = O::load(tile + v * O::kLanes);
      if (beta != 0) value = O::fma(O::splat(beta), masked ? O::load_masked(at, mask) : O::load(at), value);
      if (masked) {
        O::store_masked(at, mask, value);
      } else {
        O::store(at, value);
      }
    }
  }
}

// The depth steps of an in-place Tile, hence its bits, and the loop over the products around them. Everything that is
// not needed in that loop stays out of it, above all out of the registers.
template <class O, int kVecs, int kCols, bool kPartial>
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

  static constexpr bool masked(int v) { return kPartial && v == kVecs - 1; }

  [[gnu::always_inline]] static void step(Cursor &at, Reg (&acc)[kCols][kVecs]) {
    Reg lhs[kVecs];
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) {
      lhs[v] = masked(v) ? O::load_masked(at.a + v * O::kLanes, at.mask) : O::load(at.a + v * O::kLanes);
    }
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j) {
      const Reg rhs = O::splat(*shifted(j < 8 ? at.b : at.b8, at.columns.offset(j % 8)));
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = O::fma(lhs[v], rhs, acc[j][v]);
      if constexpr (kVecs > 1) O::hold(rhs);
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
  [[gnu::always_inline]] static void store(T *c, int64_t csc, Mask mask, Reg (&acc)[kCols][kVecs]) {
#pragma GCC unroll 16
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) {
        if (masked(v)) {
          O::store_masked(c + v * O::kLanes, mask, acc[j][v]);
        } else {
          O::store(c + v * O::kLanes, acc[j][v]);
        }
      }
    }
  }

  [[gnu::noinline]] static void fetch(const T *a, const T *b, const T *c, const BatchWalk &walk) {
    for (int64_t i = 0; i < walk.a.lines; ++i) __builtin_prefetch(shifted(a, walk.a.offset + 64 * i));
    for (int64_t i = 0; i < walk.b.lines; ++i) __builtin_prefetch(shifted(b, walk.b.offset + 64 * i));
    for (int64_t i = 0; i < walk.c.lines; ++i) __builtin_prefetch(shifted(c, walk.c.offset + 64 * i), 1);
  }

  static void run(const gk_strip_args &s, const Panel &panel, const BatchWalk &walk) {
    Mask mask = {};
    if constexpr (kPartial) mask = O::first_lanes(static_cast<int>(panel.rows) - (kVecs - 1) * O::kLanes);
    const T *a = static_cast<const T *>(s.a) + panel.row;
    const T *b = static_cast<const T *>(s.b);
    T *c = static_cast<T *>(s.c);
    const ColumnStrides columns(s.csb);
    // Copies: the stores to C might alias the arguments, for all the compiler knows.
    const int64_t csa = s.csa, rsb = s.rsb, csc = s.csc, column8 = 8 * s.csb, row = panel.row;
    const int64_t a_step = walk.a_step, b_step = walk.b_step, c_step = walk.c_step;
    const bool fetches = walk.fetches;
    const int64_t groups = s.k / kUnroll, rest = s.k % kUnroll;
    const bool plain = *static_cast<const T *>(s.alpha) == 1 && *static_cast<const T *>(s.beta) == 0 &&
                       s.rsc == static_cast<int64_t>(sizeof(T));
    for (int64_t left = walk.count; left > 0; --left) {
      if (fetches) fetch(a, b, c, walk);
      Cursor at = {a, b, shifted(b, column8), csa, rsb, columns, mask};
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
        store(c + row, csc, mask, acc);
      } else {
        T tile[kCols * kRows];
#pragma GCC unroll 16
        for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
          for (int v = 0; v < kVecs; ++v) O::store(tile + j * kRows + v * O::kLanes, acc[j][v]);
        }
        update_from<O, kVecs, kPartial>(s, panel, c, tile);
      }
      a = shifted(a, a_step);
      b = shifted(b, b_step);
      c = shifted(c, c_step);
    }
  }
};

// Columns of the widest tile of so many vectors: as many accumulators as the largest microtile has.
template <int kMaxVecs, int kMaxCols>
constexpr int batch_columns(int vecs) {
  const int columns = kMaxVecs * kMaxCols / vecs;
  return columns < 16 ? columns : 16;
}

// [partial][vectors - 1][columns - 1]
template <class O, int kMaxVecs, int kMaxCols>
struct BatchTileTable {
  BatchTileFunction at[2][kMaxVecs][batch_columns<kMaxVecs, kMaxCols>(1)] = {};

  constexpr BatchTileTable() { fill<kMaxVecs, batch_columns<kMaxVecs, kMaxCols>(kMaxVecs)>(); }

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

template <class O, int kMaxVecs, int kMaxCols>
class BatchStrips {
 public:
  static void run(const gk_batch_args *args) {
    const BatchStrips batch(*args);
    const bool one_tile = batch.split_.panels == 1 && args->columns <= batch.most_columns(batch.split_.rows(0));
    gk_strip_args s = args->first;
    if (one_tile) return batch.run_tiles(s, args->count);
    for (int64_t left = args->count; left > 0; left -= args->chunk) {
      const int64_t count = left < args->chunk ? left : args->chunk;
      batch.run_tiles(s, count);
      s.a = shifted(static_cast<const T *>(s.a), count * args->a_step);
      s.b = shifted(static_cast<const T *>(s.b), count * args->b_step);
      s.c = shifted(static_cast<T *>(s.c), count * args->c_step);
    }
  }

 private:
  using T = typename O::Elem;
  static constexpr int64_t kSize = sizeof(T);
  static constexpr BatchTileTable<O, kMaxVecs, kMaxCols> kTiles = {};

  explicit BatchStrips(const gk_batch_args &args) : args_(args), split_(args.first.m) {
    const gk_strip_args &s = args.first;
    a_bytes_ = (s.k - 1) * s.csa + s.m * kSize;
    b_bytes_ = (s.k - 1) * s.rsb + (args.columns - 1) * s.csb + kSize;
    c_bytes_ = (args.columns - 1) * s.csc + s.m * kSize;
  }

  static int64_t vectors(int64_t rows) { return (rows + O::kLanes - 1) / O::kLanes; }
  static int64_t most_columns(int64_t rows) {
    return batch_columns<kMaxVecs, kMaxCols>(static_cast<int>(vectors(rows)));
  }

  // All tiles of the `count` products from s on.
  void run_tiles(const gk_strip_args &s, int64_t count) const {
    Panel panel = {0, 0, 0, 0};
    for (int64_t i = 0; i < split_.panels; ++i, panel.row += panel.rows) {
      const int64_t left = s.m - panel.row, full = split_.rows(i);
      panel.rows = full < left ? full : left;
      run_panel(s, panel, i, count);
    }
  }

  // Row panel i of them, in strips of nearly equal width.
  void run_panel(const gk_strip_args &first, const Panel &panel, int64_t i, int64_t count) const {
    gk_strip_args s = first;
    const int64_t most = most_columns(panel.rows), columns = args_.columns;
    const int64_t strips = columns <= most ? 1 : (columns + most - 1) / most;
    const int64_t narrow = strips == 1 ? columns : columns / strips, wider = columns - narrow * strips;
    BatchWalk walk = {count, args_.a_step, args_.b_step, args_.c_step, args_.ahead != 0, {}, {}, {}};
    for (int64_t j = 0, column = 0; j < strips; ++j, column += s.n) {
      s.n = static_cast<int32_t>(narrow + (j < wider));
      s.b = shifted(static_cast<const T *>(first.b), column * s.csb);
      s.c = shifted(static_cast<T *>(first.c), column * s.csc);
      if (walk.fetches) {
        const Share share = {i * strips + j, split_.panels * strips};
        walk.a = share.of(a_bytes_, args_.ahead * args_.a_step, panel.row * kSize);
        walk.b = share.of(b_bytes_, args_.ahead * args_.b_step, column * s.csb);
        walk.c = share.of(c_bytes_, args_.ahead * args_.c_step, column * s.csc);
      }
      const bool partial = panel.rows % O::kLanes != 0;
      kTiles.at[partial][vectors(panel.rows) - 1][s.n - 1](s, panel, walk);
    }
  }

  // Each tile fetches its part of the lines of a later product.
  struct Share {
    int64_t part, parts;

    // Of an operand that spans so many bytes, seen from a tile whose data begin `inside` bytes into it. An operand
    // that all products share is there already.
    BatchWalk::Fetch of(int64_t bytes, int64_t distance, int64_t inside) const {
      const int64_t lines = distance == 0 ? 0 : (bytes + 63) / 64;
      const int64_t from = lines * part / parts, to = lines * (part + 1) / parts;
      return {distance + 64 * from - inside, to - from};
    }
  };

  const gk_batch_args &args_;
  PanelSplit<O, kMaxVecs> split_;
  int64_t a_bytes_, b_bytes_, c_bytes_;
};

}  // namespace
}  // namespace gk::kernels
