/* A layer of a neural network with fixed weights, y = relu(x*w + bias), 100 times over: 64 inputs of 1024 features in
 * bfloat16 and in 8-bit integers. Three ways each: a plain product and a loop over y, everything in one call, and that
 * with the weights packed beforehand. For 8-bit integers oneDNN's product, where it is installed, beside them.
 *
 *   cc inference.c $(pkg-config --cflags --libs gemmkit) -ldl -lm && ./a.out
 */
#define _POSIX_C_SOURCE 200809L
#include <gemmkit.h>

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 64, FEATURES = 1024, STEPS = 100 };

static gemmkit_bf16 x[BATCH * FEATURES], w[FEATURES * FEATURES], bias[FEATURES], y[BATCH * FEATURES];
static int8_t x8[BATCH * FEATURES], w8[FEATURES * FEATURES], y8[BATCH * FEATURES], loop8[BATCH * FEATURES];
static int32_t bias8[FEATURES], sums8[BATCH * FEATURES];
static float scale8[FEATURES], loop_y[BATCH * FEATURES], fused_y[BATCH * FEATURES];
static gemmkit_packed *packed, *packed8;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(gemmkit_status status) {
  if (status == GEMMKIT_OK) return;
  fprintf(stderr, "%s\n", gemmkit_last_error());
  exit(1);
}

