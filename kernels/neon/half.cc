// f16 and bf16, widened to f32: 4x4 rows x 4 columns, since a strip is brought into f32 by rows of one register.
#include "core/half_table.h"
#include "simd/neon_half.h"

namespace gk::kernels {
namespace {
template <class T, class Out>
constexpr gk_kernel_table table(gk_elem elem, const char *name) {
  using H = Ops<Neon, T>;
  return Half<H, Widening<H>, Ops<Neon, Out>, 4, 4>::table(elem, GK_ISA_NEON, GK_CPU_NEON, 0, name);
}
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_neon_f16, gk_table_neon_f16_f32, gk_table_neon_bf16, gk_table_neon_bf16_f32;
constinit const gk_kernel_table gk_table_neon_f16 = table<F16, F16>(GK_F16, "neon f16 16x4");
constinit const gk_kernel_table gk_table_neon_f16_f32 = table<F16, float>(GK_F16_F32, "neon f16_f32 16x4");
constinit const gk_kernel_table gk_table_neon_bf16 = table<BF16, BF16>(GK_BF16, "neon bf16 16x4");
constinit const gk_kernel_table gk_table_neon_bf16_f32 = table<BF16, float>(GK_BF16_F32, "neon bf16_f32 16x4");
}
