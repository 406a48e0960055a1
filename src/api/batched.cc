// Batches of one shape.
#include "api/entry.h"
#include "api/exec.h"
#include "api/lower.h"
#include "batch/batch.h"

#include <inttypes.h>

namespace gk {
namespace {

// What both tiers check of a call before they look at views or sizes.
gemmkit_status read_call(int64_t batch, bool has_epilogue, const gemmkit_exec *exec, ExecOptions *options) {
  if (exec != nullptr) {
    if (gemmkit_status status = read_exec(*exec, options); status != GEMMKIT_OK) return status;
  }
  if (has_epilogue) return refuse_epilogue();
  if (batch < 0) return fail(GEMMKIT_ERR_SHAPE, "negative batch (%" PRId64 ")", batch);
  return GEMMKIT_OK;
}

template <class T>
gemmkit_status execute(int64_t batch, int64_t m, int64_t n, int64_t k, const T &alpha, Input a, Input b, const T &beta,
                       Output c, Steps steps, const ExecOptions &options) {
  Task first;
  set_product(&first, m, n, k, &alpha, a, b, &beta, c);
  first.threads = options.threads;
  first.workspace = options.workspace;
  gemmkit_status status = to_byte_strides(&first, {sizeof(T), sizeof(T)});
  if (status != GEMMKIT_OK) return status;
  if (batch == 0) return GEMMKIT_OK;
  status = to_byte_steps(first, batch, {sizeof(T), sizeof(T)}, &steps);
  if (status != GEMMKIT_OK) return status;
  first.kernel = selected_kernel(kElem<T>, &status);
  if (first.kernel == nullptr) return status;
  if (m != 0 && n != 0) run_batch(first, steps, batch);
  return GEMMKIT_OK;
}

template <class T>
gemmkit_status batched_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, T alpha, Input a, Input b, T beta,
                                 Output c, const Steps &steps, bool has_epilogue, const gemmkit_exec *exec) {
  ExecOptions options;
  if (gemmkit_status status = read_call(batch, has_epilogue, exec, &options); status != GEMMKIT_OK) return status;
  return execute(batch, m, n, k, alpha, a, b, beta, c, steps, options);
}

template <class T, class InputView, class OutputView>
gemmkit_status batched_checked(int64_t batch, T alpha, const InputView *a, const InputView *b, T beta,
                               const OutputView *c, Steps steps, bool has_epilogue, const gemmkit_exec *exec) {
  gemmkit_status status = check_given(a, b, c);
  if (status != GEMMKIT_OK) return status;
  ExecOptions options;
  status = read_call(batch, has_epilogue, exec, &options);
  if (status != GEMMKIT_OK) return status;
  auto view = [batch](const auto &v, const char *name, int64_t step) {
    MatrixView erased = erase(v, name);
    erased.batch = batch;
    // The stride from the only entry to the next is never taken.
    erased.bs = batch > 1 ? step : 0;
    return erased;
  };
  status = check_views(view(*a, "A", steps.a), view(*b, "B", steps.b), view(*c, "C", steps.c), alpha == 0);
  if (status != GEMMKIT_OK) return status;
  return execute(batch, c->rows, c->cols, a->cols, alpha, {a->data, a->rs, a->cs}, {b->data, b->rs, b->cs}, beta,
                 {c->data, c->rs, c->cs}, steps, options);
}

}  // namespace
}  // namespace gk

extern "C" {

gemmkit_status gemmkit_gemm_batched_f32(int64_t batch, float alpha, const gemmkit_cview_f32 *a, int64_t a_batch,
                                        const gemmkit_cview_f32 *b, int64_t b_batch, float beta,
                                        const gemmkit_view_f32 *c, int64_t c_batch,
                                        const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, epilogue != nullptr, exec);
}

gemmkit_status gemmkit_gemm_batched_f64(int64_t batch, double alpha, const gemmkit_cview_f64 *a, int64_t a_batch,
                                        const gemmkit_cview_f64 *b, int64_t b_batch, double beta,
                                        const gemmkit_view_f64 *c, int64_t c_batch,
                                        const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_checked(batch, alpha, a, b, beta, c, {a_batch, b_batch, c_batch}, epilogue != nullptr, exec);
}

gemmkit_status gemmkit_gemm_batched_f32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, float alpha,
                                                  const float *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                  const float *b, int64_t rsb, int64_t csb, int64_t b_batch, float beta,
                                                  float *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                  const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_unchecked(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                               {a_batch, b_batch, c_batch}, epilogue != nullptr, exec);
}

gemmkit_status gemmkit_gemm_batched_f64_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k, double alpha,
                                                  const double *a, int64_t rsa, int64_t csa, int64_t a_batch,
                                                  const double *b, int64_t rsb, int64_t csb, int64_t b_batch,
                                                  double beta, double *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                  const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec) {
  return gk::batched_unchecked(batch, m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc},
                               {a_batch, b_batch, c_batch}, epilogue != nullptr, exec);
}

}  // extern "C"
