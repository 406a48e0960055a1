// gemmkit on std::mdspan, and on anything with data_handle(), rank(), extent(r) and stride(r) over plain memory.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Rank 2 is a matrix, rank 3 a batch along axis 0, rank 1 a bias. dot() returns a gemmkit::matrix, since an mdspan owns
// nothing. See docs/guide/mdspan.md.
#ifndef GEMMKIT_MDSPAN_HPP
#define GEMMKIT_MDSPAN_HPP

#include <gemmkit/gemmkit.hpp>

GEMMKIT_BEGIN_
namespace detail {

template <class X>
struct host<
    X, std::enable_if_t<std::is_pointer_v<decltype(std::declval<const X &>().data_handle())> &&
                        std::is_convertible_v<decltype(std::declval<const X &>().stride(X::rank() - 1)), int64_t> &&
                        std::is_convertible_v<decltype(std::declval<const X &>().extent(0)), int64_t>>> : makes_matrix {
  static constexpr bool known = true;

  static auto view(const X &x) {
    using T = std::remove_pointer_t<decltype(x.data_handle())>;
    static_assert(X::rank() >= 1 && X::rank() <= 3, "gemmkit/mdspan: matrices have rank 2, batches rank 3");
    any_view<T> v{x.data_handle(), static_cast<int>(X::rank()), {}, {}, "gemmkit/mdspan"};
    if constexpr (X::rank() >= 1 && X::rank() <= 3) {
      for (std::size_t r = 0; r < X::rank(); ++r) {
        v.extent[r] = static_cast<int64_t>(x.extent(r));
        v.stride[r] = static_cast<int64_t>(x.stride(r));
      }
    }
    return v;
  }
};

}  // namespace detail
GEMMKIT_END_

#endif
