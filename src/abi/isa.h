// Instruction sets a kernel can be written for, and the CPU features they need.
#pragma once

#include <stdint.h>

// Some change one narrow type each; the others then run on the kernels of their base (dispatch/cpu.h).
enum gk_isa : int32_t {
  GK_ISA_SCALAR = 0,
  GK_ISA_FMA = 1,
  GK_ISA_AVX512F = 2,
  GK_ISA_AVXVNNI = 3,
  GK_ISA_AVX512VNNI = 4,
  GK_ISA_AVX512BF16 = 5,
  GK_ISA_NEON = 6,
  GK_ISA_DOTPROD = 7,
  GK_ISA_I8MM = 8,
  GK_ISA_SIMD128 = 9,
  GK_ISA_BFDOT = 10,
  GK_ISA_COUNT = 11
};

// A feature counts as present when the CPU has it and the operating system saves its registers.
enum gk_cpu_feature : uint64_t {
  GK_CPU_AVX2 = 1u << 0,
  GK_CPU_FMA = 1u << 1,
  GK_CPU_AVX512F = 1u << 2,
  GK_CPU_AVX512BW = 1u << 3,
  GK_CPU_AVX512DQ = 1u << 4,
  GK_CPU_AVX512VL = 1u << 5,
  GK_CPU_F16C = 1u << 6,
  GK_CPU_AVXVNNI = 1u << 7,
  GK_CPU_AVX512VNNI = 1u << 8,
  GK_CPU_AVX512BF16 = 1u << 9,
  // Not an instruction: that for pairs of bf16 runs as often as an fma, so that its two products per lane pay.
  GK_CPU_FAST_BF16_DOT = 1u << 10,
  GK_CPU_NEON = 1u << 11,
  GK_CPU_DOTPROD = 1u << 12,
  GK_CPU_I8MM = 1u << 13,
  GK_CPU_SIMD128 = 1u << 14,  // known when the program is compiled: an engine without it does not load the program
  GK_CPU_BFDOT = 1u << 15,
};
