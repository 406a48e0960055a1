// Arithmetic with single elements, alike for real and complex ones: two roundings for a product and a sum.
#pragma once

#include "simd/complex.h"

namespace gk::kernels {
namespace {

template <class T>
[[gnu::always_inline]] inline T plus(T a, T b) {
  return a + b;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> plus(Complex<R> a, Complex<R> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
[[gnu::always_inline]] inline T minus(T a, T b) {
  return a - b;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> minus(Complex<R> a, Complex<R> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T>
[[gnu::always_inline]] inline T negated(T a) {
  return -a;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> negated(Complex<R> a) {
  return {-a.re, -a.im};
}
template <class T>
[[gnu::always_inline]] inline T times(T a, T b) {
  return a * b;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> times(Complex<R> a, Complex<R> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T>
[[gnu::always_inline]] inline T over(T a, T b) {
  return a / b;
}
// Smith's quotient, as Fortran compilers have it: no part of it overflows before its time.
template <class R>
[[gnu::always_inline]] inline Complex<R> over(Complex<R> a, Complex<R> b) {
  if ((b.re < 0 ? -b.re : b.re) < (b.im < 0 ? -b.im : b.im)) {
    const R ratio = b.re / b.im, whole = b.re * ratio + b.im;
    return {(a.re * ratio + a.im) / whole, (a.im * ratio - a.re) / whole};
  }
  const R ratio = b.im / b.re, whole = b.im * ratio + b.re;
  return {(a.im * ratio + a.re) / whole, (a.im - a.re * ratio) / whole};
}
template <class T>
[[gnu::always_inline]] inline T reciprocal(T a) {
  return 1 / a;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> reciprocal(Complex<R> a) {
  return over(Complex<R>{1, 0}, a);
}
template <class T>
[[gnu::always_inline]] inline T conj_if(bool, T a) {
  return a;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> conj_if(bool conj, Complex<R> a) {
  return {a.re, conj ? -a.im : a.im};
}
template <class T>
[[gnu::always_inline]] inline T real_part(T a) {
  return a;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> real_part(Complex<R> a) {
  return {a.re, 0};
}
template <class T>
[[gnu::always_inline]] inline bool is_number(T a, int x) {
  return a == x;
}
template <class R>
[[gnu::always_inline]] inline bool is_number(Complex<R> a, int x) {
  return a.is(static_cast<R>(x));
}
template <class T>
[[gnu::always_inline]] inline T absolute(T a) {
  return Is<T, float> ? static_cast<T>(__builtin_fabsf(static_cast<float>(a)))
                      : static_cast<T>(__builtin_fabs(static_cast<double>(a)));
}
// The larger part.
template <class T>
[[gnu::always_inline]] inline T largest_part(T a) {
  return absolute(a);
}
template <class R>
[[gnu::always_inline]] inline R largest_part(Complex<R> a) {
  return absolute(a.re) > absolute(a.im) ? absolute(a.re) : absolute(a.im);
}
template <class T>
[[gnu::always_inline]] inline T scaled_by(T a, T f) {
  return a * f;
}
template <class R>
[[gnu::always_inline]] inline Complex<R> scaled_by(Complex<R> a, R f) {
  return {a.re * f, a.im * f};
}

}  // namespace
}  // namespace gk::kernels
