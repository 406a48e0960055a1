#include "special/sums.h"

#include "base/checked.h"
#include "driver/finish.h"
#include "special/gemv.h"
#include "special/small.h"
#include "workspace/workspace.h"

#include <stddef.h>

namespace gk {
namespace {

constexpr int64_t kStackBytes = 16 * 1024;

// The same product into `sums`, whose rows are adjacent and whose columns are `stride` bytes apart.
Task into_sums(const Task &t, void *sums, int64_t stride) {
  static constexpr int64_t kZero = 0;  // of any integer type
  Task inner = t;
  inner.kernel = t.kernel->sums;
  inner.epilogue = nullptr;
  inner.residual = nullptr;
  inner.c = {sums, t.kernel->acc_size, stride};
  inner.alpha = t.kernel->one;
  inner.beta = &kZero;
  inner.beta_is_one = false;
  return inner;
}

bool vector_in(const Task &t, void *sums, int64_t bytes) {
  if (!gemv(into_sums(t, sums, bytes))) return false;
  store(t, sums, bytes, 0, t.m, 0, t.n);
  return true;
}

[[gnu::noinline]] bool vector_on_stack(const Task &t) {
  alignas(64) char sums[kStackBytes];
  return vector_in(t, sums, t.m * t.kernel->acc_size);
}

bool vector_by_sums(Task &t) {
  if (t.n != 1) {
    // One column instead of one row, so that sums are adjacent in the direction in which they are stored.
    const Input a = t.a;
    t.m = t.n, t.n = 1;
    t.a = {t.b.data, t.b.cs, t.b.rs};
    t.b = {a.data, a.cs, a.rs};
    t.c = {t.c.data, t.c.cs, t.c.rs};
    t.turned ^= 1;
  }
  int64_t bytes;
  if (t.m <= kStackBytes / t.kernel->acc_size) return vector_on_stack(t);
  if (!checked_mul(t.m, int64_t{t.kernel->acc_size}, &bytes)) return false;
  WorkspaceLease lease(t.workspace, static_cast<size_t>(bytes));
  return lease.data() != nullptr && vector_in(t, lease.data(), bytes);
}

[[gnu::noinline]] bool small_by_sums(const Task &t) {
  alignas(64) char sums[kStackBytes];
  const int64_t stride = t.m * t.kernel->acc_size;
  const Task inner = into_sums(t, sums, stride);
  if (!small_suits(inner, *inner.kernel)) return false;
  inner.kernel->run_small(&inner);
  store(t, sums, stride, 0, t.m, 0, t.n);
  return true;
}

}  // namespace

bool by_sums(Task &t) {
  if (t.m == 1 || t.n == 1) return vector_by_sums(t);
  const int64_t most = kStackBytes / t.kernel->acc_size;
  return t.m <= most && t.n <= most && t.m * t.n <= most && small_by_sums(t);
}

}  // namespace gk
