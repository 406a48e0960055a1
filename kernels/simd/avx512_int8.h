// The vocabularies of the int8 kernels in 512-bit registers: pairs of 16-bit elements (AVX512BW), and quads of bytes
// (AVX512-VNNI).
#pragma once

#include "simd/avx512f.h"
#include "simd/int8.h"
#include "simd/int8_sse.h"

namespace gk::kernels {
namespace {

struct Avx512Vnni {};

constexpr __mmask64 kAll64 = ~__mmask64{0};

class MaskedBytes {
 public:
  [[gnu::always_inline]] explicit MaskedBytes(int count) : mask_(static_cast<__mmask16>((2u << (count - 1)) - 1u)) {}
  [[gnu::always_inline]] __m128i load(const int8_t *p) const { return _mm_maskz_loadu_epi8(mask_, p); }

 private:
  __mmask16 mask_;
};

// What both have in common.
struct Avx512Bytes {
  using Reg = __m512i;
  using Mask = __mmask16;
  static constexpr int kLanes = 16;

  [[gnu::always_inline]] static Reg zero() { return _mm512_setzero_si512(); }
  [[gnu::always_inline]] static Reg splat(int32_t x) { return _mm512_set1_epi32(x); }
  [[gnu::always_inline]] static Reg load(const int32_t *p) { return _mm512_loadu_si512(p); }
  [[gnu::always_inline]] static void store(int32_t *p, Reg r) { _mm512_storeu_si512(p, r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return static_cast<Mask>((2u << (n - 1)) - 1u); }
  [[gnu::always_inline]] static Reg load_masked(const int32_t *p, Mask m) { return _mm512_maskz_loadu_epi32(m, p); }
  [[gnu::always_inline]] static void store_masked(int32_t *p, Mask m, Reg r) { _mm512_mask_storeu_epi32(p, m, r); }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return _mm512_maskz_mov_epi32(m, r); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return _mm512_add_epi32(a, b); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm512_mullo_epi32(a, b); }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "v"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+v"(r));
    return r;
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], int32_t *out) {
    __m256i half[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i)
      half[i] = _mm256_add_epi32(_mm512_maskz_extracti64x4_epi64(kAll8, r[i], 0),
                                 _mm512_maskz_extracti64x4_epi64(kAll8, r[i], 1));
    sum_lanes(half, out);
  }

  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p) { return _mm512_loadu_si512(p); }
  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p, int count) {
    return _mm512_maskz_loadu_epi8(kAll64 >> (64 - count), p);
  }

  // `count` <= 16 bytes again and again, then zeros.
  class FewBytes {
   public:
    [[gnu::always_inline]] explicit FewBytes(int count) : mask_((__mmask64{2} << (count - 1)) - 1) {}
    [[gnu::always_inline]] Reg load(const int8_t *p) const { return _mm512_maskz_loadu_epi8(mask_, p); }

   private:
    __mmask64 mask_;
  };

  // The unpacking stays inside 128-bit quarters: the dwords of a column are first brought to the quarter they belong
  // to.
  [[gnu::always_inline]] static void interleave(Reg (&r)[4]) {
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) r[i] = _mm512_maskz_permutexvar_epi32(kAll16, order, r[i]);
    const Reg low01 = _mm512_unpacklo_epi8(r[0], r[1]), high01 = _mm512_unpackhi_epi8(r[0], r[1]);
    const Reg low23 = _mm512_unpacklo_epi8(r[2], r[3]), high23 = _mm512_unpackhi_epi8(r[2], r[3]);
    r[0] = _mm512_unpacklo_epi16(low01, low23);
    r[1] = _mm512_unpackhi_epi16(low01, low23);
    r[2] = _mm512_unpacklo_epi16(high01, high23);
    r[3] = _mm512_unpackhi_epi16(high01, high23);
  }

  // As bits, quads are 32-bit floats.
  [[gnu::always_inline]] static void load_quads(const int8_t *src, int64_t stride, int rows, Reg (&out)[4]) {
    __m512 quads[4];
    Ops<Avx512F, float>::load_transposed(reinterpret_cast<const float *>(src), stride, rows, quads);
    const Mask mask = first_lanes(rows);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) out[i] = _mm512_maskz_mov_epi32(mask, _mm512_castps_si512(quads[i]));
  }

  [[gnu::always_inline]] static void transpose(const int8_t *src, int64_t stride, int rows, int columns, int8_t *out,
                                               int64_t out_stride) {
    transpose_bytes<MaskedBytes>(src, stride, rows, columns, out, out_stride);
  }

  struct Scales {
    __m512d half[2];
  };
  [[gnu::always_inline]] static Scales splat_scale(float x) {
    const __m512d all = _mm512_set1_pd(static_cast<double>(x));
    return {{all, all}};
  }
  [[gnu::always_inline]] static Scales load_scales(const float *p) {
    return {{_mm512_maskz_cvtps_pd(kAll8, _mm256_loadu_ps(p)), _mm512_maskz_cvtps_pd(kAll8, _mm256_loadu_ps(p + 8))}};
  }
  [[gnu::always_inline]] static Scales load_scales(const float *p, int count) {
    const __m512i bits = _mm512_maskz_loadu_epi32(first_lanes(count), p);
    const __m256i low = _mm512_maskz_extracti64x4_epi64(kAll8, bits, 0),
                  high = _mm512_maskz_extracti64x4_epi64(kAll8, bits, 1);
    return {{_mm512_maskz_cvtps_pd(kAll8, _mm256_castsi256_ps(low)),
             _mm512_maskz_cvtps_pd(kAll8, _mm256_castsi256_ps(high))}};
  }
  // A product beyond the integers on either side converts to the smallest of them: the upper side is clamped before.
  class Bytes {
   public:
    [[gnu::always_inline]] Bytes(int32_t high, int32_t zero_point)
        : high_(_mm512_set1_pd(high - zero_point)), zero_point_(_mm256_set1_epi16(static_cast<int16_t>(zero_point))) {}
    [[gnu::always_inline]] void store(int8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      put(p, _mm256_packs_epi16(words(sums[0], scales[0]), words(sums[1], scales[1])));
    }
    [[gnu::always_inline]] void store(uint8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      put(p, _mm256_packus_epi16(words(sums[0], scales[0]), words(sums[1], scales[1])));
    }

   private:
    // Packing stays inside 128-bit halves: each has every other group of four.
    [[gnu::always_inline]] static void put(void *p, __m256i bytes) {
      const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
      _mm256_storeu_si256(static_cast<__m256i *>(p), _mm256_permutevar8x32_epi32(bytes, order));
    }
    [[gnu::always_inline]] __m256i words(Reg sum, const Scales &scale) const {
      const __m256i low = _mm512_castsi512_si256(sum), high = _mm512_maskz_extracti64x4_epi64(kAll8, sum, 1);
      return _mm256_adds_epi16(zero_point_, _mm256_packs_epi32(whole(low, scale.half[0]), whole(high, scale.half[1])));
    }
    [[gnu::always_inline]] __m256i whole(__m256i sums, __m512d scale) const {
      const __m512d x = _mm512_mul_pd(scale, _mm512_maskz_cvtepi32_pd(kAll8, sums));
      return _mm512_maskz_cvtpd_epi32(kAll8, _mm512_maskz_min_pd(kAll8, high_, x));
    }

    __m512d high_;
    __m256i zero_point_;
  };
};

