// The kernels of levels 1 to 3.
#include "core/blas.h"
#include "simd/avx2_complex.h"
#include "simd/avx2_search.h"

extern "C" {
extern const gk_blas_table gk_blas_fma_f32;
constinit const gk_blas_table gk_blas_fma_f32 = gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Fma, float>>();
extern const gk_blas_table gk_blas_fma_f64;
constinit const gk_blas_table gk_blas_fma_f64 = gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Fma, double>>();
extern const gk_blas_table gk_blas_fma_c32;
constinit const gk_blas_table gk_blas_fma_c32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Fma, gk::kernels::Complex<float>>>();
extern const gk_blas_table gk_blas_fma_c64;
constinit const gk_blas_table gk_blas_fma_c64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Fma, gk::kernels::Complex<double>>>();
}
