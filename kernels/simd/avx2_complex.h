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
  [[gnu::always_inline]] static Elem reduce_sum(Reg r) {
    __m128 x = _mm_add_ps(_mm256_castps256_ps128(r), _mm256_extractf128_ps(r, 1));
    x = _mm_add_ps(x, _mm_movehl_ps(x, x));
    return {_mm_cvtss_f32(x), _mm_cvtss_f32(_mm_movehdup_ps(x))};
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
  [[gnu::always_inline]] static Elem reduce_sum(Reg r) {
    const __m128d x = _mm_add_pd(_mm256_castpd256_pd128(r), _mm256_extractf128_pd(r, 1));
    return {_mm_cvtsd_f64(x), _mm_cvtsd_f64(_mm_unpackhi_pd(x, x))};
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    const __m128d low = _mm_loadu_pd(parts(src)), high = _mm_loadu_pd(parts(rows > 1 ? shifted(src, stride) : src));
    out[0] = _mm256_insertf128_pd(_mm256_castpd128_pd256(low), high, 1);
  }
};
static_assert(ComplexOps<Ops<Fma, Complex<double>>>);

}  // namespace
}  // namespace gk::kernels
