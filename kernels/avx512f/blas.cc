// The kernels of levels 1 to 3.
#include "core/blas.h"
#include "simd/avx512f_complex.h"
#include "simd/avx512f_search.h"

extern "C" {
extern const gk_blas_table gk_blas_avx512f_f32;
constinit const gk_blas_table gk_blas_avx512f_f32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Avx512F, float>>();
extern const gk_blas_table gk_blas_avx512f_f64;
constinit const gk_blas_table gk_blas_avx512f_f64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Avx512F, double>>();
extern const gk_blas_table gk_blas_avx512f_c32;
constinit const gk_blas_table gk_blas_avx512f_c32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Avx512F, gk::kernels::Complex<float>>>();
extern const gk_blas_table gk_blas_avx512f_c64;
constinit const gk_blas_table gk_blas_avx512f_c64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Avx512F, gk::kernels::Complex<double>>>();
}
