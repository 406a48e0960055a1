// Instruction sets a kernel can be written for, and the CPU features they need.
#pragma once

#include <stdint.h>

enum gk_isa : int32_t { GK_ISA_SCALAR = 0, GK_ISA_FMA = 1, GK_ISA_AVX512F = 2, GK_ISA_COUNT = 3 };

// A feature counts as present when the CPU has it and the operating system saves its registers.
enum gk_cpu_feature : uint64_t {
  GK_CPU_AVX2 = 1u << 0,
  GK_CPU_FMA = 1u << 1,
  GK_CPU_AVX512F = 1u << 2,
  GK_CPU_AVX512BW = 1u << 3,
  GK_CPU_AVX512DQ = 1u << 4,
  GK_CPU_AVX512VL = 1u << 5,
};
