// The last step before the engine: a product's strides, filled in as the caller counts them, become bytes.
#pragma once

#include "driver/task.h"
#include "gemmkit.h"

#include <stdint.h>

namespace gk {

// Bytes of an element of A and B, and of C.
struct ElemSizes {
  int64_t in, out;
};

// GEMMKIT_ERR_SHAPE for a negative dimension, GEMMKIT_ERR_TOO_LARGE when an operand that is accessed spans, or would
// take as a dense copy, more than kMostBytes, or the product counts more than 63 bits: such sizes come from broadcast
// views or bugs, and would wrap or never end. This one takes any sizes.
gemmkit_status to_byte_strides_checked(gk_product *, bool alpha_is_zero, ElemSizes);

// Of a product whose strides are bytes already: GEMMKIT_ERR_TOO_LARGE as above.
gemmkit_status check_spans(const gk_product &, bool alpha_is_zero, ElemSizes);

// The same as to_byte_strides_checked, for the price of a few instructions when all sizes are ordinary.
inline gemmkit_status to_byte_strides(gk_product *p, bool alpha_is_zero, ElemSizes size) {
  // With elements of at most 16 bytes no span exceeds kMostBytes (two terms of 2^20 * 2^31 * 2^4), nor m*n*k 2^63.
  constexpr int kExtentBits = 20, kStrideBits = 31;
  // A negative extent has its top bit set and stands out too. Strides from -2^31 to 2^31 - 1 pass.
  auto biased = [](int64_t stride) { return static_cast<uint64_t>(stride) + (uint64_t{1} << kStrideBits); };
  uint64_t extents = static_cast<uint64_t>(p->m | p->n | p->k);
  uint64_t strides =
      biased(p->a.rs) | biased(p->a.cs) | biased(p->b.rs) | biased(p->b.cs) | biased(p->c.rs) | biased(p->c.cs);
  if ((extents >> kExtentBits | strides >> (kStrideBits + 1)) != 0)
    return to_byte_strides_checked(p, alpha_is_zero, size);
  p->a.rs *= size.in, p->a.cs *= size.in;
  p->b.rs *= size.in, p->b.cs *= size.in;
  p->c.rs *= size.out, p->c.cs *= size.out;
  return GEMMKIT_OK;
}

// The same for a batch whose first product `first` has been converted: batch strides in elements become bytes, and all
// `batch` >= 1 products together must keep to the limits of one. Steps of operands that nobody reads become 0.
gemmkit_status to_byte_steps(const Task &first, int64_t batch, ElemSizes, Steps *);

}  // namespace gk
