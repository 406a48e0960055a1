// A few rows, alone or beyond a multiple of the vector. With its vectors along the rows, as everywhere else, the
// microkernel would spend on them as many operations as on a whole vector of rows. Here vectors run along the columns:
// B, in whose columns elements are adjacent, is transposed in registers on the way.
#pragma once

#include "core/update.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

// C <- alpha * A * B + beta * C for at most gk_few_rows rows, n >= kLanes, k >= kBlock and adjacent elements in A's
// and B's columns. Every element is the same chain of operations as in run_strip.
template <class O>
struct ShortRows {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  // With more rows beyond whole vectors the transposing pays less than the microkernel's idle lanes cost.
  static constexpr int kMostRows = O::kLanes / 4;

  static void run(const gk_product &p) { run_rows<kMostRows>(p); }
  static void alone(const gk_product *p) { run_rows<(O::kLanes < 2 * gk_few_rows ? O::kLanes / 2 : gk_few_rows)>(*p); }

 private:
  // Two vectors of columns hide each other's latency, where the registers suffice: 512-bit ISAs have 32.
  static constexpr bool kPairs = sizeof(Reg) == 64;

  template <int kRows>
  static void run_rows(const gk_product &p) {
    if constexpr (kRows > 1) {
      if (p.m < kRows) return run_rows<kRows - 1>(p);
    }
    int64_t j = 0;
    if constexpr (kPairs) {
      for (; j + 2 * O::kLanes <= p.n; j += 2 * O::kLanes) block<kRows, 2>(p, j, 0);
    }
    for (; j + O::kLanes <= p.n; j += O::kLanes) block<kRows, 1>(p, j, 0);
    // The last vector overlaps its neighbour, and stores what is new.
    if (j < p.n) block<kRows, 1>(p, p.n - O::kLanes, static_cast<int>(j + O::kLanes - p.n));
  }

  template <int kRows, int kGroups>
  [[gnu::always_inline]] static void block(const gk_product &p, int64_t column, int first) {
    Reg acc[kGroups][kRows];
#pragma GCC unroll 4
    for (int g = 0; g < kGroups; ++g) {
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) acc[g][r] = O::zero();
    }
    const int64_t csa = p.a.cs, csb = p.b.cs, depth = p.k;
    const T *a = static_cast<const T *>(p.a.data), *b = shifted(static_cast<const T *>(p.b.data), column * csb);
    // The first kCount steps of one block of B.
    const auto steps = [&]<int kCount>() __attribute__((always_inline)) {
      Reg rhs[kGroups][O::kBlock];
#pragma GCC unroll 4
      for (int g = 0; g < kGroups; ++g) O::load_transposed(shifted(b, g * O::kLanes * csb), csb, O::kLanes, rhs[g]);
#pragma GCC unroll 4
      for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 8
        for (int r = 0; r < kRows; ++r) {
          const Reg lhs = O::splat(a[r]);
#pragma GCC unroll 4
          for (int g = 0; g < kGroups; ++g) acc[g][r] = O::fma(lhs, rhs[g][i], acc[g][r]);
        }
#pragma GCC unroll 4
        for (int g = 0; g < kGroups; ++g) O::hold(rhs[g][i]);
        a = shifted(a, csa);
      }
      b += kCount;
    };
    // A shorter block comes first, and overlaps its neighbour instead of reading past the end.
    static_assert(O::kBlock == 2 || O::kBlock == 4);
    const int64_t few = depth % O::kBlock;
    if (few == 1) steps.template operator()<1>();
    if constexpr (O::kBlock == 4) {
      if (few == 2) steps.template operator()<2>();
      if (few == 3) steps.template operator()<3>();
    }
    for (int64_t k = depth / O::kBlock; k > 0; --k) steps.template operator()<O::kBlock>();

    alignas(64) T sums[kRows][O::kLanes];
#pragma GCC unroll 4
    for (int g = 0; g < kGroups; ++g) {
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) O::store(sums[r], acc[g][r]);
      update_columns<kRows>(p, column + g * O::kLanes, first, sums);
    }
  }

  // The columns of one vector from `first` on. Apart, so that the loops above pay for none of its registers.
  template <int kRows>
  [[gnu::noinline]] static void update_columns(const gk_product &p, int64_t column, int first,
                                               T (&sums)[kRows][O::kLanes]) {
    const Update<O> update(p.alpha, p.beta);
    T *c = shifted(static_cast<T *>(p.c.data), column * p.c.cs);
    if (p.c.cs == static_cast<int64_t>(sizeof(T)) && first == 0) {
      for (int r = 0; r < kRows; ++r) update.whole(shifted(c, r * p.c.rs), O::load(sums[r]));
      return;
    }
    // Column by column: their elements are the closer ones.
    const auto each = [&](auto f) __attribute__((always_inline)) {
      for (int lane = first; lane < O::kLanes; ++lane) {
        T *at = shifted(c, lane * p.c.cs);
#pragma GCC unroll 8
        for (int r = 0; r < kRows; ++r) f(shifted(at, r * p.c.rs), r, lane);
      }
    };
    if (update.alpha != 1 || update.reads_old()) {
      // The lanes before them may hold anything: as zeros they raise no floating-point exception.
      alignas(64) T old[kRows][O::kLanes] = {};
      if (update.reads_old()) each([&](const T *from, int r, int lane) { old[r][lane] = *from; });
      for (int r = 0; r < kRows; ++r) {
        update.whole(old[r], O::load(sums[r]));
        O::store(sums[r], O::load(old[r]));
      }
    }
    each([&](T *to, int r, int lane) { *to = sums[r][lane]; });
  }
};

}  // namespace
}  // namespace gk::kernels
