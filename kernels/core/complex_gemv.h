// Matrix times vector for complex numbers: by columns with run_strip's two chains, or by rows. What is used twice is
// renewed: gcc would load it twice, and where a matrix does not lie on cache lines each load is two already.
#pragma once

#include "abi/kernel_table.h"
#include "core/complex_update.h"
#include "core/gemv.h"

namespace gk::kernels {
namespace {

// By columns, as GemvColumns does it: rows in registers over the whole depth, or a block of sums near the core.
template <ComplexOps O>
struct ComplexGemvColumns {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;

  static constexpr int kPanelVecs = O::kLanes > 1 ? 6 : 2;   // two chains each
  static constexpr int kColumns = sizeof(Reg) < 64 ? 4 : 8;  // two registers each
  static constexpr int64_t kBlockRows = 8192 / static_cast<int64_t>(sizeof(T));

  static void run(const gk_gemv_args *args) {
    const gk_gemv_args &s = *args;
    const bool adjacent = s.rsa == static_cast<int64_t>(sizeof(T));
    if (adjacent && s.shallow == 0 && s.m > kPanelVecs * O::kLanes) return in_buffer(s);
    // Whole panels of rows, then single vectors, of which the last may be partial.
    constexpr int64_t kRows = kPanelVecs * O::kLanes;
    int64_t row = 0;
    for (; row + kRows <= s.m; row += kRows)
      adjacent ? whole_depth<kPanelVecs, false>(s, row, kRows) : whole_depth<kPanelVecs, true>(s, row, kRows);
    for (; row < s.m; row += O::kLanes) {
      const int64_t rows = s.m - row < O::kLanes ? s.m - row : O::kLanes;
      adjacent ? whole_depth<1, false>(s, row, rows) : whole_depth<1, true>(s, row, rows);
    }
  }

 private:
  // Numbers as large as these are gathered in registers. Lanes beyond the last number repeat it.
  [[gnu::always_inline]] static Reg gathered(const T *src, int64_t stride, int lanes) {
    Reg block[O::kBlock];
    O::load_transposed(src, stride, lanes, block);
    return block[0];
  }

  template <int kVecs, bool kGather>
  [[gnu::noinline]] static void whole_depth(const gk_gemv_args &s, int64_t row, int64_t rows) {
    const int lanes = static_cast<int>(rows) - (kVecs - 1) * O::kLanes;
    const Mask mask = O::first_lanes(lanes);
    const T *a = shifted(static_cast<const T *>(s.a), row * s.rsa), *x = static_cast<const T *>(s.x);
    Reg p[kVecs], q[kVecs];
#pragma GCC unroll 6
    for (int v = 0; v < kVecs; ++v) p[v] = q[v] = O::zero();
    for (int64_t step = 0; step < s.k; ++step) {
      const Reg re = O::splat_part(x->re), im = O::splat_part(x->im);
#pragma GCC unroll 6
      for (int v = 0; v < kVecs; ++v) {
        const T *at = shifted(a, v * O::kLanes * s.rsa);
        Reg lhs;
        if constexpr (kGather && O::kBlock == 1) {
          lhs = gathered(at, s.rsa, kVecs == 1 ? lanes : O::kLanes);
        } else if constexpr (kVecs == 1) {
          lhs = load_part<O, kGather>(at, s.rsa, lanes, mask);
        } else {
          lhs = load_line<O, kGather>(at, s.rsa);
        }
        lhs = O::renew(lhs);
        p[v] = O::fma(lhs, re, p[v]);
        q[v] = O::fma(lhs, im, q[v]);
      }
      a = shifted(a, s.csa);
      x = shifted(x, s.incx);
    }
    const Join<O> join(s.conj);
    T sums[kVecs * O::kLanes];
#pragma GCC unroll 6
    for (int v = 0; v < kVecs; ++v) O::store(sums + v * O::kLanes, join(p[v], q[v]));
    update_line<O>({s.alpha, s.beta}, shifted(static_cast<T *>(s.y), row * s.incy), s.incy, rows, sums);
  }

