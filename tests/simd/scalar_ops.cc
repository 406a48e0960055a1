// The scalar vocabulary behind function pointers, for ops_test.cc.
#include "simd/scalar.h"

#include "simd/ops_probe.inc"

constinit const OpsProbe<float> probe_scalar_f32 =
    gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Scalar, float>>();
constinit const OpsProbe<double> probe_scalar_f64 =
    gk::kernels::ops_probe<gk::kernels::Ops<gk::kernels::Scalar, double>>();
