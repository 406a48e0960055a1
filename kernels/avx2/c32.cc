// c32 2x4 rows x 3 columns: 12 accumulators + 2 of A + 1 of B = 15 of 16 ymm.
#include "core/complex_table.h"
#include "simd/avx2_complex.h"

extern "C" {
extern const gk_blas_table gk_blas_fma_c32;
extern const gk_kernel_table gk_table_fma_c32;
constinit const gk_kernel_table gk_table_fma_c32 =
    gk::kernels::ComplexFloat<gk::kernels::Ops<gk::kernels::Fma, gk::kernels::Complex<float>>, 2, 3>::table(
        GK_ISA_FMA, GK_CPU_AVX2 | GK_CPU_FMA, "fma c32 8x3", &gk_blas_fma_c32);
}
