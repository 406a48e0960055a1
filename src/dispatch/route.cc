// Degenerate cases and orientation, then the route that suits the shape.
#include "dispatch/route.h"

#include "driver/gemm.h"
#include "special/gemv.h"
#include "special/small.h"
#include "special/small_mn.h"

namespace gk {

namespace {

int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }

// C^T = B^T A^T: afterwards the rows of C are the closer ones, the direction kernels vectorise.
void transpose_product(Task *t) {
  const Input a = t->a;
  const int64_t m = t->m;
  t->m = t->n;
  t->n = m;
  t->a = {t->b.data, t->b.cs, t->b.rs};
  t->b = {a.data, a.cs, a.rs};
  t->c = {t->c.data, t->c.cs, t->c.rs};
}

}  // namespace

void run(Task &t) {
  if (t.m == 0 || t.n == 0) return;
  const bool contributes = t.k != 0 && !t.alpha_is_zero;
  if ((t.m == 1 || t.n == 1) && contributes && gemv(t)) return;
  if (magnitude(t.c.rs) > magnitude(t.c.cs)) transpose_product(&t);
  if (!contributes) {
    if (t.beta_is_one) return;
    const gk_scale_args scale{t.m, t.n, t.c.data, t.c.rs, t.c.cs, t.beta};
    t.kernel->scale_c(&scale);
    return;
  }
  if (small_mn_turns(t)) transpose_product(&t);
  if (small_mn(t)) return;
  if (small_in_place(t)) return;
  gemm(t);
}

}  // namespace gk
