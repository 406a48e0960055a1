// The instruction that multiplies pairs of bf16 on 64-bit Arm: bfdot. Unless FPCR.EBF is set, which no system does by
// itself, it rounds to odd whatever FPCR says, the two products' sum and then the whole one, and takes denormals for
// zero, as operands, products and sums.
#pragma once

#include "simd/neon_half.h"

namespace gk::kernels {
namespace {

struct BfDot {};

// A register of factors holds 4 pairs.
template <>
struct Ops<BfDot, float> : Ops<Neon, float> {
  [[gnu::always_inline]] static Reg dot(Reg a, Reg b, Reg c) {
    return vbfdotq_f32(c, vreinterpretq_bf16_f32(a), vreinterpretq_bf16_f32(b));
  }
  // Of whole registers: B is loaded and repeated at once.
  static void hold_lane(float) = delete;
};
static_assert(SimdOps<Ops<BfDot, float>>);

}  // namespace
}  // namespace gk::kernels
