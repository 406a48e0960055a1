// The vocabulary of the portable 16-bit kernels. Four lanes of the compiler's own vector type: where the machine has no
// such registers they become plain scalars, and the depth of a slice is bounded by what a vector of rows takes.
#pragma once

#include "simd/half.h"
#include "simd/scalar.h"

namespace gk::kernels {
namespace {

struct Portable4 {};

template <>
struct Ops<Portable4, float> {
  using Elem = float;
  using Reg = float __attribute__((vector_size(16)));
  using Mask = int;                        // how many lanes
  using Elementwise = Ops<Scalar, float>;  // what else there is to do to an element
  static constexpr int kLanes = 4;
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static Reg zero() { return Reg{}; }
  [[gnu::always_inline]] static Reg splat(float x) { return Reg{x, x, x, x}; }
  [[gnu::always_inline]] static Reg load(const float *p) {
    Reg r;
    __builtin_memcpy(&r, p, sizeof r);
    return r;
  }
  [[gnu::always_inline]] static void store(float *p, Reg r) { __builtin_memcpy(p, &r, sizeof r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return n; }
  [[gnu::always_inline]] static Reg load_masked(const float *p, Mask m) {
    Reg r = {};
    for (int i = 0; i < m; ++i) r[i] = p[i];
    return r;
  }
  [[gnu::always_inline]] static void store_masked(float *p, Mask m, Reg r) {
    for (int i = 0; i < m; ++i) p[i] = r[i];
  }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) {
    for (int i = m; i < kLanes; ++i) r[i] = 0;
    return r;
  }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return a * b; }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return a + b; }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return a * b + c; }  // two roundings, see Ops<Scalar, T>
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static Reg renew(Reg r) { return r; }
  [[gnu::always_inline]] static float reduce_sum(Reg r) { return (r[0] + r[2]) + (r[1] + r[3]); }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], float *out) {
    for (int i = 0; i < 4; ++i) out[i] = reduce_sum(r[i]);
  }
  [[gnu::always_inline]] static void load_transposed(const float *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    for (int i = 0; i < kLanes; ++i) out[0][i] = *shifted(src, (i < rows ? i : rows - 1) * stride);
  }
};

[[gnu::always_inline]] inline float float_of(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
[[gnu::always_inline]] inline uint32_t bits_of(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

[[gnu::always_inline]] inline float widen(BF16 x) { return float_of(uint32_t{x.bits} << 16); }

[[gnu::always_inline]] inline void narrow(float value, BF16 *out) {
  const uint32_t x = bits_of(value);
  const bool nan = (x & 0x7fffffff) > 0x7f800000;
  out->bits = static_cast<uint16_t>(nan ? x >> 16 | 0x40 : (x + 0x7fff + (x >> 16 & 1)) >> 16);
}

// By way of integers: no intermediate value is an f32 denormal, which the host may have told the processor to flush.
[[gnu::always_inline]] inline float widen(F16 x) {
  const uint32_t sign = (x.bits & 0x8000u) << 16, magnitude = x.bits & 0x7fffu;
  if (magnitude < 0x400) return float_of(bits_of(static_cast<float>(magnitude) * 0x1p-24f) | sign);
  if (magnitude < 0x7c00) return float_of(((magnitude << 13) + 0x38000000) | sign);
  return float_of(sign | 0x7f800000 | magnitude << 13 | (magnitude > 0x7c00 ? 0x400000 : 0));
}

[[gnu::always_inline]] inline uint32_t narrow_f16_magnitude(uint32_t x) {
  if (x > 0x7f800000) return 0x7e00 | (x >> 13 & 0x3ff);
  if (x >= 0x477ff000) return 0x7c00;                                          // rounds to 2^16 or more
  if (x >= 0x38800000) return (x + 0xfff + (x >> 13 & 1) - 0x38000000) >> 13;  // normal
  if (x <= 0x33000000) return 0;                                               // at most half the least denormal
  const uint32_t shift = 126 - (x >> 23), significand = (x & 0x7fffff) | 0x800000;
  return (significand + (1u << (shift - 1)) - 1 + (significand >> shift & 1)) >> shift;
}

[[gnu::always_inline]] inline void narrow(float value, F16 *out) {
  const uint32_t x = bits_of(value);
  out->bits = static_cast<uint16_t>((x >> 16 & 0x8000) | narrow_f16_magnitude(x & 0x7fffffff));
}

template <class H>
requires(sizeof(H) == 2) struct Ops<Portable4, H> {
  using Elem = H;
  using Float = Ops<Portable4, float>;
  using Reg = Float::Reg;
  using Mask = Float::Mask;

  [[gnu::always_inline]] static Reg splat(Elem x) { return Float::splat(widen(x)); }
  [[gnu::always_inline]] static Reg load(const Elem *p) { return load_masked(p, Float::kLanes); }
  [[gnu::always_inline]] static Reg load_masked(const Elem *p, Mask m) {
    Reg r = {};
    for (int i = 0; i < m; ++i) r[i] = widen(p[i]);
    return r;
  }
  [[gnu::always_inline]] static void store(Elem *p, Reg r) { store_masked(p, Float::kLanes, r); }
  [[gnu::always_inline]] static void store_masked(Elem *p, Mask m, Reg r) {
    for (int i = 0; i < m; ++i) narrow(r[i], p + i);
  }
  [[gnu::always_inline]] static Reg load_interleaved(const Elem *even, const Elem *odd, int count) {
    uint16_t pairs[2 * Float::kLanes] = {};
    for (int i = 0; i < count; ++i) {
      pairs[2 * i] = even[i].bits;
      pairs[2 * i + 1] = odd[i].bits;
    }
    Reg r;
    __builtin_memcpy(&r, pairs, sizeof r);
    return r;
  }
};
static_assert(HalfOps<Ops<Portable4, F16>>);
static_assert(HalfOps<Ops<Portable4, BF16>>);

}  // namespace
}  // namespace gk::kernels
