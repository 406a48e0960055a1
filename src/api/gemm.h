// The plain product: one template for all families.
#pragma once

#include "api/entry.h"
#include "dispatch/route.h"

namespace gk {

// The common end of both tiers: everything the caller can get wrong about views is behind us. Inlined so that the
// arguments of an unchecked call go straight into the task: for the smallest products that is a good part of the time.
template <class F>
[[gnu::always_inline]] inline gemmkit_status execute(int64_t m, int64_t n, int64_t k, typename F::Scalar alpha, Input a,
                                                     Input b, typename F::Scalar beta, Output c, int32_t conj,
                                                     const gk_epilogue *epilogue, const ExecOptions &options) {
  Task task;
  set_product(&task, m, n, k, &alpha, a, b, &beta, c, conj, epilogue);
  task.threads = options.threads;
  task.workspace = options.workspace;
  gemmkit_status status = to_byte_strides(&task, task.alpha_is_zero, F::sizes);
  if (status != GEMMKIT_OK) [[unlikely]]
    return status;
  task.kernel = selected_kernel(F::elem, &status);
  if (task.kernel == nullptr) [[unlikely]]
    return status;
  run(task);
  return GEMMKIT_OK;
}

// Out of line: plain products need no stack for it.
template <class F, class E>
[[gnu::noinline]] gemmkit_status execute_fused(int64_t m, int64_t n, int64_t k, typename F::Scalar alpha, Input a,
                                               Input b, typename F::Scalar beta, Output c, int32_t conj, const E *given,
                                               const ExecOptions &options) {
  Epilogue<E> epilogue;
  const gemmkit_status status = epilogue.read(given, m, n);
  if (status != GEMMKIT_OK) return status;
  return execute<F>(m, n, k, alpha, a, b, beta, c, conj, epilogue.in_force(), options);
}

template <class F, class E>
[[gnu::always_inline]] inline gemmkit_status gemm_unchecked(int64_t m, int64_t n, int64_t k, typename F::Passed alpha,
                                                            Input a, Input b, typename F::Passed beta, Output c,
                                                            int32_t conj, const E *epilogue, const gemmkit_exec *exec) {
  ExecOptions options;
  gemmkit_status status = read_options<F>(alpha, beta, exec, &options);
  if (status != GEMMKIT_OK) [[unlikely]]
    return status;
  if (epilogue != nullptr) [[unlikely]]
    return execute_fused<F>(m, n, k, F::value(alpha), a, b, F::value(beta), c, conj, epilogue, options);
  return execute<F>(m, n, k, F::value(alpha), a, b, F::value(beta), c, conj, nullptr, options);
}

template <class F, class InputView, class OutputView, class E>
gemmkit_status gemm_checked(typename F::Passed alpha, const InputView *a, const InputView *b, typename F::Passed beta,
                            const OutputView *c, int32_t conj, const E *given, const gemmkit_exec *exec) {
  gemmkit_status status = check_given(a, b, c);
  if (status != GEMMKIT_OK) return status;
  ExecOptions options;
  status = read_options<F>(alpha, beta, exec, &options);
  if (status != GEMMKIT_OK) return status;
  status = check_views(erase(*a, "A"), erase(*b, "B"), erase(*c, "C"), is(F::value(alpha), 0));
  Epilogue<E> epilogue;
  if (status == GEMMKIT_OK) status = epilogue.read(given, c->rows, c->cols);
  if (status == GEMMKIT_OK) status = epilogue.check_overlaps(erase(*c, "C"));
  if (status != GEMMKIT_OK) return status;
  return execute<F>(c->rows, c->cols, a->cols, F::value(alpha), {a->data, a->rs, a->cs}, {b->data, b->rs, b->cs},
                    F::value(beta), {c->data, c->rs, c->cs}, conj, epilogue.in_force(), options);
}

}  // namespace gk
