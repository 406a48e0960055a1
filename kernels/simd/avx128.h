// 128-bit registers, for the last few elements of a vector. What is stored to them piece by piece can be loaded again
// at once; what a masked store left cannot until it has reached the cache.
#pragma once

#include "simd/complex.h"

#include <immintrin.h>

namespace gk::kernels {
namespace {

struct Avx128 {};

// Only what the steps of core/level1_maps.h ask for.
template <>
struct Ops<Avx128, float> {
  using Elem = float;
  using Reg = __m128;
  using Mask = int;  // none has been wanted
  static constexpr int kLanes = 4;

  [[gnu::always_inline]] static Reg zero() { return _mm_setzero_ps(); }
  [[gnu::always_inline]] static Reg splat(float x) { return _mm_set1_ps(x); }
  [[gnu::always_inline]] static Reg splat_pair(const float *p) {
    double pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return _mm_castpd_ps(_mm_set1_pd(pair));
  }
  [[gnu::always_inline]] static Reg load(const float *p) { return _mm_loadu_ps(p); }
  [[gnu::always_inline]] static void store(float *p, Reg r) { _mm_storeu_ps(p, r); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+x"(r));
    return r;
  }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm_mul_ps(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm_fmadd_ps(a, b, c); }
};

template <>
struct Ops<Avx128, double> {
  using Elem = double;
  using Reg = __m128d;
  using Mask = int;  // none has been wanted
  static constexpr int kLanes = 2;

  [[gnu::always_inline]] static Reg zero() { return _mm_setzero_pd(); }
  [[gnu::always_inline]] static Reg splat(double x) { return _mm_set1_pd(x); }
  [[gnu::always_inline]] static Reg splat_pair(const double *p) { return _mm_loadu_pd(p); }
  [[gnu::always_inline]] static Reg load(const double *p) { return _mm_loadu_pd(p); }
  [[gnu::always_inline]] static void store(double *p, Reg r) { _mm_storeu_pd(p, r); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+x"(r));
    return r;
  }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm_mul_pd(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm_fmadd_pd(a, b, c); }
};

template <>
struct Ops<Avx128, Complex<float>> : ComplexParts<Ops<Avx128, float>> {
  [[gnu::always_inline]] static Reg exchange(Reg r) { return _mm_permute_ps(r, 0xb1); }
};
template <>
struct Ops<Avx128, Complex<double>> : ComplexParts<Ops<Avx128, double>> {
  [[gnu::always_inline]] static Reg exchange(Reg r) { return _mm_permute_pd(r, 0x1); }
};

}  // namespace
}  // namespace gk::kernels
