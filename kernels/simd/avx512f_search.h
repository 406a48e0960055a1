// Searching with the AVX-512 kernels.
#pragma once

#include "simd/avx2_complex.h"
#include "simd/avx2_search.h"
#include "simd/avx512f.h"
#include "simd/search.h"

namespace gk::kernels {
namespace {

template <>
struct Half<Avx512F> {
  using Type = Fma;
};

template <>
struct Search<Avx512F, float> {
  [[gnu::always_inline]] static __mmask16 last_lanes(int n) { return static_cast<__mmask16>(0xffffu << (16 - n)); }
  [[gnu::always_inline]] static float reduce_max(__m512 r) {
    const __m256 y =
        _mm256_max_ps(_mm512_maskz_extractf32x8_ps(kAll8, r, 0), _mm512_maskz_extractf32x8_ps(kAll8, r, 1));
    __m128 x = _mm_max_ps(_mm256_castps256_ps128(y), _mm256_extractf128_ps(y, 1));
    x = _mm_max_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_max_ss(x, _mm_movehdup_ps(x)));
  }
  [[gnu::always_inline]] static uint32_t equal(__m512 a, __m512 b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
};
static_assert(SearchOps<Search<Avx512F, float>, Ops<Avx512F, float>>);

template <>
struct Search<Avx512F, double> {
  [[gnu::always_inline]] static __mmask8 last_lanes(int n) { return static_cast<__mmask8>(0xffu << (8 - n)); }
  [[gnu::always_inline]] static double reduce_max(__m512d r) {
    const __m256d y =
        _mm256_max_pd(_mm512_maskz_extractf64x4_pd(kAll8, r, 0), _mm512_maskz_extractf64x4_pd(kAll8, r, 1));
    const __m128d x = _mm_max_pd(_mm256_castpd256_pd128(y), _mm256_extractf128_pd(y, 1));
    return _mm_cvtsd_f64(_mm_max_sd(x, _mm_unpackhi_pd(x, x)));
  }
  [[gnu::always_inline]] static uint32_t equal(__m512d a, __m512d b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
  [[gnu::always_inline]] static __m512d load_widened(const float *p) {
    return _mm512_maskz_cvtps_pd(kAll8, _mm256_loadu_ps(p));
  }
  [[gnu::always_inline]] static __m512d load_widened(const float *p, int count) {
    const auto mask = static_cast<__mmask8>((1u << count) - 1u);
    return _mm512_maskz_cvtps_pd(kAll8, _mm256_maskz_loadu_ps(mask, p));
  }
};
static_assert(SearchOps<Search<Avx512F, double>, Ops<Avx512F, double>>);

}  // namespace
}  // namespace gk::kernels
