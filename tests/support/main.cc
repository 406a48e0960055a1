// main() of the Catch2 suites: says which kernels run. A run that is pinned to an ISA this CPU lacks ends with 77,
// which ctest reports as skipped; so does a suite that says it has nothing to run on.
#define CATCH_CONFIG_RUNNER
#include "support/cpu_runs.h"

#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>

// Weak, so that programs that test a single layer need not link the whole library.
extern "C" [[gnu::weak]] const char *gemmkit_isa(const char *type);

// A suite that needs what may be missing defines this: why it cannot run, or nullptr.
extern "C" [[gnu::weak]] const char *gk_test_skip_reason();

int main(int argc, char **argv) {
  const char *pin = std::getenv("GEMMKIT_REQUIRE_ISA");
  if (pin && !gk::test::cpu_runs(pin)) {
    std::fprintf(stderr, "SKIPPED: %s was built but this CPU cannot run it\n", pin);
    return 77;
  }
  if (const char *reason = gk_test_skip_reason ? gk_test_skip_reason() : nullptr) {
    std::fprintf(stderr, "SKIPPED: %s\n", reason);
    return 77;
  }
  if (gemmkit_isa) {
    std::fprintf(stderr, "gemmkit tests:");
    for (const char *type : {"f32", "f64", "f16", "bf16", "i8", "c32", "c64"}) {
      const char *isa = gemmkit_isa(type);
      std::fprintf(stderr, " %s %s", type, isa ? isa : "(refused)");
    }
    std::fprintf(stderr, "%s\n", std::getenv("GEMMKIT_FAST_TEST") ? ", fast" : "");
  }
  return Catch::Session().run(argc, argv);
}
