// How m rows are cut into row panels: run_strip and pack_lhs must agree on it.
#pragma once

#include "simd/concept.h"

namespace gk::kernels {
namespace {

// Every panel is a whole number of vectors high (only the last vector of the last panel may be partial), and the
// heights differ by at most one vector: a thin last panel would run at a fraction of the speed.
template <class O, int kMaxVecs>
struct PanelSplit {
  static constexpr int64_t kMaxRows = int64_t{O::kLanes} * kMaxVecs;

  int64_t panels;  // how many
  int64_t vecs;    // vectors in each ...
  int64_t taller;  // ... and one more in the first so many

  explicit PanelSplit(int64_t m) {
    const int64_t total = (m + O::kLanes - 1) / O::kLanes;
    panels = 1;
    vecs = total;
    taller = 0;
    if (total <= kMaxVecs) return;  // small products would wait for the division
    panels = (total + kMaxVecs - 1) / kMaxVecs;
    vecs = total / panels;
    taller = total - vecs * panels;
  }
  int64_t rows(int64_t panel) const { return (vecs + (panel < taller ? 1 : 0)) * O::kLanes; }
};

}  // namespace
}  // namespace gk::kernels
