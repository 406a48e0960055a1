// i8 4 rows x 4 columns, for machines without a vector kernel.
#include "core/int8_table.h"

namespace gk::kernels {
namespace {
using Kernels = Int8<Ops<Scalar, int8_t>, 4, 4>;
constexpr gk_kernel_table kWide = Kernels::table(GK_ISA_SCALAR, 0, "scalar i8 4x4");
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_scalar_i8, gk_table_scalar_i8_i8, gk_table_scalar_i8_u8;
constinit const gk_kernel_table gk_table_scalar_i8 = kWide;
constinit const gk_kernel_table gk_table_scalar_i8_i8 =
    Kernels::requantised<int8_t>(kWide, &gk_table_scalar_i8, "scalar i8_i8 4x4");
constinit const gk_kernel_table gk_table_scalar_i8_u8 =
    Kernels::requantised<uint8_t>(kWide, &gk_table_scalar_i8, "scalar i8_u8 4x4");
}
