// C <- beta * C in f32, rounded once.
#pragma once

#include "abi/kernel_table.h"
#include "simd/half.h"

namespace gk::kernels {
namespace {

template <class O, class Out>
struct HalfScale {
  using Elem = typename Out::Elem;

  static void run(const gk_scale_args *args) {
    constexpr int64_t kAdjacent = sizeof(Elem);
    gk_scale_args s = *args;
    const float beta = *static_cast<const float *>(s.beta);
    if (s.csc == kAdjacent && s.rsc != s.csc) s = {s.n, s.m, s.c, s.csc, s.rsc, s.beta};
    Elem *column = static_cast<Elem *>(s.c);
    for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc)) {
      if (s.rsc == kAdjacent) {
        line(column, s.m, beta);
        continue;
      }
      Elem *at = column;
      for (int64_t i = 0; i < s.m; ++i, at = shifted(at, s.rsc)) line(at, 1, beta);
    }
  }

  static void line(Elem *at, int64_t count, float beta) {
    const auto scaled = [&](typename O::Reg old) { return beta == 0 ? O::zero() : O::mul(O::splat(beta), old); };
    int64_t i = 0;
    for (; i + O::kLanes <= count; i += O::kLanes) Out::store(at + i, scaled(Out::load(at + i)));
    if (i == count) return;
    const typename O::Mask mask = O::first_lanes(static_cast<int>(count - i));
    Out::store_masked(at + i, mask, scaled(Out::load_masked(at + i, mask)));
  }
};

}  // namespace
}  // namespace gk::kernels
