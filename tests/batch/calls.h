// The batched and grouped entries of both element types under one name.
#pragma once

#include "api/views.h"
#include "support/call.h"

namespace gk::test {

template <class T>
struct BatchTypes;
template <>
struct BatchTypes<float> {
  using Problem = gemmkit_problem_f32;
  using RawProblem = gemmkit_raw_problem_f32;
  static constexpr auto batched = gemmkit_gemm_batched_f32;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_f32_unchecked;
  static constexpr auto grouped = gemmkit_gemm_grouped_f32;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_f32_unchecked;
};
template <>
struct BatchTypes<double> {
  using Problem = gemmkit_problem_f64;
  using RawProblem = gemmkit_raw_problem_f64;
  static constexpr auto batched = gemmkit_gemm_batched_f64;
  static constexpr auto batched_unchecked = gemmkit_gemm_batched_f64_unchecked;
  static constexpr auto grouped = gemmkit_gemm_grouped_f64;
  static constexpr auto grouped_unchecked = gemmkit_gemm_grouped_f64_unchecked;
};

// A batch in buffers of its own: entries `gap` elements further apart than they need, a step of 0 broadcasts.
template <class T>
struct Batch {
  int64_t count = 1, m = 1, n = 1, k = 1;
  T alpha = 1, beta = 0;
  Strides sa{1, 1}, sb{1, 1}, sc{1, 1};
  int64_t a_step = 0, b_step = 0, c_step = 0;
  std::vector<T> a, b, c;

  static constexpr T kSentinel = T(-777);

  static int64_t reach(int64_t rows, int64_t cols, Strides s) {
    return rows == 0 || cols == 0 ? 0 : (rows - 1) * s.rs + (cols - 1) * s.cs + 1;
  }
  int64_t length(int64_t rows, int64_t cols, Strides s, int64_t step) const {
    const int64_t one = reach(rows, cols, s);
    return count == 0 || one == 0 ? 0 : (count - 1) * step + one;
  }
  int64_t a_len() const { return length(m, k, sa, a_step); }
  int64_t b_len() const { return length(k, n, sb, b_step); }
  int64_t c_len() const { return length(m, n, sc, c_step); }

  // The null pointer of an operand without elements stays what it is.
  template <class U>
  static U *entry(U *first, int64_t e, int64_t step) {
    return first ? first + e * step : nullptr;
  }

  // A and B hold value_of(position); C the sentinel, and `c_start` in its elements.
  template <class F>
  void fill(F value_of, T c_start) {
    a.resize(static_cast<size_t>(a_len()));
    b.resize(static_cast<size_t>(b_len()));
    c.assign(static_cast<size_t>(c_len()), kSentinel);
    for (size_t i = 0; i < a.size(); ++i) a[i] = value_of(static_cast<int64_t>(i), 1);
    for (size_t i = 0; i < b.size(); ++i) b[i] = value_of(static_cast<int64_t>(i), 2);
    for (int64_t e = 0; e < count; ++e)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j)
          c[static_cast<size_t>(e * c_step + i * sc.rs + j * sc.cs)] =
              c_start == kSentinel ? value_of(e * 31 + i * 7 + j, 3) : c_start;
  }

  gemmkit_status checked(const gemmkit_exec *exec = nullptr) {
    const typename ViewTypes<T>::In va{a.data(), a_len(), m, k, sa.rs, sa.cs},
        vb{b.data(), b_len(), k, n, sb.rs, sb.cs};
    const typename ViewTypes<T>::Out vc{c.data(), c_len(), m, n, sc.rs, sc.cs};
    return BatchTypes<T>::batched(count, alpha, &va, a_step, &vb, b_step, beta, &vc, c_step, nullptr, exec);
  }
  gemmkit_status unchecked(const gemmkit_exec *exec = nullptr) {
    return BatchTypes<T>::batched_unchecked(count, m, n, k, alpha, a.data(), sa.rs, sa.cs, a_step, b.data(), sb.rs,
                                            sb.cs, b_step, beta, c.data(), sc.rs, sc.cs, c_step, nullptr, exec);
  }
  std::vector<typename BatchTypes<T>::RawProblem> problems() {
    std::vector<typename BatchTypes<T>::RawProblem> list;
    for (int64_t e = 0; e < count; ++e)
      list.push_back({m, n, k, alpha, entry(a.data(), e, a_step), sa.rs, sa.cs, entry(b.data(), e, b_step), sb.rs,
                      sb.cs, beta, entry(c.data(), e, c_step), sc.rs, sc.cs});
    return list;
  }
  // What the batch must equal bit for bit: single products on one thread, into a copy of C.
  std::vector<T> looped() const {
    std::vector<T> out = c;
    const gemmkit_exec exec = with_threads(1);
    for (int64_t e = 0; e < count; ++e)
      gemm_raw(m, n, k, alpha, entry(a.data(), e, a_step), sa, entry(b.data(), e, b_step), sb, beta,
               entry(out.data(), e, c_step), sc, &exec);
    return out;
  }
};

template <class T>
bool same_bits(const std::vector<T> &x, const std::vector<T> &y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0);
}

}  // namespace gk::test
