// f64 3x8 rows x 8 columns: 24 accumulators + 3 of A + 1 of B = 28 of 32 zmm.
#include "core/table.h"
#include "simd/avx512f.h"
#include "simd/avx512vl.h"

namespace gk::kernels {
namespace {
using Kernels = Float<Ops<Avx512F, double>, 3, 8, Ops<Avx512Vl128, double>, Ops<Avx512Vl256, double>>;
constexpr uint64_t kNeeds =
    GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512DQ | GK_CPU_AVX512VL | GK_CPU_AVX2 | GK_CPU_FMA;
}  // namespace
}  // namespace gk::kernels

extern "C" {
extern const gk_blas_table gk_blas_avx512f_f64;
extern const gk_kernel_table gk_table_avx512f_f64;
constinit const gk_kernel_table gk_table_avx512f_f64 =
    gk::kernels::Kernels::table(GK_ISA_AVX512F, gk::kernels::kNeeds, "avx512f f64 24x8", &gk_blas_avx512f_f64);
}
