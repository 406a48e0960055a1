// Whether any product of a group writes what another one reads or writes.
#pragma once

#include "api/validate.h"

namespace gk {

// The views of one product; each has passed check_bounds.
struct ProblemViews {
  MatrixView a, b, c;
};

// Checks every C against the A, B and C of all other products (those of its own are check_views' task). views(i)
// gives those of product i. GEMMKIT_ERR_ALIAS, the message naming both products.
gemmkit_status check_group_overlap(const void *problems, int64_t count,
                                   ProblemViews (*views)(const void *problems, int64_t i));

}  // namespace gk
