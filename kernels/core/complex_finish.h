// finish for complex numbers, whose epilogue is a bias.
#pragma once

#include "abi/kernel_table.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

template <ComplexOps O>
void complex_finish(const gk_finish_args *args) {
  using T = typename O::Elem;
  gk_finish_args s = *args;
  if (s.epilogue->bias_kind == GK_BIAS_NONE) return;
  if (s.csc == static_cast<int64_t>(sizeof(T)) && s.rsc != s.csc) {
    // The transpose has the adjacent elements where we want them.
    s = {s.n, s.m, s.c, s.csc, s.rsc, s.col, s.row, s.turned ^ 1, s.epilogue, nullptr, 0, 0};
  }
  const bool by_row = (s.epilogue->bias_kind == GK_BIAS_PER_ROW) == (s.turned == 0);
  const T *bias = static_cast<const T *>(s.epilogue->bias) + (by_row ? s.row : s.col);
  const int64_t step = s.rsc == static_cast<int64_t>(sizeof(T)) ? O::kLanes : 1;
  T *column = static_cast<T *>(s.c);
  for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc)) {
    for (int64_t i = 0; i < s.m; i += step) {
      const typename O::Mask mask = O::first_lanes(static_cast<int>(s.m - i < step ? s.m - i : step));
      T *at = shifted(column, i * s.rsc);
      const typename O::Reg added = by_row ? O::load_masked(bias + i, mask) : O::splat(bias + j);
      O::store_masked(at, mask, O::add(O::load_masked(at, mask), added));
    }
  }
}

}  // namespace
}  // namespace gk::kernels
