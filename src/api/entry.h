// What the typed product entries share: their element families, and the first steps of every call.
#pragma once

#include "abi/elem.h"
#include "api/epilogue.h"
#include "api/exec.h"
#include "api/lower.h"
#include "api/validate.h"
#include "base/error.h"
#include "dispatch/select.h"
#include "driver/task.h"

#include <type_traits>

namespace gk {

// A family of entries: the kernels behind it and the types in its signatures. `Passed` is how alpha and beta arrive,
// `Scalar` what the kernels read.
template <gk_elem Elem, class InputType, class OutputType, class ScalarType, class PassedType = ScalarType>
struct Family {
  static constexpr gk_elem elem = Elem;
  static constexpr ElemSizes sizes = {sizeof(InputType), sizeof(OutputType)};
  using Scalar = ScalarType;
  using Passed = PassedType;
  static constexpr bool by_pointer = !std::is_same_v<Scalar, Passed>;

  // Always a copy: C may be written while the scalar is in use.
  static Scalar value(const Passed &passed) {
    if constexpr (by_pointer) {
      return *passed;
    } else {
      return passed;
    }
  }
};
using F32 = Family<GK_F32, float, float, float>;
using F64 = Family<GK_F64, double, double, double>;
using F16 = Family<GK_F16, gemmkit_f16, gemmkit_f16, float>;
using BF16 = Family<GK_BF16, gemmkit_bf16, gemmkit_bf16, float>;
using F16F32 = Family<GK_F16_F32, gemmkit_f16, float, float>;
using BF16F32 = Family<GK_BF16_F32, gemmkit_bf16, float, float>;
using I8 = Family<GK_I8, int8_t, int32_t, int32_t>;
using C32 = Family<GK_C32, gemmkit_c32, gemmkit_c32, gemmkit_c32, const gemmkit_c32 *>;
using C64 = Family<GK_C64, gemmkit_c64, gemmkit_c64, gemmkit_c64, const gemmkit_c64 *>;

// Whether a scalar is the given real number.
template <class Scalar>
bool is(const Scalar &x, int real) {
  if constexpr (requires { x.im; }) {
    return x.re == real && x.im == 0;
  } else {
    return x == real;
  }
}

inline int32_t conj_of(int conj_a, int conj_b) { return (conj_a ? GK_CONJ_A : 0) | (conj_b ? GK_CONJ_B : 0); }

// What both tiers check of a call before they look at views or sizes.
template <class F>
[[gnu::always_inline]] inline gemmkit_status read_options(const typename F::Passed &alpha,
                                                          const typename F::Passed &beta, const gemmkit_exec *exec,
                                                          ExecOptions *options) {
  if (exec != nullptr) {
    if (gemmkit_status status = read_exec(*exec, options); status != GEMMKIT_OK) return status;
  }
  if constexpr (F::by_pointer) {
    if (alpha == nullptr || beta == nullptr) {
      return fail(GEMMKIT_ERR_ARGUMENT, "%s is null", alpha == nullptr ? "alpha" : "beta");
    }
  }
  return GEMMKIT_OK;
}

template <class View>
MatrixView erase(const View &v, const char *name) {
  return {v.data, sizeof *v.data, v.len, v.rows, v.cols, v.rs, v.cs, name};
}

// A null view pointer among the three. GEMMKIT_ERR_ARGUMENT.
template <class InputView, class OutputView>
gemmkit_status check_given(const InputView *a, const InputView *b, const OutputView *c) {
  if (a != nullptr && b != nullptr && c != nullptr) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_ARGUMENT, "the view of %s is null", a == nullptr ? "A" : b == nullptr ? "B" : "C");
}

// A task without kernel, threads and workspace; its strides still count elements, its scalars are the caller's. Not an
// initializer list: the compiler would clear the whole struct first, padding and all.
template <class Scalar>
[[gnu::always_inline]] inline void set_product(Task *task, int64_t m, int64_t n, int64_t k, const Scalar *alpha,
                                               Input a, Input b, const Scalar *beta, Output c, int32_t conj,
                                               const gk_epilogue *epilogue) {
  task->m = m, task->n = n, task->k = k;
  task->a = a, task->b = b, task->c = c;
  task->conj = conj;
  task->epilogue = epilogue;
  task->turned = 0;
  task->part = GK_ALL;
  task->residual = epilogue != nullptr ? epilogue->residual : nullptr;
  task->alpha = alpha, task->beta = beta;
  task->alpha_is_zero = is(*alpha, 0);
  task->beta_is_one = is(*beta, 1);
}

}  // namespace gk
