// Few rows times few columns over a long depth, as dot products: vectors run along k.
#pragma once

#include "abi/kernel_table.h"
#include "core/update.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

// Tiles of up to kMaxRows x kMaxCols elements of C share the loads of A and B. k is walked in slices whose lines stay
// in L2 while all tiles of a block use them; meanwhile the chains rest in a buffer, so slices leave no trace in the
// bits.
// kMostSums registers hold the chains: few elements get several chains each, to hide the latency of the additions.
template <class O, int kMaxRows, int kMaxCols, int kMostSums>
struct Dots {
  static_assert(kMaxRows <= 4, "sums are made of four elements at a time");
  using T = typename O::Elem;
  using Reg = typename O::Reg;

  static constexpr int kBlock = gk_dots_block;  // rows and columns of C whose chains the buffer holds
  static constexpr int kMostChains = 4;
  static constexpr int64_t kSlice = 4096 / static_cast<int64_t>(sizeof(T));

  static void run(const gk_dots_args *args) {
    const gk_dots_args &s = *args;
    const int chains = s.elements * 4 <= kMostSums ? 4 : s.elements * 2 <= kMostSums ? 2 : 1;
    if (s.k <= kSlice) return run_whole(s, chains);
    for (int64_t j = 0; j < s.n; j += kBlock) {
      for (int64_t i = 0; i < s.m; i += kBlock) {
        const int64_t rows = s.m - i < kBlock ? s.m - i : kBlock, cols = s.n - j < kBlock ? s.n - j : kBlock;
        block(s, i, static_cast<int>(rows), j, static_cast<int>(cols), chains);
      }
    }
  }

 private:
  struct Lines {
    const T *a;
    int64_t rsa;
    const T *b;
    int64_t csb;
    int64_t depth;
    bool first;  // chains start at zero
  };
  // What becomes of finished sums.
  struct Target {
    Update<O> update;
    bool stores;  // alpha is 1, beta 0 and a column of C adjacent
    int64_t rsc, csc;
  };
  using Function = void (*)(const Lines &, T *chains);
  using WholeFunction = void (*)(const Lines &, const Target &, T *c);

  // Tiles by [chains: 1, 2, 4][rows - 1][columns - 1]. More than one chain only where there are few elements.
  struct Table {
    Function slices[3][kMaxRows][kMaxCols];
    WholeFunction whole[3][kMaxRows][kMaxCols];

    constexpr Table() : slices{}, whole{} { fill<kMaxRows, kMaxCols>(); }
    template <int kRows, int kCols>
    constexpr void fill() {
      put<kRows, kCols, 1, 0>();
      if constexpr (kRows * kCols * 2 <= kMostSums) put<kRows, kCols, 2, 1>();
      if constexpr (kRows * kCols * 4 <= kMostSums) put<kRows, kCols, 4, 2>();
      if constexpr (kCols > 1) {
        fill<kRows, kCols - 1>();
      } else if constexpr (kRows > 1) {
        fill<kRows - 1, kMaxCols>();
      }
    }
    template <int kRows, int kCols, int kChains, int kAt>
    constexpr void put() {
      slices[kAt][kRows - 1][kCols - 1] = tile<kRows, kCols, kChains>;
      whole[kAt][kRows - 1][kCols - 1] = whole_tile<kRows, kCols, kChains>;
    }
  };
  static constexpr Table kTable = {};

  // Nearly equal shares of count: `parts` of them, the first so many one larger.
  struct Shares {
    int64_t parts, size, larger;
    Shares(int64_t count, int64_t most)
        : parts((count + most - 1) / most), size(count / parts), larger(count % parts) {}
    int operator[](int64_t part) const { return static_cast<int>(size + (part < larger ? 1 : 0)); }
  };

