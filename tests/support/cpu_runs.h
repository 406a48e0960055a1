// Whether this CPU can run what a pin names.
#pragma once

#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace gk::test {

// Asks the compiler's runtime, not the library: a library that fails to see an ISA must fail its suite, not skip it.
inline bool cpu_runs(const char *pin) {
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
  if (!std::strcmp(pin, "bfdot")) return (getauxval(AT_HWCAP2) & HWCAP2_BF16) != 0;
#endif
  return true;  // scalar runs anywhere; an unknown name is for the suite to judge
}

}  // namespace gk::test
