// i8 2x8 rows x 6 columns: 12 accumulators + 2 of A + 1 of B = 15 of 16 ymm.
#include "core/int8_table.h"
#include "simd/avx2_int8.h"

namespace gk::kernels {
namespace {
using Kernels = Int8<Ops<AvxVnni, int8_t>, 2, 6>;
constexpr gk_kernel_table kWide =
    Kernels::table(GK_ISA_AVXVNNI, GK_CPU_AVX2 | GK_CPU_FMA | GK_CPU_AVXVNNI, "avxvnni i8 16x6");
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_avxvnni_i8, gk_table_avxvnni_i8_i8, gk_table_avxvnni_i8_u8;
constinit const gk_kernel_table gk_table_avxvnni_i8 = kWide;
constinit const gk_kernel_table gk_table_avxvnni_i8_i8 =
    Kernels::requantised<int8_t>(kWide, &gk_table_avxvnni_i8, "avxvnni i8_i8 16x6");
constinit const gk_kernel_table gk_table_avxvnni_i8_u8 =
    Kernels::requantised<uint8_t>(kWide, &gk_table_avxvnni_i8, "avxvnni i8_u8 16x6");
}
