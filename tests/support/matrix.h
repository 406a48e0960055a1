// Strided test matrices in a buffer of sentinels, so that a write outside the matrix is seen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace gk::test {

// The common generator of small integers: every product sum of it is exact in f32 and f64.
inline int g(int64_t i, int64_t j, int64_t s) { return static_cast<int>((((7 * i + 3 * j + s) % 11) + 11) % 11) - 5; }

// How the elements of a rows x cols matrix lie in memory, as strides in elements.
struct Strides {
  int64_t rs, cs;
};
struct Layout {
  const char *name;
  Strides (*strides)(int64_t rows, int64_t cols);
  bool broadcast;  // maps several elements to one place: inputs only
};

// Every stride order the engine tells apart. The first kOutputLayouts are legal for C.
inline constexpr Layout kLayouts[] = {
    {"col",
     [](int64_t r, int64_t) {
       return Strides{1, std::max<int64_t>(r, 1)};
     },
     false},
    {"row",
     [](int64_t, int64_t c) {
       return Strides{std::max<int64_t>(c, 1), 1};
     },
     false},
    {"col padded",
     [](int64_t r, int64_t) {
       return Strides{1, r + 3};
     },
     false},
    {"row padded",
     [](int64_t, int64_t c) {
       return Strides{c + 5, 1};
     },
     false},
    {"col rows reversed",
     [](int64_t r, int64_t) {
       return Strides{-1, r + 1};
     },
     false},
    {"col columns reversed",
     [](int64_t r, int64_t) {
       return Strides{1, -(r + 2)};
     },
     false},
    {"row columns reversed",
     [](int64_t, int64_t c) {
       return Strides{c + 1, -1};
     },
     false},
    {"row rows reversed",
     [](int64_t, int64_t c) {
       return Strides{-(c + 2), 1};
     },
     false},
    {"both reversed",
     [](int64_t r, int64_t) {
       return Strides{-1, -(r + 1)};
     },
     false},
    {"general col",
     [](int64_t r, int64_t) {
       return Strides{2, 2 * r + 3};
     },
     false},
    {"general row",
     [](int64_t, int64_t c) {
       return Strides{3 * c + 2, 3};
     },
     false},
    {"general reversed",
     [](int64_t r, int64_t) {
       return Strides{-3, 3 * r + 1};
     },
     false},
    {"row broadcast",
     [](int64_t, int64_t) {
       return Strides{0, 1};
     },
     true},
    {"column broadcast",
     [](int64_t, int64_t) {
       return Strides{1, 0};
     },
     true},
    {"scalar broadcast",
     [](int64_t, int64_t) {
       return Strides{0, 0};
     },
     true},
    {"overlapping",
     [](int64_t, int64_t) {
       return Strides{1, 1};
     },
     true},  // a Hankel matrix
};
inline constexpr int kInputLayouts = sizeof kLayouts / sizeof kLayouts[0];
inline constexpr int kOutputLayouts = 12;

template <class T>
class Matrix {
 public:
  static constexpr T kSentinel = T(-777);
  static constexpr int64_t kMargin = 64;  // untouchable elements before and after

  // misalign: elements by which (0, 0) of a forward layout is off a 64-byte boundary.
  Matrix(int64_t rows, int64_t cols, const Layout &layout, int64_t misalign = 0)
      : Matrix(rows, cols, layout.strides(rows, cols), misalign) {}
  Matrix(int64_t rows, int64_t cols, Strides strides, int64_t misalign = 0) : rows_(rows), cols_(cols), s_(strides) {
    int64_t low = 0, high = 0;
    if (rows > 0 && cols > 0) {
      const int64_t far_row = (rows - 1) * s_.rs, far_col = (cols - 1) * s_.cs;
      low = std::min<int64_t>(far_row, 0) + std::min<int64_t>(far_col, 0);
      high = std::max<int64_t>(far_row, 0) + std::max<int64_t>(far_col, 0) + 1;
    }
    constexpr int64_t kLine = 64 / sizeof(T);
    store_.assign(static_cast<size_t>(high - low + 2 * kMargin + misalign + kLine), kSentinel);
    const auto address = reinterpret_cast<uintptr_t>(store_.data());
    const int64_t to_line = static_cast<int64_t>((64 - address % 64) % 64 / sizeof(T));
    origin_ = to_line + kMargin + misalign - low;
  }

  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  int64_t rs() const { return s_.rs; }
  int64_t cs() const { return s_.cs; }
  T *data() { return store_.data() + origin_; }
  const T *data() const { return store_.data() + origin_; }
  T &operator()(int64_t i, int64_t j) { return data()[i * s_.rs + j * s_.cs]; }
  const T &operator()(int64_t i, int64_t j) const { return data()[i * s_.rs + j * s_.cs]; }

  template <class F>
  Matrix &fill(F value_of) {
    for (int64_t j = 0; j < cols_; ++j)
      for (int64_t i = 0; i < rows_; ++i) (*this)(i, j) = static_cast<T>(value_of(i, j));
    return *this;
  }
  Matrix &generate(int64_t seed) {
    return fill([seed](int64_t i, int64_t j) { return g(i, j, seed); });
  }

  // Whether every element that does not belong to the matrix still holds the sentinel.
  bool padding_intact() const {
    std::vector<bool> used(store_.size(), false);
    for (int64_t j = 0; j < cols_; ++j)
      for (int64_t i = 0; i < rows_; ++i) used[static_cast<size_t>(origin_ + i * s_.rs + j * s_.cs)] = true;
    for (size_t p = 0; p < store_.size(); ++p)
      if (!used[p] && !(store_[p] == kSentinel)) return false;
    return true;
  }
  // The same bytes everywhere, padding included; NaN equals NaN of the same bits.
  bool same_bits(const Matrix &other) const {
    if (rows_ != other.rows_ || cols_ != other.cols_) return false;
    for (int64_t j = 0; j < cols_; ++j)
      for (int64_t i = 0; i < rows_; ++i)
        if (std::memcmp(&(*this)(i, j), &other(i, j), sizeof(T)) != 0) return false;
    return true;
  }

 private:
  int64_t rows_, cols_;
  Strides s_;
  int64_t origin_ = 0;
  std::vector<T> store_;
};

}  // namespace gk::test
