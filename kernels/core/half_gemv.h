// Matrix times vector for 16-bit operands, bound by reading A: widened in registers, summed in f32, rounded once. The
// orders of summation are those of gemv.h, where an element counts as the f32 that it becomes.
#pragma once

#include "core/half_pack.h"
#include "core/half_update.h"

namespace gk::kernels {
namespace {

// By columns: a block of sums in a buffer near the core, kColumns columns at a time, so that A is read in long pieces.
template <class H, class Out>
struct HalfGemvColumns {
  using O = typename H::Float;
  using Elem = typename H::Elem;
  using Reg = typename O::Reg;
  static constexpr int kColumns = 8;
  static constexpr int64_t kBlockRows = 4096;

  static void run(const gk_gemv_args *args) {
    const gk_gemv_args &s = *args;
    alignas(64) float sums[kBlockRows];
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      const Elem *a = shifted(static_cast<const Elem *>(s.a), row * s.rsa);
      const Elem *x = static_cast<const Elem *>(s.x);
      int64_t p = 0;
      const auto add = [&]<int kCols>(Columns<kCols>) {
        if (s.rsa == static_cast<int64_t>(sizeof(Elem))) {
          add_columns<kCols>(a, s.csa, x, s.incx, rows, sums, p == 0);
        } else {
          add_gathered<kCols>(a, s, x, rows, sums, p == 0);
        }
        a = shifted(a, kCols * s.csa);
        x = shifted(x, kCols * s.incx);
        p += kCols;
      };
      while (p + kColumns <= s.k) add(Columns<kColumns>());
      while (p < s.k) add(Columns<1>());
      HalfUpdate<O, Out>::line(shifted(static_cast<typename Out::Elem *>(s.y), row * s.incy), s.incy, rows, sums,
                               s.alpha, s.beta);
    }
  }

 private:
  template <int kCols>
  struct Columns {};

  // sums <- A[0:rows, 0:kCols] * x + (first ? 0 : sums)
  template <int kCols>
  static void add_columns(const Elem *a, int64_t csa, const Elem *x, int64_t incx, int64_t rows, float *sums,
                          bool first) {
    Reg factor[kCols];
    const Elem *column[kCols];
#pragma GCC unroll 8
    for (int j = 0; j < kCols; ++j) {
      factor[j] = H::splat(*shifted(x, j * incx));
      column[j] = shifted(a, j * csa);
    }
    int64_t i = 0;
    for (; i + O::kLanes <= rows; i += O::kLanes) {
      Reg sum = first ? O::zero() : O::load(sums + i);
#pragma GCC unroll 8
      for (int j = 0; j < kCols; ++j) sum = O::fma(H::load(column[j] + i), factor[j], sum);
      O::store(sums + i, sum);
    }
    if (i < rows) add_part(a + i, csa, x, incx, kCols, static_cast<int>(rows - i), sums + i, first);
  }

  // The last few rows, apart: in line, they cost the loop above its registers.
  [[gnu::noinline]] static void add_part(const Elem *a, int64_t csa, const Elem *x, int64_t incx, int columns,
                                         int lanes, float *sums, bool first) {
    const typename O::Mask mask = O::first_lanes(lanes);
    Reg sum = first ? O::zero() : O::load_masked(sums, mask);
    for (; columns > 0; --columns, a = shifted(a, csa), x = shifted(x, incx))
      sum = O::fma(H::load_masked(a, mask), H::splat(*x), sum);
    O::store_masked(sums, mask, sum);
  }

  template <int kCols>
  [[gnu::noinline]] static void add_gathered(const Elem *a, const gk_gemv_args &s, const Elem *x, int64_t rows,
                                             float *sums, bool first) {
    for (int64_t i = 0; i < rows; i += O::kLanes) {
      const int64_t lanes = rows - i < O::kLanes ? rows - i : O::kLanes;
      Elem columns[kCols][O::kLanes];
      for (int j = 0; j < kCols; ++j) {
        for (int64_t r = 0; r < lanes; ++r) columns[j][r] = *shifted(a, (i + r) * s.rsa + j * s.csa);
      }
      add_columns<kCols>(columns[0], sizeof columns[0], x, s.incx, lanes, sums + i, first);
    }
  }
};

// By rows: kRows dot products at a time share the loads of x and hide each other's latency.
template <class H, class Out, int kRows>
struct HalfGemvRows {
  using O = typename H::Float;
  using Elem = typename H::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;
  static constexpr int kSums = 2;
  static constexpr int64_t kBlockRows = int64_t{8} * kRows, kSlice = 16384 / static_cast<int64_t>(sizeof(float));
  static constexpr int64_t kStep = int64_t{kSums} * O::kLanes;

