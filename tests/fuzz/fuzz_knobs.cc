// Any knob at any value: products of every element type stay right, and unknown names are refused.
#include "fuzz/draw.h"

using namespace gk::test;

namespace {

template <class F>
void multiply(Input &in) {
  KnobScope knobs;
  draw_knobs(in, knobs), draw_knobs(in, knobs);
  FamilyProblem p;
  p.m = 1 + in.below(70), p.n = 1 + in.below(70), p.k = 1 + in.below(200);
  p.a_layout = in.byte() % 4, p.b_layout = in.byte() % 4, p.c_layout = in.byte() % 4;
  p.threads = in.byte() % 4;
  p.seed = in.byte();
  const std::string wrong = family_mistake<F>(p);
  if (!wrong.empty()) fuzz_failure(std::string(F::kName) + " " + describe(p) + ": " + wrong);
}

void unknown_name(Input &in) {
  char name[24];
  for (char &letter : name) letter = char(in.byte());
  name[sizeof name - 1] = '\0';
  uint64_t value = 0;
  for (int i = 0; i < gemmkit_knob_count(); ++i)
    if (!std::strcmp(name, gemmkit_knob_name(i))) return;
  if (gemmkit_knob_get(name, &value) != GEMMKIT_ERR_ARGUMENT) fuzz_failure("an unknown knob was read");
  if (gemmkit_knob_set(name, 1) != GEMMKIT_ERR_ARGUMENT) fuzz_failure("an unknown knob was set");
  if (gemmkit_knob_reset(name) != GEMMKIT_ERR_ARGUMENT) fuzz_failure("an unknown knob was reset");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in(data, size);
  with_family(in.byte(), [&]<class F>() { multiply<F>(in); });
  unknown_name(in);
  return 0;
}
