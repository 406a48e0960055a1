// The complex vocabulary of the portable kernels: one number.
#pragma once

#include "simd/complex.h"
#include "simd/scalar.h"

namespace gk::kernels {
namespace {

// The parts of a number are a vector of the compiler's: two lanes on most machines, and two scalars on the others. Left
// to find that out by itself, gcc 12 reads a number past the end of a strided line (it vectorises both parts of two
// steps at once).
template <class R>
struct Ops<Scalar, Complex<R>> {
  using Part = R;
  using Elem = Complex<R>;
  typedef R Reg __attribute__((vector_size(2 * sizeof(R))));
  struct Mask {};
  static constexpr int kLanes = 1;
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static Reg zero() { return Reg{}; }
  [[gnu::always_inline]] static Reg splat_part(R x) { return Reg{x, x}; }
  [[gnu::always_inline]] static Reg splat(const Elem *p) { return load(p); }
  [[gnu::always_inline]] static Reg load(const Elem *p) {
    Reg r;
    __builtin_memcpy(&r, p, sizeof r);
    return r;
  }
  [[gnu::always_inline]] static void store(Elem *p, Reg r) { __builtin_memcpy(p, &r, sizeof r); }

  [[gnu::always_inline]] static Mask first_lanes(int) { return {}; }
  [[gnu::always_inline]] static Reg load_masked(const Elem *p, Mask) { return load(p); }
  [[gnu::always_inline]] static void store_masked(Elem *p, Mask, Reg r) { store(p, r); }
  [[gnu::always_inline]] static Reg keep(Mask, Reg r) { return r; }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return a * b; }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return a + b; }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return a * b + c; }
  [[gnu::always_inline]] static void hold(Reg) {}
  [[gnu::always_inline]] static Reg renew(Reg r) { return r; }
  [[gnu::always_inline]] static Reg exchange(Reg r) { return Reg{r[1], r[0]}; }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
    for (int i = 0; i < 4; ++i) store(out + i, r[i]);
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t, int, Reg (&out)[kBlock]) {
    out[0] = load(src);
  }
};
static_assert(ComplexOps<Ops<Scalar, Complex<float>>>);
static_assert(ComplexOps<Ops<Scalar, Complex<double>>>);

}  // namespace
}  // namespace gk::kernels
