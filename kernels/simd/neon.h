// The vocabulary of the NEON kernels, which every 64-bit Arm has: 128-bit registers.
#pragma once

#include "simd/concept.h"

#include <arm_neon.h>

namespace gk::kernels {
namespace {

struct Neon {};

// NEON has no masked accesses: partial registers are moved in pieces. A mask is the number of its lanes, negative for
// the last ones (simd/search.h).
template <int kLanes>
[[gnu::always_inline]] inline int first_of(int count) {
  if (count < 1 || count > kLanes) __builtin_unreachable();
  return count;
}
template <int kLanes>
[[gnu::always_inline]] inline int last_of(int count) {
  return count == kLanes ? kLanes : -count;
}

template <>
struct Ops<Neon, float> {
  using Elem = float;
  using Reg = float32x4_t;
  using Mask = int;
  static constexpr int kLanes = 4;
  static constexpr int kBlock = 4;

  [[gnu::always_inline]] static Reg zero() { return vdupq_n_f32(0); }
  [[gnu::always_inline]] static Reg splat(float x) { return vdupq_n_f32(x); }
  [[gnu::always_inline]] static Reg load(const float *p) { return vld1q_f32(p); }
  [[gnu::always_inline]] static void store(float *p, Reg r) { vst1q_f32(p, r); }
  // There is a hint for pairs of registers only.
  [[gnu::always_inline]] static void stream(float *p, Reg r) { store(p, r); }
  [[gnu::always_inline]] static void stream_end() {}

