// i8 2x4 rows x 12 columns: 24 accumulators + 4 of A, two steps deep + 1 of B = 29 of 32 registers.
#include "core/int8_table.h"
#include "simd/neon_int8.h"

namespace gk::kernels {
namespace {
using Kernels = Int8<Ops<I8mm, int8_t>, 2, 12>;
constexpr gk_kernel_table kWide =
    Kernels::table(GK_ISA_I8MM, GK_CPU_NEON | GK_CPU_DOTPROD | GK_CPU_I8MM, "i8mm i8 8x12");
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_i8mm_i8, gk_table_i8mm_i8_i8, gk_table_i8mm_i8_u8;
constinit const gk_kernel_table gk_table_i8mm_i8 = kWide;
constinit const gk_kernel_table gk_table_i8mm_i8_i8 =
    Kernels::requantised<int8_t>(kWide, &gk_table_i8mm_i8, "i8mm i8_i8 8x12");
constinit const gk_kernel_table gk_table_i8mm_i8_u8 =
    Kernels::requantised<uint8_t>(kWide, &gk_table_i8mm_i8, "i8mm i8_u8 8x12");
}
