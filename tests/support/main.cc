// main() of the Catch2 suites: says which kernels run. A run that is pinned to an ISA this CPU lacks ends with 77,
// which ctest reports as skipped; so does a suite that says it has nothing to run on.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

// Weak, so that programs that test a single layer need not link the whole library.
extern "C" [[gnu::weak]] const char *gemmkit_isa(const char *type);

// A suite that needs what may be missing defines this: why it cannot run, or nullptr.
extern "C" [[gnu::weak]] const char *gk_test_skip_reason();

namespace {

// Asks the compiler's runtime, not the library: a library that fails to see an ISA must fail its suite, not skip it.
bool cpu_runs(const char *pin) {
#if defined(__x86_64__)
  if (!std::strcmp(pin, "fma")) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (!std::strcmp(pin, "avx512f")) return avx512;
  if (!std::strcmp(pin, "avx512vnni")) return avx512 && __builtin_cpu_supports("avx512vnni");
  if (!std::strcmp(pin, "avx512bf16")) return avx512 && __builtin_cpu_supports("avx512bf16");
  if (!std::strcmp(pin, "avxvnni")) {  // no name for it in all compilers
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __builtin_cpu_supports("avx2") && __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 4 & 1);
  }
#elif defined(__aarch64__)
  if (!std::strcmp(pin, "dotprod")) return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
  if (!std::strcmp(pin, "i8mm")) return (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0;
#endif
  return true;  // scalar runs anywhere; an unknown name is for the suite to judge
}

}  // namespace

int main(int argc, char **argv) {
  const char *pin = std::getenv("GEMMKIT_REQUIRE_ISA");
  if (pin && !cpu_runs(pin)) {
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
