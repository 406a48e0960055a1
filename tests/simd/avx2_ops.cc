// The avx2 vocabulary behind function pointers, for ops_test.cc.
#include "simd/avx2.h"

#include "simd/ops_probe.inc"

constinit const OpsProbe<float> probe_avx2_f32 = gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Fma, float>>();
constinit const OpsProbe<double> probe_avx2_f64 = gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Fma, double>>();
