// f16 and bf16 in the 256-bit vocabulary. f16 needs F16C.
#pragma once

#include "simd/avx2.h"
#include "simd/half.h"

namespace gk::kernels {
namespace {

// What the two types have in common. AVX2 has no masked moves of 16-bit elements.
template <class H>
struct Avx2Half {
  using Elem = H;
  using Float = Ops<Fma, float>;
  using Reg = Float::Reg;
  using Mask = Float::Mask;

  [[gnu::always_inline]] static int lanes(Mask m) { return static_cast<int>(kMaskWindow32 + 8 - m); }
  [[gnu::always_inline]] static __m128i load_bits(const H *p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
  }
  // In pieces of 4, 2 and 1: element by element it costs half the speed of a product with a row-major B.
  [[gnu::always_inline]] static __m128i load_bits(const H *p, int count) {
    if (count == Float::kLanes) return load_bits(p);
    const int fours = count & 4;
    uint64_t low = 0, rest = 0;
    if ((count & 2) != 0) __builtin_memcpy(&rest, p + fours, 4);
    if ((count & 1) != 0) rest |= uint64_t{p[count - 1].bits} << ((count & 2) * 16);
    if (fours == 0) return _mm_cvtsi64_si128(static_cast<int64_t>(rest));
    __builtin_memcpy(&low, p, 8);
    return _mm_set_epi64x(static_cast<int64_t>(rest), static_cast<int64_t>(low));
  }
  [[gnu::always_inline]] static void store_bits(H *p, __m128i bits) {
    _mm_storeu_si128(reinterpret_cast<__m128i *>(p), bits);
  }
  [[gnu::always_inline]] static void store_bits(H *p, int count, __m128i bits) {
    const int fours = count & 4;
    if (count == Float::kLanes) return store_bits(p, bits);
    const auto low = static_cast<uint64_t>(_mm_cvtsi128_si64(bits));
    const auto rest = fours != 0 ? static_cast<uint64_t>(_mm_extract_epi64(bits, 1)) : low;
    if (fours != 0) __builtin_memcpy(p, &low, 8);
    if ((count & 2) != 0) __builtin_memcpy(p + fours, &rest, 4);
    if ((count & 1) != 0) p[count - 1].bits = static_cast<uint16_t>(rest >> ((count & 2) * 16));
  }
  [[gnu::always_inline]] static Reg load_interleaved(const H *even, const H *odd, int count) {
    const __m128i low = load_bits(even, count), high = load_bits(odd, count);
    return _mm256_castsi256_ps(_mm256_inserti128_si256(_mm256_castsi128_si256(_mm_unpacklo_epi16(low, high)),
                                                       _mm_unpackhi_epi16(low, high), 1));
  }
};

template <>
struct Ops<Fma, F16> : Avx2Half<F16> {
  [[gnu::always_inline]] static __m128i narrowed(Reg r) {
    return _mm256_cvtps_ph(r, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  [[gnu::always_inline]] static Reg splat(F16 x) {
    return _mm256_cvtph_ps(_mm_set1_epi16(static_cast<int16_t>(x.bits)));
  }
  [[gnu::always_inline]] static Reg load(const F16 *p) { return _mm256_cvtph_ps(load_bits(p)); }
  [[gnu::always_inline]] static Reg load_masked(const F16 *p, Mask m) {
    return _mm256_cvtph_ps(load_bits(p, lanes(m)));
  }
  [[gnu::always_inline]] static void store(F16 *p, Reg r) { store_bits(p, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(F16 *p, Mask m, Reg r) { store_bits(p, lanes(m), narrowed(r)); }
};

template <>
struct Ops<Fma, BF16> : Avx2Half<BF16> {
  [[gnu::always_inline]] static Reg widened(__m128i bits) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
  }
  [[gnu::always_inline]] static __m128i narrowed(Reg r) {
    const __m256i x = _mm256_castps_si256(r), high = _mm256_srli_epi32(x, 16);
    const __m256i odd = _mm256_and_si256(high, _mm256_set1_epi32(1));
    const __m256i sum = _mm256_add_epi32(_mm256_add_epi32(x, _mm256_set1_epi32(0x7fff)), odd);
    const __m256i quiet = _mm256_or_si256(high, _mm256_set1_epi32(0x40));
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(r, r, _CMP_UNORD_Q));
    const __m256i bits = _mm256_blendv_epi8(_mm256_srli_epi32(sum, 16), quiet, nan);
    return _mm_packus_epi32(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1));
  }
  [[gnu::always_inline]] static Reg splat(BF16 x) { return widened(_mm_set1_epi16(static_cast<int16_t>(x.bits))); }
  [[gnu::always_inline]] static Reg load(const BF16 *p) { return widened(load_bits(p)); }
  [[gnu::always_inline]] static Reg load_masked(const BF16 *p, Mask m) { return widened(load_bits(p, lanes(m))); }
  [[gnu::always_inline]] static void store(BF16 *p, Reg r) { store_bits(p, narrowed(r)); }
  [[gnu::always_inline]] static void store_masked(BF16 *p, Mask m, Reg r) { store_bits(p, lanes(m), narrowed(r)); }
};
static_assert(HalfOps<Ops<Fma, F16>>);
static_assert(HalfOps<Ops<Fma, BF16>>);

}  // namespace
}  // namespace gk::kernels
