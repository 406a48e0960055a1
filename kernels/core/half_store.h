// store for 16-bit elements: alpha, beta and the epilogue are applied to f32, then each element is rounded once.
#pragma once

#include "abi/kernel_table.h"
#include "core/finish.h"
#include "core/half_update.h"

namespace gk::kernels {
namespace {

// By the vocabulary that computes, unless that leaves elements to another.
template <class O>
struct FinishHalf : Finish<O> {};
template <class O>
requires requires { typename O::Elementwise; }
struct FinishHalf<O> : Finish<typename O::Elementwise> {};

// O computes, Out is the vocabulary of the elements. A tile at a time goes through a buffer that L1 holds.
template <class O, class Out>
class HalfStore {
  using Elem = typename Out::Elem;
  static constexpr int64_t kRows = 128, kCols = 8;
  static constexpr float kOne = 1, kZero = 0;

 public:
  static void run(const gk_store_args *args) {
    const gk_store_args &s = *args;
    for (int64_t j = 0; j < s.to.n; j += kCols) {
      for (int64_t i = 0; i < s.to.m; i += kRows) {
        tile(s, i, s.to.m - i < kRows ? s.to.m - i : kRows, j, s.to.n - j < kCols ? s.to.n - j : kCols);
      }
    }
  }

 private:
  static void tile(const gk_store_args &s, int64_t i, int64_t rows, int64_t j, int64_t cols) {
    alignas(64) float buffer[kRows * kCols];
    alignas(64) float bias[kRows];
    alignas(64) float residual[kRows * kCols];
    static_assert(kCols <= kRows);
    Elem *c = shifted(static_cast<Elem *>(s.to.c), i * s.to.rsc + j * s.to.csc);
    const float *sums = s.sums == nullptr ? nullptr : shifted(static_cast<const float *>(s.sums), j * s.cs_sums) + i;
    for (int64_t l = 0; l < cols; ++l) {
      to_f32(s, shifted(c, l * s.to.csc), rows, sums == nullptr ? nullptr : shifted(sums, l * s.cs_sums),
             buffer + l * kRows);
    }
    // The epilogue of an f32 tile, with its own stretch of the bias.
    gk_epilogue epilogue = *s.to.epilogue;
    if (epilogue.bias_kind != GK_BIAS_NONE) {
      const bool by_row = (epilogue.bias_kind == GK_BIAS_PER_ROW) == (s.to.turned == 0);
      const Elem *from = static_cast<const Elem *>(epilogue.bias) + (by_row ? s.to.row + i : s.to.col + j);
      widen(from, by_row ? rows : cols, bias);
      epilogue.bias = bias;
    }
    constexpr int64_t kElement = sizeof(float);
    gk_finish_args finish = {rows, cols,        buffer,    kElement, kRows * kElement, 0,
                             0,    s.to.turned, &epilogue, nullptr,  kElement,         kRows * kElement};
    if (s.to.residual != nullptr) {
      const Elem *from = shifted(static_cast<const Elem *>(s.to.residual), i * s.to.rsr + j * s.to.csr);
      for (int64_t l = 0; l < cols; ++l) {
        widen_strided(shifted(from, l * s.to.csr), s.to.rsr, rows, residual + l * kRows);
      }
      finish.residual = residual;
    }
    FinishHalf<O>::run(&finish);
    for (int64_t l = 0; l < cols; ++l) {
      HalfUpdate<O, Out>::line(shifted(c, l * s.to.csc), s.to.rsc, rows, buffer + l * kRows, &kOne, &kZero);
    }
  }

  // alpha * sums + beta * C, as HalfUpdate has it, without the rounding.
  static void to_f32(const gk_store_args &s, const Elem *c, int64_t rows, const float *sums, float *out) {
    const float alpha = *static_cast<const float *>(s.alpha), beta = *static_cast<const float *>(s.beta);
    for (int64_t i = 0; i < rows; i += O::kLanes) {
      const int lanes = rows - i < O::kLanes ? static_cast<int>(rows - i) : O::kLanes;
      const typename O::Mask mask = O::first_lanes(lanes);
      typename O::Reg r = O::zero();
      if (sums != nullptr) r = O::mul(O::splat(alpha), O::load_masked(sums + i, mask));
      if (beta != 0) {
        Elem old[O::kLanes] = {};
        for (int l = 0; l < lanes; ++l) old[l] = *shifted(c, (i + l) * s.to.rsc);
        const typename O::Reg factor = O::splat(beta), was = Out::load(old);
        r = sums != nullptr ? O::fma(factor, was, r) : O::mul(factor, was);
      }
      O::store_masked(out + i, mask, r);
    }
  }

  static void widen_strided(const Elem *from, int64_t stride, int64_t count, float *out) {
    if (stride == static_cast<int64_t>(sizeof(Elem))) return widen(from, count, out);
    Elem line[kRows];
    for (int64_t i = 0; i < count; ++i) line[i] = *shifted(from, i * stride);
    widen(line, count, out);
  }

  static void widen(const Elem *from, int64_t count, float *out) {
    for (int64_t i = 0; i < count; i += O::kLanes) {
      const typename O::Mask mask = O::first_lanes(static_cast<int>(count - i < O::kLanes ? count - i : O::kLanes));
      O::store_masked(out + i, mask, Out::load_masked(from + i, mask));
    }
  }
};

}  // namespace
}  // namespace gk::kernels
