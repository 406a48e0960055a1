// The kernels of AVX-VNNI with the other encoding of their instruction, which 512-bit machines have: CPUs that lack the
// first one can run all of their code but that.
#include "core/int8_table.h"
#include "simd/avx2_int8.h"

extern "C" {
extern const gk_kernel_table gk_table_evex256_i8;
constinit const gk_kernel_table gk_table_evex256_i8 =
    gk::kernels::Int8<gk::kernels::Ops<gk::kernels::AvxVnni, int8_t>, 2, 6>::table(
        GK_ISA_AVXVNNI,
        GK_CPU_AVX2 | GK_CPU_FMA | GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512VL | GK_CPU_AVX512VNNI,
        "avxvnni i8 16x6, EVEX encoded");
}
