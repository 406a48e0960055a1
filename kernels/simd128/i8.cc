// i8 2x4 rows x 4 columns: 8 accumulators + 2 of A + 1 of B + 1 product.
#include "core/int8_table.h"
#include "simd/simd128_int8.h"

namespace gk::kernels {
namespace {
using Kernels = Int8<Ops<Simd128, int8_t>, 2, 4>;
constexpr gk_kernel_table kWide = Kernels::table(GK_ISA_SIMD128, GK_CPU_SIMD128, "simd128 i8 8x4");
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_simd128_i8, gk_table_simd128_i8_i8, gk_table_simd128_i8_u8;
constinit const gk_kernel_table gk_table_simd128_i8 = kWide;
constinit const gk_kernel_table gk_table_simd128_i8_i8 =
    Kernels::requantised<int8_t>(kWide, &gk_table_simd128_i8, "simd128 i8_i8 8x4");
constinit const gk_kernel_table gk_table_simd128_i8_u8 =
    Kernels::requantised<uint8_t>(kWide, &gk_table_simd128_i8, "simd128 i8_u8 8x4");
}
