// What the BLAS libraries borrow; see abi/private.h.
#include "abi/private.h"

#include "api/lower.h"
#include "cache/machine.h"
#include "dispatch/route.h"
#include "dispatch/select.h"
#include "driver/gemm.h"
#include "driver/prepack.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"
#include "special/gemv.h"
#include "workspace/workspace.h"

#include <new>

namespace {

struct Jobs {
  gk::Cursor cursor;
  void (*body)(void *context, int64_t job);
  void *context;
};

void drain(void *context, int /*worker*/) {
  auto *jobs = static_cast<Jobs *>(context);
  for (int64_t job, end; jobs->cursor.next(&job, &end);) jobs->body(jobs->context, job);
}

[[gnu::noinline]] gemmkit_status run_task(const gk_product &product, const gk_kernel_table *kernel, bool alpha_is_zero,
                                          bool beta_is_one, int32_t part, void (*run)(gk::Task &)) {
  const gemmkit_status status = gk::check_spans(product, alpha_is_zero, {kernel->elem_size, kernel->out_size});
  if (status != GEMMKIT_OK) return status;
  gk::Task task;
  static_cast<gk_product &>(task) = product;
  task.kernel = kernel;
  task.alpha_is_zero = alpha_is_zero, task.beta_is_one = beta_is_one;
  task.threads = 0;
  task.workspace = nullptr;
  task.epilogue = nullptr;
  task.turned = 0;
  task.part = part;
  task.residual = nullptr;
  run(task);
  return GEMMKIT_OK;
}

void run_part(gk::Task &task) { gk::gemm(task); }

}  // namespace

extern "C" {

int32_t gemmkit_private_gemm(int32_t elem, const gk_product *product, bool alpha_is_zero, bool beta_is_one) {
  gemmkit_status status;
  const gk_kernel_table *kernel = gk::selected_kernel(static_cast<gk_elem>(elem), &status);
  if (kernel == nullptr) [[unlikely]]
    return status;
  if (alpha_is_zero || !gk::is_plainly_small(*product, *kernel)) {
    return run_task(*product, kernel, alpha_is_zero, beta_is_one, GK_ALL, gk::run_any);
  }
  kernel->run_small(product);
  return GEMMKIT_OK;
}

int32_t gemmkit_private_gemm_in_order(int32_t elem, const gk_product *product, bool alpha_is_zero, bool beta_is_one) {
  gemmkit_status status;
  const gk_kernel_table *kernel = gk::selected_kernel(static_cast<gk_elem>(elem), &status);
  return kernel == nullptr ? status : run_task(*product, kernel, alpha_is_zero, beta_is_one, GK_ALL, gk::run_in_order);
}

int32_t gemmkit_private_gemm_part(int32_t elem, const gk_product *product, bool beta_is_one, int32_t part) {
  gemmkit_status status;
  const gk_kernel_table *kernel = gk::selected_kernel(static_cast<gk_elem>(elem), &status);
  return kernel == nullptr ? status : run_task(*product, kernel, false, beta_is_one, part, run_part);
}

const gk_blas_table *gemmkit_private_blas(int32_t elem) {
  gemmkit_status status;
  const gk_kernel_table *table = gk::selected_kernel(static_cast<gk_elem>(elem), &status);
  return table != nullptr ? table->blas : nullptr;
}

int32_t gemmkit_private_workers(uint64_t mnk, int64_t jobs) { return gk::resolve_workers({mnk, jobs, 0}); }

int32_t gemmkit_private_bandwidth_workers(uint64_t bytes, int64_t jobs) {
  return gk::resolve_bandwidth({bytes, gk::bandwidth_floor(bytes), jobs, 0});
}

int32_t gemmkit_private_is_far(uint64_t bytes) { return gk::is_far(bytes) ? 1 : 0; }

void gemmkit_private_run(int32_t workers, int64_t jobs, void (*body)(void *context, int64_t job), void *context) {
  if (workers <= 1) {
    for (int64_t job = 0; job < jobs; ++job) body(context, job);
    return;
  }
  Jobs list{gk::Cursor(jobs, 1), body, context};
  gk::run_team(workers, drain, &list);
}

void gemmkit_private_acquire(size_t bytes, gk_private_memory *memory) {
  static_assert(sizeof(gk::WorkspaceLease) <= sizeof memory->lease);
  memory->data = (new (memory->lease) gk::WorkspaceLease(nullptr, bytes))->data();
}

void gemmkit_private_release(gk_private_memory *memory) {
  std::launder(reinterpret_cast<gk::WorkspaceLease *>(memory->lease))->~WorkspaceLease();
}

int32_t gemmkit_private_pack(int32_t elem, const gk_private_lines *x) {
  gemmkit_status status;
  const gk_kernel_table *table = gk::selected_kernel(static_cast<gk_elem>(elem), &status);
  if (table == nullptr) return 0;
  if (x->lines != 0 && x->length != 0) {
    gk::copy_lines(*table, {x->length, x->lines, x->from, x->step, x->line_step, x->to, x->to_step}, 0);
  }
  return 1;
}

}  // extern "C"
