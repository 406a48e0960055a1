// Any knob at any value: the product stays right, set/get/reset agree, unknown names are refused.
#include "fuzz/bytes.h"
#include "support/problem.h"

using namespace gk::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  {
    KnobScope knobs;
    for (int changes = in.byte() % 8; changes > 0; --changes) {
      const int which = in.byte() % gemmkit_knob_count();
      const char *name = gemmkit_knob_name(which);
      constexpr uint64_t kEdges[] = {0,         1, 2, 3, 64, 4096, INT64_MAX, uint64_t(INT64_MAX) + 1, UINT64_MAX - 1,
                                     UINT64_MAX};
      const uint64_t value = in.byte() % 4 ? in.one_of(kEdges) : in.word() >> in.byte() % 64;
      knobs.set(name, value);
      uint64_t read = ~value;
      if (gemmkit_knob_get(name, &read) != GEMMKIT_OK || read != value)
        fuzz_failure(std::string(name) + " does not read back");
    }
    Problem p;
    p.m = 1 + in.below(70);
    p.n = 1 + in.below(70);
    p.k = 1 + in.below(200);
    p.a_layout = in.below(4);
    p.b_layout = in.below(4);
    p.c_layout = in.below(4);
    p.threads = in.below(4);
    p.seed = in.byte();
    const std::string wrong = mistake<float>(p);
    if (!wrong.empty()) fuzz_failure(describe(p) + ": " + wrong);
  }
  char name[24];
  for (char &letter : name) letter = char(in.byte());
  name[sizeof name - 1] = '\0';
  uint64_t value = 0;
  for (int i = 0; i < gemmkit_knob_count(); ++i)
    if (!std::strcmp(name, gemmkit_knob_name(i))) return 0;
  if (gemmkit_knob_get(name, &value) != GEMMKIT_ERR_ARGUMENT) fuzz_failure("an unknown knob was read");
  if (gemmkit_knob_set(name, 1) != GEMMKIT_ERR_ARGUMENT) fuzz_failure("an unknown knob was set");
  return 0;
}