  [[gnu::noinline]] static void in_buffer(const gk_gemv_args &s) {
    alignas(64) T p_sums[kBlockRows], q_sums[kBlockRows];
    const Join<O> join(s.conj);
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      const T *a = static_cast<const T *>(s.a) + row, *x = static_cast<const T *>(s.x);
      int64_t p = 0;
      const auto add = [&]<int kCols>(Columns<kCols>) {
        add_columns<kCols>(a, s.csa, x, s.incx, rows, p_sums, q_sums, p == 0);
        a = shifted(a, kCols * s.csa);
        x = shifted(x, kCols * s.incx);
        p += kCols;
      };
      while (p + kColumns <= s.k) add(Columns<kColumns>());
      while (p + 2 <= s.k) add(Columns<2>());
      if (p < s.k) add(Columns<1>());
      for (int64_t i = 0; i < rows; i += O::kLanes)
        O::store(p_sums + i, join(O::load(p_sums + i), O::load(q_sums + i)));
      update_line<O>({s.alpha, s.beta}, shifted(static_cast<T *>(s.y), row * s.incy), s.incy, rows, p_sums);
    }
  }

  template <int kCols>
  struct Columns {};

  // p, q <- A[0:rows, 0:kCols] * parts of x + (first ? 0 : p, q)
  template <int kCols>
  [[gnu::always_inline]] static void add_columns(const T *a, int64_t csa, const T *x, int64_t incx, int64_t rows,
                                                 T *p_sums, T *q_sums, bool first) {
    Reg re[kCols], im[kCols];
    const T *column[kCols];
#pragma GCC unroll 8
    for (int j = 0; j < kCols; ++j) {
      re[j] = O::splat_part(shifted(x, j * incx)->re);
      im[j] = O::splat_part(shifted(x, j * incx)->im);
      column[j] = shifted(a, j * csa);
    }
    const auto add = [&](int64_t i, auto load) __attribute__((always_inline)) {
      Reg p = first ? O::zero() : O::load(p_sums + i), q = first ? O::zero() : O::load(q_sums + i);
#pragma GCC unroll 8
      for (int j = 0; j < kCols; ++j) {
        const Reg lhs = O::renew(load(column[j] + i));
        p = O::fma(lhs, re[j], p);
        q = O::fma(lhs, im[j], q);
      }
      O::store(p_sums + i, p);
      O::store(q_sums + i, q);
    };
    int64_t i = 0;
    for (; i + O::kLanes <= rows; i += O::kLanes) add(i, [](const T *at) { return O::load(at); });
    if (i == rows) return;
    const Mask mask = O::first_lanes(static_cast<int>(rows - i));
    add(i, [mask](const T *at) { return O::load_masked(at, mask); });
  }
};

// By rows. Element by element, u sums a * x and v sums a * (x with its parts exchanged): the four sums that a product
// consists of, without a shuffle of A. kRows rows share the loads of x.
template <ComplexOps O, int kRows>
struct ComplexGemvRows {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Mask = typename O::Mask;

  static constexpr int kSums = 2;
  static constexpr int64_t kSlice = 16384 / static_cast<int64_t>(sizeof(T));  // a third of an L1 cache of x
  static constexpr int64_t kStep = int64_t{kSums} * O::kLanes;
  static constexpr int64_t kBlockRows = 64;

  static void run(const gk_gemv_args *args) {
    constexpr int64_t kAdjacent = sizeof(T);
    if (args->csa != kAdjacent) return copying<true>(*args);
    if (args->incx != kAdjacent) return copying<false>(*args);
    blocks(
        *args, [&](int64_t p, int64_t) { return static_cast<const T *>(args->x) + p; }, slice);
  }

 private:
  // What a row's dot product is kept as: the sums of re re, im im and of re im, im re.
  struct Sums {
    T u, v;
  };

  // All slices of a block of rows, then the next block. x_of hands out a slice of x, sums_of its products.
  template <class X, class Slice>
  [[gnu::always_inline]] static void blocks(const gk_gemv_args &s, X x_of, Slice sums_of) {
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      Sums sums[kBlockRows];
      for (int64_t i = 0; i < rows; ++i) sums[i] = {};
      for (int64_t p = 0; p < s.k; p += kSlice) {
        const int64_t depth = s.k - p < kSlice ? s.k - p : kSlice;
        sums_of(s, row, rows, p, depth, x_of(p, depth), sums);
      }
      T joined[kBlockRows];
      for (int64_t i = 0; i < rows; ++i) joined[i] = join(sums[i], s.conj);
      update_line<O>({s.alpha, s.beta}, shifted(static_cast<T *>(s.y), row * s.incy), s.incy, rows, joined);
    }
  }

  static T join(const Sums &s, int32_t conj) {
    using R = typename O::Part;
    const R a = (conj & GK_CONJ_A) != 0 ? R(-1) : R(1), b = (conj & GK_CONJ_B) != 0 ? R(-1) : R(1);
    return {s.u.re - a * b * s.u.im, a * s.v.im + b * s.v.re};
  }

