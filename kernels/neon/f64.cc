// f64 4x2 rows x 6 columns: 24 accumulators + 4 of A + 1 of B = 29 of 32 registers.
#include "core/table.h"
#include "simd/neon.h"

extern "C" {
extern const gk_blas_table gk_blas_neon_f64;
extern const gk_kernel_table gk_table_neon_f64;
constinit const gk_kernel_table gk_table_neon_f64 =
    gk::kernels::Float<gk::kernels::Ops<gk::kernels::Neon, double>, 4, 6>::table(GK_ISA_NEON, GK_CPU_NEON,
                                                                                 "neon f64 8x6", &gk_blas_neon_f64);
}
