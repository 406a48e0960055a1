// Matrix times vector, bound by reading A: by columns, with y in registers or in a buffer near the core, or by rows.
#pragma once

#include "abi/kernel_table.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

// The first `lanes` elements of a line, stride bytes apart when kGather.
template <class O, bool kGather>
[[gnu::always_inline]] inline typename O::Reg load_part(const typename O::Elem *src, int64_t stride, int lanes,
                                                        typename O::Mask mask) {
  if constexpr (!kGather) return O::load_masked(src, mask);
  typename O::Elem buffer[O::kLanes] = {};
  for (int i = 0; i < lanes; ++i) buffer[i] = *shifted(src, i * stride);
  return O::load(buffer);
}

// kLanes of them.
template <class O, bool kGather>
[[gnu::always_inline]] inline typename O::Reg load_line(const typename O::Elem *src, int64_t stride) {
  if constexpr (!kGather) return O::load(src);
  typename O::Elem buffer[O::kLanes];
  for (int i = 0; i < O::kLanes; ++i) buffer[i] = *shifted(src, i * stride);
  return O::load(buffer);
}

// y <- alpha * sums + beta * y for rows [row, row + rows): run_strip's operations. sums has whole vectors.
template <class O>
void update_y(const gk_gemv_args &s, int64_t row, int64_t rows, const typename O::Elem *sums) {
  using T = typename O::Elem;
  const T alpha = *static_cast<const T *>(s.alpha), beta = *static_cast<const T *>(s.beta);
  const bool adjacent = s.incy == static_cast<int64_t>(sizeof(T));
  T *y = shifted(static_cast<T *>(s.y), row * s.incy);
  for (int64_t i = 0; i < rows; i += O::kLanes) {
    const int lanes = rows - i < O::kLanes ? static_cast<int>(rows - i) : O::kLanes;
    const typename O::Mask mask = O::first_lanes(lanes);
    typename O::Reg sum = O::load(sums + i);
    if (alpha != 1) sum = O::mul(O::splat(alpha), sum);
    T *at = shifted(y, i * s.incy);
    if (beta != 0) {
      const typename O::Reg old =
          adjacent ? load_part<O, false>(at, 0, lanes, mask) : load_part<O, true>(at, s.incy, lanes, mask);
      sum = O::fma(O::splat(beta), old, sum);
    }
    if (adjacent) {
      O::store_masked(at, mask, sum);
      continue;
    }
    T buffer[O::kLanes];
    O::store(buffer, sum);
    for (int j = 0; j < lanes; ++j) *shifted(at, j * s.incy) = buffer[j];
  }
}

// By columns. Two ways with the same bits: a panel of rows kept in registers over the whole depth, which loads nothing
// but A; or a block of sums in a buffer, kColumns columns at a time, which reads A in long pieces as far memory
// wants it.
template <class O>
struct GemvColumns {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;

  static constexpr int kPanelVecs = 12;  // enough chains to hide the latency, few enough for 16 registers
  static constexpr int kColumns = 8;
  static constexpr int64_t kBlockRows = 16384 / static_cast<int64_t>(sizeof(T));

  static void run(const gk_gemv_args *args) {
    const gk_gemv_args &s = *args;
    if (s.rsa != static_cast<int64_t>(sizeof(T))) return in_registers<true>(s);
    if (s.shallow != 0 || s.m <= kPanelVecs * O::kLanes) return in_registers<false>(s);
    in_buffer(s);
  }

 private:
  template <bool kGather>
  static void in_registers(const gk_gemv_args &s) {
    // Panels of nearly equal height: a thin last one would have too few chains.
    const int64_t vecs = (s.m + O::kLanes - 1) / O::kLanes;
    const int64_t panels = (vecs + kPanelVecs - 1) / kPanelVecs;
    const int64_t height = vecs / panels, taller = vecs % panels;
    int64_t row = 0;
    for (int64_t i = 0; i < panels; ++i) {
      const int64_t full = (height + (i < taller ? 1 : 0)) * O::kLanes, left = s.m - row;
      panel<kPanelVecs, kGather>(s, row, full < left ? full : left, static_cast<int>(full / O::kLanes));
      row += full;
    }
  }

  template <int kVecs, bool kGather>
  static void panel(const gk_gemv_args &s, int64_t row, int64_t rows, int vecs) {
    if constexpr (kVecs > 1) {
      if (vecs < kVecs) return panel<kVecs - 1, kGather>(s, row, rows, vecs);
    }
    if (rows == kVecs * O::kLanes) {
      whole_depth<kVecs, kGather, false>(s, row, rows);
    } else {
      whole_depth<kVecs, kGather, true>(s, row, rows);
    }
  }

