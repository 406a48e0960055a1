// f16 and bf16, widened to f32: 2x4 rows x 4 columns.
#include "core/half_table.h"
#include "simd/scalar_half.h"

namespace gk::kernels {
namespace {
template <class T, class Out>
constexpr gk_kernel_table table(gk_elem elem, const char *name) {
  using H = Ops<Portable4, T>;
  return Half<H, Widening<H>, Ops<Portable4, Out>, 2, 4>::table(elem, GK_ISA_SCALAR, 0, 0, name);
}
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_scalar_f16, gk_table_scalar_f16_f32;
extern const gk_kernel_table gk_table_scalar_bf16, gk_table_scalar_bf16_f32;
constinit const gk_kernel_table gk_table_scalar_f16 = table<F16, F16>(GK_F16, "scalar f16 8x4");
constinit const gk_kernel_table gk_table_scalar_f16_f32 = table<F16, float>(GK_F16_F32, "scalar f16_f32 8x4");
constinit const gk_kernel_table gk_table_scalar_bf16 = table<BF16, BF16>(GK_BF16, "scalar bf16 8x4");
constinit const gk_kernel_table gk_table_scalar_bf16_f32 = table<BF16, float>(GK_BF16_F32, "scalar bf16_f32 8x4");
}