  // One slice: chains need not be kept.
  static void run_whole(const gk_dots_args &s, int chains) {
    const Update<O> update(s.alpha, s.beta);
    const bool stores = update.alpha == 1 && update.beta == 0 && s.rsc == static_cast<int64_t>(sizeof(T));
    const Target target = {update, stores, s.rsc, s.csc};
    const Shares row_shares(s.m, kMaxRows), col_shares(s.n, kMaxCols);
    const auto &functions = kTable.whole[chains / 2];
    Lines lines = {nullptr, s.rsa, static_cast<const T *>(s.b), s.csb, s.k, true};
    T *column = static_cast<T *>(s.c);
    for (int64_t j = 0; j < col_shares.parts; ++j) {
      const int cols = col_shares[j];
      lines.a = static_cast<const T *>(s.a);
      T *c = column;
      for (int64_t i = 0; i < row_shares.parts; ++i) {
        const int rows = row_shares[i];
        functions[rows - 1][cols - 1](lines, target, c);
        lines.a = shifted(lines.a, rows * s.rsa);
        c = shifted(c, rows * s.rsc);
      }
      lines.b = shifted(lines.b, cols * s.csb);
      column = shifted(column, cols * s.csc);
    }
  }

  [[gnu::noinline]] static void block(const gk_dots_args &s, int64_t i0, int rows, int64_t j0, int cols, int chains) {
    alignas(64) T kept[kBlock * kBlock * O::kLanes];  // more chains have fewer elements to keep them for
    static_assert(8 * kMostChains <= kBlock * kBlock);
    const Shares row_shares(rows, kMaxRows), col_shares(cols, kMaxCols);
    const auto &functions = kTable.slices[chains / 2];
    for (int64_t p = 0; p < s.k; p += kSlice) {
      const T *a0 = shifted(static_cast<const T *>(s.a), i0 * s.rsa) + p;
      Lines lines = {a0,
                     s.rsa,
                     shifted(static_cast<const T *>(s.b), j0 * s.csb) + p,
                     s.csb,
                     s.k - p < kSlice ? s.k - p : kSlice,
                     p == 0};
      T *at = kept;
      for (int64_t c = 0; c < col_shares.parts; ++c) {
        lines.a = a0;
        for (int64_t r = 0; r < row_shares.parts; ++r) {
          functions[row_shares[r] - 1][col_shares[c] - 1](lines, at);
          lines.a = shifted(lines.a, row_shares[r] * s.rsa);
          at += row_shares[r] * col_shares[c] * chains * O::kLanes;
        }
        lines.b = shifted(lines.b, col_shares[c] * s.csb);
      }
    }
    finish(s, i0, row_shares, j0, col_shares, chains, kept);
  }

  // The kept chains, tile by tile and within a tile column by column, become elements of C.
  static void finish(const gk_dots_args &s, int64_t i0, const Shares &row_shares, int64_t j0, const Shares &col_shares,
                     int chains, const T *kept) {
    const Update<O> update(s.alpha, s.beta);
    const int64_t sum_size = int64_t{chains} * O::kLanes;
    T *c = shifted(static_cast<T *>(s.c), i0 * s.rsc + j0 * s.csc);
    for (int64_t cs = 0; cs < col_shares.parts; ++cs) {
      const int cols = col_shares[cs];
      int rows = 0;
      for (int j = 0; j < cols; ++j, c = shifted(c, s.csc)) {
        T sums[kBlock + 4];
        const T *tile_at = kept;
        rows = 0;
        for (int64_t rs = 0; rs < row_shares.parts; ++rs) {
          const int count = row_shares[rs];
          totals(tile_at + j * count * sum_size, count, chains, sums + rows);
          tile_at += count * cols * sum_size;
          rows += count;
        }
        update_line<O>(update, c, s.rsc, rows, sums);
      }
      kept += rows * cols * sum_size;
    }
  }

  // Sums of up to four elements; writes four.
  [[gnu::always_inline]] static void totals(const T *kept, int count, int chains, T *sums) {
    Reg four[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const T *at = kept + (i < count ? i : 0) * chains * O::kLanes;
      four[i] = O::load(at);
      if (chains >= 2) four[i] = O::add(four[i], O::load(at + O::kLanes));
      if (chains == 4) four[i] = O::add(four[i], O::add(O::load(at + 2 * O::kLanes), O::load(at + 3 * O::kLanes)));
    }
    O::reduce_sums(four, sums);
  }

