// The native entries under one name for all element types.
#pragma once

#include "abi/private.h"
#include "base/checked.h"
#include "blas/names.h"
#include "blas/types.h"
#include "gemmkit.h"

#include <stdint.h>

namespace gk::blas {

// Whether a scalar is the given real number.
template <class T>
bool is(const T &x, int real) {
  if constexpr (kComplex<T>) {
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

// A stride in bytes. Leading dimensions and increments of 64 bits may be beyond all memory: taken once, which the
// engine refuses, or never taken, when kernels still multiply them by the columns of a tile. Neither must wrap around.
template <class T>
inline int64_t bytes(int64_t stride) {
  constexpr int64_t kMost = kMostBytes / static_cast<int64_t>(sizeof(T));
  if constexpr (sizeof(Int) == 8) stride = stride > kMost ? kMost : stride < -kMost ? -kMost : stride;
  return stride * static_cast<int64_t>(sizeof(T));
}

// A product of the elements `elem`.
template <class T, class In, gk_elem kElem>
struct Product {
  [[gnu::always_inline]] static gemmkit_status gemm(int64_t m, int64_t n, int64_t k, const T &alpha,
                                                    const Operand<In> &a, const Operand<In> &b, const T &beta, T *c,
                                                    int64_t rsc, int64_t csc) {
    return call(gemmkit_private_gemm, m, n, k, alpha, a, b, beta, c, rsc, csc);
  }
  // Operands by value: a caller that inlines gemm() would else keep them in memory for this one's sake.
  [[gnu::noinline]] static gemmkit_status gemm_in_order(int64_t m, int64_t n, int64_t k, T alpha, Operand<In> a,
                                                        Operand<In> b, T beta, T *c, int64_t rsc, int64_t csc) {
    return call(gemmkit_private_gemm_in_order, m, n, k, alpha, a, b, beta, c, rsc, csc);
  }
  // part: gk_part
  [[gnu::noinline]] static gemmkit_status gemm_part(int32_t part, int64_t n, int64_t k, const T &alpha,
                                                    const Operand<In> &a, const Operand<In> &b, const T &beta, T *c,
                                                    int64_t ldc) {
    const auto run = [part](int32_t elem, const gk_product *p, bool, bool beta_is_one) {
      return gemmkit_private_gemm_part(elem, p, beta_is_one, part);
    };
    return call(run, n, n, k, alpha, a, b, beta, c, 1, ldc);
  }

 private:
  template <class Run>
  [[gnu::always_inline]] static gemmkit_status call(Run run, int64_t m, int64_t n, int64_t k, const T &alpha,
                                                    const Operand<In> &a, const Operand<In> &b, const T &beta, T *c,
                                                    int64_t rsc, int64_t csc) {
    gk_product p;
    p.m = m, p.n = n, p.k = k;
    p.a = {a.data, bytes<In>(a.rs), bytes<In>(a.cs)};
    p.b = {b.data, bytes<In>(b.rs), bytes<In>(b.cs)};
    p.c = {c, bytes<T>(rsc), bytes<T>(csc)};
    p.alpha = &alpha, p.beta = &beta;
    p.conj = 0;
    if constexpr (requires { alpha.im; }) p.conj = (a.conj ? GK_CONJ_A : 0) | (b.conj ? GK_CONJ_B : 0);
    return run(kElem, &p, is(alpha, 0), is(beta, 1));
  }
};

template <class T, gk_elem kElem, auto Batched, auto Grouped, class RawProblem>
struct RealNative : Product<T, T, kElem> {
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

template <class T, gk_elem kElem, auto Batched, auto Grouped, class RawProblem>
struct ComplexNative : Product<T, T, kElem> {
  using Problem = RawProblem;
  static constexpr auto grouped = Grouped;
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
struct Native<float> : RealNative<float, GK_F32, gemmkit_gemm_batched_f32_unchecked, gemmkit_gemm_grouped_f32_unchecked,
                                  gemmkit_raw_problem_f32> {};
template <>
struct Native<double> : RealNative<double, GK_F64, gemmkit_gemm_batched_f64_unchecked,
                                   gemmkit_gemm_grouped_f64_unchecked, gemmkit_raw_problem_f64> {};
template <>
struct Native<gemmkit_c32> : ComplexNative<gemmkit_c32, GK_C32, gemmkit_gemm_batched_c32_unchecked,
                                           gemmkit_gemm_grouped_c32_unchecked, gemmkit_raw_problem_c32> {};
template <>
struct Native<gemmkit_c64> : ComplexNative<gemmkit_c64, GK_C64, gemmkit_gemm_batched_c64_unchecked,
                                           gemmkit_gemm_grouped_c64_unchecked, gemmkit_raw_problem_c64> {};
template <>
struct Native<float, gemmkit_bf16> : Product<float, gemmkit_bf16, GK_BF16_F32> {};

}  // namespace gk::blas
