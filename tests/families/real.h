// f32 and f64 as families like the others, for suites that ask something of all of them.
#pragma once

#include "families/family.h"

namespace gk::test {

struct F32Entries {
  static constexpr const char *kName = "f32";
  using CView = gemmkit_cview_f32;
  using View = gemmkit_view_f32;
  static constexpr auto checked = gemmkit_gemm_f32;
  static constexpr auto unchecked = gemmkit_gemm_f32_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_f32;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_f32_unchecked;
  using Problem = gemmkit_problem_f32;
  using RawProblem = gemmkit_raw_problem_f32;
  static constexpr auto grouped = gemmkit_gemm_grouped_f32;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_f32_unchecked;
};
struct F64Entries {
  static constexpr const char *kName = "f64";
  using CView = gemmkit_cview_f64;
  using View = gemmkit_view_f64;
  static constexpr auto checked = gemmkit_gemm_f64;
  static constexpr auto unchecked = gemmkit_gemm_f64_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_f64;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_f64_unchecked;
  using Problem = gemmkit_problem_f64;
  using RawProblem = gemmkit_raw_problem_f64;
  static constexpr auto grouped = gemmkit_gemm_grouped_f64;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_f64_unchecked;
};

template <class T, class E>
struct RealFamily : Calls<RealFamily<T, E>, E> {
  using In = T;
  using Out = T;
  using Scalar = T;
  static constexpr bool kGroups = true;
  static In any(int64_t i, int64_t j, int64_t seed) { return fraction<T>(i, j, seed); }
  static Out any_out(int64_t i, int64_t j, int64_t seed) { return any(i, j, seed); }
  static Scalar scalar(double re, double) { return static_cast<T>(re); }
};
using F32Family = RealFamily<float, F32Entries>;
using F64Family = RealFamily<double, F64Entries>;

#define GK_TEST_ALL_FAMILIES F32Family, F64Family, GK_TEST_FAMILIES

}  // namespace gk::test
