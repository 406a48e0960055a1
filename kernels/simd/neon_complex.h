// The complex vocabulary of the NEON kernels.
#pragma once

#include "simd/complex.h"
#include "simd/neon.h"

namespace gk::kernels {
namespace {

// Numbers of two floats are transposed as doubles.
template <>
struct Ops<Neon, Complex<float>> : ComplexParts<Ops<Neon, float>> {
  using Whole = Ops<Neon, double>;
  static constexpr int kBlock = Whole::kBlock;

  [[gnu::always_inline]] static const double *wholes(const Elem *p) { return reinterpret_cast<const double *>(p); }

  [[gnu::always_inline]] static void hold_lane(float x) { Ops<Neon, float>::hold_lane(x); }
  [[gnu::always_inline]] static Reg exchange(Reg r) { return vrev64q_f32(r); }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
    store(out, Ops<Neon, float>::halves(r[0], r[1]));
    store(out + 2, Ops<Neon, float>::halves(r[2], r[3]));
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Whole::Reg block[kBlock];
    Whole::load_transposed(wholes(src), stride, rows, block);
#pragma GCC unroll 2
    for (int i = 0; i < kBlock; ++i) out[i] = vreinterpretq_f32_f64(block[i]);
  }
};
static_assert(ComplexOps<Ops<Neon, Complex<float>>>);

// One number.
template <>
struct Ops<Neon, Complex<double>> : ComplexParts<Ops<Neon, double>> {
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static void hold_lane(double x) { Ops<Neon, double>::hold_lane(x); }
  [[gnu::always_inline]] static Reg exchange(Reg r) { return vextq_f64(r, r, 1); }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) store(out + i, r[i]);
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t, int, Reg (&out)[kBlock]) {
    out[0] = load(src);
  }
};
static_assert(ComplexOps<Ops<Neon, Complex<double>>>);

}  // namespace
}  // namespace gk::kernels