  static void run(const gk_gemv_args *args) {
    const gk_gemv_args &s = *args;
    alignas(64) float x[kSlice + O::kLanes];
    float sums[kBlockRows];
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      for (int64_t p = 0; p < s.k; p += kSlice) {
        const int64_t depth = s.k - p < kSlice ? s.k - p : kSlice;
        // A short vector serves all blocks as the first of them widened it.
        if (row == 0 || s.k > kSlice)
          depth_line<Widening<H>>(shifted(static_cast<const Elem *>(s.x), p * s.incx), s.incx, depth, x);
        slice(s, row, rows, p, depth, x, sums);
      }
      HalfUpdate<O, Out>::line(shifted(static_cast<typename Out::Elem *>(s.y), row * s.incy), s.incy, rows, sums,
                               s.alpha, s.beta);
    }
  }

 private:
  template <int kCount>
  struct Rows {};

  static void slice(const gk_gemv_args &s, int64_t row, int64_t rows, int64_t p, int64_t depth, const float *x,
                    float *sums) {
    const Elem *a = shifted(static_cast<const Elem *>(s.a), row * s.rsa + p * s.csa);
    if (s.csa != static_cast<int64_t>(sizeof(Elem))) return gathered(a, s, rows, depth, x, sums, p == 0);
    const auto next = [&]<int kCount>(Rows<kCount>) {
      dots<kCount>(a, s.rsa, depth, x, sums, p == 0);
      a = shifted(a, kCount * s.rsa);
      sums += kCount;
      rows -= kCount;
    };
    while (rows >= kRows) next(Rows<kRows>());
    while (rows >= 2) next(Rows<2>());
    if (rows >= 1) next(Rows<1>());
  }

  [[gnu::noinline]] static void gathered(const Elem *a, const gk_gemv_args &s, int64_t rows, int64_t depth,
                                         const float *x, float *sums, bool first) {
    Elem line[kSlice];
    for (int64_t i = 0; i < rows; ++i, a = shifted(a, s.rsa)) {
      for (int64_t p = 0; p < depth; ++p) line[p] = *shifted(a, p * s.csa);
      dots<1>(line, 0, depth, x, sums + i, first);
    }
  }

  // sums <- rows of A times x + (first ? 0 : sums)
  template <int kCount>
  [[gnu::noinline]] static void dots(const Elem *a, int64_t rsa, int64_t depth, const float *x, float *sums,
                                     bool first) {
    Reg sum[kCount][kSums];
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 2
      for (int u = 0; u < kSums; ++u) sum[i][u] = O::zero();
    }
    int64_t left = depth;
    for (; left >= kStep; left -= kStep, x += kStep, a += kStep) {
#pragma GCC unroll 2
      for (int u = 0; u < kSums; ++u) {
        const Reg factor = O::load(x + u * O::kLanes);
#pragma GCC unroll 8
        for (int i = 0; i < kCount; ++i)
          sum[i][u] = O::fma(H::load(shifted(a, i * rsa) + u * O::kLanes), factor, sum[i][u]);
      }
    }
    // What is left goes on in the same order: vector u to chain u, the last one partial.
#pragma GCC unroll 2
    for (int u = 0; u < kSums; ++u) {
      if (left <= 0) break;
      const int lanes = left < O::kLanes ? static_cast<int>(left) : O::kLanes;
      const Mask mask = O::first_lanes(lanes);
      const Reg factor = O::load_masked(x + u * O::kLanes, mask);
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i)
        sum[i][u] = O::fma(H::load_masked(shifted(a, i * rsa) + u * O::kLanes, mask), factor, sum[i][u]);
      left -= lanes;
    }
#pragma GCC unroll 2
    for (int i = 0; i < kCount; i += 4) {
      Reg four[4];
      float values[4];
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j) four[j] = i + j < kCount ? O::add(sum[i + j][0], sum[i + j][1]) : O::zero();
      O::reduce_sums(four, values);
      for (int j = 0; j < 4 && i + j < kCount; ++j) sums[i + j] = first ? values[j] : sums[i + j] + values[j];
    }
  }
};

}  // namespace
}  // namespace gk::kernels
