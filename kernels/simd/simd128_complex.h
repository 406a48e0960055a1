// The complex vocabulary of the WebAssembly kernels.
#pragma once

#include "simd/complex.h"
#include "simd/simd128.h"

namespace gk::kernels {
namespace {

// Numbers of two floats are transposed as doubles.
template <>
struct Ops<Simd128, Complex<float>> : ComplexParts<Ops<Simd128, float>> {
  static constexpr int kBlock = 2;

  [[gnu::always_inline]] static Reg exchange(Reg r) { return wasm_i32x4_shuffle(r, r, 1, 0, 3, 2); }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
    const auto sums = [](Reg a, Reg b) {
      return wasm_f32x4_add(wasm_i64x2_shuffle(a, b, 0, 2), wasm_i64x2_shuffle(a, b, 1, 3));
    };
    store(out, sums(r[0], r[1]));
    store(out + 2, sums(r[2], r[3]));
  }
  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Ops<Simd128, double>::load_transposed(reinterpret_cast<const double *>(src), stride, rows, out);
  }
};
static_assert(ComplexOps<Ops<Simd128, Complex<float>>>);

template <>
struct Ops<Simd128, Complex<double>> : ComplexParts<Ops<Simd128, double>> {
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static Reg exchange(Reg r) { return wasm_i64x2_shuffle(r, r, 1, 0); }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) store(out + i, r[i]);
  }
  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t, int, Reg (&out)[kBlock]) {
    out[0] = load(src);
  }
};
static_assert(ComplexOps<Ops<Simd128, Complex<double>>>);

}  // namespace
}  // namespace gk::kernels
