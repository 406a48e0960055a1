// The vocabulary of the WebAssembly kernels: 128-bit registers. There is no fused multiply-add: the product is rounded,
// as in the scalar kernels.
#pragma once

#include "simd/concept.h"

#include <wasm_simd128.h>

namespace gk::kernels {
namespace {

struct Simd128 {};

template <>
struct Ops<Simd128, float> {
  using Elem = float;
  using Reg = v128_t;
  using Mask = int;  // how many of the first lanes, or, negative, of the last; there are no masked moves
  static constexpr int kLanes = 4;
  static constexpr int kBlock = 4;

  [[gnu::always_inline]] static Reg zero() { return wasm_i32x4_splat(0); }
  [[gnu::always_inline]] static Reg splat(float x) { return wasm_f32x4_splat(x); }
  [[gnu::always_inline]] static Reg load(const float *p) { return wasm_v128_load(p); }
  [[gnu::always_inline]] static void store(float *p, Reg r) { wasm_v128_store(p, r); }
  [[gnu::always_inline]] static void stream(float *p, Reg r) { store(p, r); }
  [[gnu::always_inline]] static void stream_end() {}

  [[gnu::always_inline]] static Mask first_lanes(int n) { return n; }
  [[gnu::always_inline]] static Reg load_masked(const float *p, Mask m) {
    if (m == 4 || m == -4) return load(p);
    if (m < 0) return load_last(p, -m);
    const Reg low = m == 1 ? wasm_v128_load32_zero(p) : wasm_v128_load64_zero(p);
    return m == 3 ? wasm_v128_load32_lane(p + 2, low, 2) : low;
  }
  [[gnu::always_inline]] static void store_masked(float *p, Mask m, Reg r) {
    if (m == 4 || m == -4) return store(p, r);
    if (m < 0) return store_last(p, -m, r);
    if (m == 1) return wasm_v128_store32_lane(p, r, 0);
    wasm_v128_store64_lane(p, r, 0);
    if (m == 3) wasm_v128_store32_lane(p + 2, r, 2);
  }
  [[gnu::always_inline]] static Reg load_last(const float *p, int n) {
    Reg r = wasm_v128_load32_lane(p + 3, zero(), 3);
    if (n > 1) r = wasm_v128_load32_lane(p + 2, r, 2);
    return n > 2 ? wasm_v128_load32_lane(p + 1, r, 1) : r;
  }
  [[gnu::always_inline]] static void store_last(float *p, int n, Reg r) {
    wasm_v128_store32_lane(p + 3, r, 3);
    if (n > 1) wasm_v128_store32_lane(p + 2, r, 2);
    if (n > 2) wasm_v128_store32_lane(p + 1, r, 1);
  }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) {
    const Reg lane = wasm_i32x4_const(0, 1, 2, 3);
    const Reg first = wasm_i32x4_gt(wasm_i32x4_splat(m), lane),
              last = wasm_i32x4_ge(lane, wasm_i32x4_splat(kLanes + m));
    return wasm_v128_and(m < 0 ? last : first, r);
  }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return wasm_f32x4_mul(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return wasm_f32x4_add(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return add(mul(a, b), c); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return sub(c, mul(a, b)); }
  // By pseudo-minimum and maximum, which are comparisons: f32x4.max would return a NaN, and order the zeros.
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return wasm_f32x4_pmax(b, a); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return wasm_f32x4_pmin(b, a); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return wasm_f32x4_sub(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return wasm_f32x4_div(a, b); }
  // In f64, where the product is exact.
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) {
    const Reg low = wasm_f64x2_sub(wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b)),
                                   wasm_f64x2_promote_low_f32x4(c));
    const Reg high =
        wasm_f64x2_sub(wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(upper(a)), wasm_f64x2_promote_low_f32x4(upper(b))),
                       wasm_f64x2_promote_low_f32x4(upper(c)));
    return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 1, 4, 5);
  }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) {
    return wasm_v128_bitselect(a, b, wasm_f32x4_gt(x, zero()));
  }
  [[gnu::always_inline]] static Reg abs(Reg a) { return wasm_f32x4_abs(a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) { return wasm_v128_bitselect(b, a, splat(-0.0F)); }
  [[gnu::always_inline]] static Reg round(Reg a) { return wasm_f32x4_nearest(a); }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) {
    const Reg whole = wasm_i32x4_trunc_sat_f32x4(n), half = wasm_i32x4_shr(whole, 1);
    return mul(mul(a, power(half)), power(wasm_i32x4_sub(whole, half)));
  }
  // 2^n by its exponent field.
  [[gnu::always_inline]] static Reg power(Reg n) {
    return wasm_i32x4_shl(wasm_i32x4_add(n, wasm_i32x4_splat(127)), 23);
  }
  // Registers are the engine's affair.
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static Reg renew(Reg r) { return r; }
  [[gnu::always_inline]] static Reg upper(Reg r) { return wasm_i32x4_shuffle(r, r, 2, 3, 2, 3); }
  [[gnu::always_inline]] static float reduce_sum(Reg r) {
    const Reg x = add(r, upper(r));
    return wasm_f32x4_extract_lane(x, 0) + wasm_f32x4_extract_lane(x, 1);
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], float *out) {
    const Reg ab = add(wasm_i32x4_shuffle(r[0], r[1], 0, 1, 4, 5), wasm_i32x4_shuffle(r[0], r[1], 2, 3, 6, 7));
    const Reg cd = add(wasm_i32x4_shuffle(r[2], r[3], 0, 1, 4, 5), wasm_i32x4_shuffle(r[2], r[3], 2, 3, 6, 7));
    store(out, add(wasm_i32x4_shuffle(ab, cd, 0, 2, 4, 6), wasm_i32x4_shuffle(ab, cd, 1, 3, 5, 7)));
  }

  [[gnu::always_inline]] static Reg splat_pair(const float *p) { return wasm_v128_load64_splat(p); }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd) {
    return wasm_i32x4_shuffle(wasm_v128_load64_zero(even), wasm_v128_load64_zero(odd), 0, 4, 1, 5);
  }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd, int count) {
    if (count == 2) return load_pairs(even, odd);
    return wasm_i32x4_shuffle(wasm_v128_load32_zero(even), wasm_v128_load32_zero(odd), 0, 4, 1, 5);
  }

  [[gnu::always_inline]] static void load_transposed(const float *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Reg row[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) row[i] = load(shifted(src, (i < rows ? i : rows - 1) * stride));
    const Reg a = wasm_i32x4_shuffle(row[0], row[1], 0, 4, 1, 5), b = wasm_i32x4_shuffle(row[2], row[3], 0, 4, 1, 5);
    const Reg c = wasm_i32x4_shuffle(row[0], row[1], 2, 6, 3, 7), d = wasm_i32x4_shuffle(row[2], row[3], 2, 6, 3, 7);
    out[0] = wasm_i64x2_shuffle(a, b, 0, 2);
    out[1] = wasm_i64x2_shuffle(a, b, 1, 3);
    out[2] = wasm_i64x2_shuffle(c, d, 0, 2);
    out[3] = wasm_i64x2_shuffle(c, d, 1, 3);
  }
};
static_assert(SimdOps<Ops<Simd128, float>>);

