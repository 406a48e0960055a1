// The vocabularies of the int8 kernels in 256-bit registers: pairs of 16-bit elements (AVX2), and quads of bytes
// (AVX-VNNI).
#pragma once

#include "simd/avx2.h"
#include "simd/int8.h"
#include "simd/int8_sse.h"

namespace gk::kernels {
namespace {

struct AvxVnni {};

// What both have in common.
struct Avx2Bytes {
  using Reg = __m256i;
  using Mask = const int32_t *;
  static constexpr int kLanes = 8;

  [[gnu::always_inline]] static Reg zero() { return _mm256_setzero_si256(); }
  [[gnu::always_inline]] static Reg splat(int32_t x) { return _mm256_set1_epi32(x); }
  [[gnu::always_inline]] static Reg load(const int32_t *p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p));
  }
  [[gnu::always_inline]] static void store(int32_t *p, Reg r) {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(p), r);
  }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return kMaskWindow32 + 8 - n; }
  [[gnu::always_inline]] static Reg load_masked(const int32_t *p, Mask m) {
    return _mm256_maskload_epi32(p, window(m));
  }
  [[gnu::always_inline]] static void store_masked(int32_t *p, Mask m, Reg r) {
    _mm256_maskstore_epi32(p, window(m), r);
  }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return _mm256_and_si256(window(m), r); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return _mm256_add_epi32(a, b); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm256_mullo_epi32(a, b); }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "x"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+x"(r));
    return r;
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], int32_t *out) { sum_lanes(r, out); }

  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p));
  }
  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p, int count) {
    const __m128i low = load_few(p, count < 16 ? count : 16);
    return count > 16 ? _mm256_set_m128i(load_few(p + 16, count - 16), low) : _mm256_zextsi128_si256(low);
  }

  // `count` <= 16 bytes again and again, then zeros.
  class FewBytes {
   public:
    [[gnu::always_inline]] explicit FewBytes(int count) : few_(count) {}
    [[gnu::always_inline]] Reg load(const int8_t *p) const { return _mm256_zextsi128_si256(few_.load(p)); }

   private:
    FewBytesSse few_;
  };

  // The unpacking stays inside 128-bit halves: the dwords of a column are first brought to the half they belong to.
  [[gnu::always_inline]] static void interleave(Reg (&r)[4]) {
    const __m256i order = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) r[i] = _mm256_permutevar8x32_epi32(r[i], order);
    const Reg low01 = _mm256_unpacklo_epi8(r[0], r[1]), high01 = _mm256_unpackhi_epi8(r[0], r[1]);
    const Reg low23 = _mm256_unpacklo_epi8(r[2], r[3]), high23 = _mm256_unpackhi_epi8(r[2], r[3]);
    r[0] = _mm256_unpacklo_epi16(low01, low23);
    r[1] = _mm256_unpackhi_epi16(low01, low23);
    r[2] = _mm256_unpacklo_epi16(high01, high23);
    r[3] = _mm256_unpackhi_epi16(high01, high23);
  }

  // As bits, quads are 32-bit floats.
  [[gnu::always_inline]] static void load_quads(const int8_t *src, int64_t stride, int rows, Reg (&out)[4]) {
    __m256 quads[4];
    Ops<Fma, float>::load_transposed(reinterpret_cast<const float *>(src), stride, rows, quads);
    const Mask mask = first_lanes(rows);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) out[i] = keep(mask, _mm256_castps_si256(quads[i]));
  }

  [[gnu::always_inline]] static void transpose(const int8_t *src, int64_t stride, int rows, int columns, int8_t *out,
                                               int64_t out_stride) {
    transpose_bytes<FewBytesSse>(src, stride, rows, columns, out, out_stride);
  }

  struct Scales {
    __m256d half[2];
  };
  [[gnu::always_inline]] static Scales splat_scale(float x) {
    const __m256d all = _mm256_set1_pd(static_cast<double>(x));
    return {{all, all}};
  }
  [[gnu::always_inline]] static Scales load_scales(const float *p) {
    return {{_mm256_cvtps_pd(_mm_loadu_ps(p)), _mm256_cvtps_pd(_mm_loadu_ps(p + 4))}};
  }
  [[gnu::always_inline]] static Scales load_scales(const float *p, int count) {
    const __m256 x = _mm256_maskload_ps(p, window(first_lanes(count)));
    return {{_mm256_cvtps_pd(_mm256_castps256_ps128(x)), _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1))}};
  }
  // A product beyond the integers on either side converts to the smallest of them: the upper side is clamped before.
  class Bytes {
   public:
    [[gnu::always_inline]] Bytes(int32_t high, int32_t zero_point)
        : high_(_mm256_set1_pd(high - zero_point)), zero_point_(_mm_set1_epi16(static_cast<int16_t>(zero_point))) {}
    [[gnu::always_inline]] void store(int8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      const __m128i bytes = _mm_packs_epi16(words(sums[0], scales[0]), words(sums[1], scales[1]));
      _mm_storeu_si128(reinterpret_cast<__m128i *>(p), bytes);
    }
    [[gnu::always_inline]] void store(uint8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      const __m128i bytes = _mm_packus_epi16(words(sums[0], scales[0]), words(sums[1], scales[1]));
      _mm_storeu_si128(reinterpret_cast<__m128i *>(p), bytes);
    }

   private:
    [[gnu::always_inline]] __m128i words(Reg sum, const Scales &scale) const {
      const __m256d low = _mm256_mul_pd(scale.half[0], _mm256_cvtepi32_pd(_mm256_castsi256_si128(sum))),
                    high = _mm256_mul_pd(scale.half[1], _mm256_cvtepi32_pd(_mm256_extracti128_si256(sum, 1)));
      return _mm_adds_epi16(zero_point_, _mm_packs_epi32(_mm256_cvtpd_epi32(_mm256_min_pd(high_, low)),
                                                         _mm256_cvtpd_epi32(_mm256_min_pd(high_, high))));
    }

    __m256d high_;
    __m128i zero_point_;
  };
};

