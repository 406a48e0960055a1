// Groups of products with shapes of their own: one template for all families.
#pragma once

#include "api/entry.h"
#include "api/group_overlap.h"
#include "batch/batch.h"

namespace gk {

// The same for all families, in grouped.cc: what both tiers check of a call before they look at the problems, and the
// problem's number prepended to the message just set.
gemmkit_status read_group(int64_t count, const void *problems, const gemmkit_exec *, ExecOptions *);
gemmkit_status in_problem(int64_t i, gemmkit_status);

// Only complex problems have the flags.
template <class Problem>
int32_t conj_of(const Problem &p) {
  if constexpr (requires { p.conj_a; }) {
    return conj_of(p.conj_a, p.conj_b);
  } else {
    return 0;
  }
}

// Both kinds of problem, as the arguments of set_product.
template <class F, class Raw>
struct RawProblems {
  using Of = F;
  using Problem = Raw;
  static void set(const Raw &p, Task *t) {
    set_product(t, p.m, p.n, p.k, &p.alpha, {p.a, p.rsa, p.csa}, {p.b, p.rsb, p.csb}, &p.beta, {p.c, p.rsc, p.csc},
                conj_of(p), nullptr);
  }
};

template <class F, class Checked>
struct ViewProblems {
  using Of = F;
  using Problem = Checked;
  static void set(const Checked &p, Task *t) {
    set_product(t, p.c.rows, p.c.cols, p.a.cols, &p.alpha, {p.a.data, p.a.rs, p.a.cs}, {p.b.data, p.b.rs, p.b.cs},
                &p.beta, {p.c.data, p.c.rs, p.c.cs}, conj_of(p), nullptr);
  }
  static ProblemViews views(const void *problems, int64_t i) {
    const Checked &p = static_cast<const Checked *>(problems)[i];
    return {erase(p.a, "A"), erase(p.b, "B"), erase(p.c, "C")};
  }
};

template <class Kind>
void lower(const void *problems, int64_t i, Task *t) {
  Kind::set(static_cast<const typename Kind::Problem *>(problems)[i], t);
  (void)to_byte_strides(t, t->alpha_is_zero, Kind::Of::sizes);
  gemmkit_status status;
  t->kernel = selected_kernel(Kind::Of::elem, &status);
}

// Everything the caller can get wrong about views is behind us.
template <class Kind>
gemmkit_status execute_group(int64_t count, const typename Kind::Problem *problems, const ExecOptions &options) {
  if (count == 0) return GEMMKIT_OK;
  gemmkit_status status = GEMMKIT_OK;
  for (int64_t i = 0; i < count; ++i) {
    Task t;
    Kind::set(problems[i], &t);
    status = to_byte_strides(&t, t.alpha_is_zero, Kind::Of::sizes);
    if (status != GEMMKIT_OK) return in_problem(i, status);
  }
  if (selected_kernel(Kind::Of::elem, &status) == nullptr) return status;
  run_group({problems, lower<Kind>, count, options.threads, options.workspace});
  return GEMMKIT_OK;
}

template <class F, class Problem>
gemmkit_status grouped_unchecked(int64_t count, const Problem *problems, const gemmkit_exec *exec) {
  ExecOptions options;
  if (gemmkit_status status = read_group(count, problems, exec, &options); status != GEMMKIT_OK) return status;
  return execute_group<RawProblems<F, Problem>>(count, problems, options);
}

template <class F, class Problem>
gemmkit_status grouped_checked(int64_t count, const Problem *problems, const gemmkit_exec *exec) {
  using Kind = ViewProblems<F, Problem>;
  ExecOptions options;
  gemmkit_status status = read_group(count, problems, exec, &options);
  for (int64_t i = 0; status == GEMMKIT_OK && i < count; ++i) {
    const ProblemViews v = Kind::views(problems, i);
    status = check_views(v.a, v.b, v.c, is(problems[i].alpha, 0));
    if (status != GEMMKIT_OK) status = in_problem(i, status);
  }
  if (status == GEMMKIT_OK) status = check_group_overlap(problems, count, Kind::views);
  return status == GEMMKIT_OK ? execute_group<Kind>(count, problems, options) : status;
}

}  // namespace gk
