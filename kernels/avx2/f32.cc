// f32 2x8 rows x 6 columns: 12 accumulators + 2 of A + 1 of B = 15 of 16 ymm.
#include "core/table.h"
#include "simd/avx2.h"

extern "C" {
extern const gk_blas_table gk_blas_fma_f32;
extern const gk_kernel_table gk_table_fma_f32;
constinit const gk_kernel_table gk_table_fma_f32 =
    gk::kernels::Float<gk::kernels::Ops<gk::kernels::Fma, float>, 2, 6>::table(GK_ISA_FMA, GK_CPU_AVX2 | GK_CPU_FMA,
                                                                               "fma f32 16x6", &gk_blas_fma_f32);
}
