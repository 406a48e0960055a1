// The product of every element type against the oracle: shapes, strides, scalars, threads, routes and epilogues.
#include "fuzz/draw.h"

using namespace gk::test;

namespace {

template <class F>
void multiply(Input &in) {
  KnobScope knobs;
  draw_knobs(in, knobs);
  FamilyProblem p = draw_problem(in, knobs);
  std::string wrong, how;
  if (!in.once_in(2)) {
    draw_extremes(in, p);
    wrong = family_mistake<F>(p);
  } else if constexpr (std::is_same_v<F, I8Family>) {
    const Requantising r = draw_requantising(in);
    wrong = unchecked_requant_mistake(p, r, with_threads(p.threads)), how = describe(r);
  } else {
    const Fusing f = draw_fusing(in);
    p.integers = p.integers && !f.smooth();
    wrong = fused_mistake<F>(p, f), how = describe(f);
  }
  if (!wrong.empty()) fuzz_failure(std::string(F::kName) + " " + describe(p) + how + ": " + wrong);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in(data, size);
  with_family(in.byte(), [&]<class F>() { multiply<F>(in); });
  return 0;
}
