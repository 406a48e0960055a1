// c64 4x1 rows x 3 columns: 24 accumulators + 4 of A + 1 of B = 29 of 32 registers.
#include "core/complex_table.h"
#include "simd/neon_complex.h"

extern "C" {
extern const gk_blas_table gk_blas_neon_c64;
extern const gk_kernel_table gk_table_neon_c64;
constinit const gk_kernel_table gk_table_neon_c64 =
    gk::kernels::ComplexFloat<gk::kernels::Ops<gk::kernels::Neon, gk::kernels::Complex<double>>, 4, 3>::table(
        GK_ISA_NEON, GK_CPU_NEON, "neon c64 4x3", &gk_blas_neon_c64);
}
