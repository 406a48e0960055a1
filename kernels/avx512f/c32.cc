// c32 2x8 rows x 6 columns: 24 accumulators + 2 of A + 1 of B = 27 of 32 zmm.
#include "core/complex_table.h"
#include "simd/avx512f_complex.h"

extern "C" {
extern const gk_blas_table gk_blas_avx512f_c32;
extern const gk_kernel_table gk_table_avx512f_c32;
constinit const gk_kernel_table gk_table_avx512f_c32 =
    gk::kernels::ComplexFloat<gk::kernels::Ops<gk::kernels::Avx512F, gk::kernels::Complex<float>>, 2, 6>::table(
        GK_ISA_AVX512F, GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512DQ | GK_CPU_AVX512VL | GK_CPU_AVX2 | GK_CPU_FMA,
        "avx512f c32 16x6", &gk_blas_avx512f_c32);
}
