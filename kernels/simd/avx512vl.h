// Quarter and half registers for the lowest tiles of a batch. A masked 512-bit access to a short column spans two
// cache lines more often than not, and pays for both.
#pragma once

#include "simd/concept.h"

#include <immintrin.h>

namespace gk::kernels {
namespace {

struct Avx512Vl128 {};
struct Avx512Vl256 {};

// Only what a BatchTile asks for.
template <>
struct Ops<Avx512Vl128, float> {
  using Elem = float;
  using Reg = __m128;
  using Mask = __mmask8;
  static constexpr int kLanes = 4;

  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "v"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+v"(r));
    return r;
  }
  [[gnu::always_inline]] static Reg zero() { return _mm_setzero_ps(); }
  [[gnu::always_inline]] static Reg splat(float x) { return _mm_set1_ps(x); }
  [[gnu::always_inline]] static Reg load(const float *p) { return _mm_loadu_ps(p); }
  [[gnu::always_inline]] static void store(float *p, Reg r) { _mm_storeu_ps(p, r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return static_cast<Mask>((1u << n) - 1); }
  [[gnu::always_inline]] static Reg load_masked(const float *p, Mask m) { return _mm_maskz_loadu_ps(m, p); }
  [[gnu::always_inline]] static void store_masked(float *p, Mask m, Reg r) { _mm_mask_storeu_ps(p, m, r); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm_mul_ps(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm_fmadd_ps(a, b, c); }
};

template <>
struct Ops<Avx512Vl256, float> {
  using Elem = float;
  using Reg = __m256;
  using Mask = __mmask8;
  static constexpr int kLanes = 8;

  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "v"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+v"(r));
    return r;
  }
  [[gnu::always_inline]] static Reg zero() { return _mm256_setzero_ps(); }
  [[gnu::always_inline]] static Reg splat(float x) { return _mm256_set1_ps(x); }
  [[gnu::always_inline]] static Reg load(const float *p) { return _mm256_loadu_ps(p); }
  [[gnu::always_inline]] static void store(float *p, Reg r) { _mm256_storeu_ps(p, r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return static_cast<Mask>((1u << n) - 1); }
  [[gnu::always_inline]] static Reg load_masked(const float *p, Mask m) { return _mm256_maskz_loadu_ps(m, p); }
  [[gnu::always_inline]] static void store_masked(float *p, Mask m, Reg r) { _mm256_mask_storeu_ps(p, m, r); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm256_mul_ps(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm256_fmadd_ps(a, b, c); }
  [[gnu::always_inline]] static Reg lower(__m512 r) { return _mm512_castps512_ps256(r); }
};

template <>
struct Ops<Avx512Vl128, double> {
  using Elem = double;
  using Reg = __m128d;
  using Mask = __mmask8;
  static constexpr int kLanes = 2;

  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "v"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+v"(r));
    return r;
  }
  [[gnu::always_inline]] static Reg zero() { return _mm_setzero_pd(); }
  [[gnu::always_inline]] static Reg splat(double x) { return _mm_set1_pd(x); }
  [[gnu::always_inline]] static Reg load(const double *p) { return _mm_loadu_pd(p); }
  [[gnu::always_inline]] static void store(double *p, Reg r) { _mm_storeu_pd(p, r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return static_cast<Mask>((1u << n) - 1); }
  [[gnu::always_inline]] static Reg load_masked(const double *p, Mask m) { return _mm_maskz_loadu_pd(m, p); }
  [[gnu::always_inline]] static void store_masked(double *p, Mask m, Reg r) { _mm_mask_storeu_pd(p, m, r); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm_mul_pd(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm_fmadd_pd(a, b, c); }
};

template <>
struct Ops<Avx512Vl256, double> {
  using Elem = double;
  using Reg = __m256d;
  using Mask = __mmask8;
  static constexpr int kLanes = 4;

  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "v"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+v"(r));
    return r;
  }
  [[gnu::always_inline]] static Reg zero() { return _mm256_setzero_pd(); }
  [[gnu::always_inline]] static Reg splat(double x) { return _mm256_set1_pd(x); }
  [[gnu::always_inline]] static Reg load(const double *p) { return _mm256_loadu_pd(p); }
  [[gnu::always_inline]] static void store(double *p, Reg r) { _mm256_storeu_pd(p, r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return static_cast<Mask>((1u << n) - 1); }
  [[gnu::always_inline]] static Reg load_masked(const double *p, Mask m) { return _mm256_maskz_loadu_pd(m, p); }
  [[gnu::always_inline]] static void store_masked(double *p, Mask m, Reg r) { _mm256_mask_storeu_pd(p, m, r); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return _mm256_mul_pd(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return _mm256_fmadd_pd(a, b, c); }
  [[gnu::always_inline]] static Reg lower(__m512d r) { return _mm512_castpd512_pd256(r); }
};

}  // namespace
}  // namespace gk::kernels
