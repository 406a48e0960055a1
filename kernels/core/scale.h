// C <- beta * C, for products that contribute nothing else.
#pragma once

#include "abi/kernel_table.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

template <class O>
void scale_line(typename O::Elem *line, int64_t count, typename O::Elem beta) {
  const typename O::Reg factor = O::splat(beta);
  int64_t i = 0;
  for (; i + O::kLanes <= count; i += O::kLanes) {
    O::store(line + i, beta == 0 ? O::zero() : O::mul(factor, O::load(line + i)));
  }
  if (i == count) return;
  const typename O::Mask mask = O::first_lanes(static_cast<int>(count - i));
  O::store_masked(line + i, mask, beta == 0 ? O::zero() : O::mul(factor, O::load_masked(line + i, mask)));
}

template <class O>
void scale_c(const gk_scale_args *args) {
  using T = typename O::Elem;
  gk_scale_args s = *args;
  const T beta = *static_cast<const T *>(s.beta);
  if (s.csc == static_cast<int64_t>(sizeof(T)) && s.rsc != s.csc) {
    s = {s.n, s.m, s.c, s.csc, s.rsc, s.beta};  // the transpose has the adjacent elements where we want them
  }
  T *column = static_cast<T *>(s.c);
  for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc)) {
    if (s.rsc == static_cast<int64_t>(sizeof(T))) {
      scale_line<O>(column, s.m, beta);
      continue;
    }
    T *at = column;
    for (int64_t i = 0; i < s.m; ++i, at = shifted(at, s.rsc)) *at = beta == 0 ? T(0) : beta * *at;
  }
}

}  // namespace
}  // namespace gk::kernels
