// run_shallow: products of small depth. What a tile takes besides its arithmetic, and how C gets to memory, decide
// there: one call computes all tiles below each other, and C may be written past the caches.
#pragma once

#include "core/microkernel.h"
#include "core/panels.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

// Tiles of equal height below each other in one strip.
struct ShallowWalk {
  int64_t row, panels;
  int rows;  // of each; only a partial tile needs to be told
};

using ShallowFunction = void (*)(const gk_strip_args &, const ShallowWalk &, bool stream);

// The depth steps and the update of an in-place Tile, hence its bits, and the loop over the panels around them. Rows of
// C are adjacent.
template <class O, int kVecs, int kCols, bool kPartial>
struct ShallowTile {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;
  static constexpr int kRows = kVecs * O::kLanes;
  static constexpr int kUnroll = 4;
  static_assert(!kPartial || kVecs == 1, "what is left over is less than a vector");

  [[gnu::always_inline]] static Reg load(const T *at, Mask mask) {
    if constexpr (kPartial) return O::load_masked(at, mask);
    return O::load(at);
  }
  [[gnu::always_inline]] static void store(T *at, Mask mask, Reg value, bool stream) {
    if constexpr (kPartial) {
      O::store_masked(at, mask, value);
    } else if (stream) {
      O::stream(at, value);
    } else {
      O::store(at, value);
    }
  }

  [[gnu::always_inline]] static void step(const T *&a, int64_t csa, const T *&b, int64_t rsb,
                                          const ColumnStrides &columns, Mask mask, Reg (&acc)[kCols][kVecs]) {
    Reg lhs[kVecs];
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) lhs[v] = shared<O, kCols>(load(a + v * O::kLanes, mask));
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) {
      const T element = *shifted(b, columns.offset(j));
      const Reg rhs = O::splat(element);
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = O::fma(lhs[v], rhs, acc[j][v]);
      if constexpr (kVecs > 1) hold_factor<O>(element, rhs);
    }
#pragma GCC unroll 8
    for (int v = 0; v < kVecs; ++v) hold_shared<O, kCols>(lhs[v]);
    a = shifted(a, csa);
    b = shifted(b, rsb);
    asm("" : "+r"(a), "+r"(b));
  }

  [[gnu::always_inline]] static void scale(T alpha, Reg (&acc)[kCols][kVecs]) {
    const Reg factor = O::splat(alpha);
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = O::mul(factor, acc[j][v]);
    }
  }

  [[gnu::always_inline]] static void add_old(const T *c, int64_t csc, T beta, Mask mask, Reg (&acc)[kCols][kVecs]) {
    const Reg factor = O::splat(beta);
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) acc[j][v] = O::fma(factor, load(c + v * O::kLanes, mask), acc[j][v]);
    }
  }

  [[gnu::always_inline]] static void store_all(T *c, int64_t csc, Mask mask, Reg (&acc)[kCols][kVecs], bool stream) {
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j, c = shifted(c, csc)) {
#pragma GCC unroll 8
      for (int v = 0; v < kVecs; ++v) store(c + v * O::kLanes, mask, acc[j][v], stream);
    }
  }

  static void run(const gk_strip_args &s, const ShallowWalk &walk, bool stream) {
    // Copies: the stores to C might alias the arguments, for all the compiler knows.
    const T alpha = *static_cast<const T *>(s.alpha), beta = *static_cast<const T *>(s.beta);
    const int64_t csa = s.csa, rsb = s.rsb, csc = s.csc;
    const uint64_t groups = static_cast<uint64_t>(s.k) / kUnroll, rest = static_cast<uint64_t>(s.k) % kUnroll;
    const ColumnStrides columns(s.csb);
    const T *a = static_cast<const T *>(s.a) + walk.row;
    T *c = static_cast<T *>(s.c) + walk.row;
    Mask mask = {};
    if constexpr (kPartial) mask = O::first_lanes(walk.rows);
    for (int64_t i = 0; i < walk.panels; ++i, a += kRows, c += kRows) {
      Reg acc[kCols][kVecs];
#pragma GCC unroll 9
      for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 8
        for (int v = 0; v < kVecs; ++v) acc[j][v] = O::zero();
      }
      const T *a_at = a, *b_at = static_cast<const T *>(s.b);
      for (uint64_t g = groups; g > 0; --g) {
#pragma GCC unroll 4
        for (int u = 0; u < kUnroll; ++u) step(a_at, csa, b_at, rsb, columns, mask, acc);
      }
      for (uint64_t g = rest; g > 0; --g) step(a_at, csa, b_at, rsb, columns, mask, acc);
      if (alpha != 1) scale(alpha, acc);
      if (beta != 0) add_old(c, csc, beta, mask, acc);
      if (stream) {
        store_all(c, csc, mask, acc, true);
      } else {
        store_all(c, csc, mask, acc, false);
      }
    }
  }
};

