// i8 4 rows x 4 columns, for machines without a vector kernel.
#include "core/int8_table.h"

extern "C" {
extern const gk_kernel_table gk_table_scalar_i8;
constinit const gk_kernel_table gk_table_scalar_i8 =
    gk::kernels::Int8<gk::kernels::Ops<gk::kernels::Scalar, int8_t>, 4, 4>::table(GK_ISA_SCALAR, 0, "scalar i8 4x4");
}
