// bf16 multiplied in pairs: 4x4 rows x 4 columns of f32 sums, as in neon/half.cc, and two steps of the depth at once.
// Stores are those of neon, which keep denormals.
#include "core/half_table.h"
#include "simd/bfdot.h"

namespace gk::kernels {
namespace {
template <class Out>
constexpr gk_kernel_table table(gk_elem elem, const char *name) {
  using H = Ops<Neon, BF16>;
  return Half<H, Pairs<H, Ops<BfDot, float>>, Ops<Neon, Out>, 4, 4>::table(
      elem, GK_ISA_BFDOT, GK_CPU_NEON | GK_CPU_BFDOT, GK_CPU_FAST_BF16_DOT, name);
}
}  // namespace
}  // namespace gk::kernels

extern "C" {
using namespace gk::kernels;
extern const gk_kernel_table gk_table_bfdot_bf16, gk_table_bfdot_bf16_f32;
constinit const gk_kernel_table gk_table_bfdot_bf16 = table<BF16>(GK_BF16, "bfdot bf16 16x4");
constinit const gk_kernel_table gk_table_bfdot_bf16_f32 = table<float>(GK_BF16_F32, "bfdot bf16_f32 16x4");
}
