// Which kernel runs for an element type: chosen on first use, then one atomic load.
#pragma once

#include "abi/kernel_table.h"
#include "gemmkit.h"

#include <atomic>

namespace gk {

// The kernels in force, null until first asked for. Relaxed is enough: the tables are constant data, and every thread
// that fills a slot writes the same pointer.
extern std::atomic<const gk_kernel_table *> kernels_in_force[GK_ELEM_COUNT];
const gk_kernel_table *select_kernel(gk_elem elem, gemmkit_status *status);

// The kernel in force, or null with *status = GEMMKIT_ERR_ISA or GEMMKIT_ERR_UNSUPPORTED and the message set.
inline const gk_kernel_table *selected_kernel(gk_elem elem, gemmkit_status *status) {
  const gk_kernel_table *table = kernels_in_force[elem].load(std::memory_order_relaxed);
  return table != nullptr ? table : select_kernel(elem, status);
}

// Whether this build has kernels for it.
bool is_built(gk_elem elem);

// The pure choice among the built kernels (kernels/registry.inc, best first): the first whose features, and wants, are
// all in `features`. With `pinned` >= 0 that isa's, or its base's if it has none for the type, whatever they want. Null
// if there is none.
const gk_kernel_table *choose_kernel(gk_elem elem, uint64_t features, int32_t pinned);

// `features` as GEMMKIT_BF16_DOT has them: whether the instruction for pairs counts as fast.
uint64_t wished_features(uint64_t features, uint64_t bf16_dot);

}  // namespace gk
