// The activations of the epilogue, for every vocabulary. docs/guide/epilogues.md states their accuracy.
//
// What is small beside x (sigmoid, SiLU and GELU of negative x) is made as a small number of its own, never as the
// difference of two large ones: x * F(x) for a distribution function F is max(x, 0) - |x| * F(-|x|), and F(-|x|),
// between 0 and 1/2, is the exponential of a negative number times a factor near one. That exponential multiplies last,
// so that results below the normal numbers are rounded once.
#pragma once

#include "abi/epilogue.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

// Polynomials by increasing powers, fitted by the Remez algorithm in 50 digits to a relative error of what they are
// used for of less than 2^-26 in f32 and 2^-55 in f64:
//   kExp: (e^r - 1 - r) / r^2 for |r| <= 0.3475, a little more than log(2) / 2.
//   kTail: (1 + t / 4) * e^(t^2 / 2) * F(-t), F of the normal distribution, in the variable (t - 4) / (t + 4), for t up
//     to where t * F(-t) leaves the normal numbers: 13.2 and 37.7.
// Constants in two parts are their sum; the first of log(2) has so few bits that its multiples are exact.
// k...End: where the smaller side of the function is less than half of the smallest number, and tanh rounds to one.
template <class T>
struct Fit;

template <>
struct Fit<float> {
  static constexpr float kExp[] = {0.5F, 0.166665435F, 0.0416662879F, 0.00836652145F, 0.0013946254F};
  static constexpr float kTail[] = {0.188821286F,    -0.151974156F,   0.0967842191F,   -0.0466306955F,
                                    0.0151011366F,   -0.00188237464F, -0.00087974366F, 0.000394015777F,
                                    4.86216049e-05F, -3.12750635e-05F};
  static constexpr float kLog2E = 1.44269502F;
  static constexpr float kLog2[] = {0.693145752F, 1.42860677e-06F};
  static constexpr float kGeluLinear[] = {-1.59576917F, 4.53406805e-08F};    // -2 sqrt(2 / pi)
  static constexpr float kGeluCubic[] = {-0.0713548139F, -2.39883247e-09F};  // and 0.044715 times that
  static constexpr float kTanhEnd = 10, kSigmoidEnd = 105, kSiluEnd = 110, kGeluErfEnd = 14.5F, kGeluTanhEnd = 11;
};

template <>
struct Fit<double> {
  static constexpr double kExp[] = {0.50000000000000044,    0.16666666666666685,    0.041666666666580227,
                                    0.0083333333333155089,  0.0013888888930836027,  0.00019841269901445702,
                                    2.4801505830611899e-05, 2.7557229049825733e-06, 2.7625907917092824e-07,
                                    2.5114212698027312e-08};
  static constexpr double kTail[] = {
      0.18882128260393788,    -0.15197416049297302,    0.096784350185554785,    -0.046630464489916916,
      0.015099143722670971,   -0.0018850472415905398,  -0.00086992309048810907, 0.00040770461304348381,
      3.3336062972298634e-05, -5.7773723586745681e-05, -4.769655613382399e-07,  8.7861303330919313e-06,
      1.7875827494814939e-07, -1.4799633802795278e-06, -1.5633254219036698e-07, 2.553825723836611e-07,
      6.6058585233459697e-08, -3.9043848868041197e-08, -1.9296952505048026e-08, 3.9428972825271956e-09,
      3.6340000082763797e-09, -6.1979927466544527e-11, -2.8888202347950949e-10};
  static constexpr double kLog2E = 1.4426950408889634;
  static constexpr double kLog2[] = {0.69314718055966296, 2.8235290563031577e-13};
  static constexpr double kGeluLinear[] = {-1.5957691216057308, 9.9693088091109202e-17};
  static constexpr double kGeluCubic[] = {-0.071354816272600249, 6.175149918155315e-19};
  static constexpr double kTanhEnd = 20, kSigmoidEnd = 746, kSiluEnd = 753, kGeluErfEnd = 39, kGeluTanhEnd = 22;
};

