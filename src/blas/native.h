// The native entries under one name for all element types.
#pragma once

#include "gemmkit.h"

#include <stdint.h>

namespace gk::blas {

// Whether a scalar is the given real number.
template <class T>
bool is(const T &x, int real) {
  if constexpr (requires { x.im; }) {
    return x.re == real && x.im == 0;
  } else {
    return x == real;
  }
}

// op(A) or op(B) as the native entries take it.
template <class T>
struct Operand {
  const T *data;
  int64_t rs, cs;
  bool conj;  // only complex elements have a conjugate
};

// T: the type of C and the scalars. In: of A and B.
template <class T, class In = T>
struct Native;

template <class T, class In, auto Gemm>
struct RealGemm {
  static gemmkit_status gemm(int64_t m, int64_t n, int64_t k, T alpha, const Operand<In> &a, const Operand<In> &b,
                             T beta, T *c, int64_t rsc, int64_t csc) {
    return Gemm(m, n, k, alpha, a.data, a.rs, a.cs, b.data, b.rs, b.cs, beta, c, rsc, csc, nullptr, nullptr);
  }
};

template <class T, auto Gemm, auto Batched, auto Grouped, class RawProblem>
struct RealNative : RealGemm<T, T, Gemm> {
  using Problem = RawProblem;
  static constexpr auto grouped = Grouped;
  static gemmkit_status batched(int64_t batch, int64_t m, int64_t n, int64_t k, T alpha, const Operand<T> &a,
                                int64_t a_step, const Operand<T> &b, int64_t b_step, T beta, T *c, int64_t rsc,
                                int64_t csc, int64_t c_step) {
    return Batched(batch, m, n, k, alpha, a.data, a.rs, a.cs, a_step, b.data, b.rs, b.cs, b_step, beta, c, rsc, csc,
                   c_step, nullptr, nullptr);
  }
  static Problem problem(int64_t m, int64_t n, int64_t k, T alpha, const Operand<T> &a, const Operand<T> &b, T beta,
                         T *c, int64_t rsc, int64_t csc) {
    return {m, n, k, alpha, a.data, a.rs, a.cs, b.data, b.rs, b.cs, beta, c, rsc, csc};
  }
};

template <class T, auto Gemm, auto Batched, auto Grouped, class RawProblem>
struct ComplexNative {
  using Problem = RawProblem;
  static constexpr auto grouped = Grouped;
  static gemmkit_status gemm(int64_t m, int64_t n, int64_t k, T alpha, const Operand<T> &a, const Operand<T> &b, T beta,
                             T *c, int64_t rsc, int64_t csc) {
    return Gemm(m, n, k, &alpha, a.data, a.rs, a.cs, a.conj, b.data, b.rs, b.cs, b.conj, &beta, c, rsc, csc, nullptr,
                nullptr);
  }
  static gemmkit_status batched(int64_t batch, int64_t m, int64_t n, int64_t k, T alpha, const Operand<T> &a,
                                int64_t a_step, const Operand<T> &b, int64_t b_step, T beta, T *c, int64_t rsc,
                                int64_t csc, int64_t c_step) {
    return Batched(batch, m, n, k, &alpha, a.data, a.rs, a.cs, a.conj, a_step, b.data, b.rs, b.cs, b.conj, b_step,
                   &beta, c, rsc, csc, c_step, nullptr, nullptr);
  }
  static Problem problem(int64_t m, int64_t n, int64_t k, T alpha, const Operand<T> &a, const Operand<T> &b, T beta,
                         T *c, int64_t rsc, int64_t csc) {
    return {m, n, k, alpha, a.data, a.rs, a.cs, a.conj, b.data, b.rs, b.cs, b.conj, beta, c, rsc, csc};
  }
};

template <>
struct Native<float> : RealNative<float, gemmkit_gemm_f32_unchecked, gemmkit_gemm_batched_f32_unchecked,
                                  gemmkit_gemm_grouped_f32_unchecked, gemmkit_raw_problem_f32> {};
template <>
struct Native<double> : RealNative<double, gemmkit_gemm_f64_unchecked, gemmkit_gemm_batched_f64_unchecked,
                                   gemmkit_gemm_grouped_f64_unchecked, gemmkit_raw_problem_f64> {};
template <>
struct Native<gemmkit_c32> : ComplexNative<gemmkit_c32, gemmkit_gemm_c32_unchecked, gemmkit_gemm_batched_c32_unchecked,
                                           gemmkit_gemm_grouped_c32_unchecked, gemmkit_raw_problem_c32> {};
template <>
struct Native<gemmkit_c64> : ComplexNative<gemmkit_c64, gemmkit_gemm_c64_unchecked, gemmkit_gemm_batched_c64_unchecked,
                                           gemmkit_gemm_grouped_c64_unchecked, gemmkit_raw_problem_c64> {};
template <>
struct Native<float, gemmkit_bf16> : RealGemm<float, gemmkit_bf16, gemmkit_gemm_bf16_f32_unchecked> {};

}  // namespace gk::blas
