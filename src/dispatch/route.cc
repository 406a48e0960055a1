// Degenerate cases and orientation, then the route that suits the shape.
#include "dispatch/route.h"

#include "base/checked.h"
#include "driver/finish.h"
#include "driver/gemm.h"
#include "special/small_k.h"
#include "special/sums.h"

namespace gk {

namespace {

// C^T = B^T A^T: afterwards the rows of C are the closer ones, the direction kernels vectorise.
void transpose_product(Task *t) {
  const Input a = t->a;
  const int64_t m = t->m;
  t->m = t->n;
  t->n = m;
  t->a = {t->b.data, t->b.cs, t->b.rs};
  t->b = {a.data, a.cs, a.rs};
  t->c = {t->c.data, t->c.cs, t->c.rs};
  t->conj = swapped(t->conj);
  t->turned ^= 1;
}

bool needs_transposing(const Task &t) { return magnitude(t.c.rs) > magnitude(t.c.cs); }

bool only_scales(const Task &t) { return t.k == 0 || t.alpha_is_zero; }

// Products with one row or one column; where they are gemv's, they are so alone and in batches.
bool is_vector_product(const Task &t) { return (t.m == 1 || t.n == 1) && !only_scales(t); }

// By tiles of C, every element being one chain of multiply-adds over a slice of k.
inline void run_tiles(Task &t) {
  if (small_suits(t, *t.kernel)) {
    t.kernel->run_small(&t);
    return finish(t);
  }
  if (small_k_suits(t)) return small_k(t);
  gemm(t);
}

// m, n >= 1, oriented; may turn the task.
inline void run_oriented(Task &t) {
  if (only_scales(t)) {
    const gk_scale_args scale{t.m, t.n, t.c.data, t.c.rs, t.c.cs, t.beta};
    if (!t.beta_is_one) t.kernel->scale_c(&scale);
    return finish(t);
  }
  if (small_mn_conceivable(t)) {
    if (small_mn_turns(t)) transpose_product(&t);
    if (small_mn_suits(t)) return small_mn(t);
  }
  run_tiles(t);
}

}  // namespace

void run_any(Task &t) {
  if (t.m == 0 || t.n == 0) return;
  if (stored_apart(t)) {
    if (needs_transposing(t)) transpose_product(&t);
    if (only_scales(t)) {
      t.k = 0;
    } else if (t.kernel->sums != nullptr && by_sums(t)) {
      return;
    }
    return gemm(t);
  }
  if (is_vector_product(t) && gemv(t)) return;
  if (needs_transposing(t)) transpose_product(&t);
  run_oriented(t);
}

void run_in_order(Task &t) {
  if (t.m == 0 || t.n == 0) return;
  if (needs_transposing(t)) transpose_product(&t);
  if (only_scales(t)) return run_oriented(t);
  // A row of C may have any operand on its left.
  if (t.n == 1 && !rows_adjacent(t, *t.kernel)) transpose_product(&t);
  if (few_turn(t)) transpose_product(&t);
  if (few_rows_suit(t)) return few_rows(t);
  if (t.m == 1) t.a.rs = t.kernel->elem_size, t.c.rs = t.kernel->out_size;  // never taken
  run_tiles(t);
}

void run_each(const Task &first, const Steps &steps, int64_t count) {
  if (first.m == 0 || first.n == 0) return;
  Task t = first;
  Steps by = steps;
  const bool alone = is_vector_product(t) || only_scales(t);
  if (!alone && needs_transposing(t)) {
    transpose_product(&t);
    by = {steps.b, steps.a, steps.c, steps.residual};
  }
  // Together only what each of them would do by itself; an epilogue wants C while it is near.
  const bool in_place = !alone && t.epilogue == nullptr && !small_mn_suits(t) && !small_mn_turns(t);
  if (in_place && small_batch_in_place(t, by, count)) return;
  for (int64_t e = 0; e < count; ++e, advance(&t, by, 1)) {
    Task entry = t;
    run(entry);
  }
}

}  // namespace gk
