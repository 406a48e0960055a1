// f32 2x4 rows x 4 columns: 8 accumulators + 2 of A + 1 of B.
#include "core/table.h"
#include "simd/simd128.h"

extern "C" {
extern const gk_blas_table gk_blas_simd128_f32;
extern const gk_kernel_table gk_table_simd128_f32;
constinit const gk_kernel_table gk_table_simd128_f32 =
    gk::kernels::Float<gk::kernels::Ops<gk::kernels::Simd128, float>, 2, 4>::table(
        GK_ISA_SIMD128, GK_CPU_SIMD128, "simd128 f32 8x4", &gk_blas_simd128_f32);
}
