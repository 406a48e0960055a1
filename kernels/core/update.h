// What happens to a finished sum: times alpha, plus beta times the old element. run_strip's operations, for other
// kernels.
#pragma once

#include "simd/concept.h"

namespace gk::kernels {
namespace {

template <class O>
struct Update {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  T alpha, beta;

  [[gnu::always_inline]] Update(const void *alpha_of, const void *beta_of)
      : alpha(*static_cast<const T *>(alpha_of)), beta(*static_cast<const T *>(beta_of)) {}

  [[gnu::always_inline]] bool reads_old() const { return beta != 0; }

  // Adjacent elements.
  [[gnu::always_inline]] void whole(T *y, Reg sum) const {
    if (alpha != 1) sum = O::mul(O::splat(alpha), sum);
    if (beta != 0) sum = O::fma(O::splat(beta), O::load(y), sum);
    O::store(y, sum);
  }
  [[gnu::always_inline]] void part(T *y, typename O::Mask mask, Reg sum) const {
    if (alpha != 1) sum = O::mul(O::splat(alpha), sum);
    if (beta != 0) sum = O::fma(O::splat(beta), O::load_masked(y, mask), sum);
    O::store_masked(y, mask, sum);
  }
};

// `count` elements of y, stride bytes apart.
template <class O>
[[gnu::noinline]] void update_line(const Update<O> &update, typename O::Elem *y, int64_t stride, int64_t count,
                                   const typename O::Elem *sums) {
  using T = typename O::Elem;
  const bool adjacent = stride == static_cast<int64_t>(sizeof(T));
  for (; count > 0; count -= O::kLanes, sums += O::kLanes, y = shifted(y, O::kLanes * stride)) {
    const int lanes = count < O::kLanes ? static_cast<int>(count) : O::kLanes;
    // The lanes beyond the end may hold anything: as zeros they raise no floating-point exception.
    const typename O::Mask mask = O::first_lanes(lanes);
    const typename O::Reg sum = O::load_masked(sums, mask);
    if (adjacent) {
      update.part(y, mask, sum);
      continue;
    }
    T buffer[O::kLanes] = {};
    if (update.reads_old()) {
      for (int i = 0; i < lanes; ++i) buffer[i] = *shifted(y, i * stride);
    }
    update.whole(buffer, sum);
    for (int i = 0; i < lanes; ++i) *shifted(y, i * stride) = buffer[i];
  }
}

}  // namespace
}  // namespace gk::kernels