  template <int kRows, int kCols, int kChains>
  using Sums = Reg[kCols][kRows][kChains];

  // sums += the products of a slice.
  template <int kRows, int kCols, int kChains>
  [[gnu::always_inline]] static void accumulate(const Lines &lines, Sums<kRows, kCols, kChains> &sums) {
    constexpr int64_t kStep = int64_t{kChains} * O::kLanes;
    const T *a = lines.a, *b = lines.b;
    int64_t left = lines.depth;
    const auto step = [&](int u, auto load) __attribute__((always_inline)) {
      Reg lhs[kRows];
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) lhs[i] = load(shifted(a, i * lines.rsa) + u * O::kLanes);
#pragma GCC unroll 4
      for (int j = 0; j < kCols; ++j) {
        const Reg rhs = load(shifted(b, j * lines.csb) + u * O::kLanes);
#pragma GCC unroll 4
        for (int i = 0; i < kRows; ++i) sums[j][i][u] = O::fma(lhs[i], rhs, sums[j][i][u]);
        O::hold(rhs);  // gcc would load it again for every row
      }
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) O::hold(lhs[i]);
    };
    for (; left >= kStep; left -= kStep, a += kStep, b += kStep) {
#pragma GCC unroll 4
      for (int u = 0; u < kChains; ++u) step(u, [](const T *at) { return O::load(at); });
    }
#pragma GCC unroll 4
    for (int u = 0; u < kChains; ++u) {
      if (left <= 0) break;
      const typename O::Mask mask = O::first_lanes(left < O::kLanes ? static_cast<int>(left) : O::kLanes);
      step(u, [&](const T *at) { return O::load_masked(at, mask); });
      left -= O::kLanes;
    }
  }

  // body(j, i, u) for every chain of a tile.
  template <int kRows, int kCols, int kChains, class Body>
  [[gnu::always_inline]] static void each_chain(Body body) {
#pragma GCC unroll 4
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
        for (int u = 0; u < kChains; ++u) body(j, i, u);
      }
    }
  }

  // One slice of a tile.
  template <int kRows, int kCols, int kChains>
  static void tile(const Lines &lines, T *chains) {
    Sums<kRows, kCols, kChains> sums;
    const auto at = [&](int j, int i, int u) { return chains + ((j * kRows + i) * kChains + u) * O::kLanes; };
    each_chain<kRows, kCols, kChains>([&](int j, int i, int u) __attribute__((always_inline)) {
      sums[j][i][u] = lines.first ? O::zero() : O::load(at(j, i, u));
    });
    accumulate<kRows, kCols, kChains>(lines, sums);
    each_chain<kRows, kCols, kChains>([&](int j, int i, int u)
                                          __attribute__((always_inline)) { O::store(at(j, i, u), sums[j][i][u]); });
  }

  // All of a tile.
  template <int kRows, int kCols, int kChains>
  static void whole_tile(const Lines &lines, const Target &target, T *c) {
    Sums<kRows, kCols, kChains> sums;
    each_chain<kRows, kCols, kChains>([&](int j, int i, int u)
                                          __attribute__((always_inline)) { sums[j][i][u] = O::zero(); });
    accumulate<kRows, kCols, kChains>(lines, sums);
#pragma GCC unroll 4
    for (int j = 0; j < kCols; ++j, c = shifted(c, target.csc)) {
      Reg four[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) four[i] = chain_sum<kChains>(sums[j][i < kRows ? i : 0]);
      T elements[4];
      O::reduce_sums(four, elements);
      if (target.stores) {
        __builtin_memcpy(c, elements, kRows * sizeof(T));
      } else {
        update_line<O>(target.update, c, target.rsc, kRows, elements);
      }
    }
  }
  template <int kChains>
  [[gnu::always_inline]] static Reg chain_sum(const Reg (&chains)[kChains]) {
    if constexpr (kChains == 1) return chains[0];
    if constexpr (kChains == 2) return O::add(chains[0], chains[1]);
    if constexpr (kChains == 4) return O::add(O::add(chains[0], chains[1]), O::add(chains[2], chains[3]));
  }
};

}  // namespace
}  // namespace gk::kernels
