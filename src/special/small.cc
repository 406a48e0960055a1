// The direct route: every instruction here counts, a 1x1x1 product spends most of its time on the way in.
#include "special/small.h"

#include "driver/plan.h"
#include "driver/strips.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

namespace gk {

bool small_in_place(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  if (t.a.rs != kt.elem_size && t.m != 1) return false;
  if (!fits_directly(t, knob(Knob::GEMMKIT_DIRECT_BYTES))) return false;
  if (!serial_by_size((uint64_t)(t.m * t.n * t.k))) return false;

  gk_strip_args strip;
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
  const Strips strips(t.n, kt.nr);
  for (int64_t s = 0; s < strips.count; ++s) {
    strip.n = strips.columns(s);
    kt.run_strip(&strip);
    strip.b = static_cast<const char *>(strip.b) + strip.n * t.b.cs;
    strip.c = static_cast<char *>(strip.c) + strip.n * t.c.cs;
  }
  return true;
}

}  // namespace gk
