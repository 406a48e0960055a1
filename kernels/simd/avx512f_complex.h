// The complex vocabulary of the AVX-512 kernels.
#pragma once

#include "simd/avx512f.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

// Numbers of two floats are transposed as doubles.
template <>
struct Ops<Avx512F, Complex<float>> : ComplexParts<Ops<Avx512F, float>> {
  using Whole = Ops<Avx512F, double>;
  static constexpr int kBlock = Whole::kBlock;

  [[gnu::always_inline]] static const double *wholes(const Elem *p) { return reinterpret_cast<const double *>(p); }

  [[gnu::always_inline]] static Reg exchange(Reg r) { return _mm512_maskz_permute_ps(kAll16, r, 0xb1); }
  [[gnu::always_inline]] static Elem reduce_sum(Reg r) {
    const __m256 y =
        _mm256_add_ps(_mm512_maskz_extractf32x8_ps(kAll8, r, 0), _mm512_maskz_extractf32x8_ps(kAll8, r, 1));
    __m128 x = _mm_add_ps(_mm256_castps256_ps128(y), _mm256_extractf128_ps(y, 1));
    x = _mm_add_ps(x, _mm_movehl_ps(x, x));
    return {_mm_cvtss_f32(x), _mm_cvtss_f32(_mm_movehdup_ps(x))};
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Whole::Reg block[kBlock];
    Whole::load_transposed(wholes(src), stride, rows, block);
#pragma GCC unroll 2
    for (int i = 0; i < kBlock; ++i) out[i] = _mm512_castpd_ps(block[i]);
  }
};
static_assert(ComplexOps<Ops<Avx512F, Complex<float>>>);

template <>
struct Ops<Avx512F, Complex<double>> : ComplexParts<Ops<Avx512F, double>> {
  static constexpr int kBlock = 1;

  [[gnu::always_inline]] static Reg exchange(Reg r) { return _mm512_maskz_permute_pd(kAll8, r, 0x55); }
  [[gnu::always_inline]] static Elem reduce_sum(Reg r) {
    const __m256d y =
        _mm256_add_pd(_mm512_maskz_extractf64x4_pd(kAll8, r, 0), _mm512_maskz_extractf64x4_pd(kAll8, r, 1));
    const __m128d x = _mm_add_pd(_mm256_castpd256_pd128(y), _mm256_extractf128_pd(y, 1));
    return {_mm_cvtsd_f64(x), _mm_cvtsd_f64(_mm_unpackhi_pd(x, x))};
  }

  [[gnu::always_inline]] static void load_transposed(const Elem *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    const auto row = [&](int r) { return _mm_loadu_pd(parts(shifted(src, (r < rows ? r : rows - 1) * stride))); };
    Reg four = _mm512_castpd128_pd512(row(0));
    four = _mm512_maskz_insertf64x2(kAll8, four, row(1), 1);
    four = _mm512_maskz_insertf64x2(kAll8, four, row(2), 2);
    out[0] = _mm512_maskz_insertf64x2(kAll8, four, row(3), 3);
  }
};
static_assert(ComplexOps<Ops<Avx512F, Complex<double>>>);

}  // namespace
}  // namespace gk::kernels
