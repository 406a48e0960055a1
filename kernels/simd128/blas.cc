// The kernels of levels 1 to 3.
#include "core/blas.h"
#include "simd/simd128_complex.h"
#include "simd/simd128_search.h"

extern "C" {
extern const gk_blas_table gk_blas_simd128_f32;
constinit const gk_blas_table gk_blas_simd128_f32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Simd128, float>>();
extern const gk_blas_table gk_blas_simd128_f64;
constinit const gk_blas_table gk_blas_simd128_f64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Simd128, double>>();
extern const gk_blas_table gk_blas_simd128_c32;
constinit const gk_blas_table gk_blas_simd128_c32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Simd128, gk::kernels::Complex<float>>>();
extern const gk_blas_table gk_blas_simd128_c64;
constinit const gk_blas_table gk_blas_simd128_c64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Simd128, gk::kernels::Complex<double>>>();
}
