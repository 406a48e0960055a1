// At most half a vector of rows times a few columns, or a vector of rows times one, over a long depth.
#pragma once

#include "abi/kernel_table.h"
#include "core/microkernel.h"
#include "core/update.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

// Each accumulator holds a pair of sums per row, so that no lanes are idle: a vector of A is two columns zipped, one of
// B is a pair repeated. Two sets of accumulators take turns, which hides the latency where columns are few.
template <class O, int kMaxCols>
struct Thin {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;

  static constexpr int kSets = 2;
  static constexpr int kSteps = 2 * kSets;

  static void run(const gk_thin_args *args) {
    static constexpr Table kTable;
    if (2 * args->m > O::kLanes) return one_column(*args);
    kTable.at[2 * args->m != O::kLanes][args->n - 1](*args);
  }

 private:
  using Function = void (*)(const gk_thin_args &);

  // columns by [partial][columns - 1].
  struct Table {
    Function at[2][kMaxCols];

    constexpr Table() : at{} { fill<kMaxCols>(); }
    template <int kCols>
    constexpr void fill() {
      at[0][kCols - 1] = columns<false, kCols>;
      at[1][kCols - 1] = columns<true, kCols>;
      if constexpr (kCols > 1) fill<kCols - 1>();
    }
  };

  // kSteps steps of the depth.
  template <bool kPartial, int kCols>
  [[gnu::always_inline]] static void steps(const T *a, int64_t csa, const T *b, const ColumnStrides &strides, int rows,
                                           Reg (&acc)[kSets][kCols]) {
#pragma GCC unroll 2
    for (int u = 0; u < kSets; ++u) {
      const T *even = shifted(a, 2 * u * csa), *odd = shifted(even, csa);
      const Reg lhs = kPartial ? O::load_pairs(even, odd, rows) : O::load_pairs(even, odd);
#pragma GCC unroll 9
      for (int j = 0; j < kCols; ++j) {
        acc[u][j] = O::fma(lhs, O::splat_pair(shifted(b, strides.offset(j)) + 2 * u), acc[u][j]);
      }
    }
  }

  // More rows than that, of one column: each chain has a vector of its own.
  [[gnu::noinline]] static void one_column(const gk_thin_args &s) {
    const Mask mask = O::first_lanes(static_cast<int>(s.m));
    const T *a = static_cast<const T *>(s.a), *b = static_cast<const T *>(s.b);
    Reg chain[kSteps];
#pragma GCC unroll 4
    for (int u = 0; u < kSteps; ++u) chain[u] = O::zero();
    int64_t left = s.k;
    for (; left >= kSteps; left -= kSteps, a = shifted(a, kSteps * s.csa), b += kSteps) {
#pragma GCC unroll 4
      for (int u = 0; u < kSteps; ++u) {
        chain[u] = O::fma(O::load_masked(shifted(a, u * s.csa), mask), O::splat(b[u]), chain[u]);
      }
    }
    // The chains change places, which their sum does not notice.
    for (; left > 0; --left, a = shifted(a, s.csa), ++b) {
      const Reg next = O::fma(O::load_masked(a, mask), O::splat(*b), chain[0]);
#pragma GCC unroll 3
      for (int u = 0; u < kSteps - 1; ++u) chain[u] = chain[u + 1];
      chain[kSteps - 1] = next;
    }
    T sums[O::kLanes];
    O::store(sums, O::add(O::add(chain[0], chain[2]), O::add(chain[1], chain[3])));
    update_line<O>({s.alpha, s.beta}, static_cast<T *>(s.c), s.rsc, s.m, sums);
  }

  template <bool kPartial, int kCols>
  static void columns(const gk_thin_args &s) {
    const int rows = static_cast<int>(s.m);
    Reg acc[kSets][kCols];
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j) acc[0][j] = acc[1][j] = O::zero();
    const T *a = static_cast<const T *>(s.a), *b = static_cast<const T *>(s.b);
    const ColumnStrides strides(s.csb);
    int64_t left = s.k;
    for (; left >= kSteps; left -= kSteps, a = shifted(a, kSteps * s.csa), b += kSteps) {
      steps<kPartial, kCols>(a, s.csa, b, strides, rows, acc);
      asm("" : "+r"(b));  // one pointer with offsets, see ColumnStrides
    }
    if (left > 0) {
      // The last few steps, filled up with zeros.
      T a_rest[kSteps * O::kLanes] = {}, b_rest[kCols * kSteps] = {};
      for (int p = 0; p < left; ++p) {
        for (int i = 0; i < rows; ++i) a_rest[p * O::kLanes + i] = shifted(a, p * s.csa)[i];
        for (int j = 0; j < kCols; ++j) b_rest[j * kSteps + p] = shifted(b, j * s.csb)[p];
      }
      steps<kPartial, kCols>(a_rest, sizeof(T) * O::kLanes, b_rest, ColumnStrides(sizeof(T) * kSteps), rows, acc);
    }
    const Update<O> update(s.alpha, s.beta);
    T *c = static_cast<T *>(s.c);
#pragma GCC unroll 9
    for (int j = 0; j < kCols; ++j, c = shifted(c, s.csc)) {
      T sums[O::kLanes];
      O::store(sums, O::add(acc[0][j], acc[1][j]));
      for (int i = 0; i < rows; ++i) sums[i] = sums[2 * i] + sums[2 * i + 1];
      update_line<O>(update, c, s.rsc, rows, sums);
    }
  }
};

}  // namespace
}  // namespace gk::kernels
