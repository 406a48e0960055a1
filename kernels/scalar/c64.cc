// c64 2 rows x 2 columns, for machines without a vector kernel.
#include "core/complex_table.h"
#include "simd/scalar_complex.h"

extern "C" {
extern const gk_blas_table gk_blas_scalar_c64;
extern const gk_kernel_table gk_table_scalar_c64;
constinit const gk_kernel_table gk_table_scalar_c64 =
    gk::kernels::ComplexFloat<gk::kernels::Ops<gk::kernels::Scalar, gk::kernels::Complex<double>>, 2, 2>::table(
        GK_ISA_SCALAR, 0, "scalar c64 2x2", &gk_blas_scalar_c64);
}