  [[gnu::always_inline]] static Mask first_lanes(int n) { return first_of<kLanes>(n); }
  [[gnu::always_inline]] static Reg load_masked(const float *p, Mask m) {
    if (m == kLanes) return load(p);
    const float32x2_t none = vdup_n_f32(0);
    if (m > 0) {
      if (m == 1) return vcombine_f32(vld1_lane_f32(p, none, 0), none);
      return vcombine_f32(vld1_f32(p), m == 3 ? vld1_lane_f32(p + 2, none, 0) : none);
    }
    if (m == -1) return vcombine_f32(none, vld1_lane_f32(p + 3, none, 1));
    return vcombine_f32(m == -3 ? vld1_lane_f32(p + 1, none, 1) : none, vld1_f32(p + 2));
  }
  [[gnu::always_inline]] static void store_masked(float *p, Mask m, Reg r) {
    if (m == kLanes) return store(p, r);
    if (m == 1) return vst1q_lane_f32(p, r, 0);
    vst1_f32(p, vget_low_f32(r));
    if (m == 3) vst1q_lane_f32(p + 2, r, 2);
  }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) {
    const uint32x4_t lane = {0, 1, 2, 3};
    const uint32x4_t kept = vcltq_u32(lane, vdupq_n_u32(static_cast<uint32_t>(m)));
    return vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(r), kept));
  }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return vmulq_f32(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return vaddq_f32(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return vfmaq_f32(c, a, b); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return vfmsq_f32(c, a, b); }
  // The second operand when either is a NaN: the instructions for it return the NaN.
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return vsubq_f32(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return vdivq_f32(a, b); }
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) { return vfmaq_f32(vnegq_f32(c), a, b); }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) { return vbslq_f32(vcgtzq_f32(x), a, b); }
  [[gnu::always_inline]] static Reg abs(Reg a) { return vabsq_f32(a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) { return vbslq_f32(vdupq_n_u32(0x80000000), b, a); }
  [[gnu::always_inline]] static Reg round(Reg a) { return vrndnq_f32(a); }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) {
    const int32x4_t whole = vcvtnq_s32_f32(n), half = vshrq_n_s32(whole, 1);
    return mul(mul(a, power(half)), power(vsubq_s32(whole, half)));
  }
  // 2^n by its exponent field.
  [[gnu::always_inline]] static Reg power(int32x4_t n) {
    return vreinterpretq_f32_s32(vshlq_n_s32(vaddq_s32(n, vdupq_n_s32(127)), 23));
  }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "w"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+w"(r));
    return r;
  }
  [[gnu::always_inline]] static void hold_lane(float x) { asm("" : : "w"(x)); }  // see core/microkernel.h
  [[gnu::always_inline]] static float reduce_sum(Reg r) {
    return vpadds_f32(vadd_f32(vget_low_f32(r), vget_high_f32(r)));
  }
  // Each step adds the halves of two registers and packs the results into one.
  [[gnu::always_inline]] static Reg halves(Reg a, Reg b) {
    const float64x2_t x = vreinterpretq_f64_f32(a), y = vreinterpretq_f64_f32(b);
    return add(vreinterpretq_f32_f64(vzip1q_f64(x, y)), vreinterpretq_f32_f64(vzip2q_f64(x, y)));
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], float *out) {
    store(out, vpaddq_f32(halves(r[0], r[1]), halves(r[2], r[3])));
  }

  [[gnu::always_inline]] static Reg splat_pair(const float *p) {
    return vreinterpretq_f32_f64(vdupq_lane_f64(vreinterpret_f64_f32(vld1_f32(p)), 0));
  }
  [[gnu::always_inline]] static Reg zip(float32x2_t even, float32x2_t odd) {
    return vcombine_f32(vzip1_f32(even, odd), vzip2_f32(even, odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd) {
    return zip(vld1_f32(even), vld1_f32(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd, int count) {
    if (count == 2) return load_pairs(even, odd);
    const float32x2_t none = vdup_n_f32(0);
    return zip(vld1_lane_f32(even, none, 0), vld1_lane_f32(odd, none, 0));
  }

  [[gnu::always_inline]] static void load_transposed(const float *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Reg r[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) r[i] = load(shifted(src, (i < rows ? i : rows - 1) * stride));
    const float64x2_t t0 = vreinterpretq_f64_f32(vtrn1q_f32(r[0], r[1]));
    const float64x2_t t1 = vreinterpretq_f64_f32(vtrn2q_f32(r[0], r[1]));
    const float64x2_t t2 = vreinterpretq_f64_f32(vtrn1q_f32(r[2], r[3]));
    const float64x2_t t3 = vreinterpretq_f64_f32(vtrn2q_f32(r[2], r[3]));
    out[0] = vreinterpretq_f32_f64(vzip1q_f64(t0, t2));
    out[1] = vreinterpretq_f32_f64(vzip1q_f64(t1, t3));
    out[2] = vreinterpretq_f32_f64(vzip2q_f64(t0, t2));
    out[3] = vreinterpretq_f32_f64(vzip2q_f64(t1, t3));
  }
};
static_assert(SimdOps<Ops<Neon, float>>);

template <>
struct Ops<Neon, double> {
  using Elem = double;
  using Reg = float64x2_t;
  using Mask = int;
  static constexpr int kLanes = 2;
  static constexpr int kBlock = 2;

  [[gnu::always_inline]] static Reg zero() { return vdupq_n_f64(0); }
  [[gnu::always_inline]] static Reg splat(double x) { return vdupq_n_f64(x); }
  [[gnu::always_inline]] static Reg load(const double *p) { return vld1q_f64(p); }
  [[gnu::always_inline]] static void store(double *p, Reg r) { vst1q_f64(p, r); }
  [[gnu::always_inline]] static void stream(double *p, Reg r) { store(p, r); }
  [[gnu::always_inline]] static void stream_end() {}

  [[gnu::always_inline]] static Mask first_lanes(int n) { return first_of<kLanes>(n); }
  [[gnu::always_inline]] static Reg load_masked(const double *p, Mask m) {
    if (m == kLanes) return load(p);
    const float64x1_t none = vdup_n_f64(0);
    return m > 0 ? vcombine_f64(vld1_f64(p), none) : vcombine_f64(none, vld1_f64(p + 1));
  }
  [[gnu::always_inline]] static void store_masked(double *p, Mask m, Reg r) {
    if (m == kLanes) return store(p, r);
    vst1_f64(p, vget_low_f64(r));
  }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) {
    return m == kLanes ? r : vcombine_f64(vget_low_f64(r), vdup_n_f64(0));
  }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return vmulq_f64(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return vaddq_f64(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return vfmaq_f64(c, a, b); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return vfmsq_f64(c, a, b); }
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return vbslq_f64(vcgtq_f64(a, b), a, b); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return vbslq_f64(vcltq_f64(a, b), a, b); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return vsubq_f64(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return vdivq_f64(a, b); }
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) { return vfmaq_f64(vnegq_f64(c), a, b); }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) { return vbslq_f64(vcgtzq_f64(x), a, b); }
  [[gnu::always_inline]] static Reg abs(Reg a) { return vabsq_f64(a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) { return vbslq_f64(vdupq_n_u64(0x8000000000000000), b, a); }
  [[gnu::always_inline]] static Reg round(Reg a) { return vrndnq_f64(a); }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) {
    const int64x2_t whole = vcvtnq_s64_f64(n), half = vshrq_n_s64(whole, 1);
    return mul(mul(a, power(half)), power(vsubq_s64(whole, half)));
  }
  // 2^n by its exponent field.
  [[gnu::always_inline]] static Reg power(int64x2_t n) {
    return vreinterpretq_f64_s64(vshlq_n_s64(vaddq_s64(n, vdupq_n_s64(1023)), 52));
  }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "w"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+w"(r));
    return r;
  }
  [[gnu::always_inline]] static void hold_lane(double x) { asm("" : : "w"(x)); }  // see core/microkernel.h
  [[gnu::always_inline]] static double reduce_sum(Reg r) { return vpaddd_f64(r); }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], double *out) {
    store(out, vpaddq_f64(r[0], r[1]));
    store(out + 2, vpaddq_f64(r[2], r[3]));
  }

  [[gnu::always_inline]] static Reg splat_pair(const double *p) { return load(p); }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd) {
    return vcombine_f64(vld1_f64(even), vld1_f64(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd, int) {
    return load_pairs(even, odd);
  }

  [[gnu::always_inline]] static void load_transposed(const double *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    const Reg first = load(src), second = load(rows > 1 ? shifted(src, stride) : src);
    out[0] = vzip1q_f64(first, second);
    out[1] = vzip2q_f64(first, second);
  }
};
static_assert(SimdOps<Ops<Neon, double>>);

}  // namespace
}  // namespace gk::kernels
