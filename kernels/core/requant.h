// Tables of requantised products, 8-bit integers into 8-bit integers. The products are those of the i8 table; `store`
// makes C from the sums:
//
//   C <- clamp(zero_point + round(scale * (sum + bias))), computed in f64, rounded once to integers, half to even
//
// A sum of 32 bits and a scale of 24 are exact in f64; their product is the one rounding before the one asked for.
#pragma once

#include "abi/kernel_table.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

template <class T, int kLanes>
using Vector [[gnu::vector_size(kLanes * sizeof(T))]] = T;

// kDoubles: lanes of f64 in a register.
template <class Out, int kDoubles>
class Requant {
  using Sums = Vector<int32_t, kDoubles>;
  using Scales = Vector<float, kDoubles>;
  using Doubles = Vector<double, kDoubles>;
  using Longs = Vector<int64_t, kDoubles>;
  using Outs = Vector<Out, kDoubles>;
  static constexpr int kLow = static_cast<Out>(-1) < 0 ? -128 : 0, kHigh = kLow + 255;
  // Added to a value below 2^51, it leaves no bits behind the point, and the integer in the sum's low bits.
  static constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52

 public:
  static void run(const gk_store_args *args) {
    const gk_epilogue &e = *args->to.epilogue;
    switch (axis(e.bias_kind, args->to.turned)) {
      case GK_BIAS_PER_ROW: return with_bias<GK_BIAS_PER_ROW>(*args);
      case GK_BIAS_PER_COL: return with_bias<GK_BIAS_PER_COL>(*args);
      default: return with_bias<GK_BIAS_NONE>(*args);
    }
  }

 private:
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
    const int32_t zero_point = e.zero_point;
    for (int64_t j = 0; j < to.n; ++j) {
      const int32_t *sums = s.sums == nullptr ? nullptr : shifted(static_cast<const int32_t *>(s.sums), j * s.cs_sums);
      Out *c = shifted(static_cast<Out *>(to.c), j * to.csc);
      const Sums bias_of_column = Sums{} + (kBias == GK_BIAS_PER_COL ? bias[to.col + j] : 0);
      const Doubles scale_of_column = Doubles{} + (kScale == GK_BIAS_PER_ROW   ? 0
                                                   : kScale == GK_BIAS_PER_COL ? e.scale[to.col + j]
                                                                               : e.scale[0]);
      const auto piece = [&](int64_t i, int lanes) {
        Sums sum = sums == nullptr ? Sums{} : get<Sums>(sums + i, lanes);
        if constexpr (kBias == GK_BIAS_PER_ROW) sum = wrapping(sum, get<Sums>(bias + to.row + i, lanes));
        if constexpr (kBias == GK_BIAS_PER_COL) sum = wrapping(sum, bias_of_column);
        Doubles scale = scale_of_column;
        if constexpr (kScale == GK_BIAS_PER_ROW) {
          scale = __builtin_convertvector(get<Scales>(e.scale + to.row + i, lanes), Doubles);
        }
        return rounded(sum, scale, zero_point);
      };
      int64_t i = 0;
      if (to.rsc == 1) {
        for (; i + kDoubles <= to.m; i += kDoubles) {
          const Outs whole = piece(i, kDoubles);
          __builtin_memcpy(c + i, &whole, sizeof whole);
        }
      }
      for (; i < to.m; i += kDoubles) {
        const int lanes = to.m - i < kDoubles ? static_cast<int>(to.m - i) : kDoubles;
        const Outs some = piece(i, lanes);
        for (int l = 0; l < lanes; ++l) *shifted(c, (i + l) * to.rsc) = some[l];
      }
    }
  }

  template <class V, class T>
  [[gnu::always_inline]] static V get(const T *from, int lanes) {
    V v{};
    if (lanes == kDoubles) {
      __builtin_memcpy(&v, from, sizeof v);
    } else {
      for (int i = 0; i < lanes; ++i) v[i] = from[i];
    }
    return v;
  }

  [[gnu::always_inline]] static Sums wrapping(Sums a, Sums b) {
    using Bits = Vector<uint32_t, kDoubles>;
    return reinterpret_cast<Sums>(reinterpret_cast<Bits>(a) + reinterpret_cast<Bits>(b));
  }

  // Clamped before it is rounded, which for integer bounds is the same, so that the rounder's range is enough.
  [[gnu::always_inline]] static Outs rounded(Sums sum, Doubles scale, int32_t zero_point) {
    Doubles x = __builtin_convertvector(sum, Doubles) * scale;
    const Doubles low = Doubles{} + (kLow - zero_point), high = Doubles{} + (kHigh - zero_point);
    x = x < low ? low : x;
    x = x > high ? high : x;
    // The zero point is added to what has been rounded: with it, ties would go to other numbers.
    const Sums whole = __builtin_convertvector(reinterpret_cast<Longs>(x + kRounder), Sums);
    return __builtin_convertvector(whole + zero_point, Outs);
  }
};

// `wide` is the i8 table of the same ISA, kRunStrip its run_strip. Sums wait outside of C, where that adds them up.
template <class Out, int kDoubles, void (*kRunStrip)(const gk_strip_args *)>
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
    wide.store = Requant<Out, kDoubles>::run;
    return wide;
  }
};

}  // namespace
}  // namespace gk::kernels
