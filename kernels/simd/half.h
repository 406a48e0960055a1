// The 16-bit element types, and what their vocabularies offer beside the one of float.
#pragma once

#include "simd/concept.h"

namespace gk::kernels {
namespace {

struct F16 {
  uint16_t bits;
};
struct BF16 {
  uint16_t bits;
};

// Registers hold elements widened to f32, which is exact; Float is the vocabulary that computes with them. Storing
// rounds to nearest, ties to even, denormals included, and keeps a NaN a NaN.
//
// load_interleaved does not widen: lane i is the 32-bit pair of even[i] (the low half) and odd[i], for the first
// `count` elements of each and zero beyond.
template <class H>
concept HalfOps = requires(typename H::Elem x, const typename H::Elem *src, typename H::Elem *dst,
                           typename H::Float::Reg r, typename H::Float::Mask mask, int count) {
  { H::splat(x) } -> Is<typename H::Float::Reg>;
  { H::load(src) } -> Is<typename H::Float::Reg>;
  { H::load_masked(src, mask) } -> Is<typename H::Float::Reg>;
  { H::store(dst, r) } -> Is<void>;
  { H::store_masked(dst, mask, r) } -> Is<void>;
  { H::load_interleaved(src, src, count) } -> Is<typename H::Float::Reg>;
  requires sizeof(typename H::Elem) == 2;
};

}  // namespace
}  // namespace gk::kernels
