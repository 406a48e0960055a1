// The neon vocabulary behind function pointers, for ops_test.cc.
#include "simd/neon.h"

#include "simd/ops_probe.inc"

constinit const OpsProbe<float> probe_neon_f32 = gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Neon, float>>();
constinit const OpsProbe<double> probe_neon_f64 = gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Neon, double>>();