  // A strided x, and an A of which neither rows nor columns are adjacent (row by row), through a buffer.
  template <bool kRowsOfA>
  [[gnu::noinline]] static void copying(const gk_gemv_args &s) {
    alignas(64) T near[kSlice];
    const auto x_of = [&](int64_t p, int64_t depth) {
      return copy(near, static_cast<const T *>(s.x), s.incx, p, depth);
    };
    if constexpr (kRowsOfA) {
      alignas(64) T line[kSlice];
      blocks(s, x_of,
             [&](const gk_gemv_args &, int64_t row, int64_t rows, int64_t p, int64_t depth, const T *x, Sums *sums) {
               for (int64_t i = 0; i < rows; ++i) {
                 const T *a = shifted(static_cast<const T *>(s.a), (row + i) * s.rsa);
                 dots<1>(copy(line, a, s.csa, p, depth), 0, depth, x, sums + i);
               }
             });
    } else {
      blocks(s, x_of, slice);
    }
  }

  static const T *copy(T *out, const T *src, int64_t stride, int64_t from, int64_t count) {
    src = shifted(src, from * stride);
    for (int64_t i = 0; i < count; ++i, src = shifted(src, stride)) out[i] = *src;
    return out;
  }

  static void slice(const gk_gemv_args &s, int64_t row, int64_t rows, int64_t p, int64_t depth, const T *x,
                    Sums *sums) {
    const T *a = shifted(static_cast<const T *>(s.a), row * s.rsa) + p;
    for (; rows >= kRows; rows -= kRows, sums += kRows, a = shifted(a, kRows * s.rsa))
      dots<kRows>(a, s.rsa, depth, x, sums);
    for (; rows > 0; --rows, ++sums, a = shifted(a, s.rsa)) dots<1>(a, s.rsa, depth, x, sums);
  }

  // sums += rows of A times x
  template <int kCount>
  [[gnu::noinline]] static void dots(const T *a, int64_t rsa, int64_t depth, const T *x, Sums *sums) {
    Reg u[kCount][kSums], v[kCount][kSums];
#pragma GCC unroll 4
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 2
      for (int c = 0; c < kSums; ++c) u[i][c] = v[i][c] = O::zero();
    }
    const auto add = [&](int c, auto load) __attribute__((always_inline)) {
      const Reg factor = O::renew(load(x + c * O::kLanes)), exchanged = O::exchange(factor);
#pragma GCC unroll 4
      for (int i = 0; i < kCount; ++i) {
        const Reg lhs = O::renew(load(shifted(a, i * rsa) + c * O::kLanes));
        u[i][c] = O::fma(lhs, factor, u[i][c]);
        v[i][c] = O::fma(lhs, exchanged, v[i][c]);
      }
    };
    int64_t left = depth;
    for (; left >= kStep; left -= kStep, x += kStep, a += kStep) {
#pragma GCC unroll 2
      for (int c = 0; c < kSums; ++c) add(c, [](const T *at) { return O::load(at); });
    }
    // What is left goes on in the same order: vector c to chain c, the last one partial.
#pragma GCC unroll 2
    for (int c = 0; c < kSums; ++c) {
      if (left <= 0) break;
      const int lanes = left < O::kLanes ? static_cast<int>(left) : O::kLanes;
      const Mask mask = O::first_lanes(lanes);
      add(c, [mask](const T *at) { return O::load_masked(at, mask); });
      left -= lanes;
    }
    // Two rows at a time; a single one takes the other's place as well.
#pragma GCC unroll 2
    for (int i = 0; i < kCount; i += 2) {
      constexpr int kOther = kCount > 1 ? 1 : 0;
      const Reg four[4] = {O::add(u[i][0], u[i][1]), O::add(v[i][0], v[i][1]),
                           O::add(u[i + kOther][0], u[i + kOther][1]), O::add(v[i + kOther][0], v[i + kOther][1])};
      T values[4];
      O::reduce_sums(four, values);
      for (int j = 0; j <= kOther; ++j) {
        const T du = values[2 * j], dv = values[2 * j + 1];
        Sums &to = sums[i + j];
        to = {{to.u.re + du.re, to.u.im + du.im}, {to.v.re + dv.re, to.v.im + dv.im}};
      }
    }
  }
};

}  // namespace
}  // namespace gk::kernels
