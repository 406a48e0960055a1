// The kernels of levels 1 to 3.
#include "core/blas.h"
#include "simd/neon_complex.h"
#include "simd/neon_search.h"

extern "C" {
extern const gk_blas_table gk_blas_neon_f32;
constinit const gk_blas_table gk_blas_neon_f32 = gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Neon, float>>();
extern const gk_blas_table gk_blas_neon_f64;
constinit const gk_blas_table gk_blas_neon_f64 = gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Neon, double>>();
extern const gk_blas_table gk_blas_neon_c32;
constinit const gk_blas_table gk_blas_neon_c32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Neon, gk::kernels::Complex<float>>>();
extern const gk_blas_table gk_blas_neon_c64;
constinit const gk_blas_table gk_blas_neon_c64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Neon, gk::kernels::Complex<double>>>();
}
