// The vocabulary of the AVX-512 kernels: 512-bit registers and lane masks (F, BW, DQ, VL).
#pragma once

#include "simd/concept.h"

#include <immintrin.h>

namespace gk::kernels {
namespace {

struct Avx512F {};

// Intrinsics that gcc 12 builds from an "undefined" register, and then warns about, are used in their masked forms
// with all lanes selected: the same instructions.
constexpr __mmask16 kAll16 = 0xffff;
constexpr __mmask8 kAll8 = 0xff;

template <>
struct Ops<Avx512F, float> {
  using Elem = float;
  using Reg = __m512;
  using Mask = __mmask16;
  static constexpr int kLanes = 16;
  static constexpr int kBlock = 4;

  [[gnu::always_inline]] static Reg zero() { return _mm512_setzero_ps(); }
  [[gnu::always_inline]] static Reg splat(float x) { return _mm512_set1_ps(x); }
  [[gnu::always_inline]] static Reg load(const float *p) { return _mm512_loadu_ps(p); }
  [[gnu::always_inline]] static void store(float *p, Reg r) { _mm512_storeu_ps(p, r); }
  [[gnu::always_inline]] static void stream(float *p, Reg r) { _mm512_stream_ps(p, r); }
  [[gnu::always_inline]] static void stream_end() { _mm_sfence(); }

  [[gnu::always_inline]] static Mask first_lanes(int n) { return static_cast<Mask>((2u << (n - 1)) - 1u); }
  [[gnu::always_inline]] static Reg load_masked(const float *p, Mask m) { return _mm512_maskz_loadu_ps(m, p); }
  [[gnu::always_inline]] static void store_masked(float *p, Mask m, Reg r) { _mm512_mask_storeu_ps(p, m, r); }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return _mm512_maskz_mov_ps(m, r); }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm512_mul_ps(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return _mm512_add_ps(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm512_fmadd_ps(a, b, c); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return _mm512_fnmadd_ps(a, b, c); }
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return _mm512_maskz_max_ps(kAll16, a, b); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return _mm512_maskz_min_ps(kAll16, a, b); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return _mm512_sub_ps(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return _mm512_div_ps(a, b); }
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) { return _mm512_fmsub_ps(a, b, c); }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) {
    return _mm512_mask_mov_ps(b, _mm512_cmp_ps_mask(x, zero(), _CMP_GT_OQ), a);
  }
  [[gnu::always_inline]] static Reg abs(Reg a) { return _mm512_andnot_ps(splat(-0.0F), a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) {
    constexpr int kFirstChooses = 0xca;  // first ? second : third, bit by bit
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(splat(-0.0F)), _mm512_castps_si512(b),
                                                         _mm512_castps_si512(a), kFirstChooses));
  }
  [[gnu::always_inline]] static Reg round(Reg a) {
    return _mm512_maskz_roundscale_ps(kAll16, a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) { return _mm512_maskz_scalef_ps(kAll16, a, n); }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "v"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+v"(r));
    return r;
  }
  [[gnu::always_inline]] static float reduce_sum(Reg r) {
    const __m256 y =
        _mm256_add_ps(_mm512_maskz_extractf32x8_ps(kAll8, r, 0), _mm512_maskz_extractf32x8_ps(kAll8, r, 1));
    __m128 x = _mm_add_ps(_mm256_castps256_ps128(y), _mm256_extractf128_ps(y, 1));
    x = _mm_add_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_add_ss(x, _mm_movehdup_ps(x)));
  }
  // Each step adds the halves of registers, and from the second on packs two results into one: half a register is half
  // the work where 512 bits are computed with in two halves.
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], float *out) {
    const auto halves = [](Reg a) {
      return _mm256_add_ps(_mm512_maskz_extractf32x8_ps(kAll8, a, 0), _mm512_maskz_extractf32x8_ps(kAll8, a, 1));
    };
    const auto quarters = [](__m256 a, __m256 b) {
      return _mm256_add_ps(_mm256_insertf128_ps(a, _mm256_castps256_ps128(b), 1), _mm256_permute2f128_ps(a, b, 0x31));
    };
    const __m256 ab = quarters(halves(r[0]), halves(r[1])), cd = quarters(halves(r[2]), halves(r[3]));
    __m256 x = _mm256_add_ps(_mm256_shuffle_ps(ab, cd, 0x44), _mm256_shuffle_ps(ab, cd, 0xee));
    x = _mm256_add_ps(x, _mm256_permute_ps(x, 0xb1));  // a a c c, b b d d
    _mm_storeu_ps(out, _mm_blend_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1), 0xa));
  }

  [[gnu::always_inline]] static Reg splat_pair(const float *p) {
    double pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return _mm512_castpd_ps(_mm512_set1_pd(pair));
  }
  [[gnu::always_inline]] static Reg zip(__m256 even, __m256 odd) {
    const __m512i order = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    return _mm512_permutex2var_ps(_mm512_castps256_ps512(even), order, _mm512_castps256_ps512(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd) {
    return zip(_mm256_loadu_ps(even), _mm256_loadu_ps(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const float *even, const float *odd, int count) {
    const auto mask = static_cast<__mmask8>((1u << count) - 1u);
    return zip(_mm256_maskz_loadu_ps(mask, even), _mm256_maskz_loadu_ps(mask, odd));
  }

  // Rows i, i + 4, i + 8 and i + 12 share a register, so that a 4 x 4 transpose inside the 128-bit quarters
  // finishes the job.
  [[gnu::always_inline]] static void load_transposed(const float *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Reg four[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const auto row = [&](int r) { return _mm_loadu_ps(shifted(src, (r < rows ? r : rows - 1) * stride)); };
      four[i] = _mm512_castps128_ps512(row(i));
      four[i] = _mm512_maskz_insertf32x4(kAll16, four[i], row(i + 4), 1);
      four[i] = _mm512_maskz_insertf32x4(kAll16, four[i], row(i + 8), 2);
      four[i] = _mm512_maskz_insertf32x4(kAll16, four[i], row(i + 12), 3);
    }
    const __m512d t0 = _mm512_castps_pd(_mm512_maskz_unpacklo_ps(kAll16, four[0], four[1]));
    const __m512d t1 = _mm512_castps_pd(_mm512_maskz_unpackhi_ps(kAll16, four[0], four[1]));
    const __m512d t2 = _mm512_castps_pd(_mm512_maskz_unpacklo_ps(kAll16, four[2], four[3]));
    const __m512d t3 = _mm512_castps_pd(_mm512_maskz_unpackhi_ps(kAll16, four[2], four[3]));
    out[0] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(kAll8, t0, t2));
    out[1] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(kAll8, t0, t2));
    out[2] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(kAll8, t1, t3));
    out[3] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(kAll8, t1, t3));
  }
};
static_assert(SimdOps<Ops<Avx512F, float>>);

