// CPU detection and the ISA pin.
#include "dispatch/cpu.h"

#include "base/env.h"

#include <stddef.h>
#include <atomic>

#if defined(GK_MINIMAL)
// Nobody is asked.
#elif defined(__x86_64__)
#include <cpu_features/cpuinfo_x86.h>
#include <cpuid.h>
#include <string.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace gk {
namespace {

// Set in the cached word once it is valid; no gk_cpu_feature uses it.
constexpr uint64_t kDetected = uint64_t{1} << 63;

#if defined(GK_MINIMAL)
// The CPU that the compiler was told to compile for.
uint64_t detect() {
  uint64_t features = 0;
#if defined(__AVX2__)
  features |= GK_CPU_AVX2;
#endif
#if defined(__FMA__)
  features |= GK_CPU_FMA;
#endif
#if defined(__F16C__)
  features |= GK_CPU_F16C;
#endif
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
  features |= GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512DQ | GK_CPU_AVX512VL;
#endif
#if defined(__AVXVNNI__)
  features |= GK_CPU_AVXVNNI;
#endif
#if defined(__AVX512VNNI__)
  features |= GK_CPU_AVX512VNNI;
#endif
#if defined(__AVX512BF16__)
  features |= GK_CPU_AVX512BF16;
#endif
#if defined(__ARM_NEON)
  features |= GK_CPU_NEON;
#endif
#if defined(__ARM_FEATURE_DOTPROD)
  features |= GK_CPU_DOTPROD;
#endif
#if defined(__ARM_FEATURE_MATMUL_INT8)
  features |= GK_CPU_I8MM;
#endif
#if defined(__ARM_FEATURE_BF16_VECTOR_ARITHMETIC)
  features |= GK_CPU_BFDOT;
#endif
#if defined(__wasm_simd128__)
  features |= GK_CPU_SIMD128;
#endif
  return features;
}
#elif defined(__x86_64__)
// Of a CPU that has AVX2, and with it the leaf.
bool has_avxvnni() {
  uint32_t eax, ebx, ecx, edx;
  constexpr uint32_t kExtendedFeatures = 7, kAvxVnniBit = 1u << 4;
  __cpuid_count(kExtendedFeatures, 1, eax, ebx, ecx, edx);
  return (eax & kAvxVnniBit) != 0;
}

// cpu_features already ANDs the AVX and AVX-512 bits with the register state that XCR0 says the operating
// system saves. Its fields are signed one-bit integers, -1 when set: test them, never compare with 1.
uint64_t detect() {
  const auto info = cpu_features::GetX86Info();
  const auto &cpu = info.features;
  uint64_t features = 0;
  if (cpu.avx2) features |= GK_CPU_AVX2;
  if (cpu.fma3) features |= GK_CPU_FMA;
  if (cpu.avx512f) features |= GK_CPU_AVX512F;
  if (cpu.avx512bw) features |= GK_CPU_AVX512BW;
  if (cpu.avx512dq) features |= GK_CPU_AVX512DQ;
  if (cpu.avx512vl) features |= GK_CPU_AVX512VL;
  if (cpu.avx512vnni) features |= GK_CPU_AVX512VNNI;
  if (cpu.avx512_bf16) features |= GK_CPU_AVX512BF16;
  // Intel's cores issue vdpbf16ps every other cycle, AMD's as often as an fma.
  if (cpu.avx512_bf16 && strcmp(info.vendor, CPU_FEATURES_VENDOR_AUTHENTIC_AMD) == 0) features |= GK_CPU_FAST_BF16_DOT;
  // Not checked against XCR0 by cpu_features 0.7, and not known to it: AVX2 stands for the register state.
  if (cpu.avx2 && cpu.f16c) features |= GK_CPU_F16C;
  if (cpu.avx2 && has_avxvnni()) features |= GK_CPU_AVXVNNI;
  return features;
}
#elif defined(__aarch64__)
// The kernel reports what it lets programs use.
uint64_t detect() {
  const unsigned long cpu = getauxval(AT_HWCAP), more = getauxval(AT_HWCAP2);
  uint64_t features = 0;
  if ((cpu & HWCAP_ASIMD) != 0) features |= GK_CPU_NEON;
  if ((cpu & HWCAP_ASIMDDP) != 0) features |= GK_CPU_DOTPROD;
  if ((more & HWCAP2_I8MM) != 0) features |= GK_CPU_I8MM;
  if ((more & HWCAP2_BF16) != 0) features |= GK_CPU_BFDOT;
  return features;
}
#else
// No feature bit of another architecture is defined yet: the scalar kernels need none.
uint64_t detect() { return 0; }
#endif

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whether the `length` characters at text spell `word` in any case. By hand: strcasecmp follows the locale.
bool equals(const char *text, size_t length, const char *word) {
  for (size_t i = 0; i < length; ++i) {
    if (word[i] == '\0' || lower(text[i]) != word[i]) return false;
  }
  return word[length] == '\0';
}

struct PinName {
  const char *name;
  Pin pin;
};

// Each architecture has one for these.
#if defined(__aarch64__)
constexpr gk_isa kPairsOfBf16 = GK_ISA_BFDOT;
#else
constexpr gk_isa kPairsOfBf16 = GK_ISA_AVX512BF16;
#endif

constexpr PinName kPinNames[] = {
    {"auto", {PinKind::Auto, GK_ISA_SCALAR}},
    {"scalar", {PinKind::Isa, GK_ISA_SCALAR}},
    {"fma", {PinKind::Isa, GK_ISA_FMA}},
    {"avx2", {PinKind::Isa, GK_ISA_FMA}},
    {"avx512f", {PinKind::Isa, GK_ISA_AVX512F}},
    {"avxvnni", {PinKind::Isa, GK_ISA_AVXVNNI}},
    {"avx512vnni", {PinKind::Isa, GK_ISA_AVX512VNNI}},
    {"vnni", {PinKind::Isa, GK_ISA_AVX512VNNI}},
    {"avx512bf16", {PinKind::Isa, GK_ISA_AVX512BF16}},
    {"bfdot", {PinKind::Isa, GK_ISA_BFDOT}},
    {"bf16", {PinKind::Isa, kPairsOfBf16}},
    {"neon", {PinKind::Isa, GK_ISA_NEON}},
    {"dotprod", {PinKind::Isa, GK_ISA_DOTPROD}},
    {"i8mm", {PinKind::Isa, GK_ISA_I8MM}},
    {"simd128", {PinKind::Isa, GK_ISA_SIMD128}},
    {"wasm", {PinKind::Isa, GK_ISA_SIMD128}},
};

}  // namespace

