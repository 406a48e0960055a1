// bf16 multiplied in pairs: 3x16 rows x 8 columns of f32 sums, as in avx512f/half.cc, and two steps of the depth at
// once.
#include "core/half_table.h"
#include "simd/avx512bf16.h"

namespace gk::kernels {
namespace {
constexpr uint64_t kNeeds =
    GK_CPU_AVX512BF16 | GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512DQ | GK_CPU_AVX512VL | GK_CPU_AVX2 | GK_CPU_FMA;

template <class Out>
constexpr gk_kernel_table table(gk_elem elem, const char *name) {
  using H = Ops<Avx512F, BF16>;
  return Half<H, Pairs<H, Ops<Avx512Bf16, float>>, Ops<Avx512Bf16, Out>, 3, 8>::table(elem, GK_ISA_AVX512BF16, kNeeds,
                                                                                      GK_CPU_FAST_BF16_DOT, name);
}
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_avx512bf16_bf16, gk_table_avx512bf16_bf16_f32;
constinit const gk_kernel_table gk_table_avx512bf16_bf16 = table<BF16>(GK_BF16, "avx512bf16 bf16 48x8");
constinit const gk_kernel_table gk_table_avx512bf16_bf16_f32 = table<float>(GK_BF16_F32, "avx512bf16 bf16_f32 48x8");
}
