// The kernel tables of this build that this CPU can run, and the exact arithmetic their results must show.
#pragma once

#include "abi/kernel_table.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

extern "C" {
#define GK_KERNEL(isa, type) extern const gk_kernel_table gk_table_##isa##_##type;
#include "registry.inc"
#undef GK_KERNEL
}

namespace gk::test {

inline bool cpu_has(uint64_t features) {
  uint64_t have = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) have |= GK_CPU_AVX2;
  if (__builtin_cpu_supports("fma")) have |= GK_CPU_FMA;
  if (__builtin_cpu_supports("avx512f")) have |= GK_CPU_AVX512F;
  if (__builtin_cpu_supports("avx512bw")) have |= GK_CPU_AVX512BW;
  if (__builtin_cpu_supports("avx512dq")) have |= GK_CPU_AVX512DQ;
  if (__builtin_cpu_supports("avx512vl")) have |= GK_CPU_AVX512VL;
  if (__builtin_cpu_supports("avx512vnni")) have |= GK_CPU_AVX512VNNI;
  if (__builtin_cpu_supports("avx512bf16")) have |= GK_CPU_AVX512BF16;
  unsigned eax, ebx, ecx, edx;
  // clang 14 does not know f16c by name.
  if (__builtin_cpu_supports("avx2") && __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_F16C) != 0)
    have |= GK_CPU_F16C;
  if (__builtin_cpu_supports("avx2") && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) && (eax & 1u << 4) != 0)
    have |= GK_CPU_AVXVNNI;
#elif defined(__aarch64__)
  have |= GK_CPU_NEON;
  if ((getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0) have |= GK_CPU_DOTPROD;
  if ((getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0) have |= GK_CPU_I8MM;
  if ((getauxval(AT_HWCAP2) & HWCAP2_BF16) != 0) have |= GK_CPU_BFDOT;
#elif defined(__wasm_simd128__)
  have |= GK_CPU_SIMD128;
#endif
  return (features & ~have) == 0;
}

// Those of the build for products of one kind.
inline std::vector<const gk_kernel_table *> all_tables(gk_elem elem) {
  std::vector<const gk_kernel_table *> out;
  for (const gk_kernel_table *table : {
#define GK_KERNEL(isa, type) &gk_table_##isa##_##type,
#include "registry.inc"
#undef GK_KERNEL
       }) {
    if (table->elem == elem) out.push_back(table);
  }
  return out;
}

inline std::vector<const gk_kernel_table *> runnable_tables(gk_elem elem) {
  std::vector<const gk_kernel_table *> out;
  for (const gk_kernel_table *table : all_tables(elem)) {
    if (cpu_has(table->cpu_features)) out.push_back(table);
  }
  return out;
}

template <class T>
inline constexpr gk_elem kElemOf = std::is_same_v<T, float> ? GK_F32 : GK_F64;

template <class T>
std::vector<const gk_kernel_table *> all_tables() {
  return all_tables(kElemOf<T>);
}
template <class T>
std::vector<const gk_kernel_table *> runnable_tables() {
  return runnable_tables(kElemOf<T>);
}

// One step of the multiply-add chain. Without such an instruction kernels round twice; volatile keeps the compiler from
// fusing.
template <class T>
T multiply_add(const gk_kernel_table &table, T a, T b, T c) {
  if (table.isa != GK_ISA_SCALAR && table.isa != GK_ISA_SIMD128) return std::fma(a, b, c);
  volatile T product = a * b;
  return product + c;
}

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Values with random mantissas, so that a changed order of operations shows in the bits.
template <class T>
void fill_random(T *out, size_t count, uint32_t seed) {
  std::minstd_rand engine(seed + 1);
  for (size_t i = 0; i < count; ++i) out[i] = static_cast<T>(static_cast<double>(engine()) / 1.0e9 - 1.07);
}

}  // namespace gk::test
