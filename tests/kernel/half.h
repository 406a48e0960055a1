// 16-bit formats by the book: decoding, and rounding of an f32 once, by arithmetic on exact doubles.
#pragma once

#include "kernel/tables.h"
#include "support/half.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gk::test {

inline HalfFormat format_of(gk_elem elem) { return elem == GK_F16 || elem == GK_F16_F32 ? kF16Format : kBf16Format; }
inline bool has_float_output(const gk_kernel_table &table) { return table.out_size == 4; }
// Whether products are multiplied in pairs, in an order of roundings that is the processor's.
inline bool multiplies_pairs(const gk_kernel_table &table) { return table.depth_multiple == 2; }

constexpr gk_elem kHalfElems[] = {GK_F16, GK_BF16, GK_F16_F32, GK_BF16_F32};

inline std::vector<const gk_kernel_table *> runnable_half_tables() {
  std::vector<const gk_kernel_table *> out;
  for (gk_elem elem : kHalfElems) {
    for (const gk_kernel_table *table : runnable_tables(elem)) out.push_back(table);
  }
  return out;
}

struct Strides {
  int64_t row, col, first;  // elements; `first` is the index of element (0, 0) in an array that the matrix just fills
};

inline size_t extent(const Strides &s, int64_t rows, int64_t cols) {
  return static_cast<size_t>(1 + std::abs(s.row) * (rows - 1) + std::abs(s.col) * (cols - 1));
}

inline constexpr int kLayouts = 5;
inline Strides strides_of(int layout, int64_t rows, int64_t cols) {
  switch (layout) {
    case 0: return {1, rows, 0};
    case 1: return {cols + 3, 1, 0};
    case 2: return {1, rows + 5, 0};
    case 3: return {3, 3 * rows + 1, 0};
    default: return {-1, -rows, rows * cols - 1};
  }
}

inline void fill_halves(uint16_t *out, size_t count, const HalfFormat &format, uint32_t seed) {
  std::vector<float> values(count);
  fill_random(values.data(), count, seed);
  for (size_t i = 0; i < count; ++i) out[i] = format.encode(values[i]);
}

// An element of C as memory holds it, and what it means.
struct Out {
  HalfFormat format;
  bool is_float;

  float read(const unsigned char *at) const {
    float value;
    uint16_t bits;
    if (is_float) {
      std::memcpy(&value, at, sizeof value);
      return value;
    }
    std::memcpy(&bits, at, sizeof bits);
    return static_cast<float>(format.decode(bits));
  }
  void write(unsigned char *at, float value) const {
    const uint16_t bits = format.encode(value);
    if (is_float) {
      std::memcpy(at, &value, sizeof value);
    } else {
      std::memcpy(at, &bits, sizeof bits);
    }
  }
};

}  // namespace gk::test
