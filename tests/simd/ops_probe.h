// The vocabulary of one (instruction set, type) behind function pointers, so that only the probes are compiled for the
// instruction set, and the test program runs on any CPU.
#pragma once

#include <stdint.h>

// Arrays hold `lanes` elements unless said otherwise; the masked operations act on the first `count` lanes.
template <class T>
struct OpsProbe {
  int lanes, block;
  void (*zero)(T *out);
  void (*splat)(T x, T *out);
  void (*copy)(const T *in, T *out);  // load, store
  void (*stream)(const T *in, T *out);
  void (*load_masked)(const T *in, int count, T *out);
  void (*store_masked)(const T *in, int count, T *out);
  void (*keep)(const T *in, int count, T *out);
  void (*mul)(const T *a, const T *b, T *out);
  void (*add)(const T *a, const T *b, T *out);
  void (*fma)(const T *a, const T *b, const T *c, T *out);
  void (*fnma)(const T *a, const T *b, const T *c, T *out);
  void (*max)(const T *a, const T *b, T *out);
  void (*min)(const T *a, const T *b, T *out);
  void (*sub)(const T *a, const T *b, T *out);
  void (*div)(const T *a, const T *b, T *out);
  void (*mul_error)(const T *a, const T *b, const T *c, T *out);
  void (*if_positive)(const T *x, const T *a, const T *b, T *out);
  void (*abs)(const T *in, T *out);
  void (*with_sign)(const T *a, const T *b, T *out);
  void (*round)(const T *in, T *out);
  void (*scale)(const T *a, const T *n, T *out);
  T (*reduce_sum)(const T *in);
  void (*reduce_sums)(const T *in, T *out);  // 4 * lanes elements to 4 sums
  // Null where there is one lane.
  void (*splat_pair)(const T *in, T *out);
  void (*load_pairs)(const T *even, const T *odd, int count, T *out);  // count: at most lanes / 2; 0: all of them
  void (*load_transposed)(const T *in, int64_t row_stride, int rows, T *out);  // out: block * lanes
};

#define GK_OPS_PROBES(isa)                        \
  extern const OpsProbe<float> probe_##isa##_f32; \
  extern const OpsProbe<double> probe_##isa##_f64;
GK_OPS_PROBES(scalar)
GK_OPS_PROBES(avx2)
GK_OPS_PROBES(simd128)
GK_OPS_PROBES(avx512f)
GK_OPS_PROBES(neon)
#undef GK_OPS_PROBES
