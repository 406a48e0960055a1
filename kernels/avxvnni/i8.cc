// i8 2x8 rows x 6 columns: 12 accumulators + 2 of A + 1 of B = 15 of 16 ymm.
#include "core/int8_table.h"
#include "simd/avx2_int8.h"

extern "C" {
extern const gk_kernel_table gk_table_avxvnni_i8;
constinit const gk_kernel_table gk_table_avxvnni_i8 =
    gk::kernels::Int8<gk::kernels::Ops<gk::kernels::AvxVnni, int8_t>, 2, 6>::table(
        GK_ISA_AVXVNNI, GK_CPU_AVX2 | GK_CPU_FMA | GK_CPU_AVXVNNI, "avxvnni i8 16x6");
}