template <class O, int kMaxVecs, int kMaxCols>
class Shallow {
 public:
  static void run(const gk_shallow_args *args) {
    const gk_product &p = args->product;
    const Rows rows(p, args->stream_c != 0);
    gk_strip_args s = strip_of(p);
    // Strips as equal as possible.
    const int64_t strips = p.n <= kMaxCols ? 1 : (p.n + kMaxCols - 1) / kMaxCols;
    const int64_t width = strips == 1 ? p.n : p.n / strips, wider = p.n - width * strips;
    for (int64_t i = 0; i < strips; ++i) {
      s.n = static_cast<int32_t>(width + (i < wider));
      if (p.c.rs == static_cast<int64_t>(sizeof(T))) {
        run_strip(s, rows);
      } else {
        Strip<O, kMaxVecs, kMaxCols>::run(&s);  // bound by its strided stores
      }
      s.b = shifted(static_cast<const T *>(s.b), s.n * s.csb);
      s.c = shifted(static_cast<T *>(s.c), s.n * s.csc);
    }
    if (rows.stream) O::stream_end();
  }

 private:
  using T = typename O::Elem;
  // Written past the caches, whole lines of few columns at a time are what the processor's buffers take best.
  static constexpr int kStreamVecs = kMaxVecs < 2 ? kMaxVecs : 2;

  // How the rows are cut: those before the first line of C if it is streamed, panels, and less than a vector.
  struct Rows {
    int64_t head = 0, taller, vecs, lower;
    int tail;
    bool stream;

    Rows(const gk_product &p, bool wanted) {
      constexpr uintptr_t kLine = 64;
      const uintptr_t off = reinterpret_cast<uintptr_t>(p.c.data) % kLine;
      stream = wanted && O::kLanes > 1 && *static_cast<const T *>(p.beta) == 0 &&
               p.c.rs == static_cast<int64_t>(sizeof(T)) && static_cast<uintptr_t>(p.c.cs) % kLine == 0 &&
               off % sizeof(T) == 0;
      if (stream && off != 0) head = static_cast<int64_t>((kLine - off) / sizeof(T));
      if (head > p.m) head = p.m;
      const int64_t body = p.m - head;
      tail = static_cast<int>(body % O::kLanes);
      taller = vecs = lower = 0;
      if (body < O::kLanes) return;
      if (stream) {
        cut<kStreamVecs>(body - tail);
      } else {
        cut<kMaxVecs>(body - tail);
      }
    }

   private:
    template <int kVecs>
    void cut(int64_t rows) {
      const PanelSplit<O, kVecs> split(rows);
      taller = split.taller, vecs = split.vecs, lower = split.panels - split.taller;
    }
  };

  struct Table {
    ShallowFunction whole[kMaxVecs][kMaxCols] = {}, part[kMaxCols] = {};

    constexpr Table() { fill<kMaxVecs, kMaxCols>(); }

   private:
    template <int kVecs, int kCols>
    constexpr void fill() {
      whole[kVecs - 1][kCols - 1] = ShallowTile<O, kVecs, kCols, false>::run;
      if constexpr (kVecs == 1 && O::kLanes > 1) part[kCols - 1] = ShallowTile<O, 1, kCols, true>::run;
      if constexpr (kCols > 1) {
        fill<kVecs, kCols - 1>();
      } else if constexpr (kVecs > 1) {
        fill<kVecs - 1, kMaxCols>();
      }
    }
  };
  static constexpr Table kTiles = {};

  static void run_strip(const gk_strip_args &s, const Rows &rows) {
    int64_t row = 0;
    // Less than a line, but perhaps more than a vector.
    for (; row < rows.head; row += O::kLanes) {
      const int64_t left = rows.head - row;
      if (left < O::kLanes) {
        kTiles.part[s.n - 1](s, {row, 1, static_cast<int>(left)}, false);
      } else {
        kTiles.whole[0][s.n - 1](s, {row, 1, O::kLanes}, false);
      }
    }
    row = rows.head;
    for (int tall = 1; tall >= 0; --tall) {
      const int64_t panels = tall != 0 ? rows.taller : rows.lower, vecs = rows.vecs + tall;
      if (panels == 0) continue;
      kTiles.whole[vecs - 1][s.n - 1](s, {row, panels, static_cast<int>(vecs) * O::kLanes}, rows.stream);
      row += panels * vecs * O::kLanes;
    }
    if (rows.tail != 0) kTiles.part[s.n - 1](s, {row, 1, rows.tail}, false);
  }
};

}  // namespace
}  // namespace gk::kernels