template <class O, int kCount>
[[gnu::always_inline]] inline typename O::Reg polynomial(typename O::Reg x, const typename O::Elem (&c)[kCount]) {
  typename O::Reg sum = O::splat(c[kCount - 1]);
#pragma GCC unroll 32
  for (int i = kCount - 2; i >= 0; --i) sum = O::fma(sum, x, O::splat(c[i]));
  return sum;
}

// e^(u + du) = (1 + less_one) * 2^exponent, for u <= 0 and a du that is small beside it. An error of u is a relative
// error of the result, hence the second part.
template <class O>
struct Exponential {
  typename O::Reg less_one, exponent;

  [[gnu::always_inline]] explicit Exponential(typename O::Reg u, typename O::Reg du = O::zero()) {
    using F = Fit<typename O::Elem>;
    exponent = O::round(O::mul(u, O::splat(F::kLog2E)));
    const typename O::Reg rest = O::fnma(exponent, O::splat(F::kLog2[1]), du);
    const typename O::Reg r = O::add(O::fnma(exponent, O::splat(F::kLog2[0]), u), rest);
    less_one = O::fma(polynomial<O>(r, F::kExp), O::mul(r, r), r);
  }
  // (a + da) * e^(u + du), rounded once below the normal numbers.
  [[gnu::always_inline]] typename O::Reg times(typename O::Reg a, typename O::Reg da) const {
    return O::scale(O::add(a, O::fma(a, less_one, da)), exponent);
  }
  [[gnu::always_inline]] typename O::Reg times(typename O::Reg a) const {
    return O::scale(O::fma(a, less_one, a), exponent);
  }
};

// |x|, but no more than `end`; of a NaN a NaN.
template <class O>
[[gnu::always_inline]] inline typename O::Reg magnitude(typename O::Reg x, typename O::Elem end) {
  return O::min(O::splat(end), O::abs(x));
}

// x * F(x), where the tail is |x| * F(-|x|).
template <class O>
[[gnu::always_inline]] inline typename O::Reg gated(typename O::Reg x, typename O::Reg tail) {
  return O::with_sign(O::sub(O::max(O::zero(), x), tail), x);
}

// 1 / (1 + e^-x)
template <class O>
[[gnu::always_inline]] inline typename O::Reg sigmoid(typename O::Reg x) {
  const typename O::Reg t = magnitude<O>(x, Fit<typename O::Elem>::kSigmoidEnd), one = O::splat(1);
  const Exponential<O> e(O::sub(O::zero(), t));
  const typename O::Reg tail = e.times(O::div(one, O::add(one, e.times(one))));
  return O::if_positive(x, O::sub(one, tail), tail);
}

// -m / (2 + m) with m = e^(-2 |x|) - 1, which keeps its digits near zero.
template <class O>
[[gnu::always_inline]] inline typename O::Reg tanh(typename O::Reg x) {
  const typename O::Reg t = magnitude<O>(x, Fit<typename O::Elem>::kTanhEnd), one = O::splat(1);
  const Exponential<O> e(O::mul(O::splat(-2), t));
  const typename O::Reg power = O::scale(one, e.exponent);
  const typename O::Reg m = O::fma(e.less_one, power, O::sub(power, one));
  return O::with_sign(O::div(m, O::add(O::splat(2), m)), x);
}

// x / (1 + e^-v) for t = |x| and u + du = -|v|, v of the sign of x.
template <class O>
[[gnu::always_inline]] inline typename O::Reg by_sigmoid(typename O::Reg x, typename O::Reg t,
                                                         const Exponential<O> &e) {
  const typename O::Reg one = O::splat(1);
  return gated<O>(x, e.times(O::div(t, O::add(one, e.times(one)))));
}

template <class O>
[[gnu::always_inline]] inline typename O::Reg silu(typename O::Reg x) {
  const typename O::Reg t = magnitude<O>(x, Fit<typename O::Elem>::kSiluEnd);
  return by_sigmoid<O>(x, t, Exponential<O>(O::sub(O::zero(), t)));
}

