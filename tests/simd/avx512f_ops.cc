// The avx512f vocabulary behind function pointers, for ops_test.cc.
#include "simd/avx512f.h"

#include "simd/ops_probe.inc"

constinit const OpsProbe<float> probe_avx512f_f32 =
    gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Avx512F, float>>();
constinit const OpsProbe<double> probe_avx512f_f64 =
    gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Avx512F, double>>();
