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
  static constexpr int kLow = static_cast<Out>(-1) < 0 ? -128 : 0, kHigh = kLow + 255;

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

  template <gk_bias kBias, gk_bias kScale>
  static void columns(const gk_store_args &s) {
    const gk_finish_args &to = s.to;
    const gk_epilogue &e = *to.epilogue;
    const auto *bias = static_cast<const int32_t *>(e.bias);
    if constexpr (kBias == GK_BIAS_PER_ROW) bias += to.row;
    const float *scales = e.scale;
    if constexpr (kScale == GK_BIAS_PER_ROW) scales += to.row;
    // Clamped before the zero point is added, so that nothing overflows, and before it is rounded, which for integer
    // bounds is the same. The zero point is added to what has been rounded: with it, ties would go to other numbers.
    const typename O::Clamp clamp(kLow - e.zero_point, kHigh - e.zero_point);
    const Reg zero_point = O::splat(e.zero_point);
    for (int64_t j = 0; j < to.n; ++j) {
      const int32_t *sums = s.sums == nullptr ? nullptr : shifted(static_cast<const int32_t *>(s.sums), j * s.cs_sums);
      Out *c = shifted(static_cast<Out *>(to.c), j * to.csc);
      const Reg bias_of_column = kBias == GK_BIAS_PER_COL ? O::splat(bias[to.col + j]) : O::zero();
      const typename O::Scales scale_of_column = O::splat_scale(kScale == GK_BIAS_PER_ROW   ? 0.0F
                                                                : kScale == GK_BIAS_PER_COL ? scales[to.col + j]
                                                                                            : scales[0]);
      const auto bytes = [&](Reg sum, Reg bias_of_rows, const typename O::Scales &scale_of_rows) {
        if constexpr (kBias == GK_BIAS_PER_ROW) sum = O::add(sum, bias_of_rows);
        if constexpr (kBias == GK_BIAS_PER_COL) sum = O::add(sum, bias_of_column);
        return O::add(zero_point, O::scaled(sum, kScale == GK_BIAS_PER_ROW ? scale_of_rows : scale_of_column, clamp));
      };
      int64_t i = 0;
      if (to.rsc == 1 && sums != nullptr) {
        for (; i + O::kLanes <= to.m; i += O::kLanes) {
          const Reg r = bytes(O::load(sums + i), kBias == GK_BIAS_PER_ROW ? O::load(bias + i) : O::zero(),
                              kScale == GK_BIAS_PER_ROW ? O::load_scales(scales + i) : scale_of_column);
          O::store_bytes(reinterpret_cast<int8_t *>(c + i), r);
        }
      }
      for (; i < to.m; i += O::kLanes) {
        const int lanes = to.m - i < O::kLanes ? static_cast<int>(to.m - i) : O::kLanes;
        const typename O::Mask mask = O::first_lanes(lanes);
        const Reg r = bytes(sums == nullptr ? O::zero() : O::load_masked(sums + i, mask),
                            kBias == GK_BIAS_PER_ROW ? O::load_masked(bias + i, mask) : O::zero(),
                            kScale == GK_BIAS_PER_ROW ? O::load_scales(scales + i, lanes) : scale_of_column);
        int8_t some[O::kLanes];
        O::store_bytes(some, r);
        for (int l = 0; l < lanes; ++l) *shifted(c, (i + l) * to.rsc) = static_cast<Out>(some[l]);
      }
    }
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
