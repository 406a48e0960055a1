// Batches of small products.
#include "special/small.h"

#include "base/checked.h"

namespace gk {

bool small_batch_in_place(const Task &first, const Steps &steps, int64_t count) {
  const gk_kernel_table &kt = *first.kernel;
  if (kt.run_batch == nullptr || !small_suits(first, kt)) return false;
  const int64_t bytes = (first.m * first.k + first.k * first.n) * kt.elem_size + first.m * first.n * kt.out_size;
  const int64_t chunk = max64(1, min64(count, knob_extent(Knob::GEMMKIT_BATCH_CHUNK_BYTES) / bytes));
  const gk_batch_args batch{first, count, steps.a, steps.b, steps.c, chunk};
  kt.run_batch(&batch);
  return true;
}

}  // namespace gk
