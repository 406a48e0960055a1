// The vocabulary of the portable kernels: one lane, plain C++.
#pragma once

#include "simd/concept.h"

namespace gk::kernels {
namespace {

struct Scalar {};

constexpr uint32_t bits(float x) { return __builtin_bit_cast(uint32_t, x); }
constexpr uint64_t bits(double x) { return __builtin_bit_cast(uint64_t, x); }

template <class T>
struct Ops<Scalar, T> {
  using Elem = T;
  using Reg = T;
  struct Mask {};
  static constexpr int kLanes = 1;
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static Reg zero() { return 0; }
  [[gnu::always_inline]] static Reg splat(T x) { return x; }
  [[gnu::always_inline]] static Reg load(const T *p) { return *p; }
  [[gnu::always_inline]] static void store(T *p, Reg r) { *p = r; }

  [[gnu::always_inline]] static void stream(T *p, Reg r) { *p = r; }
  [[gnu::always_inline]] static void stream_end() {}

  [[gnu::always_inline]] static Mask first_lanes(int) { return {}; }
  [[gnu::always_inline]] static Reg load_masked(const T *p, Mask) { return *p; }
  [[gnu::always_inline]] static void store_masked(T *p, Mask, Reg r) { *p = r; }
  [[gnu::always_inline]] static Reg keep(Mask, Reg r) { return r; }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return a * b; }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return a + b; }
  // Two roundings: without the instruction, a fused multiply-add is a library call a hundred times slower.
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return a * b + c; }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return c - a * b; }
  // The second operand when either is a NaN, as the x86 instructions have it.
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return a > b ? a : b; }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return a < b ? a : b; }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return a - b; }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return a / b; }
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) {
    if constexpr (Is<T, float>) {
      return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) - static_cast<double>(c));
    } else {  // Dekker's product of halves
      const T a0 = high_half(a), b0 = high_half(b), a1 = a - a0, b1 = b - b0;
      return ((a0 * b0 - c) + a0 * b1 + a1 * b0) + a1 * b1;
    }
  }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) { return x > 0 ? a : b; }
  [[gnu::always_inline]] static Reg abs(Reg a) { return with_sign(a, 1); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) {
    return __builtin_bit_cast(T, (bits(a) & ~kSign) | (bits(b) & kSign));
  }
  [[gnu::always_inline]] static Reg round(Reg a) { return (a + kIntegers) - kIntegers; }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) {
    const auto whole = static_cast<int32_t>(bits(n + kIntegers) - bits(kIntegers)), half = whole >> 1;
    return a * power(half) * power(whole - half);
  }
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static Reg renew(Reg r) { return r; }
  [[gnu::always_inline]] static T reduce_sum(Reg r) { return r; }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], T *out) {
    for (int i = 0; i < 4; ++i) out[i] = r[i];
  }

  [[gnu::always_inline]] static void load_transposed(const T *src, int64_t, int, Reg (&out)[kBlock]) { out[0] = *src; }

 private:
  using Bits = decltype(bits(T()));
  static constexpr int kFraction = Is<T, float> ? 23 : 52, kBias = Is<T, float> ? 127 : 1023;
  static constexpr Bits kSign = Bits{1} << (8 * sizeof(T) - 1);
  // Numbers about as large have integers for neighbours.
  static constexpr T kIntegers = static_cast<T>(Bits{3} << (kFraction - 1));

  // 2^n by its exponent field.
  static T power(int32_t n) { return __builtin_bit_cast(T, static_cast<Bits>(n + kBias) << kFraction); }
  static T high_half(T x) {
    const T wide = x * T((1 << 27) + 1);
    return wide - (wide - x);
  }
};
static_assert(SimdOps<Ops<Scalar, float>>);
static_assert(SimdOps<Ops<Scalar, double>>);

}  // namespace
}  // namespace gk::kernels
