// c64 2x2 rows x 3 columns: 12 accumulators + 2 of A + 1 of B = 15 of 16 ymm.
#include "core/complex_table.h"
#include "simd/avx2_complex.h"

extern "C" {
extern const gk_blas_table gk_blas_fma_c64;
extern const gk_kernel_table gk_table_fma_c64;
constinit const gk_kernel_table gk_table_fma_c64 =
    gk::kernels::ComplexFloat<gk::kernels::Ops<gk::kernels::Fma, gk::kernels::Complex<double>>, 2, 3>::table(
        GK_ISA_FMA, GK_CPU_AVX2 | GK_CPU_FMA, "fma c64 4x3", &gk_blas_fma_c64);
}
