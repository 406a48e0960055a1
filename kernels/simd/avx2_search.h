// Searching with the AVX2 + FMA kernels.
#pragma once

#include "simd/avx128.h"
#include "simd/avx2.h"
#include "simd/search.h"

namespace gk::kernels {
namespace {

// As the windows of avx2.h: zeros, then n times all ones.
alignas(64) constexpr int32_t kLastWindow32[16] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
alignas(64) constexpr int64_t kLastWindow64[8] = {0, 0, 0, 0, -1, -1, -1, -1};

template <>
struct Half<Fma> {
  using Type = Avx128;
};

template <>
struct Search<Fma, float> {
  [[gnu::always_inline]] static const int32_t *last_lanes(int n) { return kLastWindow32 + n; }
  [[gnu::always_inline]] static float reduce_max(__m256 r) {
    __m128 x = _mm_max_ps(_mm256_castps256_ps128(r), _mm256_extractf128_ps(r, 1));
    x = _mm_max_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_max_ss(x, _mm_movehdup_ps(x)));
  }
  [[gnu::always_inline]] static uint32_t equal(__m256 a, __m256 b) {
    return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ)));
  }
};
static_assert(SearchOps<Search<Fma, float>, Ops<Fma, float>>);

template <>
struct Search<Fma, double> {
  [[gnu::always_inline]] static const int64_t *last_lanes(int n) { return kLastWindow64 + n; }
  [[gnu::always_inline]] static double reduce_max(__m256d r) {
    const __m128d x = _mm_max_pd(_mm256_castpd256_pd128(r), _mm256_extractf128_pd(r, 1));
    return _mm_cvtsd_f64(_mm_max_sd(x, _mm_unpackhi_pd(x, x)));
  }
  [[gnu::always_inline]] static uint32_t equal(__m256d a, __m256d b) {
    return static_cast<uint32_t>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ)));
  }
  [[gnu::always_inline]] static __m256d load_widened(const float *p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
  [[gnu::always_inline]] static __m256d load_widened(const float *p, int count) {
    const __m128i mask = _mm_loadu_si128(reinterpret_cast<const __m128i *>(kMaskWindow32 + 8 - count));
    return _mm256_cvtps_pd(_mm_maskload_ps(p, mask));
  }
};
static_assert(SearchOps<Search<Fma, double>, Ops<Fma, double>>);

}  // namespace
}  // namespace gk::kernels
