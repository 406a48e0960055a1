// f32 4 rows x 4 columns, for machines without a vector kernel.
#include "core/table.h"
#include "simd/scalar.h"

extern "C" {
extern const gk_blas_table gk_blas_scalar_f32;
extern const gk_kernel_table gk_table_scalar_f32;
constinit const gk_kernel_table gk_table_scalar_f32 =
    gk::kernels::Float<gk::kernels::Ops<gk::kernels::Scalar, float>, 4, 4>::table(GK_ISA_SCALAR, 0, "scalar f32 4x4",
                                                                                  &gk_blas_scalar_f32);
}
