// The last step before the engine: a Task's strides, filled in as the caller counts them, become bytes.
#pragma once

#include "driver/task.h"
#include "gemmkit.h"

#include <stdint.h>

namespace gk {

// Bytes of an element of A and B, and of C.
struct ElemSizes {
  int64_t in, out;
};

// GEMMKIT_ERR_SHAPE for a negative dimension, GEMMKIT_ERR_TOO_LARGE when an operand that is accessed spans, or the
// product counts, more than 63 bits: such sizes come from broadcast views or bugs, and would wrap or never end.
// Reads m, n, k, a, b, c and alpha_is_zero. This one takes any sizes.
gemmkit_status to_byte_strides_checked(Task *, ElemSizes);

// The same, for the price of a few instructions when all sizes are ordinary.
inline gemmkit_status to_byte_strides(Task *t, ElemSizes size) {
  // With elements of at most 16 bytes no span reaches 2^63 (two terms of 2^20 * 2^37 * 2^4), nor does m*n*k.
  constexpr int kExtentBits = 20, kStrideBits = 37;
  // A negative extent has its top bit set and stands out too. Strides from -2^37 to 2^37 - 1 pass.
  auto biased = [](int64_t stride) { return static_cast<uint64_t>(stride) + (uint64_t{1} << kStrideBits); };
  uint64_t extents = static_cast<uint64_t>(t->m | t->n | t->k);
  uint64_t strides =
      biased(t->a.rs) | biased(t->a.cs) | biased(t->b.rs) | biased(t->b.cs) | biased(t->c.rs) | biased(t->c.cs);
  if ((extents >> kExtentBits | strides >> (kStrideBits + 1)) != 0) return to_byte_strides_checked(t, size);
  t->a.rs *= size.in, t->a.cs *= size.in;
  t->b.rs *= size.in, t->b.cs *= size.in;
  t->c.rs *= size.out, t->c.cs *= size.out;
  return GEMMKIT_OK;
}

// The same for a batch whose first product `first` has been converted: batch strides in elements become bytes, and the
// addresses and the work of all `batch` >= 1 products must fit 63 bits. Steps of operands that nobody reads become 0.
gemmkit_status to_byte_steps(const Task &first, int64_t batch, ElemSizes, Steps *);

}  // namespace gk