template <>
struct Ops<Avx512F, double> {
  using Elem = double;
  using Reg = __m512d;
  using Mask = __mmask8;
  static constexpr int kLanes = 8;
  static constexpr int kBlock = 2;

  [[gnu::always_inline]] static Reg zero() { return _mm512_setzero_pd(); }
  [[gnu::always_inline]] static Reg splat(double x) { return _mm512_set1_pd(x); }
  [[gnu::always_inline]] static Reg load(const double *p) { return _mm512_loadu_pd(p); }
  [[gnu::always_inline]] static void store(double *p, Reg r) { _mm512_storeu_pd(p, r); }
  [[gnu::always_inline]] static void stream(double *p, Reg r) { _mm512_stream_pd(p, r); }
  [[gnu::always_inline]] static void stream_end() { _mm_sfence(); }

  [[gnu::always_inline]] static Mask first_lanes(int n) { return static_cast<Mask>((2u << (n - 1)) - 1u); }
  [[gnu::always_inline]] static Reg load_masked(const double *p, Mask m) { return _mm512_maskz_loadu_pd(m, p); }
  [[gnu::always_inline]] static void store_masked(double *p, Mask m, Reg r) { _mm512_mask_storeu_pd(p, m, r); }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return _mm512_maskz_mov_pd(m, r); }

  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm512_mul_pd(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return _mm512_add_pd(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm512_fmadd_pd(a, b, c); }
  [[gnu::always_inline]] static Reg fnma(Reg a, Reg b, Reg c) { return _mm512_fnmadd_pd(a, b, c); }
  [[gnu::always_inline]] static Reg max(Reg a, Reg b) { return _mm512_maskz_max_pd(kAll8, a, b); }
  [[gnu::always_inline]] static Reg min(Reg a, Reg b) { return _mm512_maskz_min_pd(kAll8, a, b); }
  [[gnu::always_inline]] static Reg sub(Reg a, Reg b) { return _mm512_sub_pd(a, b); }
  [[gnu::always_inline]] static Reg div(Reg a, Reg b) { return _mm512_div_pd(a, b); }
  [[gnu::always_inline]] static Reg mul_error(Reg a, Reg b, Reg c) { return _mm512_fmsub_pd(a, b, c); }
  [[gnu::always_inline]] static Reg if_positive(Reg x, Reg a, Reg b) {
    return _mm512_mask_mov_pd(b, _mm512_cmp_pd_mask(x, zero(), _CMP_GT_OQ), a);
  }
  [[gnu::always_inline]] static Reg abs(Reg a) { return _mm512_andnot_pd(splat(-0.0), a); }
  [[gnu::always_inline]] static Reg with_sign(Reg a, Reg b) {
    constexpr int kFirstChooses = 0xca;  // first ? second : third, bit by bit
    return _mm512_castsi512_pd(_mm512_ternarylogic_epi64(_mm512_castpd_si512(splat(-0.0)), _mm512_castpd_si512(b),
                                                         _mm512_castpd_si512(a), kFirstChooses));
  }
  [[gnu::always_inline]] static Reg round(Reg a) {
    return _mm512_maskz_roundscale_pd(kAll8, a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  [[gnu::always_inline]] static Reg scale(Reg a, Reg n) { return _mm512_maskz_scalef_pd(kAll8, a, n); }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "v"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+v"(r));
    return r;
  }
  [[gnu::always_inline]] static double reduce_sum(Reg r) {
    const __m256d y =
        _mm256_add_pd(_mm512_maskz_extractf64x4_pd(kAll8, r, 0), _mm512_maskz_extractf64x4_pd(kAll8, r, 1));
    const __m128d x = _mm_add_pd(_mm256_castpd256_pd128(y), _mm256_extractf128_pd(y, 1));
    return _mm_cvtsd_f64(_mm_add_sd(x, _mm_unpackhi_pd(x, x)));
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], double *out) {
    const auto halves = [](Reg a) {
      return _mm256_add_pd(_mm512_maskz_extractf64x4_pd(kAll8, a, 0), _mm512_maskz_extractf64x4_pd(kAll8, a, 1));
    };
    const auto quarters = [](__m256d a, __m256d b) {
      return _mm256_add_pd(_mm256_insertf128_pd(a, _mm256_castpd256_pd128(b), 1), _mm256_permute2f128_pd(a, b, 0x31));
    };
    const __m256d ab = quarters(halves(r[0]), halves(r[1])), cd = quarters(halves(r[2]), halves(r[3]));
    const __m256d x = _mm256_add_pd(_mm256_unpacklo_pd(ab, cd), _mm256_unpackhi_pd(ab, cd));  // a c b d
    _mm256_storeu_pd(out, _mm256_permute4x64_pd(x, 0xd8));
  }

  [[gnu::always_inline]] static Reg splat_pair(const double *p) {
    return _mm512_maskz_broadcast_f64x2(kAll8, _mm_loadu_pd(p));
  }
  [[gnu::always_inline]] static Reg zip(__m256d even, __m256d odd) {
    const __m512i order = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    return _mm512_permutex2var_pd(_mm512_castpd256_pd512(even), order, _mm512_castpd256_pd512(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd) {
    return zip(_mm256_loadu_pd(even), _mm256_loadu_pd(odd));
  }
  [[gnu::always_inline]] static Reg load_pairs(const double *even, const double *odd, int count) {
    const auto mask = static_cast<__mmask8>((1u << count) - 1u);
    return zip(_mm256_maskz_loadu_pd(mask, even), _mm256_maskz_loadu_pd(mask, odd));
  }

  [[gnu::always_inline]] static void load_transposed(const double *src, int64_t stride, int rows, Reg (&out)[kBlock]) {
    Reg four[2];
#pragma GCC unroll 2
    for (int i = 0; i < 2; ++i) {
      const auto row = [&](int r) { return _mm_loadu_pd(shifted(src, (r < rows ? r : rows - 1) * stride)); };
      four[i] = _mm512_castpd128_pd512(row(i));
      four[i] = _mm512_maskz_insertf64x2(kAll8, four[i], row(i + 2), 1);
      four[i] = _mm512_maskz_insertf64x2(kAll8, four[i], row(i + 4), 2);
      four[i] = _mm512_maskz_insertf64x2(kAll8, four[i], row(i + 6), 3);
    }
    out[0] = _mm512_maskz_unpacklo_pd(kAll8, four[0], four[1]);
    out[1] = _mm512_maskz_unpackhi_pd(kAll8, four[0], four[1]);
  }
};
static_assert(SimdOps<Ops<Avx512F, double>>);

}  // namespace
}  // namespace gk::kernels
