// What the typed product entries share.
#pragma once

#include "abi/elem.h"
#include "api/validate.h"
#include "base/error.h"
#include "dispatch/select.h"
#include "driver/task.h"

#include <type_traits>

namespace gk {

template <class T>
inline constexpr gk_elem kElem = std::is_same_v<T, float> ? GK_F32 : GK_F64;

[[gnu::noinline, gnu::cold]] inline gemmkit_status refuse_epilogue() {
  return fail(GEMMKIT_ERR_UNSUPPORTED, "epilogues are not in this build; pass NULL");
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
template <class T>
[[gnu::always_inline]] inline void set_product(Task *task, int64_t m, int64_t n, int64_t k, const T *alpha, Input a,
                                               Input b, const T *beta, Output c) {
  task->m = m, task->n = n, task->k = k;
  task->a = a, task->b = b, task->c = c;
  task->conj = 0;
  task->epilogue = nullptr;
  task->turned = 0;
  task->alpha = alpha, task->beta = beta;
  task->alpha_is_zero = *alpha == 0;
  task->beta_is_one = *beta == 1;
}

}  // namespace gk
