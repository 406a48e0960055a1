// i8 2x8 rows x 6 columns: 12 accumulators + 2 of A + 1 of B + 1 product = 16 of 16 ymm.
#include "core/int8_table.h"
#include "simd/avx2_int8.h"

namespace gk::kernels {
namespace {
using Kernels = Int8<Ops<Fma, int8_t>, 2, 6>;
constexpr gk_kernel_table kWide = Kernels::table(GK_ISA_FMA, GK_CPU_AVX2 | GK_CPU_FMA, "fma i8 16x6");
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_fma_i8, gk_table_fma_i8_i8, gk_table_fma_i8_u8;
constinit const gk_kernel_table gk_table_fma_i8 = kWide;
constinit const gk_kernel_table gk_table_fma_i8_i8 =
    Kernels::requantised<int8_t>(kWide, &gk_table_fma_i8, "fma i8_i8 16x6");
constinit const gk_kernel_table gk_table_fma_i8_u8 =
    Kernels::requantised<uint8_t>(kWide, &gk_table_fma_i8, "fma i8_u8 16x6");
}
