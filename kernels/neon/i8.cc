// i8 4x4 rows x 6 columns: 24 accumulators + 4 of A + 1 of B and its shuffling = 30 of 32 registers.
#include "core/int8_table.h"
#include "simd/neon_int8.h"

namespace gk::kernels {
namespace {
using Kernels = Int8<Ops<Neon, int8_t>, 4, 6>;
constexpr gk_kernel_table kWide = Kernels::table(GK_ISA_NEON, GK_CPU_NEON, "neon i8 16x6");
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_neon_i8, gk_table_neon_i8_i8, gk_table_neon_i8_u8;
constinit const gk_kernel_table gk_table_neon_i8 = kWide;
constinit const gk_kernel_table gk_table_neon_i8_i8 =
    Kernels::requantised<int8_t>(kWide, &gk_table_neon_i8, "neon i8_i8 16x6");
constinit const gk_kernel_table gk_table_neon_i8_u8 =
    Kernels::requantised<uint8_t>(kWide, &gk_table_neon_i8, "neon i8_u8 16x6");
}
