// The entries and structs of each element family.
#pragma once

#include "gemmkit.h"

namespace gk::test {

struct F32Entries {
  static constexpr const char *kName = "f32";
  using CView = gemmkit_cview_f32;
  using View = gemmkit_view_f32;
  using Epilogue = gemmkit_epilogue_f32;
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
  using Epilogue = gemmkit_epilogue_f64;
  static constexpr auto checked = gemmkit_gemm_f64;
  static constexpr auto unchecked = gemmkit_gemm_f64_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_f64;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_f64_unchecked;
  using Problem = gemmkit_problem_f64;
  using RawProblem = gemmkit_raw_problem_f64;
  static constexpr auto grouped = gemmkit_gemm_grouped_f64;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_f64_unchecked;
};

struct F16Entries {
  static constexpr const char *kName = "f16";
  using CView = gemmkit_cview_f16;
  using View = gemmkit_view_f16;
  using Epilogue = gemmkit_epilogue_f16;
  static constexpr auto checked = gemmkit_gemm_f16;
  static constexpr auto unchecked = gemmkit_gemm_f16_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_f16;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_f16_unchecked;
  using Problem = gemmkit_problem_f16;
  using RawProblem = gemmkit_raw_problem_f16;
  static constexpr auto grouped = gemmkit_gemm_grouped_f16;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_f16_unchecked;
};
struct Bf16Entries {
  static constexpr const char *kName = "bf16";
  using CView = gemmkit_cview_bf16;
  using View = gemmkit_view_bf16;
  using Epilogue = gemmkit_epilogue_bf16;
  static constexpr auto checked = gemmkit_gemm_bf16;
  static constexpr auto unchecked = gemmkit_gemm_bf16_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_bf16;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_bf16_unchecked;
  using Problem = gemmkit_problem_bf16;
  using RawProblem = gemmkit_raw_problem_bf16;
  static constexpr auto grouped = gemmkit_gemm_grouped_bf16;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_bf16_unchecked;
};
struct F16F32Entries {
  static constexpr const char *kName = "f16_f32";
  using CView = gemmkit_cview_f16;
  using View = gemmkit_view_f32;
  using Epilogue = gemmkit_epilogue_f32;
  static constexpr auto checked = gemmkit_gemm_f16_f32;
  static constexpr auto unchecked = gemmkit_gemm_f16_f32_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_f16_f32;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_f16_f32_unchecked;
};
struct Bf16F32Entries {
  static constexpr const char *kName = "bf16_f32";
  using CView = gemmkit_cview_bf16;
  using View = gemmkit_view_f32;
  using Epilogue = gemmkit_epilogue_f32;
  static constexpr auto checked = gemmkit_gemm_bf16_f32;
  static constexpr auto unchecked = gemmkit_gemm_bf16_f32_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_bf16_f32;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_bf16_f32_unchecked;
};
struct I8Entries {
  static constexpr const char *kName = "i8";
  using CView = gemmkit_cview_i8;
  using View = gemmkit_view_i32;
  static constexpr auto checked = gemmkit_gemm_i8;
  static constexpr auto unchecked = gemmkit_gemm_i8_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_i8;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_i8_unchecked;
  using Problem = gemmkit_problem_i8;
  using RawProblem = gemmkit_raw_problem_i8;
  static constexpr auto grouped = gemmkit_gemm_grouped_i8;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_i8_unchecked;
};
struct C32Entries {
  static constexpr const char *kName = "c32";
  using CView = gemmkit_cview_c32;
  using View = gemmkit_view_c32;
  using Epilogue = gemmkit_epilogue_c32;
  static constexpr auto checked = gemmkit_gemm_c32;
  static constexpr auto unchecked = gemmkit_gemm_c32_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_c32;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_c32_unchecked;
  using Problem = gemmkit_problem_c32;
  using RawProblem = gemmkit_raw_problem_c32;
  static constexpr auto grouped = gemmkit_gemm_grouped_c32;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_c32_unchecked;
};
struct C64Entries {
  static constexpr const char *kName = "c64";
  using CView = gemmkit_cview_c64;
  using View = gemmkit_view_c64;
  using Epilogue = gemmkit_epilogue_c64;
  static constexpr auto checked = gemmkit_gemm_c64;
  static constexpr auto unchecked = gemmkit_gemm_c64_unchecked;
  static constexpr auto batched = gemmkit_gemm_batched_c64;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_c64_unchecked;
  using Problem = gemmkit_problem_c64;
  using RawProblem = gemmkit_raw_problem_c64;
  static constexpr auto grouped = gemmkit_gemm_grouped_c64;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_c64_unchecked;
};

}  // namespace gk::test
