// The complex vocabulary of the AVX2 + FMA kernels.
#pragma once

#include "simd/avx2.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

// Numbers of two floats are transposed as doubles.
template <>
struct Ops<Fma, Complex<float>> : ComplexParts<Ops<Fma, float>> {
  using Whole = Ops<Fma, double>;
  static constexpr int kBlock = Whole::kBlock;

  [[gnu::always_inline]] static const double *wholes(const Elem *p) { return reinterpret_cast<const double *>(p); }

  [[gnu::always_inline]] static Reg exchange(Reg r) { return _mm256_permute_ps(r, 0xb1); }
  // Each step adds the halves of two registers and packs the results into one.
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
    const auto halves = [](Reg a, Reg b) {
      return _mm256_add_ps(_mm256_permute2f128_ps(a, b, 0x20), _mm256_permute2f128_ps(a, b, 0x31));
    };
    const Reg ab = halves(r[0], r[1]), cd = halves(r[2], r[3]);
    const Reg acbd = _mm256_add_ps(_mm256_shuffle_ps(ab, cd, 0x44), _mm256_shuffle_ps(ab, cd, 0xee));
    _mm256_storeu_pd(reinterpret_cast<double *>(out), _mm256_permute4x64_pd(_mm256_castps_pd(acbd), 0b11011000));
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Whole::Reg block[kBlock];
    Whole::load_transposed(wholes(src), stride, rows, block);
#pragma GCC unroll 2
    for (int i = 0; i < kBlock; ++i) out[i] = _mm256_castpd_ps(block[i]);
  }
};
static_assert(ComplexOps<Ops<Fma, Complex<float>>>);

template <>
struct Ops<Fma, Complex<double>> : ComplexParts<Ops<Fma, double>> {
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static Reg exchange(Reg r) { return _mm256_permute_pd(r, 0x5); }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
    const auto halves = [](Reg a, Reg b) {
      return _mm256_add_pd(_mm256_permute2f128_pd(a, b, 0x20), _mm256_permute2f128_pd(a, b, 0x31));
    };
    store(out, halves(r[0], r[1]));
    store(out + 2, halves(r[2], r[3]));
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    const __m128d low = _mm_loadu_pd(parts(src)), high = _mm_loadu_pd(parts(rows > 1 ? shifted(src, stride) : src));
    out[0] = _mm256_insertf128_pd(_mm256_castpd128_pd256(low), high, 1);
  }
};
static_assert(ComplexOps<Ops<Fma, Complex<double>>>);

}  // namespace
}  // namespace gk::kernels
