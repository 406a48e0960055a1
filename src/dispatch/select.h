// Which kernel runs for an element type: chosen on first use, then one atomic load.
#pragma once

#include "abi/kernel_table.h"
#include "gemmkit.h"

namespace gk {

// The kernel in force, or null with *status = GEMMKIT_ERR_ISA and the message set.
const gk_kernel_table *selected_kernel(gk_elem elem, gemmkit_status *status);

// The pure choice among the built kernels (kernels/registry.inc, best first): the first whose features are all
// in `features` and, if `pinned` >= 0, whose isa is that one. Null if there is none.
const gk_kernel_table *choose_kernel(gk_elem elem, uint64_t features, int32_t pinned);

}  // namespace gk
