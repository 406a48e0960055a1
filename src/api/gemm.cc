// The plain product entries: one template, one typed shell per C function.
#include "api/entry.h"
#include "api/exec.h"
#include "api/lower.h"
#include "dispatch/route.h"

namespace gk {
namespace {

// The common end of both tiers: everything the caller can get wrong about views is behind us. Inlined so that the
// arguments of an unchecked call go straight into the task: for the smallest products that is a good part of the time.
template <class T>
[[gnu::always_inline]] inline gemmkit_status execute(int64_t m, int64_t n, int64_t k, T alpha, Input a, Input b, T beta,
                                                     Output c, const ExecOptions &options) {
  Task task;
  set_product(&task, m, n, k, &alpha, a, b, &beta, c);
  task.threads = options.threads;
  task.workspace = options.workspace;
  gemmkit_status status = to_byte_strides(&task, {sizeof(T), sizeof(T)});
  if (status != GEMMKIT_OK) [[unlikely]]
    return status;
  task.kernel = selected_kernel(kElem<T>, &status);
  if (task.kernel == nullptr) [[unlikely]]
    return status;
  run(task);
  return GEMMKIT_OK;
}

template <class T>
[[gnu::always_inline]] inline gemmkit_status gemm_unchecked(int64_t m, int64_t n, int64_t k, T alpha, Input a, Input b,
                                                            T beta, Output c, bool has_epilogue,
                                                            const gemmkit_exec *exec) {
  ExecOptions options;
  if (exec != nullptr) {
    if (gemmkit_status status = read_exec(*exec, &options); status != GEMMKIT_OK) return status;
  }
  if (has_epilogue) [[unlikely]]
    return refuse_epilogue();
  return execute(m, n, k, alpha, a, b, beta, c, options);
}

template <class T, class InputView, class OutputView>
gemmkit_status gemm_checked(T alpha, const InputView *a, const InputView *b, T beta, const OutputView *c,
                            bool has_epilogue, const gemmkit_exec *exec) {
  gemmkit_status status = check_given(a, b, c);
  if (status != GEMMKIT_OK) return status;
  ExecOptions options;
  if (exec != nullptr) status = read_exec(*exec, &options);
  if (status != GEMMKIT_OK) return status;
  if (has_epilogue) return refuse_epilogue();
  status = check_views(erase(*a, "A"), erase(*b, "B"), erase(*c, "C"), alpha == 0);
  if (status != GEMMKIT_OK) return status;
  return execute(c->rows, c->cols, a->cols, alpha, {a->data, a->rs, a->cs}, {b->data, b->rs, b->cs}, beta,
                 {c->data, c->rs, c->cs}, options);
}

}  // namespace
}  // namespace gk

extern "C" {

gemmkit_status gemmkit_gemm_f32(float alpha, const gemmkit_cview_f32 *a, const gemmkit_cview_f32 *b, float beta,
                                const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue,
                                const gemmkit_exec *exec) {
  return gk::gemm_checked(alpha, a, b, beta, c, epilogue != nullptr, exec);
}

gemmkit_status gemmkit_gemm_f64(double alpha, const gemmkit_cview_f64 *a, const gemmkit_cview_f64 *b, double beta,
                                const gemmkit_view_f64 *c, const gemmkit_epilogue_f64 *epilogue,
                                const gemmkit_exec *exec) {
  return gk::gemm_checked(alpha, a, b, beta, c, epilogue != nullptr, exec);
}

gemmkit_status gemmkit_gemm_f32_unchecked(int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t rsa,
                                          int64_t csa, const float *b, int64_t rsb, int64_t csb, float beta, float *c,
                                          int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue,
                                          const gemmkit_exec *exec) {
  return gk::gemm_unchecked(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, epilogue != nullptr,
                            exec);
}

gemmkit_status gemmkit_gemm_f64_unchecked(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t rsa,
                                          int64_t csa, const double *b, int64_t rsb, int64_t csb, double beta,
                                          double *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f64 *epilogue,
                                          const gemmkit_exec *exec) {
  return gk::gemm_unchecked(m, n, k, alpha, {a, rsa, csa}, {b, rsb, csb}, beta, {c, rsc, csc}, epilogue != nullptr,
                            exec);
}

}  // extern "C"
