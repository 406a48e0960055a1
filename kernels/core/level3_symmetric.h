// Symmetric and Hermitian matrices: the whole from a stored triangle, and sums that go to one triangle only.
#pragma once

#include "abi/level3.h"
#include "core/complex_update.h"
#include "core/numbers.h"
#include "core/pack.h"

namespace gk::kernels {
namespace {

// What is different for registers where elements have two parts.
template <class O>
struct Parts {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  static constexpr bool kComplex = false;
  [[gnu::always_inline]] static Reg real_times_plus(T f, Reg x, Reg y) { return O::fma(O::splat(f), x, y); }
};
template <ComplexOps O>
struct Parts<O> {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  static constexpr bool kComplex = true;
  [[gnu::always_inline]] static Reg conj_reg(Reg x) { return O::mul(O::splat(&kSigns<typename O::Part>[1].p), x); }
  [[gnu::always_inline]] static Reg real_times_plus(T f, Reg x, Reg y) { return O::fma(O::splat_part(f.re), x, y); }
};

template <class O>
struct Expand {
  using T = typename O::Elem;
  static constexpr int64_t kBlock = 16;  // columns that are worked on together, and the diagonal's blocks

  // A rectangle that lies on one side of the diagonal.
  static void copy(const T *from, int64_t rs, int64_t cs, int64_t m, int64_t n, T *out, int64_t cs_out, bool conj) {
    if (m <= 0 || n <= 0) return;
    const gk_pack_rhs_args args{m, n, from, rs, cs, out, cs_out};
    pack_rhs<O>(&args);
    if constexpr (Parts<O>::kComplex) {
      if (!conj) return;
      for (int64_t j = 0; j < n; ++j, out = shifted(out, cs_out)) {
        int64_t i = 0;
        for (; i + O::kLanes <= m; i += O::kLanes) O::store(out + i, Parts<O>::conj_reg(O::load(out + i)));
        if (i == m) continue;
        const typename O::Mask mask = O::first_lanes(static_cast<int>(m - i));
        O::store_masked(out + i, mask, Parts<O>::conj_reg(O::load_masked(out + i, mask)));
      }
    }
  }

  // Rows first .. end-1 of column j, from a line of the stored triangle.
  [[gnu::always_inline]] static void line(const T *from, int64_t stride, int64_t first, int64_t end, bool conj,
                                          T *out) {
    for (int64_t i = first; i < end; ++i) {
      const T x = *shifted(from, i * stride);
      out[i] = conj_if(conj, x);
    }
  }

  // The same where the diagonal passes; `out` is that of row 0.
  static void column(const gk_expand_args &s, int64_t j, int64_t first, int64_t end, T *out) {
    const T *a = static_cast<const T *>(s.a);
    const int64_t middle = j < first ? first : j < end ? j : end;
    line(shifted(a, j * s.rsa), s.csa, first, middle, s.conj_upper != 0, out);
    line(shifted(a, j * s.csa), s.rsa, middle, end, s.conj_lower != 0, out);
    if (j < first || j >= end) return;
    const T diagonal = *shifted(a, j * s.rsa + j * s.csa);
    out[j] = s.hermitian ? real_part(diagonal) : diagonal;
  }

  static void run(const gk_expand_args *args) {
    const gk_expand_args &s = *args;
    const T *a = static_cast<const T *>(s.a);
    const int64_t last_row = s.row + s.m, last_column = s.column + s.n;
    T *out = static_cast<T *>(s.out);
    for (int64_t j = s.column; j < last_column; j += kBlock, out = shifted(out, kBlock * s.cs_out)) {
      const int64_t n = last_column - j < kBlock ? last_column - j : kBlock;
      const auto within = [&](int64_t i) { return i < s.row ? s.row : i > last_row ? last_row : i; };
      const int64_t top = within(j), bottom = within(j + n);
      copy(shifted(a, j * s.rsa + s.row * s.csa), s.csa, s.rsa, top - s.row, n, out, s.cs_out, s.conj_upper != 0);
      copy(shifted(a, bottom * s.rsa + j * s.csa), s.rsa, s.csa, last_row - bottom, n, out + (bottom - s.row), s.cs_out,
           s.conj_lower != 0);
      for (int64_t c = 0; c < n; ++c) column(s, j + c, top, bottom, shifted(out, c * s.cs_out) - s.row);
    }
  }
};

template <class O>
void add_triangle(const gk_add_triangle_args *args) {
  using T = typename O::Elem;
  const gk_add_triangle_args &s = *args;
  const T beta = *static_cast<const T *>(s.beta);
  const Update<O> update(&beta, &beta);
  const auto combined = [&](typename O::Reg old, typename O::Reg sum) {
    if (!update.reads_old()) return sum;
    if constexpr (Parts<O>::kComplex) {
      if (!s.hermitian) return update.added(sum, old);
    }
    return Parts<O>::real_times_plus(beta, old, sum);
  };
  for (int64_t j = 0; j < s.n; ++j) {
    const int64_t first = s.lower ? j : 0, count = s.lower ? s.n - j : j + 1;
    T *c = shifted(static_cast<T *>(s.c), j * s.csc) + first;
    const T *t = s.t == nullptr ? nullptr : shifted(static_cast<const T *>(s.t), j * s.cst) + first;
    for (int64_t i = 0; i < count; i += O::kLanes) {
      const int lanes = count - i < O::kLanes ? static_cast<int>(count - i) : O::kLanes;
      const typename O::Mask mask = O::first_lanes(lanes);
      const typename O::Reg sum = t == nullptr ? O::zero() : O::load_masked(t + i, mask);
      const typename O::Reg old = update.reads_old() ? O::load_masked(c + i, mask) : O::zero();
      O::store_masked(c + i, mask, combined(old, sum));
    }
    T *diagonal = c + (j - first);
    if (s.hermitian) *diagonal = real_part(*diagonal);
  }
}

}  // namespace
}  // namespace gk::kernels
