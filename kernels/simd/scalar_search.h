// Searching with the portable kernels.
#pragma once

#include "simd/scalar.h"
#include "simd/search.h"

namespace gk::kernels {
namespace {

template <class T>
struct Search<Scalar, T> {
  [[gnu::always_inline]] static typename Ops<Scalar, T>::Mask last_lanes(int) { return {}; }
  [[gnu::always_inline]] static T reduce_max(T r) { return r; }
  [[gnu::always_inline]] static uint32_t equal(T a, T b) { return a == b; }
  [[gnu::always_inline]] static T load_widened(const float *p) { return static_cast<T>(*p); }
  [[gnu::always_inline]] static T load_widened(const float *p, int) { return static_cast<T>(*p); }
};
static_assert(SearchOps<Search<Scalar, float>, Ops<Scalar, float>>);
static_assert(SearchOps<Search<Scalar, double>, Ops<Scalar, double>>);

}  // namespace
}  // namespace gk::kernels
