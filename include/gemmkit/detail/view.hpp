// Views of memory, and a matrix that owns its own.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef GEMMKIT_DETAIL_VIEW_HPP
#define GEMMKIT_DETAIL_VIEW_HPP

#include <gemmkit/detail/core.hpp>

#include <memory>
#include <new>

GEMMKIT_BEGIN_

// Element (i, j) is data[i*rs + j*cs]. matrix_ref<T> reads, matrix_mut<T> may be written; they are any_view with names.
template <class T>
class basic_matrix {
 public:
  basic_matrix(T *data, int64_t len, int64_t rows, int64_t cols, int64_t rs, int64_t cs)
      : view_{data, 2, {rows, cols, 0}, {rs, cs, 0}, "gemmkit", false, len} {}
  explicit basic_matrix(const any_view<T> &view) : view_(view) {}
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T>>>
  basic_matrix(const basic_matrix<U> &other)
      : basic_matrix(other.data(), other.len(), other.rows(), other.cols(), other.rs(), other.cs()) {
    view_.host = other.view().host;
    view_.conjugate = other.view().conjugate;
  }

  T *data() const { return view_.data; }
  int64_t len() const { return view_.len; }
  int64_t rows() const { return view_.extent[0]; }
  int64_t cols() const { return view_.extent[1]; }
  int64_t rs() const { return view_.stride[0]; }
  int64_t cs() const { return view_.stride[1]; }
  T &operator()(int64_t i, int64_t j) const { return view_.data[i * rs() + j * cs()]; }
  const any_view<T> &view() const { return view_; }

 private:
  any_view<T> view_;
};
template <class T>
using matrix_mut = basic_matrix<T>;
template <class T>
using matrix_ref = basic_matrix<const T>;

// A batch: entry e begins at data + e*bs. A bs of 0 lets all share one entry (not in C).
template <class T>
class basic_tensor {
 public:
  basic_tensor(T *data, int64_t len, int64_t batch, int64_t rows, int64_t cols, int64_t bs, int64_t rs, int64_t cs)
      : view_{data, 3, {batch, rows, cols}, {bs, rs, cs}, "gemmkit", false, len} {}

  T *data() const { return view_.data; }
  int64_t batch() const { return view_.extent[0]; }
  int64_t rows() const { return view_.extent[1]; }
  int64_t cols() const { return view_.extent[2]; }
  T &operator()(int64_t e, int64_t i, int64_t j) const {
    return view_.data[e * view_.stride[0] + i * view_.stride[1] + j * view_.stride[2]];
  }
  const any_view<T> &view() const { return view_; }

 private:
  any_view<T> view_;
};
template <class T>
using tensor_mut = basic_tensor<T>;
template <class T>
using tensor_ref = basic_tensor<const T>;

