// f16 and bf16, widened to f32: 3x16 rows x 8 columns as in f32.cc.
#include "core/half_table.h"
#include "simd/avx512f_half.h"

namespace gk::kernels {
namespace {
constexpr uint64_t kNeeds =
    GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512DQ | GK_CPU_AVX512VL | GK_CPU_AVX2 | GK_CPU_FMA;

template <class T, class Out>
constexpr gk_kernel_table table(gk_elem elem, const char *name) {
  using H = Ops<Avx512F, T>;
  return Half<H, Widening<H>, Ops<Avx512F, Out>, 3, 8>::table(elem, GK_ISA_AVX512F, kNeeds, 0, name);
}
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_avx512f_f16, gk_table_avx512f_f16_f32;
extern const gk_kernel_table gk_table_avx512f_bf16, gk_table_avx512f_bf16_f32;
constinit const gk_kernel_table gk_table_avx512f_f16 = table<F16, F16>(GK_F16, "avx512f f16 48x8");
constinit const gk_kernel_table gk_table_avx512f_f16_f32 = table<F16, float>(GK_F16_F32, "avx512f f16_f32 48x8");
constinit const gk_kernel_table gk_table_avx512f_bf16 = table<BF16, BF16>(GK_BF16, "avx512f bf16 48x8");
constinit const gk_kernel_table gk_table_avx512f_bf16_f32 = table<BF16, float>(GK_BF16_F32, "avx512f bf16_f32 48x8");
}
