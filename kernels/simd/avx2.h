// The vocabulary of the AVX2 + FMA kernels: 256-bit registers.
#pragma once

#include "simd/concept.h"

#include <immintrin.h>

namespace gk::kernels {
namespace {

struct Fma {};

// A mask of n lanes is a window of this table: n times all ones, then zeros. It is passed by address and loaded where
// it is used, since the microkernel leaves no register for it (the asm keeps the compiler from finding one).
alignas(64) constexpr int32_t kMaskWindow32[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
alignas(64) constexpr int64_t kMaskWindow64[8] = {-1, -1, -1, -1, 0, 0, 0, 0};

template <class Lane>
[[gnu::always_inline]] inline __m256i window(const Lane *mask) {
  asm volatile("" : "+r"(mask));
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(mask));
}

template <>
struct Ops<Fma, float> {
  using Elem = float;
  using Reg = __m256;
  using Mask = const int32_t *;
  static constexpr int kLanes = 8;
  static constexpr int kBlock = 4;

  [[gnu::always_inline]] static Reg zero() { return _mm256_setzero_ps(); }
  [[gnu::always_inline]] static Reg splat(float x) { return _mm256_set1_ps(x); }
  [[gnu::always_inline]] static Reg load(const float *p) { return _mm256_loadu_ps(p); }
  [[gnu::always_inline]] static void store(float *p, Reg r) { _mm256_storeu_ps(p, r); }
  [[gnu::always_inline]] static void stream(float *p, Reg r) { _mm256_stream_ps(p, r); }
  [[gnu::always_inline]] static void stream_end() { _mm_sfence(); }