// Elements sign-extended to 16 bits: 0 and 2 of a quad in one dword, 1 and 3 in the other.
template <>
struct Ops<Fma, int8_t> : Avx2Bytes {
  static constexpr int kParts = 2;
  static constexpr bool kBiased = false;

  // Nothing is gained by it where sums cannot move, see dot; and registers are short.
  [[gnu::always_inline]] static void hold(Reg) {}
  // The addition as gcc 12 should have it: left to itself, it adds products first, and then lets sums wander from
  // register to register and through memory.
  [[gnu::always_inline]] static Reg dot(Reg sum, Reg a, Reg b) {
    asm("vpaddd %1, %0, %0" : "+x"(sum) : "x"(_mm256_madd_epi16(a, b)));
    return sum;
  }
  [[gnu::always_inline]] static void split_lhs(Reg quads, Reg (&parts)[kParts]) {
    parts[0] = _mm256_srai_epi16(_mm256_slli_epi16(quads, 8), 8);
    parts[1] = _mm256_srai_epi16(quads, 8);
  }
  [[gnu::always_inline]] static void split_rhs(Reg quads, Reg (&parts)[kParts]) { split_lhs(quads, parts); }
  [[gnu::always_inline]] static void spread_rhs(Reg quads, int32_t *out) {
    const __m256i order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15));
    const __m256i low = _mm256_cvtepi8_epi16(_mm256_castsi256_si128(quads)),
                  high = _mm256_cvtepi8_epi16(_mm256_extracti128_si256(quads, 1));
    store(out, _mm256_shuffle_epi8(low, order));
    store(out + kLanes, _mm256_shuffle_epi8(high, order));
  }
};
static_assert(DotOps<Ops<Fma, int8_t>>);

// The instruction has two encodings, and CPUs that have only one of them: the flags of the file tell which is meant.
#if defined(__AVXVNNI__) || (defined(__AVX512VNNI__) && defined(__AVX512VL__))
template <>
struct Ops<AvxVnni, int8_t> : Avx2Bytes {
  static constexpr int kParts = 1;
  static constexpr bool kBiased = true;

  [[gnu::always_inline]] static Reg dot(Reg sum, Reg a, Reg b) {
#if defined(__AVXVNNI__)
    return _mm256_dpbusd_avx_epi32(sum, a, b);
#else
    return _mm256_dpbusd_epi32(sum, a, b);
#endif
  }
  [[gnu::always_inline]] static void split_lhs(Reg quads, Reg (&parts)[kParts]) {
    parts[0] = _mm256_xor_si256(quads, _mm256_set1_epi8(-128));
  }
  [[gnu::always_inline]] static void split_rhs(Reg quads, Reg (&parts)[kParts]) { parts[0] = quads; }
  [[gnu::always_inline]] static void spread_rhs(Reg quads, int32_t *out) { store(out, quads); }
  [[gnu::always_inline]] static Reg add_bias(Reg sum, Reg quads) {
    return dot(sum, _mm256_set1_epi8(-128), quads);  // unsigned: 128
  }
};
static_assert(DotOps<Ops<AvxVnni, int8_t>>);
#endif

}  // namespace
}  // namespace gk::kernels
