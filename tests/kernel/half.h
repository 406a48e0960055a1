// 16-bit formats by the book: decoding, and rounding of an f32 once, by arithmetic on exact doubles.
#pragma once

#include "kernel/tables.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gk::test {

struct HalfFormat {
  int mantissa_bits, least_exponent, largest_exponent;

  double decode(uint16_t bits) const {
    const int exponent_bits = 15 - mantissa_bits;
    const int biased = bits >> mantissa_bits & ((1 << exponent_bits) - 1), fraction = bits & ((1 << mantissa_bits) - 1);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (biased == (1 << exponent_bits) - 1) {
      return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
    }
    const int exponent = biased == 0 ? least_exponent : biased - 1 + least_exponent;
    return sign * std::ldexp(fraction + (biased == 0 ? 0 : 1 << mantissa_bits), exponent - mantissa_bits);
  }

  // Nearest, ties to even.
  uint16_t encode(float value) const {
    const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const int top = (1 << (15 - mantissa_bits)) - 1;
    if (std::isnan(value)) return static_cast<uint16_t>(sign | top << mantissa_bits | 1 << (mantissa_bits - 1));
    const double magnitude = std::fabs(static_cast<double>(value));
    const auto infinity = static_cast<uint16_t>(sign | top << mantissa_bits);
    if (std::isinf(value)) return infinity;
    if (magnitude == 0) return sign;
    const int exponent = std::max(std::ilogb(magnitude), least_exponent);
    const auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, mantissa_bits - exponent)));
    // A carry out of the fraction moves into the exponent by itself.
    const int bits = ((exponent - least_exponent) << mantissa_bits) + units;
    return bits >= top << mantissa_bits ? infinity : static_cast<uint16_t>(sign | bits);
  }

  bool is_nan(uint16_t bits) const { return std::isnan(decode(bits)); }
};

inline HalfFormat format_of(gk_elem elem) {
  return elem == GK_F16 || elem == GK_F16_F32 ? HalfFormat{10, -14, 15} : HalfFormat{7, -126, 127};
}
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

}  // namespace gk::test
