// gemmkit on Armadillo: Mat, Col, Row, subviews of adjacent rows and columns, .t() and .st() of a matrix, and Cube with
// one entry of a batch per slice, all read in place.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Armadillo has no 16-bit floats: matrices of arma::u16 are passed through as_f16() or as_bf16(). It has no reversed
// views either: see rows_reversed() and cols_reversed(). dot() returns an arma::Mat. See docs/guide/armadillo.md.
#ifndef GEMMKIT_ARMADILLO_HPP
#define GEMMKIT_ARMADILLO_HPP

#include <gemmkit/gemmkit.hpp>

#include <armadillo>

GEMMKIT_BEGIN_
namespace detail {

// arma::s8 may be plain char.
template <>
struct element<char> {
  using type = std::conditional_t<std::is_signed_v<char>, int8_t, nothing>;
};

template <class T>
any_view<T> arma_matrix(T *data, uint64_t rows, uint64_t cols, uint64_t leading) {
  return {data,
          2,
          {static_cast<int64_t>(rows), static_cast<int64_t>(cols), 0},
          {1, static_cast<int64_t>(leading), 0},
          "gemmkit/armadillo"};
}
template <class T>
any_view<T> arma_cube(T *data, uint64_t rows, uint64_t cols, uint64_t slices, uint64_t leading, uint64_t slice) {
  return {data,
          3,
          {static_cast<int64_t>(slices), static_cast<int64_t>(rows), static_cast<int64_t>(cols)},
          {static_cast<int64_t>(slice), 1, static_cast<int64_t>(leading)},
          "gemmkit/armadillo"};
}

// A subview may be written unless its matrix is const, which only the caller knows: as Armadillo itself sees it.
template <class T>
any_view<T> arma_view(arma::Mat<T> &x) {
  return arma_matrix(x.memptr(), x.n_rows, x.n_cols, x.n_rows);
}
template <class T>
any_view<const T> arma_view(const arma::Mat<T> &x) {
  return arma_matrix(x.memptr(), x.n_rows, x.n_cols, x.n_rows);
}
template <class T>
any_view<T> arma_view(arma::subview<T> &x) {
  return arma_matrix(x.n_cols ? x.colptr(0) : nullptr, x.n_rows, x.n_cols, x.m.n_rows);
}
template <class T>
any_view<const T> arma_view(const arma::subview<T> &x) {
  return arma_matrix(x.n_cols ? x.colptr(0) : nullptr, x.n_rows, x.n_cols, x.m.n_rows);
}
template <class T>
any_view<T> arma_view(arma::Cube<T> &x) {
  return arma_cube(x.memptr(), x.n_rows, x.n_cols, x.n_slices, x.n_rows, x.n_elem_slice);
}
template <class T>
any_view<const T> arma_view(const arma::Cube<T> &x) {
  return arma_cube(x.memptr(), x.n_rows, x.n_cols, x.n_slices, x.n_rows, x.n_elem_slice);
}
template <class T>
any_view<T> arma_view(arma::subview_cube<T> &x) {
  return arma_cube(x.n_elem ? x.slice_colptr(0, 0) : nullptr, x.n_rows, x.n_cols, x.n_slices, x.m.n_rows,
                   x.m.n_elem_slice);
}
template <class T>
any_view<const T> arma_view(const arma::subview_cube<T> &x) {
  return arma_cube(x.n_elem ? x.slice_colptr(0, 0) : nullptr, x.n_rows, x.n_cols, x.n_slices, x.m.n_rows,
                   x.m.n_elem_slice);
}
template <class X>
auto arma_view(const arma::Op<X, arma::op_strans> &x) -> decltype(arma_view(x.m)) {
  return transposed(arma_view(x.m));
}
template <class X>
auto arma_view(const arma::Op<X, arma::op_htrans> &x) -> decltype(arma_view(x.m)) {
  return adjoint(arma_view(x.m));
}

template <class X>
struct host<X, std::void_t<decltype(arma_view(std::declval<X &>()))>> {
  static constexpr bool known = true;
  template <class Self>
  static auto view(Self &x) {
    return arma_view(x);
  }
  template <class O, class, class>
  static arma::Mat<O> make(int64_t rows, int64_t cols) {
    return arma::Mat<O>(static_cast<arma::uword>(rows), static_cast<arma::uword>(cols), arma::fill::none);
  }
};

}  // namespace detail
GEMMKIT_END_

#endif