// x / 2 * (1 + tanh(w)) = x / (1 + e^-2w), and 2w = x (2 sqrt(2 / pi) + 0.044715 * 2 sqrt(2 / pi) x^2) in two parts.
template <class O>
[[gnu::always_inline]] inline typename O::Reg gelu_tanh(typename O::Reg x) {
  using F = Fit<typename O::Elem>;
  using Reg = typename O::Reg;
  const Reg t = magnitude<O>(x, F::kGeluTanhEnd);
  const Reg linear = O::splat(F::kGeluLinear[0]), cubic = O::splat(F::kGeluCubic[0]);
  const Reg square = O::mul(t, t), d_square = O::mul_error(t, t, square);
  const Reg product = O::mul(cubic, square);
  const Reg d_product =
      O::fma(cubic, d_square, O::fma(O::splat(F::kGeluCubic[1]), square, O::mul_error(cubic, square, product)));
  const Reg sum = O::add(product, linear), back = O::sub(sum, product);
  const Reg d_sum = O::add(O::sub(product, O::sub(sum, back)), O::sub(linear, back));  // Knuth's two-sum
  const Reg d_factor = O::add(O::add(d_sum, O::splat(F::kGeluLinear[1])), d_product);
  const Reg u = O::mul(t, sum);
  return by_sigmoid<O>(x, t, Exponential<O>(u, O::fma(t, d_factor, O::mul_error(t, sum, u))));
}

// x / 2 * (1 + erf(x / sqrt(2))) = x F(x), F of the normal distribution.
template <class O>
[[gnu::always_inline]] inline typename O::Reg gelu_erf(typename O::Reg x) {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  const Reg t = magnitude<O>(x, Fit<T>::kGeluErfEnd), half = O::splat(T(0.5)), quarter = O::splat(T(0.25));
  const Reg minus_half_t = O::mul(O::splat(T(-0.5)), t), u = O::mul(t, minus_half_t);
  const Exponential<O> e(u, O::mul_error(t, minus_half_t, u));
  // t / (1 + t / 4) is ratio + d_ratio: the remainder of the division, divided as 1 / (1 + t / 4) = 1 - ratio / 4.
  const Reg one = O::splat(1), minus_one = O::splat(-1);
  const Reg divisor = O::fma(quarter, t, one), d_divisor = O::fma(quarter, t, O::sub(one, divisor));
  const Reg ratio = O::div(t, divisor);
  const Reg excess = O::fma(ratio, d_divisor, O::mul_error(ratio, divisor, t));
  const Reg d_ratio = O::mul(excess, O::fma(quarter, ratio, minus_one));
  const Reg place = O::fma(half, d_ratio, O::fma(half, ratio, minus_one));
  const Reg factor = polynomial<O>(place, Fit<T>::kTail);
  return gated<O>(x, e.times(O::mul(factor, ratio), O::mul(factor, d_ratio)));
}

template <class O>
struct ActivationParams {
  typename O::Reg first, second;
};

// x after activation.
template <class O, gk_activation kAct>
[[gnu::always_inline]] inline typename O::Reg activate(typename O::Reg x, const ActivationParams<O> &params) {
  if constexpr (kAct == GK_ACT_RELU) return O::max(x, O::zero());
  if constexpr (kAct == GK_ACT_LEAKY_RELU) return O::if_positive(x, x, O::mul(params.first, x));
  if constexpr (kAct == GK_ACT_CLIP) return O::min(params.second, O::max(params.first, x));
  if constexpr (kAct == GK_ACT_SIGMOID) return sigmoid<O>(x);
  if constexpr (kAct == GK_ACT_TANH) return tanh<O>(x);
  if constexpr (kAct == GK_ACT_SILU) return silu<O>(x);
  if constexpr (kAct == GK_ACT_GELU_ERF) return gelu_erf<O>(x);
  if constexpr (kAct == GK_ACT_GELU_TANH) return gelu_tanh<O>(x);
  return x;
}

}  // namespace
}  // namespace gk::kernels
