// f16 and bf16, widened to f32: 2x4 rows x 4 columns as in f32.cc.
#include "core/half_table.h"
#include "simd/simd128_half.h"

namespace gk::kernels {
namespace {
constexpr uint64_t kNeeds = GK_CPU_SIMD128;

template <class T, class Out>
constexpr gk_kernel_table table(gk_elem elem, uint64_t needs, const char *name) {
  using H = Ops<Simd128, T>;
  return Half<H, Widening<H>, Ops<Simd128, Out>, 2, 4>::table(elem, GK_ISA_SIMD128, needs, 0, name);
}
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_simd128_f16, gk_table_simd128_f16_f32, gk_table_simd128_bf16,
    gk_table_simd128_bf16_f32;
constinit const gk_kernel_table gk_table_simd128_f16 = table<F16, F16>(GK_F16, kNeeds, "simd128 f16 8x4");
constinit const gk_kernel_table gk_table_simd128_f16_f32 = table<F16, float>(GK_F16_F32, kNeeds, "simd128 f16_f32 8x4");
constinit const gk_kernel_table gk_table_simd128_bf16 = table<BF16, BF16>(GK_BF16, kNeeds, "simd128 bf16 8x4");
constinit const gk_kernel_table gk_table_simd128_bf16_f32 =
    table<BF16, float>(GK_BF16_F32, kNeeds, "simd128 bf16_f32 8x4");
}
