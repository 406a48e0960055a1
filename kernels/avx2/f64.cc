// f64 2x4 rows x 6 columns: 12 accumulators + 2 of A + 1 of B = 15 of 16 ymm.
#include "core/table.h"
#include "simd/avx2.h"

extern "C" {
extern const gk_blas_table gk_blas_fma_f64;
extern const gk_kernel_table gk_table_fma_f64;
constinit const gk_kernel_table gk_table_fma_f64 =
    gk::kernels::Float<gk::kernels::Ops<gk::kernels::Fma, double>, 2, 6>::table(GK_ISA_FMA, GK_CPU_AVX2 | GK_CPU_FMA,
                                                                                "fma f64 8x6", &gk_blas_fma_f64);
}
