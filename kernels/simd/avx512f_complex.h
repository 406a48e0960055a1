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
  // Each step adds the halves of two registers and packs the results into one.
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
    const auto halves = [](Reg a, Reg b) {
      return _mm512_add_ps(_mm512_maskz_shuffle_f32x4(kAll16, a, b, 0x44),
                           _mm512_maskz_shuffle_f32x4(kAll16, a, b, 0xee));
    };
    const Reg ab = halves(r[0], r[1]), cd = halves(r[2], r[3]);
    Reg x = _mm512_add_ps(_mm512_maskz_shuffle_f32x4(kAll16, ab, cd, 0x88),
                          _mm512_maskz_shuffle_f32x4(kAll16, ab, cd, 0xdd));
    x = _mm512_add_ps(x, _mm512_maskz_permute_ps(kAll16, x, 0x4e));
    const __m512d numbers = _mm512_maskz_compress_pd(0x55, _mm512_castps_pd(x));
    _mm256_storeu_pd(reinterpret_cast<double *>(out), _mm512_maskz_extractf64x4_pd(kAll8, numbers, 0));
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
  // Each step adds the halves of two registers and packs the results into one.
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], Elem *out) {
    const auto halves = [](Reg a, Reg b) {
      return _mm512_add_pd(_mm512_maskz_shuffle_f64x2(kAll8, a, b, 0x44),
                           _mm512_maskz_shuffle_f64x2(kAll8, a, b, 0xee));
    };
    const Reg ab = halves(r[0], r[1]), cd = halves(r[2], r[3]);
    store(out, _mm512_add_pd(_mm512_maskz_shuffle_f64x2(kAll8, ab, cd, 0x88),
                             _mm512_maskz_shuffle_f64x2(kAll8, ab, cd, 0xdd)));
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