  template <int kVecs, bool kGather, bool kPartial>
  [[gnu::noinline]] static void whole_depth(const gk_gemv_args &s, int64_t row, int64_t rows) {
    constexpr int kLast = kVecs - 1;
    const int lanes = static_cast<int>(rows) - kLast * O::kLanes;
    const Mask mask = O::first_lanes(lanes);
    const T *a = shifted(static_cast<const T *>(s.a), row * s.rsa), *x = static_cast<const T *>(s.x);
    Reg sum[kVecs];
#pragma GCC unroll 12
    for (int v = 0; v < kVecs; ++v) sum[v] = O::zero();
    for (int64_t p = 0; p < s.k; ++p) {
      const Reg factor = O::splat(*x);
#pragma GCC unroll 12
      for (int v = 0; v < kLast; ++v) {
        const T *at = kGather ? shifted(a, v * O::kLanes * s.rsa) : a + v * O::kLanes;
        sum[v] = O::fma(load_line<O, kGather>(at, s.rsa), factor, sum[v]);
      }
      const T *at = kGather ? shifted(a, kLast * O::kLanes * s.rsa) : a + kLast * O::kLanes;
      const Reg last = kPartial ? load_part<O, kGather>(at, s.rsa, lanes, mask) : load_line<O, kGather>(at, s.rsa);
      sum[kLast] = O::fma(last, factor, sum[kLast]);
      a = shifted(a, s.csa);
      x = shifted(x, s.incx);
    }
    T sums[kVecs * O::kLanes];
#pragma GCC unroll 12
    for (int v = 0; v < kVecs; ++v) O::store(sums + v * O::kLanes, sum[v]);
    update_y<O>(s, row, rows, sums);
  }

  [[gnu::noinline]] static void in_buffer(const gk_gemv_args &s) {
    alignas(64) T sums[kBlockRows];
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      const T *a = static_cast<const T *>(s.a) + row, *x = static_cast<const T *>(s.x);
      int64_t p = 0;
      const auto add = [&]<int kCols>(Columns<kCols>) {
        add_columns<kCols>(a, s.csa, x, s.incx, rows, sums, p == 0);
        a = shifted(a, kCols * s.csa);
        x = shifted(x, kCols * s.incx);
        p += kCols;
      };
      while (p + kColumns <= s.k) add(Columns<kColumns>());
      if (s.k - p >= 4) add(Columns<4>());
      if (s.k - p >= 2) add(Columns<2>());
      if (s.k - p >= 1) add(Columns<1>());
      update_y<O>(s, row, rows, sums);
    }
  }

  template <int kCols>
  struct Columns {};

  // sums <- A[0:rows, 0:kCols] * x + (first ? 0 : sums)
  template <int kCols>
  [[gnu::always_inline]] static void add_columns(const T *a, int64_t csa, const T *x, int64_t incx, int64_t rows,
                                                 T *sums, bool first) {
    Reg factor[kCols];
    const T *column[kCols];
#pragma GCC unroll 8
    for (int j = 0; j < kCols; ++j) {
      factor[j] = O::splat(*shifted(x, j * incx));
      column[j] = shifted(a, j * csa);
    }
    int64_t i = 0;
    for (; i + O::kLanes <= rows; i += O::kLanes) {
      Reg sum = first ? O::zero() : O::load(sums + i);
#pragma GCC unroll 8
      for (int j = 0; j < kCols; ++j) sum = O::fma(O::load(column[j] + i), factor[j], sum);
      O::store(sums + i, sum);
    }
    if (i == rows) return;
    const Mask mask = O::first_lanes(static_cast<int>(rows - i));
    Reg sum = first ? O::zero() : O::load(sums + i);
#pragma GCC unroll 8
    for (int j = 0; j < kCols; ++j) sum = O::fma(O::load_masked(column[j] + i, mask), factor[j], sum);
    O::store(sums + i, sum);
  }
};

// By rows: kRows dot products at a time share the loads of x and hide each other's latency.
template <class O, int kRows>
struct GemvRows {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;

  static constexpr int kSums = 2;
  static constexpr int64_t kBlockRows = 64;
  static constexpr int64_t kSlice = 16384 / static_cast<int64_t>(sizeof(T));  // a third of an L1 cache of x
  static constexpr int64_t kStep = int64_t{kSums} * O::kLanes;

