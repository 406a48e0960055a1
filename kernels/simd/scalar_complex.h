// The complex vocabulary of the portable kernels: one number.
#pragma once

#include "simd/complex.h"
#include "simd/scalar.h"

namespace gk::kernels {
namespace {

template <class R>
struct Ops<Scalar, Complex<R>> {
  using Part = R;
  using Elem = Complex<R>;
  using Reg = Complex<R>;
  struct Mask {};
  static constexpr int kLanes = 1;
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static Reg zero() { return {0, 0}; }
  [[gnu::always_inline]] static Reg splat_part(R x) { return {x, x}; }
  [[gnu::always_inline]] static Reg splat(const Elem *p) { return *p; }
  [[gnu::always_inline]] static Reg load(const Elem *p) { return *p; }
  [[gnu::always_inline]] static void store(Elem *p, Reg r) { *p = r; }

  [[gnu::always_inline]] static Mask first_lanes(int) { return {}; }
  [[gnu::always_inline]] static Reg load_masked(const Elem *p, Mask) { return *p; }
  [[gnu::always_inline]] static void store_masked(Elem *p, Mask, Reg r) { *p = r; }
  [[gnu::always_inline]] static Reg keep(Mask, Reg r) { return r; }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return {a.re * b.re, a.im * b.im}; }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return {a.re + b.re, a.im + b.im}; }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return {a.re * b.re + c.re, a.im * b.im + c.im}; }
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static Reg exchange(Reg r) { return {r.im, r.re}; }
  [[gnu::always_inline]] static Elem reduce_sum(Reg r) { return r; }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t, int, Reg (&out)[kBlock]) {
    out[0] = *src;
  }
};
static_assert(ComplexOps<Ops<Scalar, Complex<float>>>);
static_assert(ComplexOps<Ops<Scalar, Complex<double>>>);

}  // namespace
}  // namespace gk::kernels
