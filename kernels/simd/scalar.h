// The vocabulary of the portable kernels: one lane, plain C++.
#pragma once

#include "simd/concept.h"

namespace gk::kernels {
namespace {

struct Scalar {};

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
  [[gnu::always_inline]] static Reg positive_or(Reg a, Reg b) { return a > 0 ? a : b; }
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static T reduce_sum(Reg r) { return r; }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], T *out) {
    for (int i = 0; i < 4; ++i) out[i] = r[i];
  }

  [[gnu::always_inline]] static void load_transposed(const T *src, int64_t, int, Reg (&out)[kBlock]) { out[0] = *src; }
};
static_assert(SimdOps<Ops<Scalar, float>>);
static_assert(SimdOps<Ops<Scalar, double>>);

}  // namespace
}  // namespace gk::kernels
