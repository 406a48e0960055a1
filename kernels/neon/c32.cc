// c32 2x2 rows x 6 columns: 24 accumulators + 2 of A + 1 of B = 27 of 32 registers.
#include "core/complex_table.h"
#include "simd/neon_complex.h"

extern "C" {
extern const gk_blas_table gk_blas_neon_c32;
extern const gk_kernel_table gk_table_neon_c32;
constinit const gk_kernel_table gk_table_neon_c32 =
    gk::kernels::ComplexFloat<gk::kernels::Ops<gk::kernels::Neon, gk::kernels::Complex<float>>, 2, 6>::table(
        GK_ISA_NEON, GK_CPU_NEON, "neon c32 4x6", &gk_blas_neon_c32);
}
