// What happens to finished f32 sums on their way into 16-bit or f32 elements: times alpha, plus beta times the old
// element, rounded once.
#pragma once

#include "simd/half.h"

namespace gk::kernels {
namespace {

// O computes, Out is the vocabulary of the elements.
template <class O, class Out>
struct HalfUpdate {
  using Elem = typename Out::Elem;

  // `count` elements stride bytes apart. Sums beyond the last are not read.
  [[gnu::noinline]] static void line(Elem *y, int64_t stride, int64_t count, const float *sums, const void *alpha_of,
                                     const void *beta_of) {
    const float alpha = *static_cast<const float *>(alpha_of), beta = *static_cast<const float *>(beta_of);
    if (stride != static_cast<int64_t>(sizeof(Elem))) {
      strided(y, stride, count, sums, alpha, beta);
    } else if (beta != 0) {
      adjacent<true>(y, count, sums, alpha, beta);
    } else {
      adjacent<false>(y, count, sums, alpha, beta);
    }
  }

 private:
  template <bool kReads>
  [[gnu::always_inline]] static void adjacent(Elem *y, int64_t count, const float *sums, float alpha, float beta) {
    int64_t i = 0;
    for (; i + O::kLanes <= count; i += O::kLanes) {
      typename O::Reg r = O::mul(O::splat(alpha), O::load(sums + i));
      if constexpr (kReads) r = O::fma(O::splat(beta), Out::load(y + i), r);
      Out::store(y + i, r);
    }
    if (i == count) return;
    const typename O::Mask mask = O::first_lanes(static_cast<int>(count - i));
    typename O::Reg r = O::mul(O::splat(alpha), O::load_masked(sums + i, mask));
    if constexpr (kReads) r = O::fma(O::splat(beta), Out::load_masked(y + i, mask), r);
    Out::store_masked(y + i, mask, r);
  }

  [[gnu::noinline]] static void strided(Elem *y, int64_t stride, int64_t count, const float *sums, float alpha,
                                        float beta) {
    for (; count > 0; count -= O::kLanes, sums += O::kLanes) {
      const int lanes = count < O::kLanes ? static_cast<int>(count) : O::kLanes;
      Elem buffer[O::kLanes];
      if (beta != 0) {
        for (int i = 0; i < lanes; ++i) buffer[i] = *shifted(y, i * stride);
        adjacent<true>(buffer, lanes, sums, alpha, beta);
      } else {
        adjacent<false>(buffer, lanes, sums, alpha, beta);
      }
      for (int i = 0; i < lanes; ++i, y = shifted(y, stride)) *y = buffer[i];
    }
  }
};

}  // namespace
}  // namespace gk::kernels
