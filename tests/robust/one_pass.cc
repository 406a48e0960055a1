// Every job once, on one thread and on two, each result the same: quick enough for an emulator that stands for a CPU.
#include "support/env.h"
#include "support/jobs.h"

#include <cstdio>

int main() {
  const gk::test::KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  gemmkit_set_num_threads(2);
  const gk::test::Jobs jobs;
  const std::string wrong = jobs.run(2);
  if (!wrong.empty()) std::printf("FAILED: %s\n", wrong.c_str());
  return wrong.empty() ? 0 : 1;
}