template <>
struct Ops<Simd128, double> {
  using Elem = double;
  using Reg = v128_t;
  using Mask = int;
  static constexpr int kLanes = 2;
  static constexpr int kBlock = 2;

  [[gnu::always_inline]] static Reg zero() { return wasm_i64x2_splat(0); }
  [[gnu::always_inline]] static Reg splat(double x) { return wasm_f64x2_splat(x); }
  [[gnu::always_inline]] static Reg load(const double *p) { return wasm_v128_load(p); }
  [[gnu::always_inline]] static void store(double *p, Reg r) { wasm_v128_store(p, r); }
  [[gnu::always_inline]] static void stream(double *p, Reg r) { store(p, r); }
  [[gnu::always_inline]] static void stream_end() {}

  [[gnu::always_inline]] static Mask first_lanes(int n) { return n; }
  [[gnu::always_inline]] static Reg load_masked(const double *p, Mask m) {
    if (m == 2 || m == -2) return load(p);
    return m == 1 ? wasm_v128_load64_zero(p) : wasm_v128_load64_lane(p + 1, zero(), 1);
  }
  [[gnu::always_inline]] static void store_masked(double *p, Mask m, Reg r) {
    if (m == 2 || m == -2) return store(p, r);
    if (m == 1) return wasm_v128_store64_lane(p, r, 0);
    wasm_v128_store64_lane(p + 1, r, 1);
  }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) {
    const Reg lane = wasm_i64x2_const(0, 1);
    const Reg first = wasm_i64x2_gt(wasm_i64x2_splat(m), lane),
              last = wasm_i64x2_ge(lane, wasm_i64x2_splat(kLanes + m));
    return wasm_v128_and(m < 0 ? last : first, r);
  }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return wasm_f64x2_mul(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return wasm_f64x2_add(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return add(mul(a, b), c); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return sub(c, mul(a, b)); }
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return wasm_f64x2_pmax(b, a); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return wasm_f64x2_pmin(b, a); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return wasm_f64x2_sub(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return wasm_f64x2_div(a, b); }
  // Dekker's product of halves.
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) {
    const Reg a0 = high_half(a), b0 = high_half(b), a1 = sub(a, a0), b1 = sub(b, b0);
    return add(add(add(sub(mul(a0, b0), c), mul(a0, b1)), mul(a1, b0)), mul(a1, b1));
  }
  [[gnu::always_inline]] static Reg high_half(Reg x) {
    const Reg wide = mul(x, splat((1 << 27) + 1));
    return sub(wide, sub(wide, x));
  }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) {
    return wasm_v128_bitselect(a, b, wasm_f64x2_gt(x, zero()));
  }
  [[gnu::always_inline]] static Reg abs(Reg a) { return wasm_f64x2_abs(a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) { return wasm_v128_bitselect(b, a, splat(-0.0)); }
  [[gnu::always_inline]] static Reg round(Reg a) { return wasm_f64x2_nearest(a); }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) {
    const Reg whole = wasm_i64x2_extend_low_i32x4(wasm_i32x4_trunc_sat_f64x2_zero(n)), half = wasm_i64x2_shr(whole, 1);
    return mul(mul(a, power(half)), power(wasm_i64x2_sub(whole, half)));
  }
  // 2^n by its exponent field.
  [[gnu::always_inline]] static Reg power(Reg n) {
    return wasm_i64x2_shl(wasm_i64x2_add(n, wasm_i64x2_splat(1023)), 52);
  }
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static Reg renew(Reg r) { return r; }
  [[gnu::always_inline]] static double reduce_sum(Reg r) {
    return wasm_f64x2_extract_lane(r, 0) + wasm_f64x2_extract_lane(r, 1);
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], double *out) {
    store(out, add(wasm_i64x2_shuffle(r[0], r[1], 0, 2), wasm_i64x2_shuffle(r[0], r[1], 1, 3)));
    store(out + 2, add(wasm_i64x2_shuffle(r[2], r[3], 0, 2), wasm_i64x2_shuffle(r[2], r[3], 1, 3)));
  }

  [[gnu::always_inline]] static Reg splat_pair(const double *p) { return load(p); }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd) {
    return wasm_v128_load64_lane(odd, wasm_v128_load64_zero(even), 1);
  }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd, int) {
    return load_pairs(even, odd);
  }

  [[gnu::always_inline]] static void load_transposed(const double *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    const Reg low = load(src), high = load(rows > 1 ? shifted(src, stride) : src);
    out[0] = wasm_i64x2_shuffle(low, high, 0, 2);
    out[1] = wasm_i64x2_shuffle(low, high, 1, 3);
  }
};
static_assert(SimdOps<Ops<Simd128, double>>);

}  // namespace
}  // namespace gk::kernels