// Elements sign-extended to 16 bits: 0 and 2 of a quad in one dword, 1 and 3 in the other.
template <>
struct Ops<Avx512F, int8_t> : Avx512Bytes {
  static constexpr int kParts = 2;
  static constexpr bool kBiased = false;

  // Nothing is gained by it where sums cannot move, see dot; and registers are short.
  [[gnu::always_inline]] static void hold(Reg) {}
  // The addition as gcc 12 should have it: left to itself, it adds products first, and then lets sums wander from
  // register to register and through memory.
  [[gnu::always_inline]] static Reg dot(Reg sum, Reg a, Reg b) {
    asm("vpaddd %1, %0, %0" : "+v"(sum) : "v"(_mm512_madd_epi16(a, b)));
    return sum;
  }
  [[gnu::always_inline]] static void split_lhs(Reg quads, Reg (&parts)[kParts]) {
    parts[0] = _mm512_srai_epi16(_mm512_slli_epi16(quads, 8), 8);
    parts[1] = _mm512_srai_epi16(quads, 8);
  }
  [[gnu::always_inline]] static void split_rhs(Reg quads, Reg (&parts)[kParts]) { split_lhs(quads, parts); }
  [[gnu::always_inline]] static void spread_rhs(Reg quads, int32_t *out) {
    const __m512i order = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15));
    const __m512i low = _mm512_cvtepi8_epi16(_mm512_maskz_extracti64x4_epi64(kAll8, quads, 0)),
                  high = _mm512_cvtepi8_epi16(_mm512_maskz_extracti64x4_epi64(kAll8, quads, 1));
    store(out, _mm512_shuffle_epi8(low, order));
    store(out + kLanes, _mm512_shuffle_epi8(high, order));
  }
};
static_assert(DotOps<Ops<Avx512F, int8_t>>);

#if defined(__AVX512VNNI__)
template <>
struct Ops<Avx512Vnni, int8_t> : Avx512Bytes {
  static constexpr int kParts = 1;
  static constexpr bool kBiased = true;

  [[gnu::always_inline]] static Reg dot(Reg sum, Reg a, Reg b) { return _mm512_dpbusd_epi32(sum, a, b); }
  [[gnu::always_inline]] static void split_lhs(Reg quads, Reg (&parts)[kParts]) {
    parts[0] = _mm512_xor_si512(quads, _mm512_set1_epi8(-128));
  }
  [[gnu::always_inline]] static void split_rhs(Reg quads, Reg (&parts)[kParts]) { parts[0] = quads; }
  [[gnu::always_inline]] static void spread_rhs(Reg quads, int32_t *out) { store(out, quads); }
  [[gnu::always_inline]] static Reg add_bias(Reg sum, Reg quads) {
    return dot(sum, _mm512_set1_epi8(-128), quads);  // unsigned: 128
  }
};
static_assert(DotOps<Ops<Avx512Vnni, int8_t>>);
#endif

}  // namespace
}  // namespace gk::kernels