// T may be const: row_major(p, m, n) is a matrix_mut or a matrix_ref by what p points to.
template <class T>
basic_matrix<T> row_major(T *data, int64_t rows, int64_t cols) {
  return {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
}
template <class T>
basic_matrix<T> col_major(T *data, int64_t rows, int64_t cols) {
  return {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
}
// Any strides within len elements; none may be negative.
template <class T>
basic_matrix<T> strided(T *data, int64_t len, int64_t rows, int64_t cols, int64_t rs, int64_t cs) {
  return {data, len, rows, cols, rs, cs};
}
// data is element (0, 0), strides may be negative, and the caller answers for bounds and aliasing.
template <class T>
basic_matrix<T> unchecked(T *data, int64_t rows, int64_t cols, int64_t rs, int64_t cs) {
  return {data, -1, rows, cols, rs, cs};
}
template <class T>
basic_tensor<T> row_major(T *data, int64_t batch, int64_t rows, int64_t cols) {
  const int64_t entry = gemmkit_dense_len_(rows, cols);
  return {data, gemmkit_dense_len_(batch, entry), batch, rows, cols, entry, cols, 1};
}
template <class T>
basic_tensor<T> strided(T *data, int64_t len, int64_t batch, int64_t rows, int64_t cols, int64_t bs, int64_t rs,
                        int64_t cs) {
  return {data, len, batch, rows, cols, bs, rs, cs};
}
template <class T>
basic_tensor<T> unchecked(T *data, int64_t batch, int64_t rows, int64_t cols, int64_t bs, int64_t rs, int64_t cs) {
  return {data, -1, batch, rows, cols, bs, rs, cs};
}

// A row-major matrix of its own: what dot() returns for operands whose library has no owning type. Elements of a new
// one are uninitialised; empty if there was no memory and exceptions are off.
template <class T>
class matrix {
 public:
  matrix() = default;
  matrix(int64_t rows, int64_t cols) : rows_(rows), cols_(cols) {
    const auto count = static_cast<std::size_t>(gemmkit_dense_len_(rows, cols));
#if GEMMKIT_THROWS_
    elements_.reset(new T[count]);
#else
    elements_.reset(new (std::nothrow) T[count]);
    if (!elements_) rows_ = cols_ = 0;
#endif
  }

  T *data() { return elements_.get(); }
  const T *data() const { return elements_.get(); }
  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  T &operator()(int64_t i, int64_t j) { return elements_[static_cast<std::size_t>(i * cols_ + j)]; }
  const T &operator()(int64_t i, int64_t j) const { return elements_[static_cast<std::size_t>(i * cols_ + j)]; }

 private:
  std::unique_ptr<T[]> elements_;
  int64_t rows_ = 0, cols_ = 0;
};

namespace detail {

struct makes_matrix {
  template <class O, class, class>
  static matrix<O> make(int64_t rows, int64_t cols) {
    return matrix<O>(rows, cols);
  }
};

template <class T>
struct host<any_view<T>> : makes_matrix {
  static constexpr bool known = true;
  static any_view<T> view(const any_view<T> &x) { return x; }
};
template <class T>
struct host<basic_matrix<T>> : makes_matrix {
  static constexpr bool known = true;
  static any_view<T> view(const basic_matrix<T> &x) { return x.view(); }
};
template <class T>
struct host<basic_tensor<T>> : makes_matrix {
  static constexpr bool known = true;
  static any_view<T> view(const basic_tensor<T> &x) { return x.view(); }
};
template <class T>
struct host<matrix<T>> : makes_matrix {
  static constexpr bool known = true;
  static any_view<T> view(matrix<T> &x) { return row_major(x.data(), x.rows(), x.cols()).view(); }
  static any_view<const T> view(const matrix<T> &x) { return row_major(x.data(), x.rows(), x.cols()).view(); }
};

// Axis `axis` counted from the last two: 0 rows, 1 columns.
template <class T>
any_view<T> reversed(any_view<T> v, int axis) {
  const int at = v.rank == 3 ? axis + 1 : axis;
  if (v.extent[at] > 0) v.data += (v.extent[at] - 1) * v.stride[at];
  v.stride[at] = -v.stride[at];
  v.len = -1;
  return v;
}

}  // namespace detail

// ---- Other ways to look at the same memory, of any matrix or batch that a function here takes --------------------

template <class X>
auto transposed(X &&x) {
  auto v = detail::look(x);
  const int row = v.rank == 3 ? 1 : 0;
  std::swap(v.extent[row], v.extent[row + 1]);
  std::swap(v.stride[row], v.stride[row + 1]);
  return v;
}
// For an operand: its elements count as their conjugates, which real ones are already.
template <class X>
auto conjugated(X &&x) {
  auto v = detail::look(x);
  v.conjugate = !v.conjugate;
  return v;
}
template <class X>
auto adjoint(X &&x) {
  return conjugated(transposed(x));
}
// The last row, or column, first.
template <class X>
auto rows_reversed(X &&x) {
  return detail::reversed(detail::look(x), 0);
}
template <class X>
auto cols_reversed(X &&x) {
  return detail::reversed(detail::look(x), 1);
}
// `batch` matrices like x, each `step` elements after the one before: a batch in a matrix, or for a library without
// 3-d arrays. The caller answers for the bounds.
template <class X>
auto stacked(X &&x, int64_t batch, int64_t step) {
  auto v = detail::look(x);
  return decltype(v){v.data,      3, {batch, v.extent[0], v.extent[1]}, {step, v.stride[0], v.stride[1]}, v.host,
                     v.conjugate, -1};
}

namespace detail {
template <class H, class X>
auto reinterpreted(X &x) {
  auto v = look(x);
  using T = std::remove_pointer_t<decltype(v.data)>;
  static_assert(sizeof(T) == 2, "gemmkit: as_f16 and as_bf16 take 16-bit elements");
  using to = std::conditional_t<std::is_const_v<T>, const H, H>;
  any_view<to> result{reinterpret_cast<to *>(v.data), v.rank, {}, {}, v.host, v.conjugate, v.len};
  for (int i = 0; i < 3; ++i) {
    result.extent[i] = v.extent[i];
    result.stride[i] = v.stride[i];
  }
  return result;
}
}  // namespace detail

// Arrays of uint16_t that hold the bits of half-precision numbers.
template <class X>
auto as_f16(X &&x) {
  return detail::reinterpreted<f16>(x);
}
template <class X>
auto as_bf16(X &&x) {
  return detail::reinterpreted<bf16>(x);
}

GEMMKIT_END_

#endif
