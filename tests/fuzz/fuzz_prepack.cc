// Operands packed once, of every element type but int8: the product is the oracle's whatever the layout was that they
// were packed from, the handle is a copy, and what does not belong together is refused with C as it was.
#include "families/packed.h"
#include "fuzz/draw.h"

using namespace gk::test;

namespace {

template <class F>
void multiply(Input &in) {
  KnobScope knobs;
  draw_knobs(in, knobs);
  FamilyProblem p = draw_problem(in, knobs);
  draw_extremes(in, p);
  const bool packs_b = in.once_in(2);
  const std::string wrong = packed_mistake<F>(p, packs_b, in.once_in(8));
  if (!wrong.empty())
    fuzz_failure(std::string(F::kName) + " " + describe(p) + (packs_b ? ", B packed: " : ", A packed: ") + wrong);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in(data, size);
  with_family(in.byte(), [&]<class F>() {
    if constexpr (!std::is_same_v<F, I8Family>) multiply<F>(in);
  });
  return 0;
}