uint64_t cpu_features() {
  // Threads that detect at the same time find the same bits: no lock.
  static constinit std::atomic<uint64_t> cached{0};
  uint64_t features = cached.load(std::memory_order_relaxed);
  if (!(features & kDetected)) {
    features = detect() | kDetected;
    cached.store(features, std::memory_order_relaxed);
  }
  return features & ~kDetected;
}

Pin parse_pin(const char *text) {
  constexpr Pin kAuto = {PinKind::Auto, GK_ISA_SCALAR};
  if (!text) return kAuto;
  while (is_blank(*text)) ++text;
  size_t length = 0;
  for (size_t i = 0; text[i] != '\0'; ++i) {
    if (!is_blank(text[i])) length = i + 1;
  }
  if (length == 0) return kAuto;
  for (const PinName &known : kPinNames) {
    if (equals(text, length, known.name)) return known.pin;
  }
  return Pin{PinKind::Unknown, GK_ISA_SCALAR};
}

const char *isa_name(gk_isa isa) {
  switch (isa) {
    case GK_ISA_SCALAR: return "scalar";
    case GK_ISA_FMA: return "fma";
    case GK_ISA_AVX512F: return "avx512f";
    case GK_ISA_AVXVNNI: return "avxvnni";
    case GK_ISA_AVX512VNNI: return "avx512vnni";
    case GK_ISA_AVX512BF16: return "avx512bf16";
    case GK_ISA_NEON: return "neon";
    case GK_ISA_DOTPROD: return "dotprod";
    case GK_ISA_I8MM: return "i8mm";
    case GK_ISA_SIMD128: return "simd128";
    case GK_ISA_BFDOT: return "bfdot";
    default: return "unknown";
  }
}

gk_isa base_of(gk_isa isa) {
  switch (isa) {
    case GK_ISA_AVXVNNI: return GK_ISA_FMA;
    case GK_ISA_AVX512VNNI:
    case GK_ISA_AVX512BF16: return GK_ISA_AVX512F;
    case GK_ISA_DOTPROD:
    case GK_ISA_I8MM:
    case GK_ISA_BFDOT: return GK_ISA_NEON;
    default: return isa;
  }
}

}  // namespace gk
