// What the kernels on vectors need beyond the vocabulary of a real element: to begin in the middle of a register, to
// search, to compute with doubles on floats, and narrower registers.
#pragma once

#include "simd/concept.h"

namespace gk::kernels {
namespace {

// Specialised once per (instruction set tag, element type), in simd/<isa>_search.h.
template <class Isa, class T>
struct Search;

// An instruction set with registers of half the size, if there is one for the last elements of a vector.
template <class Isa>
struct Half {
  using Type = void;
};

// load_widened makes a register of Ops<Isa, double> of as many floats, or of the first `count` of them and zeros.
template <class S, class O>
concept SearchOps = requires(typename O::Reg r, const float *src, int count) {
  { S::last_lanes(count) } -> Is<typename O::Mask>;  // as O::first_lanes; 1 <= count <= kLanes
  { S::reduce_max(r) } -> Is<typename O::Elem>;      // the largest lane; no lane is a NaN
  { S::equal(r, r) } -> Is<uint32_t>;                // one bit for each lane, the first being the lowest
  requires !Is<typename O::Elem, double> || requires {
    { S::load_widened(src) } -> Is<typename O::Reg>;
    { S::load_widened(src, count) } -> Is<typename O::Reg>;
  };
};

}  // namespace
}  // namespace gk::kernels
