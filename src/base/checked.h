// Size arithmetic that reports overflow instead of wrapping.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace gk {

// Each returns false, leaving *out unspecified, when the exact result does not fit.
inline bool checked_mul(int64_t a, int64_t b, int64_t *out) { return !__builtin_mul_overflow(a, b, out); }
inline bool checked_add(int64_t a, int64_t b, int64_t *out) { return !__builtin_add_overflow(a, b, out); }
inline bool checked_mul(size_t a, size_t b, size_t *out) { return !__builtin_mul_overflow(a, b, out); }

// No processor's programs address more. What passes this bound may be padded to lines and tiles, and several of it
// added up, without a check for each.
inline constexpr int64_t kMostBytes = int64_t{1} << 56;

// a*b*c clamped to UINT64_MAX, for non-negative extents: a measure of work, not a size.
inline uint64_t saturating_volume(int64_t a, int64_t b, int64_t c) {
  uint64_t product;
  if (__builtin_mul_overflow((uint64_t)a, (uint64_t)b, &product)) return a && b && c ? UINT64_MAX : 0;
  if (__builtin_mul_overflow(product, (uint64_t)c, &product)) return UINT64_MAX;
  return product;
}

// a+b clamped to UINT64_MAX.
inline uint64_t saturating_sum(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

// |stride|; of INT64_MIN, which no memory is long enough for either, INT64_MAX.
inline int64_t magnitude(int64_t stride) {
  if (stride == INT64_MIN) return INT64_MAX;
  return stride < 0 ? -stride : stride;
}

inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }
// For non-negative a and positive b.
// NOLINTNEXTLINE(clang-analyzer-core.DivideZero): the callers' promise
inline int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b != 0); }
inline int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }
// Largest-to-smallest difference at most one step: the extent of each of the ceil(total/most) nearly equal
// slices of total, rounded up to step.
inline int64_t balanced(int64_t total, int64_t most, int64_t step) {
  if (total <= most) return total;
  return min64(most, round_up(ceil_div(total, ceil_div(total, most)), step));
}

}  // namespace gk
