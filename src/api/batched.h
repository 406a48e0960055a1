// Batches of one shape: one template for all families.
#pragma once

#include "api/entry.h"
#include "batch/batch.h"

#include <inttypes.h>

namespace gk {

inline gemmkit_status check_batch(int64_t batch) {
  if (batch < 0) return fail(GEMMKIT_ERR_SHAPE, "negative batch (%" PRId64 ")", batch);
  return GEMMKIT_OK;
}

template <class F>
gemmkit_status execute_batch(int64_t batch, int64_t m, int64_t n, int64_t k, typename F::Scalar alpha, Input a, Input b,
                             typename F::Scalar beta, Output c, Steps steps, int32_t conj, const gk_epilogue *epilogue,
                             const ExecOptions &options) {
  Task first;
  set_product(&first, m, n, k, &alpha, a, b, &beta, c, conj, epilogue);
  first.threads = options.threads;
  first.workspace = options.workspace;
  gemmkit_status status = to_byte_strides(&first, first.alpha_is_zero, F::sizes);
  if (status != GEMMKIT_OK) return status;
  if (batch == 0) return GEMMKIT_OK;
  status = to_byte_steps(first, batch, F::sizes, &steps);
  steps.residual = epilogue != nullptr ? epilogue->residual_step : 0;
  if (status != GEMMKIT_OK) return status;
  first.kernel = selected_kernel(F::elem, &status);
  if (first.kernel == nullptr) return status;
  if (m != 0 && n != 0) run_batch(first, steps, batch);
  return GEMMKIT_OK;
}

template <class F, class E>
gemmkit_status batched_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, typename F::Passed alpha, Input a,
                                 Input b, typename F::Passed beta, Output c, const Steps &steps, int32_t conj,
                                 const E *given, const gemmkit_exec *exec) {
  ExecOptions options;
  gemmkit_status status = read_options<F>(alpha, beta, exec, &options);
  if (status == GEMMKIT_OK) status = check_batch(batch);
  Epilogue<E> epilogue;
  if (status == GEMMKIT_OK) status = epilogue.read(given, m, n, batch);
  if (status != GEMMKIT_OK) return status;
  return execute_batch<F>(batch, m, n, k, F::value(alpha), a, b, F::value(beta), c, steps, conj, epilogue.in_force(),
                          options);
}

template <class F, class InputView, class OutputView, class E>
gemmkit_status batched_checked(int64_t batch, typename F::Passed alpha, const InputView *a, const InputView *b,
                               typename F::Passed beta, const OutputView *c, Steps steps, int32_t conj, const E *given,
                               const gemmkit_exec *exec) {
  gemmkit_status status = check_given(a, b, c);
  if (status != GEMMKIT_OK) return status;
  ExecOptions options;
  status = read_options<F>(alpha, beta, exec, &options);
  if (status == GEMMKIT_OK) status = check_batch(batch);
  if (status != GEMMKIT_OK) return status;
  auto view = [batch](const auto &v, const char *name, int64_t step) {
    MatrixView erased = erase(v, name);
    erased.batch = batch;
    // The stride from the only entry to the next is never taken.
    erased.bs = batch > 1 ? step : 0;
    return erased;
  };
  status = check_views(view(*a, "A", steps.a), view(*b, "B", steps.b), view(*c, "C", steps.c), is(F::value(alpha), 0));
  Epilogue<E> epilogue;
  if (status == GEMMKIT_OK) status = epilogue.read(given, c->rows, c->cols, batch);
  if (status == GEMMKIT_OK) status = epilogue.check_overlaps(view(*c, "C", steps.c));
  if (status != GEMMKIT_OK) return status;
  return execute_batch<F>(batch, c->rows, c->cols, a->cols, F::value(alpha), {a->data, a->rs, a->cs},
                          {b->data, b->rs, b->cs}, F::value(beta), {c->data, c->rs, c->cs}, steps, conj,
                          epilogue.in_force(), options);
}

}  // namespace gk
