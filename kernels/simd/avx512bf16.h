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

}  // namespace
}  // namespace gk::kernels
