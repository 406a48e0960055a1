// gemmkit on Eigen 3.4: matrices and arrays of fixed and dynamic size, Map with any strides, Ref, Block, and of these
// transpose(), adjoint(), conjugate() and reverse(), all read in place.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Eigen::half is f16 and Eigen::bfloat16 bf16. Batches are stacked(x, batch, step); Eigen's core has no 3-d arrays.
// dot() returns an Eigen::Matrix with the extents known at compile time, in A's storage order. See docs/guide/eigen.md.
#ifndef GEMMKIT_EIGEN_HPP
#define GEMMKIT_EIGEN_HPP

#include <gemmkit/gemmkit.hpp>

#include <Eigen/Core>

GEMMKIT_BEGIN_
namespace detail {

template <>
struct element<Eigen::half> {
  using type = f16;
};
template <>
struct element<Eigen::bfloat16> {
  using type = bf16;
};

template <class X>
inline constexpr bool in_memory = (Eigen::internal::traits<X>::Flags & Eigen::DirectAccessBit) != 0;

// What holds memory, and expressions over it that only change how it is read.
template <class X, class = void>
struct eigen_view {
  static constexpr bool known = false;
};
template <class X>
struct eigen_view<X, std::enable_if_t<in_memory<X>>> {
  static constexpr bool known = true;
  template <class Self>  // X, or const X
  static auto view(Self &x) {
    using T = std::remove_pointer_t<decltype(x.data())>;
    const int64_t inner = x.innerStride(), outer = x.outerStride();
    return any_view<T>{x.data(),
                       2,
                       {x.rows(), x.cols(), 0},
                       {X::IsRowMajor ? outer : inner, X::IsRowMajor ? inner : outer, 0},
                       "gemmkit/eigen"};
  }
};
template <class S, class X>
struct eigen_view<Eigen::CwiseUnaryOp<Eigen::internal::scalar_conjugate_op<S>, X>> {
  using nested = eigen_view<std::remove_const_t<X>>;
  static constexpr bool known = nested::known;
  template <class Self>
  static auto view(Self &x) {
    auto v = nested::view(x.nestedExpression());
    v.conjugate = !v.conjugate;
    return v;
  }
};
template <class X>
struct eigen_view<Eigen::Transpose<X>, std::enable_if_t<!in_memory<Eigen::Transpose<X>>>> {
  using nested = eigen_view<std::remove_const_t<X>>;
  static constexpr bool known = nested::known;
  template <class Self>
  static auto view(Self &x) {
    return transposed(nested::view(x.nestedExpression()));
  }
};
template <class X, int Direction>
struct eigen_view<Eigen::Reverse<X, Direction>> {
  using nested = eigen_view<std::remove_const_t<X>>;
  static constexpr bool known = nested::known;
  template <class Self>
  static auto view(Self &x) {
    // Eigen's accessor is const even where the expression may be assigned to; the X of a read-only one is const.
    auto v = nested::view(const_cast<X &>(x.nestedExpression()));
    if (Direction != Eigen::Horizontal) v = reversed(v, 0);
    if (Direction != Eigen::Vertical) v = reversed(v, 1);
    return v;
  }
};

template <class X>
struct is_eigen : std::is_base_of<Eigen::EigenBase<X>, X> {};
template <class X>
struct is_eigen_view : std::bool_constant<eigen_view<X>::known> {};

template <class X>
struct host<X, std::enable_if_t<std::conjunction_v<is_eigen<X>, is_eigen_view<X>>>> : eigen_view<X> {
  template <class Y, bool = is_eigen<Y>::value>
  struct extents {
    static constexpr int rows = Y::RowsAtCompileTime, cols = Y::ColsAtCompileTime;
  };
  template <class Y>
  struct extents<Y, false> {
    static constexpr int rows = Eigen::Dynamic, cols = Eigen::Dynamic;
  };

  template <class O, class A, class B>
  static auto make(int64_t rows, int64_t cols) {
    constexpr int m = extents<A>::rows, n = extents<B>::cols;
    constexpr int order = m == 1 && n != 1   ? Eigen::RowMajor
                          : n == 1 && m != 1 ? Eigen::ColMajor
                          : A::IsRowMajor    ? Eigen::RowMajor
                                             : Eigen::ColMajor;
    return Eigen::Matrix<O, m, n, order>(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(cols));
  }
};

}  // namespace detail
GEMMKIT_END_

#endif
