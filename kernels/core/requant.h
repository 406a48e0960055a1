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
  // Added and taken off again, it leaves no bits behind the point: for values below 2^51 the sum's last bit is 1.
  static constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52

 public:
  static void run(const gk_store_args *args) {
    gk_finish_args to = args->to;
    const gk_epilogue &e = *to.epilogue;
    const bool turned = to.turned != 0;
    const auto by_row = [turned](int32_t kind) { return (kind == GK_BIAS_PER_ROW) == !turned; };
    const bool bias_by_row = by_row(e.bias_kind), scale_by_row = by_row(e.scale_kind);
    for (int64_t j = 0; j < to.n; ++j) {
      const int32_t *sums = shifted(static_cast<const int32_t *>(args->sums), j * args->cs_sums);
      Out *c = shifted(static_cast<Out *>(to.c), j * to.csc);
      for (int64_t i = 0; i < to.m; i += kDoubles) {
        const int lanes = to.m - i < kDoubles ? static_cast<int>(to.m - i) : kDoubles;
        Sums sum = get<Sums>(sums + i, lanes);
        if (e.bias_kind != GK_BIAS_NONE) {
          const auto *bias = static_cast<const int32_t *>(e.bias);
          sum = wrapping(sum, bias_by_row ? get<Sums>(bias + to.row + i, lanes) : Sums{} + bias[to.col + j]);
        }
        const Scales scale = e.scale_kind == GK_BIAS_NONE ? Scales{} + e.scale[0]
                             : scale_by_row               ? get<Scales>(e.scale + to.row + i, lanes)
                                                          : Scales{} + e.scale[to.col + j];
        put(c, to.rsc, i, lanes, rounded(sum, scale, e.zero_point));
      }
    }
  }

 private:
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
  [[gnu::always_inline]] static Outs rounded(Sums sum, Scales scale, int32_t zero_point) {
    Doubles x = __builtin_convertvector(sum, Doubles) * __builtin_convertvector(scale, Doubles);
    const Doubles low = Doubles{} + (kLow - zero_point), high = Doubles{} + (kHigh - zero_point);
    x = x < low ? low : x;
    x = x > high ? high : x;
    const Doubles whole = (x + kRounder) - kRounder;
    return __builtin_convertvector(__builtin_convertvector(whole, Sums) + zero_point, Outs);
  }

  [[gnu::always_inline]] static void put(Out *c, int64_t stride, int64_t i, int lanes, Outs v) {
    if (stride == 1 && lanes == kDoubles) {
      __builtin_memcpy(c + i, &v, sizeof v);
    } else {
      for (int l = 0; l < lanes; ++l) *shifted(c, (i + l) * stride) = v[l];
    }
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
