// f16 and bf16, widened to f32: 2x8 rows x 6 columns as in f32.cc.
#include "core/half_table.h"
#include "simd/avx2_half.h"

namespace gk::kernels {
namespace {
constexpr uint64_t kNeeds = GK_CPU_AVX2 | GK_CPU_FMA;

template <class T, class Out>
constexpr gk_kernel_table table(gk_elem elem, uint64_t needs, const char *name) {
  using H = Ops<Fma, T>;
  return Half<H, Widening<H>, Ops<Fma, Out>, 2, 6>::table(elem, GK_ISA_FMA, needs, 0, name);
}
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_fma_f16, gk_table_fma_f16_f32, gk_table_fma_bf16, gk_table_fma_bf16_f32;
constinit const gk_kernel_table gk_table_fma_f16 = table<F16, F16>(GK_F16, kNeeds | GK_CPU_F16C, "fma f16 16x6");
constinit const gk_kernel_table gk_table_fma_f16_f32 =
    table<F16, float>(GK_F16_F32, kNeeds | GK_CPU_F16C, "fma f16_f32 16x6");
constinit const gk_kernel_table gk_table_fma_bf16 = table<BF16, BF16>(GK_BF16, kNeeds, "fma bf16 16x6");
constinit const gk_kernel_table gk_table_fma_bf16_f32 = table<BF16, float>(GK_BF16_F32, kNeeds, "fma bf16_f32 16x6");
}
