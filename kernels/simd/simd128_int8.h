// The int8 vocabulary of the WebAssembly kernels: pairs of 16-bit elements, multiplied and added by i32x4.dot_i16x8.
#pragma once

#include "simd/int8.h"
#include "simd/simd128.h"

namespace gk::kernels {
namespace {

// Elements sign-extended to 16 bits: 0 and 2 of a quad in one dword, 1 and 3 in the other.
template <>
struct Ops<Simd128, int8_t> {
  using Reg = v128_t;
  using Float = Ops<Simd128, float>;  // dwords are moved as floats
  using Mask = Float::Mask;
  static constexpr int kLanes = 4, kParts = 2;
  static constexpr bool kBiased = false;

  [[gnu::always_inline]] static const float *floats(const void *p) { return static_cast<const float *>(p); }
  [[gnu::always_inline]] static float *floats(void *p) { return static_cast<float *>(p); }

  [[gnu::always_inline]] static Reg zero() { return Float::zero(); }
  [[gnu::always_inline]] static Reg splat(int32_t x) { return wasm_i32x4_splat(x); }
  [[gnu::always_inline]] static Reg load(const int32_t *p) { return wasm_v128_load(p); }
  [[gnu::always_inline]] static void store(int32_t *p, Reg r) { wasm_v128_store(p, r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return n; }
  [[gnu::always_inline]] static Reg load_masked(const int32_t *p, Mask m) { return Float::load_masked(floats(p), m); }
  [[gnu::always_inline]] static void store_masked(int32_t *p, Mask m, Reg r) { Float::store_masked(floats(p), m, r); }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return Float::keep(m, r); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return wasm_i32x4_add(a, b); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return wasm_i32x4_mul(a, b); }
  [[gnu::always_inline]] static Reg dot(Reg sum, Reg a, Reg b) {
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b));
  }
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static Reg renew(Reg r) { return r; }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], int32_t *out) {
    const Reg ab = add(wasm_i32x4_shuffle(r[0], r[1], 0, 1, 4, 5), wasm_i32x4_shuffle(r[0], r[1], 2, 3, 6, 7));
    const Reg cd = add(wasm_i32x4_shuffle(r[2], r[3], 0, 1, 4, 5), wasm_i32x4_shuffle(r[2], r[3], 2, 3, 6, 7));
    store(out, add(wasm_i32x4_shuffle(ab, cd, 0, 2, 4, 6), wasm_i32x4_shuffle(ab, cd, 1, 3, 5, 7)));
  }

  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p) { return wasm_v128_load(p); }
  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p, int count) {
    if (count == 16) return load_bytes(p);
    int8_t bytes[16] = {};
    for (int i = 0; i < count; ++i) bytes[i] = p[i];
    return load_bytes(bytes);
  }
  struct FewBytes {
    int count;
    [[gnu::always_inline]] explicit FewBytes(int of) : count(of) {}
    [[gnu::always_inline]] Reg load(const int8_t *p) const { return load_bytes(p, count); }
  };
  [[gnu::always_inline]] static void split_lhs(Reg quads, Reg (&parts)[kParts]) {
    parts[0] = wasm_i16x8_shr(wasm_i16x8_shl(quads, 8), 8);
    parts[1] = wasm_i16x8_shr(quads, 8);
  }
  [[gnu::always_inline]] static void split_rhs(Reg quads, Reg (&parts)[kParts]) { split_lhs(quads, parts); }
  [[gnu::always_inline]] static void spread_rhs(Reg quads, int32_t *out) {
    Reg parts[kParts];
    split_rhs(quads, parts);
    store(out, wasm_i32x4_shuffle(parts[0], parts[1], 0, 4, 1, 5));
    store(out + kLanes, wasm_i32x4_shuffle(parts[0], parts[1], 2, 6, 3, 7));
  }
  [[gnu::always_inline]] static void interleave(Reg (&r)[4]) {
    const Reg low01 = zip_low(r[0], r[1]), high01 = zip_high(r[0], r[1]);
    const Reg low23 = zip_low(r[2], r[3]), high23 = zip_high(r[2], r[3]);
    r[0] = wasm_i16x8_shuffle(low01, low23, 0, 8, 1, 9, 2, 10, 3, 11);
    r[1] = wasm_i16x8_shuffle(low01, low23, 4, 12, 5, 13, 6, 14, 7, 15);
    r[2] = wasm_i16x8_shuffle(high01, high23, 0, 8, 1, 9, 2, 10, 3, 11);
    r[3] = wasm_i16x8_shuffle(high01, high23, 4, 12, 5, 13, 6, 14, 7, 15);
  }
  // As bits, quads are 32-bit floats.
  [[gnu::always_inline]] static void load_quads(const int8_t *src, int64_t stride, int rows, Reg (&out)[4]) {
    Float::load_transposed(floats(src), stride, rows, out);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) out[i] = keep(rows, out[i]);
  }
  static void transpose(const int8_t *src, int64_t stride, int rows, int columns, int8_t *out, int64_t out_stride) {
    for (int i = 0; i < rows; ++i, src = shifted(src, stride)) {
      for (int j = 0; j < columns; ++j) shifted(out, j * out_stride)[i] = src[j];
    }
  }

  struct Scales {
    v128_t half[2];
  };
  [[gnu::always_inline]] static Scales widened(v128_t x) {
    return {{wasm_f64x2_promote_low_f32x4(x), wasm_f64x2_promote_low_f32x4(Float::upper(x))}};
  }
  [[gnu::always_inline]] static Scales splat_scale(float x) { return widened(Float::splat(x)); }
  [[gnu::always_inline]] static Scales load_scales(const float *p) { return widened(Float::load(p)); }
  [[gnu::always_inline]] static Scales load_scales(const float *p, int count) {
    return widened(Float::load_masked(p, count));
  }
  // Rounded to an integer before the conversion, which truncates, and saturates on both sides.
  class Bytes {
   public:
    [[gnu::always_inline]] Bytes(int32_t, int32_t zero_point)
        : zero_point_(wasm_i16x8_splat(static_cast<int16_t>(zero_point))) {}
    [[gnu::always_inline]] void store(int8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      const v128_t x = words(sums, scales);
      wasm_v128_store64_lane(p, wasm_i8x16_narrow_i16x8(x, x), 0);
    }
    [[gnu::always_inline]] void store(uint8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      const v128_t x = words(sums, scales);
      wasm_v128_store64_lane(p, wasm_u8x16_narrow_i16x8(x, x), 0);
    }

   private:
    [[gnu::always_inline]] static v128_t rounded(v128_t sums, v128_t scales) {
      const v128_t x = wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(sums), scales);
      return wasm_i32x4_trunc_sat_f64x2_zero(wasm_f64x2_nearest(x));
    }
    [[gnu::always_inline]] static v128_t dwords(v128_t sums, const Scales &scales) {
      return wasm_i64x2_shuffle(rounded(sums, scales.half[0]), rounded(Float::upper(sums), scales.half[1]), 0, 2);
    }
    [[gnu::always_inline]] v128_t words(const Reg (&sums)[2], const Scales (&scales)[2]) const {
      return wasm_i16x8_add_sat(wasm_i16x8_narrow_i32x4(dwords(sums[0], scales[0]), dwords(sums[1], scales[1])),
                                zero_point_);
    }

    v128_t zero_point_;
  };

 private:
  [[gnu::always_inline]] static Reg zip_low(Reg a, Reg b) {
    return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  }
  [[gnu::always_inline]] static Reg zip_high(Reg a, Reg b) {
    return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
};
static_assert(DotOps<Ops<Simd128, int8_t>>);

}  // namespace
}  // namespace gk::kernels
