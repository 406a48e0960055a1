// Searching with the NEON kernels.
#pragma once

#include "simd/neon.h"
#include "simd/search.h"

namespace gk::kernels {
namespace {

template <>
struct Search<Neon, float> {
  [[gnu::always_inline]] static int last_lanes(int n) { return last_of<4>(n); }
  [[gnu::always_inline]] static float reduce_max(float32x4_t r) { return vmaxvq_f32(r); }
  [[gnu::always_inline]] static uint32_t equal(float32x4_t a, float32x4_t b) {
    const uint32x4_t lane = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(vceqq_f32(a, b), lane));
  }
};
static_assert(SearchOps<Search<Neon, float>, Ops<Neon, float>>);

template <>
struct Search<Neon, double> {
  [[gnu::always_inline]] static int last_lanes(int n) { return last_of<2>(n); }
  [[gnu::always_inline]] static double reduce_max(float64x2_t r) { return vmaxvq_f64(r); }
  [[gnu::always_inline]] static uint32_t equal(float64x2_t a, float64x2_t b) {
    const uint64x2_t lane = {1, 2};
    return static_cast<uint32_t>(vaddvq_u64(vandq_u64(vceqq_f64(a, b), lane)));
  }
  [[gnu::always_inline]] static float64x2_t load_widened(const float *p) { return vcvt_f64_f32(vld1_f32(p)); }
  [[gnu::always_inline]] static float64x2_t load_widened(const float *p, int count) {
    return vcvt_f64_f32(count == 2 ? vld1_f32(p) : vld1_lane_f32(p, vdup_n_f32(0), 0));
  }
};
static_assert(SearchOps<Search<Neon, double>, Ops<Neon, double>>);

}  // namespace
}  // namespace gk::kernels
