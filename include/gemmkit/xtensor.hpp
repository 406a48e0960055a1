// gemmkit on xtensor: arrays, tensors and adaptors of any rank kind, strided views (slices, steps, reversed ranges) and
// transposes, all read in place.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two dimensions are a matrix, three a batch along axis 0, one a bias. dot() returns an xt::xtensor<T, 2>.
// See docs/guide/xtensor.md.
#ifndef GEMMKIT_XTENSOR_HPP
#define GEMMKIT_XTENSOR_HPP

#include <gemmkit/gemmkit.hpp>

#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

GEMMKIT_BEGIN_
namespace detail {

template <class X>
struct host<X, std::enable_if_t<std::is_base_of_v<xt::xexpression<X>, X> && xt::has_data_interface<X>::value &&
                                xt::has_strides<X>::value>> {
  static constexpr bool known = true;

  template <class Self>
  static auto view(Self &x) {
    using T = std::remove_pointer_t<decltype(x.data() + x.data_offset())>;
    const int rank = static_cast<int>(x.dimension());
    any_view<T> v{x.data() + x.data_offset(), rank, {}, {}, "gemmkit/xtensor"};
    for (int r = 0; r < rank && r < 3; ++r) {
      v.extent[r] = static_cast<int64_t>(x.shape()[static_cast<std::size_t>(r)]);
      v.stride[r] = static_cast<int64_t>(x.strides()[static_cast<std::size_t>(r)]);
    }
    return v;
  }

  template <class O, class, class>
  static xt::xtensor<O, 2> make(int64_t rows, int64_t cols) {
    return xt::xtensor<O, 2>::from_shape({static_cast<std::size_t>(rows), static_cast<std::size_t>(cols)});
  }
};

}  // namespace detail
GEMMKIT_END_

#endif
