// Groups of products with shapes of their own.
#include "api/entry.h"
#include "api/exec.h"
#include "api/group_overlap.h"
#include "api/lower.h"
#include "batch/batch.h"

#include <inttypes.h>
#include <string.h>

namespace gk {
namespace {

// Both kinds of problem, as the arguments of set_product.
template <class T, class Raw>
struct RawProblems {
  using Scalar = T;
  using Problem = Raw;
  static void set(const Raw &p, Task *t) {
    set_product(t, p.m, p.n, p.k, &p.alpha, {p.a, p.rsa, p.csa}, {p.b, p.rsb, p.csb}, &p.beta, {p.c, p.rsc, p.csc});
  }
};

template <class T, class Checked>
struct ViewProblems {
  using Scalar = T;
  using Problem = Checked;
  static void set(const Checked &p, Task *t) {
    set_product(t, p.c.rows, p.c.cols, p.a.cols, &p.alpha, {p.a.data, p.a.rs, p.a.cs}, {p.b.data, p.b.rs, p.b.cs},
                &p.beta, {p.c.data, p.c.rs, p.c.cs});
  }
  static ProblemViews views(const void *problems, int64_t i) {
    const Checked &p = static_cast<const Checked *>(problems)[i];
    return {erase(p.a, "A"), erase(p.b, "B"), erase(p.c, "C")};
  }
};

// Prepends the problem's number to the message just set.
[[gnu::cold]] gemmkit_status in_problem(int64_t i, gemmkit_status status) {
  const char *text = last_error() + strlen("gemmkit: ");
  return fail(status, "problem %" PRId64 ": %s", i, text);
}

template <class Kind>
void lower(const void *problems, int64_t i, Task *t) {
  Kind::set(static_cast<const typename Kind::Problem *>(problems)[i], t);
  (void)to_byte_strides(t, {sizeof(typename Kind::Scalar), sizeof(typename Kind::Scalar)});
  gemmkit_status status;
  t->kernel = selected_kernel(kElem<typename Kind::Scalar>, &status);
}

gemmkit_status read_call(int64_t count, const void *problems, const gemmkit_exec *exec, ExecOptions *options) {
  if (exec != nullptr) {
    if (gemmkit_status status = read_exec(*exec, options); status != GEMMKIT_OK) return status;
  }
  if (count < 0) return fail(GEMMKIT_ERR_SHAPE, "negative count (%" PRId64 ")", count);
  if (count > 0 && problems == nullptr) return fail(GEMMKIT_ERR_ARGUMENT, "problems is null");
  return GEMMKIT_OK;
}

// Everything the caller can get wrong about views is behind us.
template <class Kind>
gemmkit_status execute(int64_t count, const typename Kind::Problem *problems, const ExecOptions &options) {
  using T = typename Kind::Scalar;
  if (count == 0) return GEMMKIT_OK;
  gemmkit_status status = GEMMKIT_OK;
  for (int64_t i = 0; i < count; ++i) {
    Task t;
    Kind::set(problems[i], &t);
    status = to_byte_strides(&t, {sizeof(T), sizeof(T)});
    if (status != GEMMKIT_OK) return in_problem(i, status);
  }
  if (selected_kernel(kElem<T>, &status) == nullptr) return status;
  run_group({problems, lower<Kind>, count, options.threads, options.workspace});
  return GEMMKIT_OK;
}

template <class T, class Problem>
gemmkit_status grouped_unchecked(int64_t count, const Problem *problems, const gemmkit_exec *exec) {
  ExecOptions options;
  if (gemmkit_status status = read_call(count, problems, exec, &options); status != GEMMKIT_OK) return status;
  return execute<RawProblems<T, Problem>>(count, problems, options);
}

template <class T, class Problem>
gemmkit_status grouped_checked(int64_t count, const Problem *problems, const gemmkit_exec *exec) {
  using Kind = ViewProblems<T, Problem>;
  ExecOptions options;
  gemmkit_status status = read_call(count, problems, exec, &options);
  for (int64_t i = 0; status == GEMMKIT_OK && i < count; ++i) {
    const ProblemViews v = Kind::views(problems, i);
    status = check_views(v.a, v.b, v.c, problems[i].alpha == 0);
    if (status != GEMMKIT_OK) status = in_problem(i, status);
  }
  if (status == GEMMKIT_OK) status = check_group_overlap(problems, count, Kind::views);
  return status == GEMMKIT_OK ? execute<Kind>(count, problems, options) : status;
}

}  // namespace
}  // namespace gk

extern "C" {

gemmkit_status gemmkit_gemm_grouped_f32(int64_t count, const gemmkit_problem_f32 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<float>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_f64(int64_t count, const gemmkit_problem_f64 *problems, const gemmkit_exec *exec) {
  return gk::grouped_checked<double>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_f32_unchecked(int64_t count, const gemmkit_raw_problem_f32 *problems,
                                                  const gemmkit_exec *exec) {
  return gk::grouped_unchecked<float>(count, problems, exec);
}

gemmkit_status gemmkit_gemm_grouped_f64_unchecked(int64_t count, const gemmkit_raw_problem_f64 *problems,
                                                  const gemmkit_exec *exec) {
  return gk::grouped_unchecked<double>(count, problems, exec);
}

}  // extern "C"
