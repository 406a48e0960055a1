// i8 2x16 rows x 12 columns: 24 accumulators + 2 of A + 1 of B + 1 product = 28 of 32 zmm.
#include "core/int8_table.h"
#include "simd/avx512_int8.h"

namespace gk::kernels {
namespace {
using Kernels = Int8<Ops<Avx512F, int8_t>, 2, 12>;
constexpr gk_kernel_table kWide = Kernels::table(
    GK_ISA_AVX512F, GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512DQ | GK_CPU_AVX512VL | GK_CPU_AVX2 | GK_CPU_FMA,
    "avx512f i8 32x12");
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_avx512f_i8, gk_table_avx512f_i8_i8, gk_table_avx512f_i8_u8;
constinit const gk_kernel_table gk_table_avx512f_i8 = kWide;
constinit const gk_kernel_table gk_table_avx512f_i8_i8 =
    Kernels::requantised<int8_t>(kWide, &gk_table_avx512f_i8, "avx512f i8_i8 32x12");
constinit const gk_kernel_table gk_table_avx512f_i8_u8 =
    Kernels::requantised<uint8_t>(kWide, &gk_table_avx512f_i8, "avx512f i8_u8 32x12");
}
