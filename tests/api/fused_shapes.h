// The products that epilogues and requantisation are tried on, and which of the many combinations.
#pragma once

#include "support/env.h"

#include <cstdint>

namespace gk::test {

struct FusedShape {
  int64_t m, n, k;
};
inline constexpr FusedShape kFusedShapes[] = {{1, 1, 1},    {8, 8, 8},    {1, 33, 9},   {37, 1, 20},
                                              {17, 19, 23}, {70, 50, 40}, {130, 9, 700}};

// Every fifth of the combinations if it has to be fast: their options have two, three or four values, so that any two
// of them still meet.
inline bool left_out(int turn) { return fast() && turn % 5 != 0; }

}  // namespace gk::test
