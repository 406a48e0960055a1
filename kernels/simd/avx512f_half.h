// f16 and bf16 in the 512-bit vocabulary.
#pragma once

#include "simd/avx512f.h"
#include "simd/half.h"

namespace gk::kernels {
namespace {

// What the two types have in common.
template <class H>
struct Avx512Half {
  using Elem = H;
  using Float = Ops<Avx512F, float>;
  using Reg = Float::Reg;
  using Mask = Float::Mask;

  [[gnu::always_inline]] static __m256i load_bits(const H *p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p));
  }
  [[gnu::always_inline]] static __m256i load_bits(const H *p, Mask m) { return _mm256_maskz_loadu_epi16(m, p); }
  [[gnu::always_inline]] static void store_bits(H *p, __m256i bits) {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(p), bits);
  }
  [[gnu::always_inline]] static void store_bits(H *p, Mask m, __m256i bits) { _mm256_mask_storeu_epi16(p, m, bits); }
  [[gnu::always_inline]] static __m512i extended(__m256i bits) { return _mm512_maskz_cvtepu16_epi32(kAll16, bits); }
  [[gnu::always_inline]] static Reg load_interleaved(const H *even, const H *odd, int count) {
    const Mask mask = Float::first_lanes(count);
    const __m512i high = _mm512_maskz_slli_epi32(kAll16, extended(load_bits(odd, mask)), 16);
    return _mm512_castsi512_ps(_mm512_or_si512(high, extended(load_bits(even, mask))));
  }
};

template <>
struct Ops<Avx512F, F16> : Avx512Half<F16> {
  [[gnu::always_inline]] static Reg widened(__m256i bits) { return _mm512_maskz_cvtph_ps(kAll16, bits); }
  [[gnu::always_inline]] static __m256i narrowed(Reg r) {
    return _mm512_maskz_cvtps_ph(kAll16, r, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  [[gnu::always_inline]] static Reg splat(F16 x) { return widened(_mm256_set1_epi16(static_cast<int16_t>(x.bits))); }
  [[gnu::always_inline]] static Reg load(const F16 *p) { return widened(load_bits(p)); }
  [[gnu::always_inline]] static Reg load_masked(const F16 *p, Mask m) { return widened(load_bits(p, m)); }
  [[gnu::always_inline]] static void store(F16 *p, Reg r) { store_bits(p, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(F16 *p, Mask m, Reg r) { store_bits(p, m, narrowed(r)); }
};

template <>
struct Ops<Avx512F, BF16> : Avx512Half<BF16> {
  [[gnu::always_inline]] static Reg widened(__m256i bits) {
    return _mm512_castsi512_ps(_mm512_maskz_slli_epi32(kAll16, extended(bits), 16));
  }
  // In integers: vcvtneps2bf16 would flush denormals.
  [[gnu::always_inline]] static __m256i narrowed(Reg r) {
    const __m512i x = _mm512_castps_si512(r), high = _mm512_maskz_srli_epi32(kAll16, x, 16);
    const __m512i odd = _mm512_and_si512(high, _mm512_set1_epi32(1));
    const __m512i sum = _mm512_add_epi32(_mm512_add_epi32(x, _mm512_set1_epi32(0x7fff)), odd);
    const __m512i rounded = _mm512_maskz_srli_epi32(kAll16, sum, 16);
    const __mmask16 nan = _mm512_cmp_ps_mask(r, r, _CMP_UNORD_Q);
    return _mm512_maskz_cvtepi32_epi16(kAll16, _mm512_mask_or_epi32(rounded, nan, high, _mm512_set1_epi32(0x40)));
  }
  [[gnu::always_inline]] static Reg splat(BF16 x) { return widened(_mm256_set1_epi16(static_cast<int16_t>(x.bits))); }
  [[gnu::always_inline]] static Reg load(const BF16 *p) { return widened(load_bits(p)); }
  [[gnu::always_inline]] static Reg load_masked(const BF16 *p, Mask m) { return widened(load_bits(p, m)); }
  [[gnu::always_inline]] static void store(BF16 *p, Reg r) { store_bits(p, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(BF16 *p, Mask m, Reg r) { store_bits(p, m, narrowed(r)); }
};
static_assert(HalfOps<Ops<Avx512F, F16>>);
static_assert(HalfOps<Ops<Avx512F, BF16>>);

}  // namespace
}  // namespace gk::kernels
