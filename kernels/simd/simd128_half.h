// f16 and bf16 in the WebAssembly vocabulary: four elements, by integer arithmetic.
#pragma once

#include "simd/half.h"
#include "simd/simd128.h"

namespace gk::kernels {
namespace {

// What the two types have in common: moves of 64 bits, and of fewer elements.
template <class H>
struct Simd128Half {
  using Elem = H;
  using Float = Ops<Simd128, float>;
  using Reg = Float::Reg;
  using Mask = Float::Mask;

  // To the low half of a register; zeros behind.
  [[gnu::always_inline]] static v128_t load_bits(const H *p, int count) {
    if (count == 4) return wasm_v128_load64_zero(p);
    if (count == 1) return wasm_v128_load16_lane(p, wasm_i32x4_splat(0), 0);
    const v128_t low = wasm_v128_load32_zero(p);
    return count == 3 ? wasm_v128_load16_lane(p + 2, low, 2) : low;
  }
  [[gnu::always_inline]] static void store_bits(H *p, int count, v128_t bits) {
    if (count == 4) return wasm_v128_store64_lane(p, bits, 0);
    if (count == 1) return wasm_v128_store16_lane(p, bits, 0);
    wasm_v128_store32_lane(p, bits, 0);
    if (count == 3) wasm_v128_store16_lane(p + 2, bits, 2);
  }
  // The low words of four dwords.
  [[gnu::always_inline]] static v128_t words(v128_t x) { return wasm_i16x8_shuffle(x, x, 0, 2, 4, 6, 0, 2, 4, 6); }
  [[gnu::always_inline]] static Reg load_interleaved(const H *even, const H *odd, int count) {
    return wasm_i16x8_shuffle(load_bits(even, count), load_bits(odd, count), 0, 8, 1, 9, 2, 10, 3, 11);
  }
};

template <>
struct Ops<Simd128, F16> : Simd128Half<F16> {
  // By way of integers: no intermediate value is an f32 denormal.
  [[gnu::always_inline]] static Reg widened(v128_t bits) {
    const v128_t x = wasm_u32x4_extend_low_u16x8(bits), magnitude = wasm_v128_and(x, wasm_i32x4_splat(0x7fff));
    const v128_t sign = wasm_i32x4_shl(wasm_v128_xor(x, magnitude), 16), shifted = wasm_i32x4_shl(magnitude, 13);
    const v128_t normal = wasm_i32x4_add(shifted, wasm_i32x4_splat(0x38000000));
    const v128_t small = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(magnitude), wasm_f32x4_splat(0x1p-24F));
    const v128_t nan = wasm_v128_and(wasm_i32x4_gt(magnitude, wasm_i32x4_splat(0x7c00)), wasm_i32x4_splat(0x400000));
    const v128_t special = wasm_v128_or(wasm_v128_or(shifted, wasm_i32x4_splat(0x7f800000)), nan);
    v128_t r = wasm_v128_bitselect(small, normal, wasm_i32x4_lt(magnitude, wasm_i32x4_splat(0x400)));
    r = wasm_v128_bitselect(special, r, wasm_i32x4_ge(magnitude, wasm_i32x4_splat(0x7c00)));
    return wasm_v128_or(r, sign);
  }
  // Denormals: added to 1/2, whose last bit is worth one of theirs, a number is rounded to them.
  [[gnu::always_inline]] static v128_t narrowed(Reg r) {
    const v128_t x = wasm_v128_and(r, wasm_i32x4_splat(0x7fffffff));
    const v128_t sign = wasm_v128_and(wasm_u32x4_shr(r, 16), wasm_i32x4_splat(0x8000));
    const v128_t odd = wasm_v128_and(wasm_u32x4_shr(x, 13), wasm_i32x4_splat(1));
    const v128_t rounded = wasm_i32x4_add(wasm_i32x4_add(x, odd), wasm_i32x4_splat(0xfff - 0x38000000));
    const v128_t normal = wasm_u32x4_shr(rounded, 13);
    const v128_t small = wasm_i32x4_sub(wasm_f32x4_add(x, wasm_f32x4_splat(0.5F)), wasm_f32x4_splat(0.5F));
    const v128_t payload = wasm_v128_and(wasm_u32x4_shr(x, 13), wasm_i32x4_splat(0x3ff));
    const v128_t nan = wasm_v128_or(payload, wasm_i32x4_splat(0x7e00));
    v128_t bits = wasm_v128_bitselect(small, normal, wasm_i32x4_lt(x, wasm_i32x4_splat(0x38800000)));
    bits = wasm_v128_bitselect(wasm_i32x4_splat(0x7c00), bits, wasm_i32x4_ge(x, wasm_i32x4_splat(0x477ff000)));
    bits = wasm_v128_bitselect(nan, bits, wasm_i32x4_gt(x, wasm_i32x4_splat(0x7f800000)));
    return words(wasm_v128_or(bits, sign));
  }
  [[gnu::always_inline]] static Reg splat(F16 x) { return widened(wasm_i16x8_splat(static_cast<int16_t>(x.bits))); }
  [[gnu::always_inline]] static Reg load(const F16 *p) { return widened(load_bits(p, 4)); }
  [[gnu::always_inline]] static Reg load_masked(const F16 *p, Mask m) { return widened(load_bits(p, m)); }
  [[gnu::always_inline]] static void store(F16 *p, Reg r) { store_bits(p, 4, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(F16 *p, Mask m, Reg r) { store_bits(p, m, narrowed(r)); }
};

template <>
struct Ops<Simd128, BF16> : Simd128Half<BF16> {
  [[gnu::always_inline]] static Reg widened(v128_t bits) {
    return wasm_i32x4_shl(wasm_u32x4_extend_low_u16x8(bits), 16);
  }
  [[gnu::always_inline]] static v128_t narrowed(Reg r) {
    const v128_t high = wasm_u32x4_shr(r, 16), odd = wasm_v128_and(high, wasm_i32x4_splat(1));
    const v128_t sum = wasm_i32x4_add(wasm_i32x4_add(r, wasm_i32x4_splat(0x7fff)), odd);
    const v128_t quiet = wasm_v128_or(high, wasm_i32x4_splat(0x40));
    return words(wasm_v128_bitselect(quiet, wasm_u32x4_shr(sum, 16), wasm_f32x4_ne(r, r)));
  }
  [[gnu::always_inline]] static Reg splat(BF16 x) { return widened(wasm_i16x8_splat(static_cast<int16_t>(x.bits))); }
  [[gnu::always_inline]] static Reg load(const BF16 *p) { return widened(load_bits(p, 4)); }
  [[gnu::always_inline]] static Reg load_masked(const BF16 *p, Mask m) { return widened(load_bits(p, m)); }
  [[gnu::always_inline]] static void store(BF16 *p, Reg r) { store_bits(p, 4, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(BF16 *p, Mask m, Reg r) { store_bits(p, m, narrowed(r)); }
};
static_assert(HalfOps<Ops<Simd128, F16>>);
static_assert(HalfOps<Ops<Simd128, BF16>>);

}  // namespace
}  // namespace gk::kernels
