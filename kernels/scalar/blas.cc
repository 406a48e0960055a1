// The kernels of levels 1 to 3.
#include "core/blas.h"
#include "simd/scalar_complex.h"
#include "simd/scalar_search.h"

extern "C" {
extern const gk_blas_table gk_blas_scalar_f32;
constinit const gk_blas_table gk_blas_scalar_f32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Scalar, float>>();
extern const gk_blas_table gk_blas_scalar_f64;
constinit const gk_blas_table gk_blas_scalar_f64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Scalar, double>>();
extern const gk_blas_table gk_blas_scalar_c32;
constinit const gk_blas_table gk_blas_scalar_c32 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Scalar, gk::kernels::Complex<float>>>();
extern const gk_blas_table gk_blas_scalar_c64;
constinit const gk_blas_table gk_blas_scalar_c64 =
    gk::kernels::blas_table<gk::kernels::Ops<gk::kernels::Scalar, gk::kernels::Complex<double>>>();
}
