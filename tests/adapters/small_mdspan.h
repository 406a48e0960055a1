// The least that gemmkit/mdspan.hpp asks of an mdspan, for compilers that have none.
#pragma once

#include <array>
#include <cstddef>

namespace gk::test {

template <class T, std::size_t kRank>
class small_mdspan {
 public:
  using index_type = int;

  small_mdspan(T *data, std::array<int, kRank> extents, std::array<std::ptrdiff_t, kRank> strides)
      : data_(data), extents_(extents), strides_(strides) {}

  static constexpr std::size_t rank() { return kRank; }
  T *data_handle() const { return data_; }
  index_type extent(std::size_t r) const { return extents_[r]; }
  std::ptrdiff_t stride(std::size_t r) const { return strides_[r]; }

 private:
  T *data_;
  std::array<int, kRank> extents_;
  std::array<std::ptrdiff_t, kRank> strides_;
};

}  // namespace gk::test
