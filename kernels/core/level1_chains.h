// Partial results in several chains of operations, so that none waits for the one before it.
#pragma once

#include "core/level1_lanes.h"

namespace gk::kernels {
namespace {

// So many partial results, one after another. Not an array: gcc would unroll its loops too late to keep all of it in
// registers.
template <class P, int kCount>
struct Chains {
  P first;
  Chains<P, kCount - 1> others;

  // f(u, chain u)
  template <int kFrom = 0, class F>
  [[gnu::always_inline]] void each(const F &f) {
    first = f(kFrom, first);
    others.template each<kFrom + 1>(f);
  }
  // Puts p behind the last and takes out the first.
  [[gnu::always_inline]] P pushed_out_by(const P &p) {
    const P out = first;
    first = others.pushed_out_by(p);
    return out;
  }
  template <int kAt>
  [[gnu::always_inline]] const P &at() const {
    if constexpr (kAt == 0) {
      return first;
    } else {
      return others.template at<kAt - 1>();
    }
  }
  // Chains kFrom to kFrom + kSize - 1, of which there are twice as many, added by halves.
  template <int kSize = kCount, int kStep = 1, int kFrom = 0>
  [[gnu::always_inline]] P total() const {
    if constexpr (kSize == 1) {
      return at<kFrom>();
    } else {
      return total<kSize / 2, 2 * kStep, kFrom>().joined(total<kSize / 2, 2 * kStep, kFrom + kStep>());
    }
  }
};
template <class P>
struct Chains<P, 0> {
  template <int kFrom, class F>
  [[gnu::always_inline]] void each(const F &) {}
  [[gnu::always_inline]] P pushed_out_by(const P &p) { return p; }
};

}  // namespace
}  // namespace gk::kernels
