// The instruction that multiplies pairs of bf16: vdpbf16ps. It rounds to nearest even whatever MXCSR says, and takes
// denormals for zero, as operands, products and sums.
#pragma once

#include "simd/avx512f_half.h"

namespace gk::kernels {
namespace {

struct Avx512Bf16 {};

// A register of factors holds 16 pairs.
template <>
struct Ops<Avx512Bf16, float> : Ops<Avx512F, float> {
  [[gnu::always_inline]] static Reg dot(Reg a, Reg b, Reg c) {
    return _mm512_dpbf16_ps(c, (__m512bh)_mm512_castps_si512(a), (__m512bh)_mm512_castps_si512(b));
  }
};

// Stores by the instruction for it, which flushes denormals: where there are any, as without it.
template <>
struct Ops<Avx512Bf16, BF16> : Ops<Avx512F, BF16> {
  [[gnu::always_inline]] static __m256i narrowed(Reg r) {
    constexpr int kDenormal = 0x20;
    if (__builtin_expect(_mm512_fpclass_ps_mask(r, kDenormal) != 0, 0)) return Ops<Avx512F, BF16>::narrowed(r);
    return (__m256i)_mm512_cvtneps_pbh(r);
  }
  [[gnu::always_inline]] static void store(BF16 *p, Reg r) { store_bits(p, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(BF16 *p, Mask m, Reg r) { store_bits(p, m, narrowed(r)); }
};
}  // namespace
}  // namespace gk::kernels