  [[gnu::always_inline]] static Mask first_lanes(int n) { return kMaskWindow32 + 8 - n; }
  [[gnu::always_inline]] static Reg load_masked(const float *p, Mask m) { return _mm256_maskload_ps(p, window(m)); }
  [[gnu::always_inline]] static void store_masked(float *p, Mask m, Reg r) { _mm256_maskstore_ps(p, window(m), r); }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return _mm256_and_ps(_mm256_castsi256_ps(window(m)), r); }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm256_mul_ps(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return _mm256_add_ps(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm256_fmadd_ps(a, b, c); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return _mm256_fnmadd_ps(a, b, c); }
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return _mm256_max_ps(a, b); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return _mm256_min_ps(a, b); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return _mm256_sub_ps(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return _mm256_div_ps(a, b); }
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) { return _mm256_fmsub_ps(a, b, c); }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) {
    return _mm256_blendv_ps(b, a, _mm256_cmp_ps(x, zero(), _CMP_GT_OQ));
  }
  [[gnu::always_inline]] static Reg abs(Reg a) { return _mm256_andnot_ps(splat(-0.0F), a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) {
    return _mm256_or_ps(_mm256_andnot_ps(splat(-0.0F), a), _mm256_and_ps(splat(-0.0F), b));
  }
  [[gnu::always_inline]] static Reg round(Reg a) {
    return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) {
    const __m256i whole = _mm256_cvtps_epi32(n), half = _mm256_srai_epi32(whole, 1);
    return mul(mul(a, power(half)), power(_mm256_sub_epi32(whole, half)));
  }
  // 2^n by its exponent field.
  [[gnu::always_inline]] static Reg power(__m256i n) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(n, _mm256_set1_epi32(127)), 23));
  }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "x"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+x"(r));
    return r;
  }
  [[gnu::always_inline]] static float reduce_sum(Reg r) {
    __m128 x = _mm_add_ps(_mm256_castps256_ps128(r), _mm256_extractf128_ps(r, 1));
    x = _mm_add_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_add_ss(x, _mm_movehdup_ps(x)));
  }
  // Each step adds the halves of two registers and packs the results into one.
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], float *out) {
    const Reg ab = _mm256_add_ps(_mm256_permute2f128_ps(r[0], r[1], 0x20), _mm256_permute2f128_ps(r[0], r[1], 0x31));
    const Reg cd = _mm256_add_ps(_mm256_permute2f128_ps(r[2], r[3], 0x20), _mm256_permute2f128_ps(r[2], r[3], 0x31));
    Reg x = _mm256_add_ps(_mm256_shuffle_ps(ab, cd, 0x44), _mm256_shuffle_ps(ab, cd, 0xee));
    x = _mm256_add_ps(x, _mm256_permute_ps(x, 0xb1));  // a a c c, b b d d
    _mm_storeu_ps(out, _mm_blend_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1), 0b1010));
  }

  [[gnu::always_inline]] static Reg splat_pair(const float *p) {
    double pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return _mm256_castpd_ps(_mm256_set1_pd(pair));
  }
  [[gnu::always_inline]] static Reg zip(__m128 even, __m128 odd) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_unpacklo_ps(even, odd)), _mm_unpackhi_ps(even, odd), 1);
  }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd) {
    return zip(_mm_loadu_ps(even), _mm_loadu_ps(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd, int count) {
    const __m128i mask = _mm_loadu_si128(reinterpret_cast<const __m128i *>(kMaskWindow32 + 8 - count));
    return zip(_mm_maskload_ps(even, mask), _mm_maskload_ps(odd, mask));
  }

  // Rows i and i + 4 share a register, so that a 4 x 4 transpose inside the 128-bit halves finishes the job.
  [[gnu::always_inline]] static void load_transposed(const float *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Reg pair[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const int low = i < rows ? i : rows - 1, high = i + 4 < rows ? i + 4 : rows - 1;
      const __m128 head = _mm_loadu_ps(shifted(src, low * stride));
      pair[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(head), _mm_loadu_ps(shifted(src, high * stride)), 1);
    }
    const __m256d t0 = _mm256_castps_pd(_mm256_unpacklo_ps(pair[0], pair[1]));
    const __m256d t1 = _mm256_castps_pd(_mm256_unpackhi_ps(pair[0], pair[1]));
    const __m256d t2 = _mm256_castps_pd(_mm256_unpacklo_ps(pair[2], pair[3]));
    const __m256d t3 = _mm256_castps_pd(_mm256_unpackhi_ps(pair[2], pair[3]));
    out[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(t0, t2));
    out[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(t0, t2));
    out[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(t1, t3));
    out[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(t1, t3));
  }
};
static_assert(SimdOps<Ops<Fma, float>>);

template <>
struct Ops<Fma, double> {
  using Elem = double;
  using Reg = __m256d;
  using Mask = const int64_t *;
  static constexpr int kLanes = 4;
  static constexpr int kBlock = 2;

  [[gnu::always_inline]] static Reg zero() { return _mm256_setzero_pd(); }
  [[gnu::always_inline]] static Reg splat(double x) { return _mm256_set1_pd(x); }
  [[gnu::always_inline]] static Reg load(const double *p) { return _mm256_loadu_pd(p); }
  [[gnu::always_inline]] static void store(double *p, Reg r) { _mm256_storeu_pd(p, r); }
  [[gnu::always_inline]] static void stream(double *p, Reg r) { _mm256_stream_pd(p, r); }
  [[gnu::always_inline]] static void stream_end() { _mm_sfence(); }

  [[gnu::always_inline]] static Mask first_lanes(int n) { return kMaskWindow64 + 4 - n; }
  [[gnu::always_inline]] static Reg load_masked(const double *p, Mask m) { return _mm256_maskload_pd(p, window(m)); }
  [[gnu::always_inline]] static void store_masked(double *p, Mask m, Reg r) { _mm256_maskstore_pd(p, window(m), r); }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return _mm256_and_pd(_mm256_castsi256_pd(window(m)), r); }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm256_mul_pd(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return _mm256_add_pd(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm256_fmadd_pd(a, b, c); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return _mm256_fnmadd_pd(a, b, c); }
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return _mm256_max_pd(a, b); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return _mm256_min_pd(a, b); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return _mm256_sub_pd(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return _mm256_div_pd(a, b); }
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) { return _mm256_fmsub_pd(a, b, c); }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) {
    return _mm256_blendv_pd(b, a, _mm256_cmp_pd(x, zero(), _CMP_GT_OQ));
  }
  [[gnu::always_inline]] static Reg abs(Reg a) { return _mm256_andnot_pd(splat(-0.0), a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) {
    return _mm256_or_pd(_mm256_andnot_pd(splat(-0.0), a), _mm256_and_pd(splat(-0.0), b));
  }
  [[gnu::always_inline]] static Reg round(Reg a) {
    return _mm256_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) {
    const __m128i whole = _mm256_cvtpd_epi32(n), half = _mm_srai_epi32(whole, 1);
    return mul(mul(a, power(half)), power(_mm_sub_epi32(whole, half)));
  }
  // 2^n by its exponent field.
  [[gnu::always_inline]] static Reg power(__m128i n) {
    const __m256i field = _mm256_cvtepi32_epi64(_mm_add_epi32(n, _mm_set1_epi32(1023)));
    return _mm256_castsi256_pd(_mm256_slli_epi64(field, 52));
  }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "x"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+x"(r));
    return r;
  }
  [[gnu::always_inline]] static double reduce_sum(Reg r) {
    const __m128d x = _mm_add_pd(_mm256_castpd256_pd128(r), _mm256_extractf128_pd(r, 1));
    return _mm_cvtsd_f64(_mm_add_sd(x, _mm_unpackhi_pd(x, x)));
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], double *out) {
    const Reg ab = _mm256_add_pd(_mm256_permute2f128_pd(r[0], r[1], 0x20), _mm256_permute2f128_pd(r[0], r[1], 0x31));
    const Reg cd = _mm256_add_pd(_mm256_permute2f128_pd(r[2], r[3], 0x20), _mm256_permute2f128_pd(r[2], r[3], 0x31));
    const Reg acbd = _mm256_add_pd(_mm256_unpacklo_pd(ab, cd), _mm256_unpackhi_pd(ab, cd));
    _mm256_storeu_pd(out, _mm256_permute4x64_pd(acbd, 0b11011000));
  }

  [[gnu::always_inline]] static Reg splat_pair(const double *p) {
    return _mm256_broadcast_pd(reinterpret_cast<const __m128d *>(p));
  }
  [[gnu::always_inline]] static Reg zip(__m128d even, __m128d odd) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_unpacklo_pd(even, odd)), _mm_unpackhi_pd(even, odd), 1);
  }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd) {
    return zip(_mm_loadu_pd(even), _mm_loadu_pd(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd, int count) {
    const __m128i mask = _mm_loadu_si128(reinterpret_cast<const __m128i *>(kMaskWindow64 + 4 - count));
    return zip(_mm_maskload_pd(even, mask), _mm_maskload_pd(odd, mask));
  }

  [[gnu::always_inline]] static void load_transposed(const double *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Reg pair[2];
#pragma GCC unroll 2
    for (int i = 0; i < 2; ++i) {
      const int low = i < rows ? i : rows - 1, high = i + 2 < rows ? i + 2 : rows - 1;
      const __m128d head = _mm_loadu_pd(shifted(src, low * stride));
      pair[i] = _mm256_insertf128_pd(_mm256_castpd128_pd256(head), _mm_loadu_pd(shifted(src, high * stride)), 1);
    }
    out[0] = _mm256_unpacklo_pd(pair[0], pair[1]);
    out[1] = _mm256_unpackhi_pd(pair[0], pair[1]);
  }
};
static_assert(SimdOps<Ops<Fma, double>>);

}  // namespace
}  // namespace gk::kernels
