// Tables of requantised products, 8-bit integers into 8-bit integers. The products are those of the i8 table; `store`
// makes C from the sums:
//
//   C <- clamp(zero_point + round(scale * (sum + bias))), computed in f64, rounded once to integers, half to even
//
// A sum of 32 bits and a scale of 24 are exact in f64; their product is the one rounding before the one asked for.
#pragma once

#include "abi/kernel_table.h"
#include "simd/int8.h"

namespace gk::kernels {
namespace {

template <DotOps O, class Out>
class Requant {
  using Reg = typename O::Reg;
  using Scales = typename O::Scales;
  static constexpr int kHigh = static_cast<Out>(-1) < 0 ? 127 : 255;
  static constexpr int64_t kBlock = 2 * O::kLanes;

 public:
  static void run(const gk_store_args *args) {
    gk_store_args s = *args;
    if (s.to.n > 1 && s.to.m == 1 && s.cs_sums == static_cast<int64_t>(sizeof(int32_t))) turn(&s);
    const gk_epilogue &e = *s.to.epilogue;
    switch (axis(e.bias_kind, s.to.turned)) {
      case GK_BIAS_PER_ROW: return with_bias<GK_BIAS_PER_ROW>(s);
      case GK_BIAS_PER_COL: return with_bias<GK_BIAS_PER_COL>(s);
      default: return with_bias<GK_BIAS_NONE>(s);
    }
  }

 private:
  // A single row is walked as a column.
  static void turn(gk_store_args *s) {
    gk_finish_args &to = s->to;
    to.m = to.n, to.n = 1;
    to.rsc = to.csc;
    const int64_t row = to.row;
    to.row = to.col, to.col = row;
    to.turned ^= 1;
  }

  // Along which direction of the rectangle a vector of the caller's runs.
  static int32_t axis(int32_t kind, int32_t turned) {
    if (kind == GK_BIAS_NONE || turned == 0) return kind;
    return kind == GK_BIAS_PER_ROW ? GK_BIAS_PER_COL : GK_BIAS_PER_ROW;
  }

  template <gk_bias kBias>
  static void with_bias(const gk_store_args &s) {
    switch (axis(s.to.epilogue->scale_kind, s.to.turned)) {
      case GK_BIAS_PER_ROW: return columns<kBias, GK_BIAS_PER_ROW>(s);
      case GK_BIAS_PER_COL: return columns<kBias, GK_BIAS_PER_COL>(s);
      default: return columns<kBias, GK_BIAS_NONE>(s);
    }
  }

  // Blocks of rows outside, so that what belongs to rows is read and widened once.
  template <gk_bias kBias, gk_bias kScale>
  static void columns(const gk_store_args &s) {
    const gk_finish_args &to = s.to;
    const gk_epilogue &e = *to.epilogue;
    const auto *bias = static_cast<const int32_t *>(e.bias);
    // The zero point is added to what has been rounded: with it, ties would go to other numbers.
    const typename O::Bytes bytes(kHigh, e.zero_point);
    for (int64_t i = 0; i < to.m; i += kBlock) {
      const int64_t rows = to.m - i < kBlock ? to.m - i : kBlock;
      Reg added[2] = {O::zero(), O::zero()};
      if constexpr (kBias == GK_BIAS_PER_ROW) get(bias + to.row + i, rows, added);
      Scales scale[2] = {O::splat_scale(0), O::splat_scale(0)};
      if constexpr (kScale == GK_BIAS_NONE) scale[0] = scale[1] = O::splat_scale(e.scale[0]);
      if constexpr (kScale == GK_BIAS_PER_ROW) get(e.scale + to.row + i, rows, scale);
      const bool whole = rows == kBlock && to.rsc == 1 && s.sums != nullptr;
      const auto *sums = static_cast<const int32_t *>(s.sums) + (s.sums == nullptr ? 0 : i);
      Out *c = shifted(static_cast<Out *>(to.c), i * to.rsc);
      for (int64_t j = 0; j < to.n; ++j, c = shifted(c, to.csc)) {
        if constexpr (kBias == GK_BIAS_PER_COL) added[0] = added[1] = O::splat(bias[to.col + j]);
        if constexpr (kScale == GK_BIAS_PER_COL) scale[0] = scale[1] = O::splat_scale(e.scale[to.col + j]);
        Reg sum[2] = {O::zero(), O::zero()};
        if (whole) {
          sum[0] = O::load(sums), sum[1] = O::load(sums + O::kLanes);
        } else if (s.sums != nullptr) {
          get(sums, rows, sum);
        }
        if constexpr (kBias != GK_BIAS_NONE) sum[0] = O::add(sum[0], added[0]), sum[1] = O::add(sum[1], added[1]);
        if (whole) {
          bytes.store(c, sum, scale);
        } else {
          Out some[kBlock];
          bytes.store(some, sum, scale);
          for (int64_t l = 0; l < rows; ++l) *shifted(c, l * to.rsc) = some[l];
        }
        if (s.sums != nullptr) sums = shifted(sums, s.cs_sums);
      }
    }
  }

  // The first `count` of two registers, the others anything.
  [[gnu::always_inline]] static void get(const int32_t *from, int64_t count, Reg (&out)[2]) {
    out[0] = O::load_masked(from, O::first_lanes(lanes_of(count)));
    if (count > O::kLanes) out[1] = O::load_masked(from + O::kLanes, O::first_lanes(lanes_of(count - O::kLanes)));
  }
  [[gnu::always_inline]] static void get(const float *from, int64_t count, Scales (&out)[2]) {
    out[0] = O::load_scales(from, lanes_of(count));
    if (count > O::kLanes) out[1] = O::load_scales(from + O::kLanes, lanes_of(count - O::kLanes));
  }
  [[gnu::always_inline]] static int lanes_of(int64_t count) {
    return count < O::kLanes ? static_cast<int>(count) : O::kLanes;
  }
};

// `wide` is the i8 table of the same ISA, kRunStrip its run_strip. Sums wait outside of C, where that adds them up.
template <class O, class Out, void (*kRunStrip)(const gk_strip_args *)>
struct Requantised {
  static constexpr int32_t kOne = 1, kZero = 0;

  static void run_strip(const gk_strip_args *args) {
    gk_strip_args s = *args;
    s.c = s.acc;
    s.rsc = sizeof(int32_t);
    s.csc = s.cs_acc;
    s.alpha = &kOne;
    s.beta = s.acc_in != 0 ? &kOne : &kZero;
    kRunStrip(&s);
  }

  static constexpr gk_kernel_table table(gk_elem elem, gk_kernel_table wide, const char *name) {
    wide.elem = elem;
    wide.name = name;
    wide.out_size = sizeof(Out);
    wide.acc_size = sizeof(int32_t);
    wide.run_strip = run_strip;
    wide.run_small = nullptr;
    wide.run_batch = nullptr;
    wide.scale_c = nullptr;
    wide.gemv_columns = nullptr;
    wide.gemv_rows = nullptr;
    wide.store = Requant<O, Out>::run;
    return wide;
  }
};

}  // namespace
}  // namespace gk::kernels
