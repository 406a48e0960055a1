// The 16-bit formats by the book: decoding, and rounding once to nearest even, by arithmetic on doubles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gk::test {

struct HalfFormat {
  int fraction_bits, least_exponent;  // of normal numbers

  constexpr int exponent_mask() const { return (1 << (15 - fraction_bits)) - 1; }

  double decode(uint16_t bits) const {
    const int biased = bits >> fraction_bits & exponent_mask(), fraction = bits & ((1 << fraction_bits) - 1);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (biased == exponent_mask())
      return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
    const int exponent = std::max(biased - 1, 0) + least_exponent;
    return sign * std::ldexp(fraction + (biased ? 1 << fraction_bits : 0), exponent - fraction_bits);
  }

  uint16_t encode(double value) const {
    const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const auto infinity = static_cast<uint16_t>(exponent_mask() << fraction_bits);
    if (std::isnan(value)) return static_cast<uint16_t>(sign | infinity | 1 << (fraction_bits - 1));
    if (value == 0) return sign;
    if (std::isinf(value)) return static_cast<uint16_t>(sign | infinity);
    const double magnitude = std::fabs(value);
    const int exponent = std::max(std::ilogb(magnitude), least_exponent);
    if (exponent > -least_exponent + 1) return static_cast<uint16_t>(sign | infinity);
    // A carry out of the fraction moves into the exponent, and on into the infinity, by itself.
    const auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, fraction_bits - exponent)));
    return static_cast<uint16_t>(sign | (((exponent - least_exponent) << fraction_bits) + units));
  }

  // Half the distance between neighbours of a number of this size: what one rounding may cost.
  double rounding_error(double value) const {
    const int exponent = value == 0 ? least_exponent : std::max(std::ilogb(std::fabs(value)), least_exponent);
    return std::ldexp(0.5, exponent - fraction_bits);
  }
};

inline constexpr HalfFormat kF16Format{10, -14}, kBf16Format{7, -126};

}  // namespace gk::test
