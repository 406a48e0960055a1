// Cache blocking: a pure function of machine, microtile and shape. No thread count in it, so that
// neither KC nor the depth order, hence no bit of the result, depends on threads.
#pragma once

#include "cache/machine.h"

#include <stdint.h>

namespace gk {

struct TileShape {
  int32_t mr, nr;
  int32_t row_quantum;  // MC is a multiple of it
  int32_t elem_size;    // bytes of a packed input element
};

// What the knobs say; zero means automatic.
struct BlockingLimits {
  int64_t kc = 0;                 // fixed KC in elements
  int64_t mc = 0;                 // fixed MC in rows
  int64_t nc = 0;                 // fixed NC in columns
  int64_t kc_min = 512;           // least KC of the model, in elements
  int64_t mc_panels = 0;          // most mr in an MC
  int64_t nc_no_l3_panels = 512;  // nr in an NC without an L3 cache
};

// The limits in force, read from the knobs.
BlockingLimits blocking_limits();

struct Blocking {
  int64_t mc, kc, nc;  // each at least 1; at most m, k, n
};

Blocking choose_blocking(const Machine &, const TileShape &, const BlockingLimits &, int64_t m, int64_t n, int64_t k);

}  // namespace gk
