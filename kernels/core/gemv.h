// Matrix times vector, bound by reading A: by columns, with y in registers or in a buffer near the core, or by rows.
#pragma once

#include "abi/kernel_table.h"
#include "core/update.h"
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

// Addresses that agree modulo a page share a set of the level-1 cache.
constexpr int64_t kPage = 4096;
// How many rows or columns of A whole pages apart are read at a time: no level-1 cache has fewer than 8 ways, and x, y
// and what the hardware fetches ahead want some too (8 on Zen 4: 0.9 of the speed, f32 1024 x 1024 and f64 512 x 512).
constexpr int kCrowded = 6;

// From far memory the usual number: more streams count for more.
inline bool crowds(const gk_gemv_args &s, int64_t stride) { return stride % kPage == 0 && s.far == 0; }

// Into the level-2 cache, further ahead than the hardware looks: of the next rows or columns while some are read (Zen
// 4: 1.15 to 1.3 times the bandwidth of far memory; of the L3 cache 0.83).
[[gnu::always_inline]] inline void fetch_far(const void *p) { __builtin_prefetch(p, 0, 2); }

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
    if (s.m <= kPanelVecs * O::kLanes) return panel(s, 0, s.m);
    if (s.rsa != static_cast<int64_t>(sizeof(T)) || s.shallow != 0) return in_registers(s);
    in_buffer(s);
  }

 private:
  using Function = void (*)(const gk_gemv_args &, int64_t row, int64_t rows);

  // whole_depth by [gather][partial][vectors - 1]. A partial vector is gathered on its own.
  struct Table {
    Function at[2][2][kPanelVecs];

    constexpr Table() : at{} {
      fill<kPanelVecs>();
      at[1][1][0] = whole_depth<1, true, true>;
    }
    template <int kVecs>
    constexpr void fill() {
      at[0][0][kVecs - 1] = whole_depth<kVecs, false, false>;
      at[0][1][kVecs - 1] = whole_depth<kVecs, false, true>;
      at[1][0][kVecs - 1] = whole_depth<kVecs, true, false>;
      if constexpr (kVecs > 1) fill<kVecs - 1>();
    }
  };

  [[gnu::always_inline]] static void panel(const gk_gemv_args &s, int64_t row, int64_t rows) {
    static constexpr Table kTable;
    const bool gather = s.rsa != static_cast<int64_t>(sizeof(T));
    const int64_t part = rows % O::kLanes;
    if (gather && part != 0 && rows > O::kLanes) {
      kTable.at[1][0][rows / O::kLanes - 1](s, row, rows - part);
      row += rows - part;
      rows = part;
    }
    const auto vecs = static_cast<uint64_t>(rows + O::kLanes - 1) / O::kLanes;
    kTable.at[gather][part != 0][vecs - 1](s, row, rows);
  }

  // Panels of nearly equal height: a thin last one would have too few chains.
  static void in_registers(const gk_gemv_args &s) {
    const int64_t vecs = (s.m + O::kLanes - 1) / O::kLanes;
    const int64_t panels = (vecs + kPanelVecs - 1) / kPanelVecs;
    const int64_t height = vecs / panels, taller = vecs % panels;
    int64_t row = 0;
    for (int64_t i = 0; i < panels; ++i) {
      const int64_t full = (height + (i < taller ? 1 : 0)) * O::kLanes, left = s.m - row;
      panel(s, row, full < left ? full : left);
      row += full;
    }
  }

  template <int kVecs, bool kGather, bool kPartial>
  static void whole_depth(const gk_gemv_args &s, int64_t row, int64_t rows) {
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
    const Update<O> update(s.alpha, s.beta);
    if (s.incy != static_cast<int64_t>(sizeof(T))) {
      T sums[kVecs * O::kLanes];
#pragma GCC unroll 12
      for (int v = 0; v < kVecs; ++v) O::store(sums + v * O::kLanes, sum[v]);
      return update_line<O>(update, shifted(static_cast<T *>(s.y), row * s.incy), s.incy, rows, sums);
    }
    T *y = static_cast<T *>(s.y) + row;
#pragma GCC unroll 12
    for (int v = 0; v < kLast; ++v) update.whole(y + v * O::kLanes, sum[v]);
    if constexpr (kPartial) {
      update.part(y + kLast * O::kLanes, mask, sum[kLast]);
    } else {
      update.whole(y + kLast * O::kLanes, sum[kLast]);
    }
  }

  [[gnu::noinline]] static void in_buffer(const gk_gemv_args &s) {
    // Three quarters of a page behind A, modulo pages: a load that agrees with a recent store in the last 12 bits of
    // its address waits for it. Columns a page apart would all do so (sums 64 bytes behind A: 0.62 of the speed on Zen
    // 4), and would share their sets of L1 with the sums.
    alignas(64) T room[kBlockRows + kPage / static_cast<int64_t>(sizeof(T))];
    const uint64_t apart = reinterpret_cast<uint64_t>(s.a) + kPage / 4 * 3 - reinterpret_cast<uint64_t>(room);
    T *sums = room + apart % kPage / 64 * 64 / sizeof(T);
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      const T *a = static_cast<const T *>(s.a) + row, *x = static_cast<const T *>(s.x);
      int64_t p = 0;
      const auto add = [&]<int kCols, bool kFar>(Columns<kCols, kFar>) {
        add_columns<kCols, kFar>(a, s.csa, x, s.incx, rows, sums, p == 0);
        a = shifted(a, kCols * s.csa);
        x = shifted(x, kCols * s.incx);
        p += kCols;
      };
      // From far memory the next columns are fetched while these are added.
      if (s.far != 0) {
        while (p + 2 * kColumns <= s.k) add(Columns<kColumns, true>());
      }
      if (crowds(s, s.csa)) {
        while (p + kCrowded <= s.k) add(Columns<kCrowded>());
      }
      while (p + kColumns <= s.k) add(Columns<kColumns>());
      if (s.k - p >= 4) add(Columns<4>());
      if (s.k - p >= 2) add(Columns<2>());
      if (s.k - p >= 1) add(Columns<1>());
      update_line<O>({s.alpha, s.beta}, shifted(static_cast<T *>(s.y), row * s.incy), s.incy, rows, sums);
    }
  }

  template <int kCols, bool kFar = false>
  struct Columns {};

  // sums <- A[0:rows, 0:kCols] * x + (first ? 0 : sums)
  template <int kCols, bool kFar>
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
      for (int j = 0; j < kCols; ++j) {
        if constexpr (kFar) fetch_far(shifted(column[j] + i, kCols * csa));
        sum = O::fma(O::load(column[j] + i), factor[j], sum);
      }
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
  static constexpr int64_t kBlockRows = 256;
  static constexpr int64_t kSlice = 16384 / static_cast<int64_t>(sizeof(T));  // a third of an L1 cache of x
  static constexpr int64_t kStep = int64_t{kSums} * O::kLanes;

  static void run(const gk_gemv_args *args) {
    constexpr int64_t kAdjacent = sizeof(T);
    if (args->csa != kAdjacent) return copying_a(*args);
    if (args->incx != kAdjacent) return copying_x(*args);
    blocks(
        *args, [&](int64_t p, int64_t) { return static_cast<const T *>(args->x) + p; }, slice);
  }

 private:
  // All slices of a block of rows, then the next block. x_of hands out a slice of x, sums_of its products.
  template <class X, class Sums>
  [[gnu::always_inline]] static void blocks(const gk_gemv_args &s, X x_of, Sums sums_of) {
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      T sums[kBlockRows];
      for (int64_t p = 0; p < s.k; p += kSlice) {
        const int64_t depth = s.k - p < kSlice ? s.k - p : kSlice;
        sums_of(s, row, rows, p, depth, x_of(p, depth), sums);
      }
      update_line<O>({s.alpha, s.beta}, shifted(static_cast<T *>(s.y), row * s.incy), s.incy, rows, sums);
    }
  }

  [[gnu::noinline]] static void copying_x(const gk_gemv_args &s) {
    alignas(64) T near[kSlice];
    blocks(
        s, [&](int64_t p, int64_t depth) { return copy(near, static_cast<const T *>(s.x), s.incx, p, depth); }, slice);
  }

  // Neither rows nor columns adjacent, or both reversed: row by row through a buffer.
  [[gnu::noinline]] static void copying_a(const gk_gemv_args &s) {
    alignas(64) T near[kSlice], line[kSlice];
    blocks(
        s, [&](int64_t p, int64_t depth) { return copy(near, static_cast<const T *>(s.x), s.incx, p, depth); },
        [&](const gk_gemv_args &, int64_t row, int64_t rows, int64_t p, int64_t depth, const T *x, T *sums) {
          for (int64_t i = 0; i < rows; ++i) {
            const T *a = shifted(static_cast<const T *>(s.a), (row + i) * s.rsa);
            dots<1>(copy(line, a, s.csa, p, depth), 0, depth, x, sums + i, p == 0);
          }
        });
  }

  static const T *copy(T *out, const T *src, int64_t stride, int64_t from, int64_t count) {
    src = shifted(src, from * stride);
    for (int64_t i = 0; i < count; ++i, src = shifted(src, stride)) out[i] = *src;
    return out;
  }

  static void slice(const gk_gemv_args &s, int64_t row, int64_t rows, int64_t p, int64_t depth, const T *x, T *sums) {
    const T *a = shifted(static_cast<const T *>(s.a), row * s.rsa) + p;
    if (depth <= kStep) return short_dots(a, s.rsa, rows, depth, x, sums, p == 0);
    const auto next = [&]<int kCount, bool kFar>(Rows<kCount, kFar>) {
      dots<kCount, kFar>(a, s.rsa, depth, x, sums, p == 0);
      a = shifted(a, kCount * s.rsa);
      sums += kCount;
      rows -= kCount;
    };
    // From far memory the next rows are fetched while these are added.
    if (s.far != 0) {
      while (rows >= 2 * kRows) next(Rows<kRows, true>());
    }
    if (kRows > kCrowded && crowds(s, s.rsa)) {
      while (rows >= kCrowded) next(Rows<kCrowded>());
    }
    while (rows >= kRows) next(Rows<kRows>());
    if (kRows > 4 && rows >= 4) next(Rows<4>());
    if (rows >= 2) next(Rows<2>());
    if (rows >= 1) next(Rows<1>());
  }

  template <int kCount, bool kFar = false>
  struct Rows {};

  // As dots, for any number of rows of at most kStep elements: x stays in registers, and the rows are one loop.
  [[gnu::noinline]] static void short_dots(const T *a, int64_t rsa, int64_t rows, int64_t depth, const T *x, T *sums,
                                           bool first) {
    if (depth > O::kLanes) {
      short_dots_of<2>(a, rsa, rows, static_cast<int>(depth), x, sums, first);
    } else {
      short_dots_of<1>(a, rsa, rows, static_cast<int>(depth), x, sums, first);
    }
  }

  template <int kVecs>
  [[gnu::always_inline]] static void short_dots_of(const T *a, int64_t rsa, int64_t rows, int depth, const T *x,
                                                   T *sums, bool first) {
    constexpr int kLast = (kVecs - 1) * O::kLanes;
    const Mask mask = O::first_lanes(depth - kLast);
    const Reg last = O::load_masked(x + kLast, mask), whole = kVecs > 1 ? O::load(x) : O::zero();
    const auto dot = [&](const T *row) {
      const Reg tail = O::fma(O::load_masked(row + kLast, mask), last, O::zero());
      return kVecs > 1 ? O::add(O::fma(O::load(row), whole, O::zero()), tail) : O::add(tail, O::zero());
    };
    const auto four_rows = [&](int count) {
      Reg four[4];
      T values[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) four[i] = i < count ? dot(shifted(a, i * rsa)) : O::zero();
      O::reduce_sums(four, values);
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) {
        if (i < count) sums[i] = first ? values[i] : sums[i] + values[i];
      }
    };
    for (; rows >= 4; rows -= 4, sums += 4, a = shifted(a, 4 * rsa)) four_rows(4);
    if (rows > 0) four_rows(static_cast<int>(rows));
  }

  // sums <- rows of A times x + (first ? 0 : sums)
  template <int kCount, bool kFar = false>
  [[gnu::noinline]] static void dots(const T *a, int64_t rsa, int64_t depth, const T *x, T *sums, bool first) {
    Reg sum[kCount][kSums];
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 2
      for (int u = 0; u < kSums; ++u) sum[i][u] = O::zero();
    }
    const T *next_rows = shifted(a, kCount * rsa);
    int64_t left = depth;
    for (; left >= kStep; left -= kStep, x += kStep, a += kStep) {
#pragma GCC unroll 2
      for (int u = 0; u < kSums; ++u) {
        const Reg factor = O::load(x + u * O::kLanes);
#pragma GCC unroll 8
        for (int i = 0; i < kCount; ++i) {
          if constexpr (kFar) fetch_far(shifted(a, (kCount + i) * rsa) + u * O::kLanes);
          sum[i][u] = O::fma(O::load(shifted(a, i * rsa) + u * O::kLanes), factor, sum[i][u]);
        }
      }
    }
    // The next rows begin where nothing announces them (f64 256 x 256 on Zen 4: 0.98 without).
    if constexpr (kCount >= 4 && !kFar) {
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) __builtin_prefetch(shifted(next_rows, i * rsa));
    }
    // What is left goes on in the same order: vector u to chain u, the last one partial.
#pragma GCC unroll 2
    for (int u = 0; u < kSums; ++u) {
      if (left <= 0) break;
      const int lanes = left < O::kLanes ? static_cast<int>(left) : O::kLanes;
      const Mask mask = O::first_lanes(lanes);
      const Reg factor = O::load_masked(x + u * O::kLanes, mask);
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) {
        sum[i][u] = O::fma(O::load_masked(shifted(a, i * rsa) + u * O::kLanes, mask), factor, sum[i][u]);
      }
      left -= lanes;
    }
#pragma GCC unroll 2
    for (int i = 0; i < kCount; i += 4) {
      Reg four[4];
      T values[4];
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j) four[j] = i + j < kCount ? O::add(sum[i + j][0], sum[i + j][1]) : O::zero();
      O::reduce_sums(four, values);
      for (int j = 0; j < 4 && i + j < kCount; ++j) sums[i + j] = first ? values[j] : sums[i + j] + values[j];
    }
  }
};

}  // namespace
}  // namespace gk::kernels
