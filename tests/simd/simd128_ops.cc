// The simd128 vocabulary behind function pointers, for ops_test.cc.
#include "simd/simd128.h"

#include "simd/ops_probe.inc"

constinit const OpsProbe<float> probe_simd128_f32 =
    gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Simd128, float>>();
constinit const OpsProbe<double> probe_simd128_f64 =
    gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Simd128, double>>();