/* bfloat16 is the upper half of a float. */
static float widen(gemmkit_bf16 v) {
  uint32_t bits = (uint32_t)v << 16;
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}
static gemmkit_bf16 narrow(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return (gemmkit_bf16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Activations are column-major: the 64 values of a feature lie together. Weights are row-major, as trained. */
static void bf16_loop(void) {
  check(gemmkit_gemm_bf16_unchecked(BATCH, FEATURES, FEATURES, 1, x, 1, BATCH, w, FEATURES, 1, 0, y, 1, BATCH, NULL,
                                    NULL));
  for (int j = 0; j < FEATURES; ++j)
    for (int i = 0; i < BATCH; ++i) {
      const float v = widen(y[i + j * BATCH]) + widen(bias[j]);
      y[i + j * BATCH] = narrow(v > 0 ? v : 0);
    }
}
static const gemmkit_epilogue_bf16 *relu(void) {
  static gemmkit_epilogue_bf16 e;
  e.struct_size = sizeof e;
  e.bias_kind = GEMMKIT_BIAS_PER_COL, e.bias = bias, e.bias_len = FEATURES;
  e.activation = GEMMKIT_ACT_RELU;
  return &e;
}
static void bf16_fused(void) {
  check(gemmkit_gemm_bf16_unchecked(BATCH, FEATURES, FEATURES, 1, x, 1, BATCH, w, FEATURES, 1, 0, y, 1, BATCH, relu(),
                                    NULL));
}
static void bf16_packed(void) {
  check(gemmkit_gemm_packed_b_bf16_unchecked(BATCH, 1, x, 1, BATCH, packed, 0, y, 1, BATCH, relu(), NULL));
}

static const gemmkit_requant *requant(void) {
  static gemmkit_requant q;
  q.struct_size = sizeof q;
  q.scale = scale8, q.scale_len = FEATURES, q.scale_kind = GEMMKIT_BIAS_PER_COL;
  q.bias = bias8, q.bias_len = FEATURES, q.bias_kind = GEMMKIT_BIAS_PER_COL;
  q.zero_point = -128; /* the smallest byte stands for 0, so that clamping is the ReLU */
  return &q;
}
static void i8_loop(void) {
  check(gemmkit_gemm_i8_unchecked(BATCH, FEATURES, FEATURES, 1, x8, 1, BATCH, w8, FEATURES, 1, 0, sums8, 1, BATCH,
                                  NULL));
  for (int j = 0; j < FEATURES; ++j)
    for (int i = 0; i < BATCH; ++i) {
      const double v = nearbyint((double)scale8[j] * (sums8[i + j * BATCH] + bias8[j])) - 128;
      y8[i + j * BATCH] = (int8_t)(v < -128 ? -128 : v > 127 ? 127 : v);
    }
}
static void i8_fused(void) {
  check(gemmkit_gemm_i8_requant_unchecked(BATCH, FEATURES, FEATURES, x8, 1, BATCH, w8, FEATURES, 1, requant(), y8, 1,
                                          BATCH, NULL));
}
static void i8_packed(void) {
  gemmkit_cview_i8 vx = gemmkit_cview_i8_col_major(x8, BATCH, FEATURES);
  gemmkit_view_i8 vy = gemmkit_view_i8_col_major(y8, BATCH, FEATURES);
  check(gemmkit_gemm_packed_b_i8_requant(&vx, packed8, requant(), &vy, NULL));
}

/* oneDNN's product into 32-bit integers alone; row-major, so y^T = w^T x^T. */
static int (*onednn)(char, char, char, int64_t, int64_t, int64_t, float, const int8_t *, int64_t, int8_t,
                     const int8_t *, int64_t, int8_t, float, int32_t *, int64_t, const int32_t *);
static void i8_onednn(void) {
  const int32_t offset = 0;
  onednn('T', 'N', 'F', FEATURES, BATCH, FEATURES, 1, w8, FEATURES, 0, x8, BATCH, 0, 0, sums8, BATCH, &offset);
}

/* Best of a few runs of STEPS steps, in microseconds per step. */
static double time_of(void (*step)(void)) {
  double best = 1e30;
  step();
  for (int run = 0; run < 5; ++run) {
    const double start = now();
    for (int i = 0; i < STEPS; ++i) step();
    const double taken = now() - start;
    if (taken < best) best = taken;
  }
  return best / STEPS * 1e6;
}
static void report(const char *name, double loop, double fused, double with_packed) {
  const double gops = 2e-3 * BATCH * FEATURES * FEATURES;
  printf("%s  plain and a loop %7.1f us  fused %7.1f us (%.2fx)  fused, weights packed %7.1f us (%.2fx, %.0f Gop/s)\n",
         name, loop, fused, loop / fused, with_packed, loop / with_packed, gops / with_packed);
}

int main(void) {
  unsigned state = 1;
  for (int i = 0; i < BATCH * FEATURES; ++i) {
    state = state * 1664525u + 1013904223u;
    x8[i] = (int8_t)(state >> 24);
    x[i] = narrow((float)x8[i] / 128);
  }
  for (int i = 0; i < FEATURES * FEATURES; ++i) {
    state = state * 1664525u + 1013904223u;
    w8[i] = (int8_t)(state >> 24);
    w[i] = narrow((float)w8[i] / 4096);
  }
  for (int j = 0; j < FEATURES; ++j) {
    bias[j] = narrow((float)(j % 7 - 3) / 8);
    bias8[j] = j * 11 - 5000;
    scale8[j] = 1e-3f * (float)(1 + j % 3);
  }
  check(gemmkit_prepack_rhs_bf16_unchecked(FEATURES, FEATURES, w, FEATURES, 1, NULL, &packed));
  check(gemmkit_prepack_rhs_i8_unchecked(FEATURES, FEATURES, w8, FEATURES, 1, NULL, &packed8));

  /* The same answers: exactly for integers, but for one rounding more in the loop for bfloat16. */
  bf16_loop();
  for (int i = 0; i < BATCH * FEATURES; ++i) loop_y[i] = widen(y[i]);
  bf16_packed();
  int wrong = 0;
  for (int i = 0; i < BATCH * FEATURES; ++i) {
    fused_y[i] = widen(y[i]);
    wrong += fabsf(fused_y[i] - loop_y[i]) > 0.02f * (1 + fabsf(loop_y[i]));
  }
  i8_loop();
  memcpy(loop8, y8, sizeof y8);
  i8_packed();
  wrong += memcmp(loop8, y8, sizeof y8) != 0;
  i8_fused();
  wrong += memcmp(loop8, y8, sizeof y8) != 0;
  printf("%d steps of %d x %d x %d on %s and %s: %s\n", STEPS, BATCH, FEATURES, FEATURES, gemmkit_isa("bf16"),
         gemmkit_isa("i8"), wrong == 0 ? "the three ways agree" : "WRONG RESULTS");
  if (wrong != 0) return 1;

  report("bf16", time_of(bf16_loop), time_of(bf16_fused), time_of(bf16_packed));
  report("i8  ", time_of(i8_loop), time_of(i8_fused), time_of(i8_packed));
  void *library = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library != NULL) {
    void *symbol = dlsym(library, "dnnl_gemm_s8s8s32");
    memcpy(&onednn, &symbol, sizeof symbol);
    if (onednn != NULL) printf("i8    oneDNN's product alone %7.1f us\n", time_of(i8_onednn));
  }
  gemmkit_packed_free(packed);
  gemmkit_packed_free(packed8);
  return 0;
}
