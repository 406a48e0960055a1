// Checked entries of both element types under one name.
#pragma once

#include "gemmkit.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace gk::test {

template <class T>
struct ViewTypes;
template <>
struct ViewTypes<float> {
  using In = gemmkit_cview_f32;
  using Out = gemmkit_view_f32;
  using Epilogue = gemmkit_epilogue_f32;
  static constexpr auto gemm = gemmkit_gemm_f32;
  static constexpr auto gemm_unchecked = gemmkit_gemm_f32_unchecked;
};
template <>
struct ViewTypes<double> {
  using In = gemmkit_cview_f64;
  using Out = gemmkit_view_f64;
  using Epilogue = gemmkit_epilogue_f64;
  static constexpr auto gemm = gemmkit_gemm_f64;
  static constexpr auto gemm_unchecked = gemmkit_gemm_f64_unchecked;
};

// A 2x3 by 3x2 product in row-major views that are valid as they stand; tests break one thing at a time.
template <class T>
struct SmallProblem {
  using In = typename ViewTypes<T>::In;
  using Out = typename ViewTypes<T>::Out;

  std::vector<T> a_store, b_store, c_store;
  In a, b;
  Out c;
  T alpha = 1, beta = 0;

  SmallProblem() : a_store{1, 2, 3, 4, 5, 6}, b_store{1, 0, 2, 1, 0, 3}, c_store(16, T(-777)) {
    a = {a_store.data(), 6, 2, 3, 3, 1};
    b = {b_store.data(), 6, 3, 2, 2, 1};
    c = {c_store.data(), 4, 2, 2, 2, 1};
  }
  gemmkit_status run(const gemmkit_exec *exec = nullptr) {
    return ViewTypes<T>::gemm(alpha, &a, &b, beta, &c, nullptr, exec);
  }
  // Nothing was written to C.
  bool untouched() const {
    for (T x : c_store)
      if (x != T(-777)) return false;
    return true;
  }
};

inline std::string last_error() { return gemmkit_last_error(); }

}  // namespace gk::test
