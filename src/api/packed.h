// Packed operands, and products with them: one template for all families. To the engine a packed operand is one like
// any other, with good strides.
#pragma once

#include "api/gemm.h"
#include "driver/prepack.h"

#include <inttypes.h>

namespace gk {

// What the operands of a family are packed as: products into another type share them.
constexpr gk_elem packed_as(gk_elem elem) {
  switch (elem) {
    case GK_F16_F32: return GK_F16;
    case GK_BF16_F32: return GK_BF16;
    case GK_I8_I8:
    case GK_I8_U8: return GK_I8;
    default: return elem;
  }
}

// The same for all families, in packed.cc.
gemmkit_status prepack_operand(gk_elem elem, int64_t elem_size, bool is_lhs, int64_t rows, int64_t cols, Input operand,
                               const gemmkit_exec *exec, gemmkit_packed **out);
// A null handle, one of another type or side, or of other extents than the call's. GEMMKIT_ERR_ARGUMENT.
gemmkit_status check_packed(const gemmkit_packed *, gk_elem elem, bool is_lhs);
gemmkit_status check_view_given(const void *view, const char *name);
// Products computed the other way round would read a packed operand in the wrong direction. GEMMKIT_ERR_LAYOUT.
gemmkit_status check_packed_layout(bool is_lhs, int64_t m, int64_t n, int64_t rsc, int64_t csc);

template <class F>
gemmkit_status prepack_unchecked(bool is_lhs, int64_t rows, int64_t cols, Input operand, const gemmkit_exec *exec,
                                 gemmkit_packed **out) {
  return prepack_operand(F::elem, F::sizes.in, is_lhs, rows, cols, operand, exec, out);
}

template <class F, class InputView>
gemmkit_status prepack_checked(bool is_lhs, const InputView *x, const gemmkit_exec *exec, gemmkit_packed **out) {
  if (gemmkit_status status = check_view_given(x, is_lhs ? "A" : "B"); status != GEMMKIT_OK) return status;
  const MatrixView view = erase(*x, is_lhs ? "A" : "B");
  if ((view.rows | view.cols) < 0) {
    return fail(GEMMKIT_ERR_SHAPE, "%s view of %" PRId64 "x%" PRId64 " has a negative dimension", view.name, view.rows,
                view.cols);
  }
  if (gemmkit_status status = check_bounds(view, !view.is_empty()); status != GEMMKIT_OK) return status;
  return prepack_unchecked<F>(is_lhs, x->rows, x->cols, {x->data, x->rs, x->cs}, exec, out);
}

// A packed operand with strides in elements.
template <class F>
Input unpacked(const gemmkit_packed &packed) {
  Input x = packed_operand(packed, F::sizes.in);
  x.rs /= F::sizes.in, x.cs /= F::sizes.in;
  return x;
}

template <class F>
MatrixView view_of(const gemmkit_packed &packed) {
  const Input x = unpacked<F>(packed);
  const int64_t len = static_cast<int64_t>(packed.bytes) / F::sizes.in;
  return {x.data, F::sizes.in, len, packed.rows, packed.cols, x.rs, x.cs, packed.is_lhs ? "A" : "B"};
}

template <class F, class E>
gemmkit_status packed_unchecked(int64_t m, int64_t n, int64_t k, typename F::Passed alpha, Input a, Input b,
                                typename F::Passed beta, Output c, int32_t conj, const E *epilogue, bool is_lhs,
                                const gemmkit_exec *exec) {
  if (gemmkit_status status = check_packed_layout(is_lhs, m, n, c.rs, c.cs); status != GEMMKIT_OK) return status;
  return gemm_unchecked<F>(m, n, k, alpha, a, b, beta, c, conj, epilogue, exec);
}

template <class F, class E>
gemmkit_status packed_b_unchecked(int64_t m, typename F::Passed alpha, Input a, const gemmkit_packed *b,
                                  typename F::Passed beta, Output c, int32_t conj, const E *epilogue,
                                  const gemmkit_exec *exec) {
  if (gemmkit_status status = check_packed(b, packed_as(F::elem), false); status != GEMMKIT_OK) return status;
  return packed_unchecked<F>(m, b->cols, b->rows, alpha, a, unpacked<F>(*b), beta, c, conj, epilogue, false, exec);
}

template <class F, class E>
gemmkit_status packed_a_unchecked(int64_t n, typename F::Passed alpha, const gemmkit_packed *a, Input b,
                                  typename F::Passed beta, Output c, int32_t conj, const E *epilogue,
                                  const gemmkit_exec *exec) {
  if (gemmkit_status status = check_packed(a, packed_as(F::elem), true); status != GEMMKIT_OK) return status;
  return packed_unchecked<F>(a->rows, n, a->cols, alpha, unpacked<F>(*a), b, beta, c, conj, epilogue, true, exec);
}

// The views have been found to be there, the handle to be of the right kind.
template <class F, class OutputView, class E>
gemmkit_status packed_checked(typename F::Passed alpha, const MatrixView &a, const MatrixView &b,
                              typename F::Passed beta, const OutputView *c, int32_t conj, const E *given, bool is_lhs,
                              const gemmkit_exec *exec) {
  ExecOptions options;
  gemmkit_status status = read_options<F>(alpha, beta, exec, &options);
  if (status == GEMMKIT_OK) status = check_views(a, b, erase(*c, "C"), is(F::value(alpha), 0));
  Epilogue<E> epilogue;
  if (status == GEMMKIT_OK) status = epilogue.read(given, c->rows, c->cols);
  if (status == GEMMKIT_OK) status = epilogue.check_overlaps(erase(*c, "C"));
  if (status == GEMMKIT_OK) status = check_packed_layout(is_lhs, c->rows, c->cols, c->rs, c->cs);
  if (status != GEMMKIT_OK) return status;
  return execute<F>(c->rows, c->cols, a.cols, F::value(alpha), {a.data, a.rs, a.cs}, {b.data, b.rs, b.cs},
                    F::value(beta), {c->data, c->rs, c->cs}, conj, epilogue.in_force(), options);
}

template <class F, class InputView, class OutputView, class E>
gemmkit_status packed_b_checked(typename F::Passed alpha, const InputView *a, const gemmkit_packed *b,
                                typename F::Passed beta, const OutputView *c, int32_t conj, const E *epilogue,
                                const gemmkit_exec *exec) {
  gemmkit_status status = check_packed(b, packed_as(F::elem), false);
  if (status == GEMMKIT_OK) status = check_view_given(a, "A");
  if (status == GEMMKIT_OK) status = check_view_given(c, "C");
  if (status != GEMMKIT_OK) return status;
  return packed_checked<F>(alpha, erase(*a, "A"), view_of<F>(*b), beta, c, conj, epilogue, false, exec);
}

template <class F, class InputView, class OutputView, class E>
gemmkit_status packed_a_checked(typename F::Passed alpha, const gemmkit_packed *a, const InputView *b,
                                typename F::Passed beta, const OutputView *c, int32_t conj, const E *epilogue,
                                const gemmkit_exec *exec) {
  gemmkit_status status = check_packed(a, packed_as(F::elem), true);
  if (status == GEMMKIT_OK) status = check_view_given(b, "B");
  if (status == GEMMKIT_OK) status = check_view_given(c, "C");
  if (status != GEMMKIT_OK) return status;
  return packed_checked<F>(alpha, view_of<F>(*a), erase(*b, "B"), beta, c, conj, epilogue, true, exec);
}

}  // namespace gk
