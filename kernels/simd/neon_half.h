// f16 and bf16 in the NEON vocabulary. All 64-bit Arms convert f16; that they need not compute with it does not matter.
#pragma once

#include "simd/half.h"
#include "simd/neon.h"

namespace gk::kernels {
namespace {

// What the two types have in common.
template <class H>
struct NeonHalf {
  using Elem = H;
  using Float = Ops<Neon, float>;
  using Reg = Float::Reg;
  using Mask = Float::Mask;

  [[gnu::always_inline]] static uint16x4_t load_bits(const H *p) { return load_bits(p, Float::kLanes); }
  // In pieces of 4, 2 and 1.
  [[gnu::always_inline]] static uint16x4_t load_bits(const H *p, int count) {
    uint64_t bits = 0;
    if (count == Float::kLanes) {
      __builtin_memcpy(&bits, p, 8);
      return vcreate_u16(bits);
    }
    if ((count & 2) != 0) __builtin_memcpy(&bits, p, 4);
    if ((count & 1) != 0) bits |= uint64_t{p[count - 1].bits} << ((count & 2) * 16);
    return vcreate_u16(bits);
  }
  [[gnu::always_inline]] static void store_bits(H *p, uint16x4_t bits) { store_bits(p, Float::kLanes, bits); }
  [[gnu::always_inline]] static void store_bits(H *p, int count, uint16x4_t lanes) {
    const uint64_t bits = vget_lane_u64(vreinterpret_u64_u16(lanes), 0);
    if (count == Float::kLanes) {
      __builtin_memcpy(p, &bits, 8);
      return;
    }
    if ((count & 2) != 0) __builtin_memcpy(p, &bits, 4);
    if ((count & 1) != 0) p[count - 1].bits = static_cast<uint16_t>(bits >> ((count & 2) * 16));
  }
  [[gnu::always_inline]] static Reg load_interleaved(const H *even, const H *odd, int count) {
    const uint16x4_t low = load_bits(even, count), high = load_bits(odd, count);
    return vreinterpretq_f32_u16(vcombine_u16(vzip1_u16(low, high), vzip2_u16(low, high)));
  }
};

template <>
struct Ops<Neon, F16> : NeonHalf<F16> {
  [[gnu::always_inline]] static Reg widened(uint16x4_t bits) { return vcvt_f32_f16(vreinterpret_f16_u16(bits)); }
  [[gnu::always_inline]] static uint16x4_t narrowed(Reg r) { return vreinterpret_u16_f16(vcvt_f16_f32(r)); }
  [[gnu::always_inline]] static Reg splat(F16 x) { return widened(vdup_n_u16(x.bits)); }
  [[gnu::always_inline]] static Reg load(const F16 *p) { return widened(load_bits(p)); }
  [[gnu::always_inline]] static Reg load_masked(const F16 *p, Mask m) { return widened(load_bits(p, m)); }
  [[gnu::always_inline]] static void store(F16 *p, Reg r) { store_bits(p, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(F16 *p, Mask m, Reg r) { store_bits(p, m, narrowed(r)); }
};

template <>
struct Ops<Neon, BF16> : NeonHalf<BF16> {
  [[gnu::always_inline]] static Reg widened(uint16x4_t bits) { return vreinterpretq_f32_u32(vshll_n_u16(bits, 16)); }
  [[gnu::always_inline]] static uint16x4_t narrowed(Reg r) {
    const uint32x4_t x = vreinterpretq_u32_f32(r), high = vshrq_n_u32(x, 16);
    const uint32x4_t odd = vandq_u32(high, vdupq_n_u32(1));
    const uint32x4_t sum = vaddq_u32(vaddq_u32(x, vdupq_n_u32(0x7fff)), odd);
    const uint32x4_t quiet = vorrq_u32(high, vdupq_n_u32(0x40));
    return vmovn_u32(vbslq_u32(vceqq_f32(r, r), vshrq_n_u32(sum, 16), quiet));
  }
  [[gnu::always_inline]] static Reg splat(BF16 x) { return widened(vdup_n_u16(x.bits)); }
  [[gnu::always_inline]] static Reg load(const BF16 *p) { return widened(load_bits(p)); }
  [[gnu::always_inline]] static Reg load_masked(const BF16 *p, Mask m) { return widened(load_bits(p, m)); }
  [[gnu::always_inline]] static void store(BF16 *p, Reg r) { store_bits(p, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(BF16 *p, Mask m, Reg r) { store_bits(p, m, narrowed(r)); }
};
static_assert(HalfOps<Ops<Neon, F16>>);
static_assert(HalfOps<Ops<Neon, BF16>>);

}  // namespace
}  // namespace gk::kernels
