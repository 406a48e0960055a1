// Searching with the WebAssembly kernels.
#pragma once

#include "simd/search.h"
#include "simd/simd128.h"

namespace gk::kernels {
namespace {

template <>
struct Search<Simd128, float> {
  [[gnu::always_inline]] static int last_lanes(int n) { return -n; }
  [[gnu::always_inline]] static float reduce_max(v128_t r) {
    const v128_t x = wasm_f32x4_pmax(r, Ops<Simd128, float>::upper(r));
    return wasm_f32x4_extract_lane(wasm_f32x4_pmax(x, wasm_i32x4_shuffle(x, x, 1, 1, 1, 1)), 0);
  }
  [[gnu::always_inline]] static uint32_t equal(v128_t a, v128_t b) {
    return static_cast<uint32_t>(wasm_i32x4_bitmask(wasm_f32x4_eq(a, b)));
  }
};
static_assert(SearchOps<Search<Simd128, float>, Ops<Simd128, float>>);

template <>
struct Search<Simd128, double> {
  [[gnu::always_inline]] static int last_lanes(int n) { return -n; }
  [[gnu::always_inline]] static double reduce_max(v128_t r) {
    return wasm_f64x2_extract_lane(wasm_f64x2_pmax(r, wasm_i64x2_shuffle(r, r, 1, 1)), 0);
  }
  [[gnu::always_inline]] static uint32_t equal(v128_t a, v128_t b) {
    return static_cast<uint32_t>(wasm_i64x2_bitmask(wasm_f64x2_eq(a, b)));
  }
  [[gnu::always_inline]] static v128_t load_widened(const float *p) {
    return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p));
  }
  [[gnu::always_inline]] static v128_t load_widened(const float *p, int count) {
    return count == 2 ? load_widened(p) : wasm_f64x2_promote_low_f32x4(wasm_v128_load32_zero(p));
  }
};
static_assert(SearchOps<Search<Simd128, double>, Ops<Simd128, double>>);

}  // namespace
}  // namespace gk::kernels
