// The direct route: every instruction here counts, a 1x1x1 product spends most of its time on the way in.
#include "special/small.h"

#include "base/checked.h"
#include "driver/plan.h"
#include "driver/strips.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

namespace gk {
namespace {

inline bool suits(const Task &t) {
  if (t.a.rs != t.kernel->elem_size && t.m != 1) return false;
  return fits_directly(t, knob(Knob::GEMMKIT_DIRECT_BYTES)) && serial_by_size((uint64_t)(t.m * t.n * t.k));
}

// All but the columns: strips differ in them.
inline void fill(gk_strip_args &strip, const Task &t) {
  strip.m = t.m;
  strip.k = t.k;
  strip.lhs = GK_LHS_IN_PLACE;
  strip.a = t.a.data;
  strip.csa = t.a.cs;
  strip.a_packed = nullptr;
  strip.rsb = t.b.rs;
  strip.csb = t.b.cs;
  strip.b_next = nullptr;
  strip.rsc = t.c.rs;
  strip.csc = t.c.cs;
  strip.alpha = t.alpha;
  strip.beta = t.beta;
  strip.prefetch_c = 0;
  strip.b = t.b.data;
  strip.c = t.c.data;
}

}  // namespace

bool small_in_place(const Task &t) {
  if (!suits(t)) return false;
  const gk_kernel_table &kt = *t.kernel;
  gk_strip_args strip;
  fill(strip, t);
  const Strips strips(t.n, kt.nr);
  for (int64_t s = 0; s < strips.count; ++s) {
    strip.n = strips.columns(s);
    kt.run_strip(&strip);
    strip.b = static_cast<const char *>(strip.b) + strip.n * t.b.cs;
    strip.c = static_cast<char *>(strip.c) + strip.n * t.c.cs;
  }
  return true;
}

bool small_batch_in_place(const Task &first, const Steps &steps, int64_t count) {
  const gk_kernel_table &kt = *first.kernel;
  if (kt.run_batch == nullptr || !suits(first)) return false;
  gk_batch_args batch;
  fill(batch.first, first);
  batch.first.n = 0;
  batch.columns = first.n;
  batch.a_step = steps.a;
  batch.b_step = steps.b;
  batch.c_step = steps.c;
  batch.count = count;
  const int64_t bytes = (first.m * first.k + first.k * first.n + first.m * first.n) * kt.elem_size;
  batch.chunk = max64(1, min64(count, knob_extent(Knob::GEMMKIT_BATCH_CHUNK_BYTES) / bytes));
  kt.run_batch(&batch);
  return true;
}

}  // namespace gk