  static void run(const gk_gemv_args *args) {
    const gk_gemv_args &s = *args;
    if (s.csa == static_cast<int64_t>(sizeof(T))) {
      if (s.incx == static_cast<int64_t>(sizeof(T))) return blocks<false>(s);
      return blocks_copying_x<false>(s);
    }
    blocks_copying_x<true>(s);
  }

 private:
  template <bool kGather>
  static void blocks(const gk_gemv_args &s) {
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      T sums[kBlockRows];
      for (int64_t p = 0; p < s.k; p += kSlice) {
        const int64_t depth = s.k - p < kSlice ? s.k - p : kSlice;
        slice<kGather>(s, row, rows, p, depth, static_cast<const T *>(s.x) + p, sums);
      }
      update_y<O>(s, row, rows, sums);
    }
  }

  template <bool kGather>
  [[gnu::noinline]] static void blocks_copying_x(const gk_gemv_args &s) {
    alignas(64) T near[kSlice];
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      T sums[kBlockRows];
      for (int64_t p = 0; p < s.k; p += kSlice) {
        const int64_t depth = s.k - p < kSlice ? s.k - p : kSlice;
        const T *x = shifted(static_cast<const T *>(s.x), p * s.incx);
        for (int64_t i = 0; i < depth; ++i, x = shifted(x, s.incx)) near[i] = *x;
        slice<kGather>(s, row, rows, p, depth, near, sums);
      }
      update_y<O>(s, row, rows, sums);
    }
  }

  template <bool kGather>
  static void slice(const gk_gemv_args &s, int64_t row, int64_t rows, int64_t p, int64_t depth, const T *x, T *sums) {
    const T *a = shifted(static_cast<const T *>(s.a), row * s.rsa + p * s.csa);
    for (; rows >= kRows; rows -= kRows) a = dots<kRows, kGather>(s, a, depth, x, &sums, p == 0);
    if constexpr (kRows > 4) {
      if (rows >= 4) a = dots<4, kGather>(s, a, depth, x, &sums, p == 0), rows -= 4;
    }
    if (rows >= 2) a = dots<2, kGather>(s, a, depth, x, &sums, p == 0), rows -= 2;
    if (rows >= 1) dots<1, kGather>(s, a, depth, x, &sums, p == 0);
  }

  template <int kCount, bool kGather>
  [[gnu::noinline]] static const T *dots(const gk_gemv_args &s, const T *a, int64_t depth, const T *x, T **sums,
                                         bool first) {
    const T *next = shifted(a, kCount * s.rsa);
    Reg sum[kCount][kSums];
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 4
      for (int u = 0; u < kSums; ++u) sum[i][u] = O::zero();
    }
    const int64_t vector = O::kLanes * s.csa;
    int64_t left = depth;
    for (; left >= kStep; left -= kStep) {
#pragma GCC unroll 4
      for (int u = 0; u < kSums; ++u) {
        const Reg factor = O::load(x + u * O::kLanes);
#pragma GCC unroll 8
        for (int i = 0; i < kCount; ++i) {
          const T *at = kGather ? shifted(a, i * s.rsa + u * vector) : shifted(a, i * s.rsa) + u * O::kLanes;
          sum[i][u] = O::fma(load_line<O, kGather>(at, s.csa), factor, sum[i][u]);
        }
      }
      x += kStep;
      a = kGather ? shifted(a, kSums * vector) : a + kStep;
    }
    // What is left goes on in the same order: vector u to chain u, the last one partial.
#pragma GCC unroll 4
    for (int u = 0; u < kSums; ++u) {
      if (left <= 0) break;
      const int lanes = left < O::kLanes ? static_cast<int>(left) : O::kLanes;
      const Mask mask = O::first_lanes(lanes);
      const Reg factor = O::load_masked(x + u * O::kLanes, mask);
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) {
        const T *at = kGather ? shifted(a, i * s.rsa + u * vector) : shifted(a, i * s.rsa) + u * O::kLanes;
        sum[i][u] = O::fma(load_part<O, kGather>(at, s.csa, lanes, mask), factor, sum[i][u]);
      }
      left -= lanes;
    }
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
      const T value = O::reduce_sum(O::add(sum[i][0], sum[i][1]));
      (*sums)[i] = first ? value : (*sums)[i] + value;
    }
    *sums += kCount;
    return next;
  }
};

}  // namespace
}  // namespace gk::kernels
