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

  static constexpr int kBlock = 16;  // rows and columns of C whose chains the buffer holds
  static constexpr int kMostChains = 4;
  static constexpr int64_t kSlice = 4096 / static_cast<int64_t>(sizeof(T));

  static void run(const gk_dots_args *args) {
    const gk_dots_args &s = *args;
    const int chains = s.elements * 4 <= kMostSums ? 4 : s.elements * 2 <= kMostSums ? 2 : 1;
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
  using Function = void (*)(const Lines &, T *chains);

  // tile by [chains: 1, 2, 4][rows - 1][columns - 1]. More than one chain only where there are few elements.
  struct Table {
    Function at[3][kMaxRows][kMaxCols];

    constexpr Table() : at{} { fill<kMaxRows, kMaxCols>(); }
    template <int kRows, int kCols>
    constexpr void fill() {
      at[0][kRows - 1][kCols - 1] = tile<kRows, kCols, 1>;
      if constexpr (kRows * kCols * 2 <= kMostSums) at[1][kRows - 1][kCols - 1] = tile<kRows, kCols, 2>;
      if constexpr (kRows * kCols * 4 <= kMostSums) at[2][kRows - 1][kCols - 1] = tile<kRows, kCols, 4>;
      if constexpr (kCols > 1) {
        fill<kRows, kCols - 1>();
      } else if constexpr (kRows > 1) {
        fill<kRows - 1, kMaxCols>();
      }
    }
  };

  // Nearly equal shares of count: `parts` of them, the first so many one larger.
  struct Shares {
    int parts, size, larger;
    Shares(int count, int most) : parts((count + most - 1) / most), size(count / parts), larger(count % parts) {}
    int operator[](int part) const { return size + (part < larger ? 1 : 0); }
  };

  [[gnu::noinline]] static void block(const gk_dots_args &s, int64_t i0, int rows, int64_t j0, int cols, int chains) {
    alignas(64) T kept[kBlock * kBlock * O::kLanes];  // more chains have fewer elements to keep them for
    static_assert(8 * kMostChains <= kBlock * kBlock);
    const Shares row_shares(rows, kMaxRows), col_shares(cols, kMaxCols);
    static constexpr Table kTable;
    const auto &functions = kTable.at[chains / 2];
    for (int64_t p = 0; p < s.k; p += kSlice) {
      const T *a0 = shifted(static_cast<const T *>(s.a), i0 * s.rsa) + p;
      Lines lines = {a0,
                     s.rsa,
                     shifted(static_cast<const T *>(s.b), j0 * s.csb) + p,
                     s.csb,
                     s.k - p < kSlice ? s.k - p : kSlice,
                     p == 0};
      T *at = kept;
      for (int c = 0; c < col_shares.parts; ++c) {
        lines.a = a0;
        for (int r = 0; r < row_shares.parts; ++r) {
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
    for (int cs = 0; cs < col_shares.parts; ++cs) {
      const int cols = col_shares[cs];
      int rows = 0;
      for (int j = 0; j < cols; ++j, c = shifted(c, s.csc)) {
        T sums[kBlock + 4];
        const T *tile_at = kept;
        rows = 0;
        for (int rs = 0; rs < row_shares.parts; ++rs) {
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
  static void tile(const Lines &lines, T *chains) {
    constexpr int64_t kStep = int64_t{kChains} * O::kLanes;
    Reg acc[kCols][kRows][kChains];
#pragma GCC unroll 4
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
        for (int u = 0; u < kChains; ++u) {
          acc[j][i][u] = lines.first ? O::zero() : O::load(chains + ((j * kRows + i) * kChains + u) * O::kLanes);
        }
      }
    }
    const T *a = lines.a, *b = lines.b;
    int64_t left = lines.depth;
    const auto step = [&](int u, auto load) {
      Reg lhs[kRows];
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) lhs[i] = load(shifted(a, i * lines.rsa) + u * O::kLanes);
#pragma GCC unroll 4
      for (int j = 0; j < kCols; ++j) {
        const Reg rhs = load(shifted(b, j * lines.csb) + u * O::kLanes);
#pragma GCC unroll 4
        for (int i = 0; i < kRows; ++i) acc[j][i][u] = O::fma(lhs[i], rhs, acc[j][i][u]);
      }
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
#pragma GCC unroll 4
    for (int j = 0; j < kCols; ++j) {
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
        for (int u = 0; u < kChains; ++u) O::store(chains + ((j * kRows + i) * kChains + u) * O::kLanes, acc[j][i][u]);
      }
    }
  }
};

}  // namespace
}  // namespace gk::kernels
