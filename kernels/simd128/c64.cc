// c64 2x1 rows x 2 columns: 8 accumulators + 2 of A + 2 of B.
#include "core/complex_table.h"
#include "simd/simd128_complex.h"

extern "C" {
extern const gk_blas_table gk_blas_simd128_c64;
extern const gk_kernel_table gk_table_simd128_c64;
constinit const gk_kernel_table gk_table_simd128_c64 =
    gk::kernels::ComplexFloat<gk::kernels::Ops<gk::kernels::Simd128, gk::kernels::Complex<double>>, 2, 2>::table(
        GK_ISA_SIMD128, GK_CPU_SIMD128, "simd128 c64 2x2", &gk_blas_simd128_c64);
}
