/* gemmkit: fast matrix multiplication, C <- alpha*A*B + beta*C.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Plain C99, usable from C++. Sizes, strides and lengths are int64_t and count
 * elements; byte counts are size_t. Element (i, j) of a view lives at
 * data[i*rs + j*cs]. Every entry may be called from any number of threads at
 * once. A product, workspace or knob entry that can fail returns a
 * gemmkit_status and leaves every output untouched when it fails. No entry
 * throws or aborts; the only thing ever printed is one line on stderr for an
 * environment variable, a knob's or GEMMKIT_NUM_THREADS, that holds no number.
 */
#ifndef GEMMKIT_H
#define GEMMKIT_H

#include <stddef.h>
#include <stdint.h>

#define GEMMKIT_VERSION_MAJOR 0
#define GEMMKIT_VERSION_MINOR 1
#define GEMMKIT_VERSION_PATCH 0

#if defined(_WIN32)
#define GEMMKIT_API
#else
#define GEMMKIT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Statuses --------------------------------------------------------- */

typedef int32_t gemmkit_status;

enum {
  GEMMKIT_OK = 0,
  GEMMKIT_ERR_SHAPE = 1,       /* dimensions disagree, or one is negative */
  GEMMKIT_ERR_BOUNDS = 2,      /* a view reaches past its len, has a negative stride, or is null but would be read */
  GEMMKIT_ERR_ALIAS = 3,       /* C addresses one place twice, or overlaps an input */
  GEMMKIT_ERR_ARGUMENT = 4,    /* null pointer, bad struct_size, thread count, enum or knob */
  GEMMKIT_ERR_LAYOUT = 5,      /* a packed operand with a C of the other orientation */
  GEMMKIT_ERR_TOO_LARGE = 6,   /* size arithmetic would overflow */
  GEMMKIT_ERR_NO_MEMORY = 7,   /* for a workspace or a handle; products do without */
  GEMMKIT_ERR_ISA = 8,         /* GEMMKIT_REQUIRE_ISA cannot be honoured */
  GEMMKIT_ERR_UNSUPPORTED = 9  /* left out of this build */
};

/* The constant's name, e.g. "GEMMKIT_ERR_SHAPE"; "GEMMKIT_ERR_UNKNOWN" for any other value. Static storage. */
GEMMKIT_API const char *gemmkit_status_name(gemmkit_status status);

/* The message of the calling thread's last failure ("" if none failed yet). The text belongs to
 * the thread and lives until its next failing call. A call that succeeds leaves it as it is. */
GEMMKIT_API const char *gemmkit_last_error(void);

/* ---- Execution options ------------------------------------------------ */

typedef struct gemmkit_workspace gemmkit_workspace;

/* Last argument of every product; NULL means all defaults. */
typedef struct gemmkit_exec {
  uint32_t struct_size;         /* sizeof(gemmkit_exec); 0, or more than this library knows: GEMMKIT_ERR_ARGUMENT */
  int32_t threads;              /* 0: automatic, 1: serial, n: at most n workers; negative: GEMMKIT_ERR_ARGUMENT */
  gemmkit_workspace *workspace; /* packing memory for this call; NULL: the calling thread's own pool */
} gemmkit_exec;

/* Creates a packing workspace of capacity_bytes (0: grows on first use). It serves one call at a
 * time. On failure *out is untouched: GEMMKIT_ERR_NO_MEMORY, or GEMMKIT_ERR_ARGUMENT for a null out. */
GEMMKIT_API gemmkit_status gemmkit_workspace_create(size_t capacity_bytes, gemmkit_workspace **out);
/* Frees it; NULL is allowed. No call may be using it. */
GEMMKIT_API void gemmkit_workspace_destroy(gemmkit_workspace *workspace);
/* Bytes it holds now; 0 for NULL. */
GEMMKIT_API size_t gemmkit_workspace_capacity(const gemmkit_workspace *workspace);
/* Frees the calling thread's packing pool; the next call that packs allocates it anew. */
GEMMKIT_API void gemmkit_release_thread_memory(void);

/* Process-wide width of "automatic"; 0 restores the default (GEMMKIT_NUM_THREADS, then the OpenMP
 * setting, capped by the affinity mask and the cgroup CPU quota). Negative values are ignored. */
GEMMKIT_API void gemmkit_set_num_threads(int32_t n);
/* The widest team "automatic" may use in the calling thread now: 1 inside a parallel region. */
GEMMKIT_API int32_t gemmkit_get_max_threads(void);

/* ---- Element types ---------------------------------------------------- */

/* IEEE binary16 and bfloat16, as their bits. */
typedef uint16_t gemmkit_f16, gemmkit_bf16;

/* The layout of C99's _Complex, std::complex and Fortran's COMPLEX. */
typedef struct gemmkit_c32 { float re, im; } gemmkit_c32;
typedef struct gemmkit_c64 { double re, im; } gemmkit_c64;

/* ---- Views ------------------------------------------------------------ */

/* len is the number of elements that may be accessed from data on; rs and cs are the strides, in
 * elements, between rows and between columns. Input views may have zero strides (broadcast). */
typedef struct gemmkit_cview_f32 { const float *data; int64_t len, rows, cols, rs, cs; } gemmkit_cview_f32;
typedef struct gemmkit_view_f32 { float *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_f32;
typedef struct gemmkit_cview_f64 { const double *data; int64_t len, rows, cols, rs, cs; } gemmkit_cview_f64;
typedef struct gemmkit_view_f64 { double *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_f64;
typedef struct gemmkit_cview_f16 { const gemmkit_f16 *data; int64_t len, rows, cols, rs, cs; } gemmkit_cview_f16;
typedef struct gemmkit_view_f16 { gemmkit_f16 *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_f16;
typedef struct gemmkit_cview_bf16 { const gemmkit_bf16 *data; int64_t len, rows, cols, rs, cs; } gemmkit_cview_bf16;
typedef struct gemmkit_view_bf16 { gemmkit_bf16 *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_bf16;
typedef struct gemmkit_cview_i8 { const int8_t *data; int64_t len, rows, cols, rs, cs; } gemmkit_cview_i8;
typedef struct gemmkit_view_i8 { int8_t *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_i8;
typedef struct gemmkit_cview_c32 { const gemmkit_c32 *data; int64_t len, rows, cols, rs, cs; } gemmkit_cview_c32;
typedef struct gemmkit_view_c32 { gemmkit_c32 *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_c32;
typedef struct gemmkit_cview_c64 { const gemmkit_c64 *data; int64_t len, rows, cols, rs, cs; } gemmkit_cview_c64;
typedef struct gemmkit_view_c64 { gemmkit_c64 *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_c64;
typedef struct gemmkit_view_u8 { uint8_t *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_u8;
typedef struct gemmkit_view_i32 { int32_t *data; int64_t len, rows, cols, rs, cs; } gemmkit_view_i32;

/* Dense views: len = rows*cols, the product clamped to INT64_MAX instead of overflowing. */
static inline int64_t gemmkit_dense_len_(int64_t rows, int64_t cols) {
  if (rows <= 0 || cols <= 0) return 0;
  return rows > INT64_MAX / cols ? INT64_MAX : rows * cols;
}
static inline gemmkit_cview_f32 gemmkit_cview_f32_row_major(const float *data, int64_t rows, int64_t cols) {
  gemmkit_cview_f32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_cview_f32 gemmkit_cview_f32_col_major(const float *data, int64_t rows, int64_t cols) {
  gemmkit_cview_f32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_f32 gemmkit_view_f32_row_major(float *data, int64_t rows, int64_t cols) {
  gemmkit_view_f32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_f32 gemmkit_view_f32_col_major(float *data, int64_t rows, int64_t cols) {
  gemmkit_view_f32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_cview_f64 gemmkit_cview_f64_row_major(const double *data, int64_t rows, int64_t cols) {
  gemmkit_cview_f64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_cview_f64 gemmkit_cview_f64_col_major(const double *data, int64_t rows, int64_t cols) {
  gemmkit_cview_f64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_f64 gemmkit_view_f64_row_major(double *data, int64_t rows, int64_t cols) {
  gemmkit_view_f64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_f64 gemmkit_view_f64_col_major(double *data, int64_t rows, int64_t cols) {
  gemmkit_view_f64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_cview_f16 gemmkit_cview_f16_row_major(const gemmkit_f16 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_f16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_cview_f16 gemmkit_cview_f16_col_major(const gemmkit_f16 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_f16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_f16 gemmkit_view_f16_row_major(gemmkit_f16 *data, int64_t rows, int64_t cols) {
  gemmkit_view_f16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_f16 gemmkit_view_f16_col_major(gemmkit_f16 *data, int64_t rows, int64_t cols) {
  gemmkit_view_f16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_cview_bf16 gemmkit_cview_bf16_row_major(const gemmkit_bf16 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_bf16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_cview_bf16 gemmkit_cview_bf16_col_major(const gemmkit_bf16 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_bf16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_bf16 gemmkit_view_bf16_row_major(gemmkit_bf16 *data, int64_t rows, int64_t cols) {
  gemmkit_view_bf16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_bf16 gemmkit_view_bf16_col_major(gemmkit_bf16 *data, int64_t rows, int64_t cols) {
  gemmkit_view_bf16 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_cview_i8 gemmkit_cview_i8_row_major(const int8_t *data, int64_t rows, int64_t cols) {
  gemmkit_cview_i8 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_cview_i8 gemmkit_cview_i8_col_major(const int8_t *data, int64_t rows, int64_t cols) {
  gemmkit_cview_i8 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_i8 gemmkit_view_i8_row_major(int8_t *data, int64_t rows, int64_t cols) {
  gemmkit_view_i8 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_i8 gemmkit_view_i8_col_major(int8_t *data, int64_t rows, int64_t cols) {
  gemmkit_view_i8 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_cview_c32 gemmkit_cview_c32_row_major(const gemmkit_c32 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_c32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_cview_c32 gemmkit_cview_c32_col_major(const gemmkit_c32 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_c32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_c32 gemmkit_view_c32_row_major(gemmkit_c32 *data, int64_t rows, int64_t cols) {
  gemmkit_view_c32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_c32 gemmkit_view_c32_col_major(gemmkit_c32 *data, int64_t rows, int64_t cols) {
  gemmkit_view_c32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_cview_c64 gemmkit_cview_c64_row_major(const gemmkit_c64 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_c64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_cview_c64 gemmkit_cview_c64_col_major(const gemmkit_c64 *data, int64_t rows, int64_t cols) {
  gemmkit_cview_c64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_c64 gemmkit_view_c64_row_major(gemmkit_c64 *data, int64_t rows, int64_t cols) {
  gemmkit_view_c64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_c64 gemmkit_view_c64_col_major(gemmkit_c64 *data, int64_t rows, int64_t cols) {
  gemmkit_view_c64 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}
static inline gemmkit_view_i32 gemmkit_view_i32_row_major(int32_t *data, int64_t rows, int64_t cols) {
  gemmkit_view_i32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_i32 gemmkit_view_i32_col_major(int32_t *data, int64_t rows, int64_t cols) {
  gemmkit_view_i32 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}

static inline gemmkit_view_u8 gemmkit_view_u8_row_major(uint8_t *data, int64_t rows, int64_t cols) {
  gemmkit_view_u8 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, cols, 1};
  return v;
}
static inline gemmkit_view_u8 gemmkit_view_u8_col_major(uint8_t *data, int64_t rows, int64_t cols) {
  gemmkit_view_u8 v = {data, gemmkit_dense_len_(rows, cols), rows, cols, 1, rows};
  return v;
}

/* ---- Epilogues -------------------------------------------------------- */

enum { GEMMKIT_BIAS_NONE = 0, GEMMKIT_BIAS_PER_ROW = 1, GEMMKIT_BIAS_PER_COL = 2 };
enum {
  GEMMKIT_ACT_NONE = 0,
  GEMMKIT_ACT_RELU = 1,       /* x > 0 ? x : 0 */
  GEMMKIT_ACT_LEAKY_RELU = 2, /* x > 0 ? x : slope*x */
  GEMMKIT_ACT_CLIP = 3,       /* min(max(x, lo), hi) */
  GEMMKIT_ACT_SIGMOID = 4,    /* 1/(1 + e^-x) */
  GEMMKIT_ACT_TANH = 5,
  GEMMKIT_ACT_SILU = 6,       /* x/(1 + e^-x) */
  GEMMKIT_ACT_GELU_ERF = 7,   /* x/2*(1 + erf(x/sqrt(2))) */
  GEMMKIT_ACT_GELU_TANH = 8   /* x/2*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3))) */
};

/* C <- act(((alpha*A*B + beta*C) + bias) + residual), or map(alpha*A*B + beta*C, row, col, user), applied exactly once
 * per element, last, also when k or alpha is zero. NULL: none. For f32 and f64 the bits are those of the plain product
 * followed by the same operations on each element, for every layout and thread count. ReLU is x > 0 ? x : 0, so that NaN
 * and -0 become 0; the smooth activations are accurate to some units in the last place (docs/guide/epilogues.md). A map
 * excludes bias, activation and residual; it may be called from any thread of the team, in any order.
 *
 * Element (i, j) of the residual is at residual[i*residual_rs + j*residual_cs]; strides may be zero, in the unchecked
 * entries also negative. It may overlap A, B and the bias, but not C, which may be written before the residual is read:
 * what C holds is added with beta 1.
 *
 * In a batch the same epilogue serves every entry, but for the residual, if residual_batch says so. A bad field is
 * GEMMKIT_ERR_ARGUMENT. The checked entries also find a residual that is too short (GEMMKIT_ERR_BOUNDS) and a C that
 * overlaps bias or residual (GEMMKIT_ERR_ALIAS). */
typedef struct gemmkit_epilogue_f32 {
  uint32_t struct_size; /* sizeof(gemmkit_epilogue_f32) */
  int32_t bias_kind; /* GEMMKIT_BIAS_... */
  const float *bias; /* m elements per row, n per column */
  int64_t bias_len;
  int32_t activation; /* GEMMKIT_ACT_... */
  float slope;        /* of the leaky ReLU */
  float (*map)(float value, int64_t row, int64_t col, void *user);
  void *user;
  float lo, hi; /* of clip */
  const float *residual; /* m x n, NULL: none */
  int64_t residual_len;   /* elements readable from it; checked entries only */
  int64_t residual_rs, residual_cs;
  int64_t residual_batch; /* from a batch's entry to the next; 0: the same for all */
} gemmkit_epilogue_f32;

/* As gemmkit_epilogue_f32. */
typedef struct gemmkit_epilogue_f64 {
  uint32_t struct_size;
  int32_t bias_kind;
  const double *bias;
  int64_t bias_len;
  int32_t activation;
  double slope;
  double (*map)(double value, int64_t row, int64_t col, void *user);
  void *user;
  double lo, hi; /* of clip */
  const double *residual;
  int64_t residual_len, residual_rs, residual_cs, residual_batch;
} gemmkit_epilogue_f64;

/* As gemmkit_epilogue_f32, in f32 before the one rounding. */
typedef struct gemmkit_epilogue_f16 {
  uint32_t struct_size;
  int32_t bias_kind;
  const gemmkit_f16 *bias;
  int64_t bias_len;
  int32_t activation;
  float slope;
  float (*map)(float value, int64_t row, int64_t col, void *user); /* NULL: f32 and f64 only */
  void *user;
  float lo, hi; /* of clip */
  const gemmkit_f16 *residual;
  int64_t residual_len, residual_rs, residual_cs, residual_batch;
} gemmkit_epilogue_f16;

/* As gemmkit_epilogue_f32, in f32 before the one rounding. */
typedef struct gemmkit_epilogue_bf16 {
  uint32_t struct_size;
  int32_t bias_kind;
  const gemmkit_bf16 *bias;
  int64_t bias_len;
  int32_t activation;
  float slope;
  float (*map)(float value, int64_t row, int64_t col, void *user); /* NULL: f32 and f64 only */
  void *user;
  float lo, hi; /* of clip */
  const gemmkit_bf16 *residual;
  int64_t residual_len, residual_rs, residual_cs, residual_batch;
} gemmkit_epilogue_bf16;

/* A bias only, added as it is, never conjugated. */
typedef struct gemmkit_epilogue_c32 {
  uint32_t struct_size;
  int32_t bias_kind;
  const gemmkit_c32 *bias;
  int64_t bias_len;
} gemmkit_epilogue_c32;

/* A bias only, added as it is, never conjugated. */
typedef struct gemmkit_epilogue_c64 {
  uint32_t struct_size;
  int32_t bias_kind;
  const gemmkit_c64 *bias;
  int64_t bias_len;
} gemmkit_epilogue_c64;

/* ---- Products --------------------------------------------------------- */

/* C <- alpha*A*B + beta*C with A m x k, B k x n, C m x n.
 *
 * m or n zero writes nothing. k or alpha zero means C <- beta*C without reading A or B, which may
 * then be null. beta zero means C is written without being read. NaN and Inf in A and B propagate.
 * The result has the same bits for every thread count and from run to run. With at most eight rows or columns
 * of C, few of both over a long k, or operands of together at most GEMMKIT_DIRECT_BYTES and a k above 512, the last bits
 * depend on how A, B and C lie in memory, and may differ from those of the same elements in a larger product.
 *
 * A and B may overlap each other; C may overlap neither and must address each (i, j) once.
 *
 * Statuses: GEMMKIT_OK; _ERR_SHAPE, _ERR_BOUNDS, _ERR_ALIAS for the views; _ERR_ARGUMENT for a null
 * view, a bad exec or epilogue; _ERR_TOO_LARGE when an operand spans, or would as a dense one, more
 * than 2^56 bytes, or m*n*k is 2^63 or more; _ERR_ISA for an unusable GEMMKIT_REQUIRE_ISA. Too little memory for packing is no error: the
 * product is then computed without it, slower, with the same bits. */
GEMMKIT_API gemmkit_status gemmkit_gemm_f32(float alpha, const gemmkit_cview_f32 *a, const gemmkit_cview_f32 *b,
                                            float beta, const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue,
                                            const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_f64(double alpha, const gemmkit_cview_f64 *a, const gemmkit_cview_f64 *b,
                                            double beta, const gemmkit_view_f64 *c,
                                            const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);

/* The same on raw pointers to element (0, 0), with any strides (in elements), negative ones included. Only the
 * dimensions, exec and epilogue are checked: the caller answers for bounds and aliasing. GEMMKIT_ERR_SHAPE is a
 * negative dimension here; _ERR_BOUNDS and _ERR_ALIAS are not returned. */
GEMMKIT_API gemmkit_status gemmkit_gemm_f32_unchecked(int64_t m, int64_t n, int64_t k, float alpha, const float *a,
                                                      int64_t rsa, int64_t csa, const float *b, int64_t rsb,
                                                      int64_t csb, float beta, float *c, int64_t rsc, int64_t csc,
                                                      const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_f64_unchecked(int64_t m, int64_t n, int64_t k, double alpha, const double *a,
                                                      int64_t rsa, int64_t csa, const double *b, int64_t rsb,
                                                      int64_t csb, double beta, double *c, int64_t rsc, int64_t csc,
                                                      const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);

/* Half precision. Elements are widened exactly to f32, multiplied and summed in f32, alpha and beta are f32, and the
 * result is rounded once, to nearest even, whatever k is: to an infinity beyond the largest finite number, to subnormals
 * below the smallest normal one. A NaN stays a NaN. With f32 output nothing is rounded to 16 bits.
 * (bf16 elements that are subnormal count as zero where the processor's bf16 dot product is used, see gemmkit_isa.) */
GEMMKIT_API gemmkit_status gemmkit_gemm_f16(float alpha, const gemmkit_cview_f16 *a, const gemmkit_cview_f16 *b,
                                            float beta, const gemmkit_view_f16 *c, const gemmkit_epilogue_f16 *epilogue,
                                            const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_bf16(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_cview_bf16 *b,
                                             float beta, const gemmkit_view_bf16 *c,
                                             const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_f16_f32(float alpha, const gemmkit_cview_f16 *a, const gemmkit_cview_f16 *b,
                                                float beta, const gemmkit_view_f32 *c,
                                                const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_bf16_f32(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_cview_bf16 *b,
                                                 float beta, const gemmkit_view_f32 *c,
                                                 const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_f16_unchecked(int64_t m, int64_t n, int64_t k, float alpha,
                                                      const gemmkit_f16 *a, int64_t rsa, int64_t csa,
                                                      const gemmkit_f16 *b, int64_t rsb, int64_t csb, float beta,
                                                      gemmkit_f16 *c, int64_t rsc, int64_t csc,
                                                      const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_bf16_unchecked(int64_t m, int64_t n, int64_t k, float alpha,
                                                       const gemmkit_bf16 *a, int64_t rsa, int64_t csa,
                                                       const gemmkit_bf16 *b, int64_t rsb, int64_t csb, float beta,
                                                       gemmkit_bf16 *c, int64_t rsc, int64_t csc,
                                                       const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_f16_f32_unchecked(int64_t m, int64_t n, int64_t k, float alpha,
                                                          const gemmkit_f16 *a, int64_t rsa, int64_t csa,
                                                          const gemmkit_f16 *b, int64_t rsb, int64_t csb, float beta,
                                                          float *c, int64_t rsc, int64_t csc,
                                                          const gemmkit_epilogue_f32 *epilogue,
                                                          const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_bf16_f32_unchecked(int64_t m, int64_t n, int64_t k, float alpha,
                                                           const gemmkit_bf16 *a, int64_t rsa, int64_t csa,
                                                           const gemmkit_bf16 *b, int64_t rsb, int64_t csb, float beta,
                                                           float *c, int64_t rsc, int64_t csc,
                                                           const gemmkit_epilogue_f32 *epilogue,
                                                           const gemmkit_exec *exec);

/* 8-bit integers into 32-bit ones: exact, wrapping modulo 2^32, alpha and beta included. The same bits from every
 * instruction set, thread count and route. */
GEMMKIT_API gemmkit_status gemmkit_gemm_i8(int32_t alpha, const gemmkit_cview_i8 *a, const gemmkit_cview_i8 *b,
                                           int32_t beta, const gemmkit_view_i32 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_i8_unchecked(int64_t m, int64_t n, int64_t k, int32_t alpha, const int8_t *a,
                                                     int64_t rsa, int64_t csa, const int8_t *b, int64_t rsb,
                                                     int64_t csb, int32_t beta, int32_t *c, int64_t rsc, int64_t csc,
                                                     const gemmkit_exec *exec);

/* Complex numbers; alpha and beta by pointer, neither may be null (GEMMKIT_ERR_ARGUMENT). conj_a, conj_b nonzero: the
 * conjugate of A, of B enters the product, exactly. Real and imaginary parts are summed as in f32 and f64, and with a
 * NaN or infinity in a product either part may become a NaN. Conjugate-transposed is a view with swapped strides and
 * conj 1. */
GEMMKIT_API gemmkit_status gemmkit_gemm_c32(const gemmkit_c32 *alpha, const gemmkit_cview_c32 *a, int conj_a,
                                            const gemmkit_cview_c32 *b, int conj_b, const gemmkit_c32 *beta,
                                            const gemmkit_view_c32 *c, const gemmkit_epilogue_c32 *epilogue,
                                            const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_c64(const gemmkit_c64 *alpha, const gemmkit_cview_c64 *a, int conj_a,
                                            const gemmkit_cview_c64 *b, int conj_b, const gemmkit_c64 *beta,
                                            const gemmkit_view_c64 *c, const gemmkit_epilogue_c64 *epilogue,
                                            const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_c32_unchecked(int64_t m, int64_t n, int64_t k, const gemmkit_c32 *alpha,
                                                      const gemmkit_c32 *a, int64_t rsa, int64_t csa, int conj_a,
                                                      const gemmkit_c32 *b, int64_t rsb, int64_t csb, int conj_b,
                                                      const gemmkit_c32 *beta, gemmkit_c32 *c, int64_t rsc, int64_t csc,
                                                      const gemmkit_epilogue_c32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_c64_unchecked(int64_t m, int64_t n, int64_t k, const gemmkit_c64 *alpha,
                                                      const gemmkit_c64 *a, int64_t rsa, int64_t csa, int conj_a,
                                                      const gemmkit_c64 *b, int64_t rsb, int64_t csb, int conj_b,
                                                      const gemmkit_c64 *beta, gemmkit_c64 *c, int64_t rsc, int64_t csc,
                                                      const gemmkit_epilogue_c64 *epilogue, const gemmkit_exec *exec);

/* ---- Batches ---------------------------------------------------------- */

/* C_e <- alpha*A_e*B_e + beta*C_e for e = 0 .. batch-1, all of one shape: A_e m x k, B_e k x n, C_e m x n.
 *
 * The views describe entry 0. Entry e starts e*a_batch (b_batch, c_batch) elements further; a_batch or b_batch of 0
 * gives every entry the same A or B. The len of a view counts from data to the end of the last entry, so
 * (batch-1)*a_batch is part of what it must cover (the inline helpers above set it for one entry).
 *
 * The result has the bits of a loop over gemmkit_gemm_T, in any order and for every thread count: many small entries
 * are shared out whole among the workers, few large ones are computed one after another by all workers. Elements
 * between the entries are neither read nor written. batch == 0 does nothing and accesses nothing.
 *
 * A and B may overlap each other. No C_e may overlap another C_e, or any A_e or B_e of any entry.
 *
 * Statuses as above; moreover GEMMKIT_ERR_SHAPE for a negative batch, _ERR_ALIAS for entries of C that overlap (c_batch
 * of 0 among them), _ERR_BOUNDS for a negative batch stride. Everything is checked before anything is written. */
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f32(int64_t batch, float alpha, const gemmkit_cview_f32 *a,
                                                    int64_t a_batch, const gemmkit_cview_f32 *b, int64_t b_batch,
                                                    float beta, const gemmkit_view_f32 *c, int64_t c_batch,
                                                    const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f64(int64_t batch, double alpha, const gemmkit_cview_f64 *a,
                                                    int64_t a_batch, const gemmkit_cview_f64 *b, int64_t b_batch,
                                                    double beta, const gemmkit_view_f64 *c, int64_t c_batch,
                                                    const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);

/* The same on raw pointers, with any strides and batch strides, negative ones included. Only the dimensions, batch,
 * exec and epilogue are checked. Entries of C that overlap give undefined values. */
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f32_unchecked(
    int64_t batch, int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t rsa, int64_t csa,
    int64_t a_batch, const float *b, int64_t rsb, int64_t csb, int64_t b_batch, float beta, float *c, int64_t rsc,
    int64_t csc, int64_t c_batch, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f64_unchecked(
    int64_t batch, int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t rsa, int64_t csa,
    int64_t a_batch, const double *b, int64_t rsb, int64_t csb, int64_t b_batch, double beta, double *c, int64_t rsc,
    int64_t csc, int64_t c_batch, const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);

/* Both for the other types; conj_a and conj_b hold for all entries of the batch. */
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f16(int64_t batch, float alpha, const gemmkit_cview_f16 *a,
                                                    int64_t a_batch, const gemmkit_cview_f16 *b, int64_t b_batch,
                                                    float beta, const gemmkit_view_f16 *c, int64_t c_batch,
                                                    const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_bf16(int64_t batch, float alpha, const gemmkit_cview_bf16 *a,
                                                     int64_t a_batch, const gemmkit_cview_bf16 *b, int64_t b_batch,
                                                     float beta, const gemmkit_view_bf16 *c, int64_t c_batch,
                                                     const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f16_f32(int64_t batch, float alpha, const gemmkit_cview_f16 *a,
                                                        int64_t a_batch, const gemmkit_cview_f16 *b, int64_t b_batch,
                                                        float beta, const gemmkit_view_f32 *c, int64_t c_batch,
                                                        const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_bf16_f32(int64_t batch, float alpha, const gemmkit_cview_bf16 *a,
                                                         int64_t a_batch, const gemmkit_cview_bf16 *b, int64_t b_batch,
                                                         float beta, const gemmkit_view_f32 *c, int64_t c_batch,
                                                         const gemmkit_epilogue_f32 *epilogue,
                                                         const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_i8(int64_t batch, int32_t alpha, const gemmkit_cview_i8 *a,
                                                   int64_t a_batch, const gemmkit_cview_i8 *b, int64_t b_batch,
                                                   int32_t beta, const gemmkit_view_i32 *c, int64_t c_batch,
                                                   const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_c32(int64_t batch, const gemmkit_c32 *alpha, const gemmkit_cview_c32 *a,
                                                    int conj_a, int64_t a_batch, const gemmkit_cview_c32 *b, int conj_b,
                                                    int64_t b_batch, const gemmkit_c32 *beta, const gemmkit_view_c32 *c,
                                                    int64_t c_batch, const gemmkit_epilogue_c32 *epilogue,
                                                    const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_c64(int64_t batch, const gemmkit_c64 *alpha, const gemmkit_cview_c64 *a,
                                                    int conj_a, int64_t a_batch, const gemmkit_cview_c64 *b, int conj_b,
                                                    int64_t b_batch, const gemmkit_c64 *beta, const gemmkit_view_c64 *c,
                                                    int64_t c_batch, const gemmkit_epilogue_c64 *epilogue,
                                                    const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f16_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                              float alpha, const gemmkit_f16 *a, int64_t rsa,
                                                              int64_t csa, int64_t a_batch, const gemmkit_f16 *b,
                                                              int64_t rsb, int64_t csb, int64_t b_batch, float beta,
                                                              gemmkit_f16 *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                              const gemmkit_epilogue_f16 *epilogue,
                                                              const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_bf16_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                               float alpha, const gemmkit_bf16 *a, int64_t rsa,
                                                               int64_t csa, int64_t a_batch, const gemmkit_bf16 *b,
                                                               int64_t rsb, int64_t csb, int64_t b_batch, float beta,
                                                               gemmkit_bf16 *c, int64_t rsc, int64_t csc,
                                                               int64_t c_batch, const gemmkit_epilogue_bf16 *epilogue,
                                                               const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_f16_f32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                                  float alpha, const gemmkit_f16 *a, int64_t rsa,
                                                                  int64_t csa, int64_t a_batch, const gemmkit_f16 *b,
                                                                  int64_t rsb, int64_t csb, int64_t b_batch, float beta,
                                                                  float *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                                  const gemmkit_epilogue_f32 *epilogue,
                                                                  const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_bf16_f32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                                   float alpha, const gemmkit_bf16 *a, int64_t rsa,
                                                                   int64_t csa, int64_t a_batch, const gemmkit_bf16 *b,
                                                                   int64_t rsb, int64_t csb, int64_t b_batch,
                                                                   float beta, float *c, int64_t rsc, int64_t csc,
                                                                   int64_t c_batch,
                                                                   const gemmkit_epilogue_f32 *epilogue,
                                                                   const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_i8_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                             int32_t alpha, const int8_t *a, int64_t rsa, int64_t csa,
                                                             int64_t a_batch, const int8_t *b, int64_t rsb, int64_t csb,
                                                             int64_t b_batch, int32_t beta, int32_t *c, int64_t rsc,
                                                             int64_t csc, int64_t c_batch, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_c32_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                              const gemmkit_c32 *alpha, const gemmkit_c32 *a,
                                                              int64_t rsa, int64_t csa, int conj_a, int64_t a_batch,
                                                              const gemmkit_c32 *b, int64_t rsb, int64_t csb,
                                                              int conj_b, int64_t b_batch, const gemmkit_c32 *beta,
                                                              gemmkit_c32 *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                              const gemmkit_epilogue_c32 *epilogue,
                                                              const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_batched_c64_unchecked(int64_t batch, int64_t m, int64_t n, int64_t k,
                                                              const gemmkit_c64 *alpha, const gemmkit_c64 *a,
                                                              int64_t rsa, int64_t csa, int conj_a, int64_t a_batch,
                                                              const gemmkit_c64 *b, int64_t rsb, int64_t csb,
                                                              int conj_b, int64_t b_batch, const gemmkit_c64 *beta,
                                                              gemmkit_c64 *c, int64_t rsc, int64_t csc, int64_t c_batch,
                                                              const gemmkit_epilogue_c64 *epilogue,
                                                              const gemmkit_exec *exec);

/* One product of a group: c <- alpha*a*b + beta*c with views of its own. */
typedef struct gemmkit_problem_f32 {
  float alpha;
  gemmkit_cview_f32 a, b;
  float beta;
  gemmkit_view_f32 c;
} gemmkit_problem_f32;
typedef struct gemmkit_problem_f64 {
  double alpha;
  gemmkit_cview_f64 a, b;
  double beta;
  gemmkit_view_f64 c;
} gemmkit_problem_f64;

typedef struct gemmkit_problem_f16 {
  float alpha;
  gemmkit_cview_f16 a, b;
  float beta;
  gemmkit_view_f16 c;
} gemmkit_problem_f16;
typedef struct gemmkit_problem_bf16 {
  float alpha;
  gemmkit_cview_bf16 a, b;
  float beta;
  gemmkit_view_bf16 c;
} gemmkit_problem_bf16;
typedef struct gemmkit_problem_i8 {
  int32_t alpha;
  gemmkit_cview_i8 a, b;
  int32_t beta;
  gemmkit_view_i32 c;
} gemmkit_problem_i8;
typedef struct gemmkit_problem_c32 {
  gemmkit_c32 alpha;
  gemmkit_cview_c32 a;
  int conj_a;
  gemmkit_cview_c32 b;
  int conj_b;
  gemmkit_c32 beta;
  gemmkit_view_c32 c;
} gemmkit_problem_c32;
typedef struct gemmkit_problem_c64 {
  gemmkit_c64 alpha;
  gemmkit_cview_c64 a;
  int conj_a;
  gemmkit_cview_c64 b;
  int conj_b;
  gemmkit_c64 beta;
  gemmkit_view_c64 c;
} gemmkit_problem_c64;

/* The same on raw pointers: the arguments of gemmkit_gemm_T_unchecked. */
typedef struct gemmkit_raw_problem_f32 {
  int64_t m, n, k;
  float alpha;
  const float *a;
  int64_t rsa, csa;
  const float *b;
  int64_t rsb, csb;
  float beta;
  float *c;
  int64_t rsc, csc;
} gemmkit_raw_problem_f32;
typedef struct gemmkit_raw_problem_f64 {
  int64_t m, n, k;
  double alpha;
  const double *a;
  int64_t rsa, csa;
  const double *b;
  int64_t rsb, csb;
  double beta;
  double *c;
  int64_t rsc, csc;
} gemmkit_raw_problem_f64;
typedef struct gemmkit_raw_problem_f16 {
  int64_t m, n, k;
  float alpha;
  const gemmkit_f16 *a;
  int64_t rsa, csa;
  const gemmkit_f16 *b;
  int64_t rsb, csb;
  float beta;
  gemmkit_f16 *c;
  int64_t rsc, csc;
} gemmkit_raw_problem_f16;
typedef struct gemmkit_raw_problem_bf16 {
  int64_t m, n, k;
  float alpha;
  const gemmkit_bf16 *a;
  int64_t rsa, csa;
  const gemmkit_bf16 *b;
  int64_t rsb, csb;
  float beta;
  gemmkit_bf16 *c;
  int64_t rsc, csc;
} gemmkit_raw_problem_bf16;
typedef struct gemmkit_raw_problem_i8 {
  int64_t m, n, k;
  int32_t alpha;
  const int8_t *a;
  int64_t rsa, csa;
  const int8_t *b;
  int64_t rsb, csb;
  int32_t beta;
  int32_t *c;
  int64_t rsc, csc;
} gemmkit_raw_problem_i8;
typedef struct gemmkit_raw_problem_c32 {
  int64_t m, n, k;
  gemmkit_c32 alpha;
  const gemmkit_c32 *a;
  int64_t rsa, csa;
  int conj_a;
  const gemmkit_c32 *b;
  int64_t rsb, csb;
  int conj_b;
  gemmkit_c32 beta;
  gemmkit_c32 *c;
  int64_t rsc, csc;
} gemmkit_raw_problem_c32;
typedef struct gemmkit_raw_problem_c64 {
  int64_t m, n, k;
  gemmkit_c64 alpha;
  const gemmkit_c64 *a;
  int64_t rsa, csa;
  int conj_a;
  const gemmkit_c64 *b;
  int64_t rsb, csb;
  int conj_b;
  gemmkit_c64 beta;
  gemmkit_c64 *c;
  int64_t rsc, csc;
} gemmkit_raw_problem_c64;

/* Computes `count` products of any shapes, with the bits of a loop over gemmkit_gemm_T. Their order is not defined, so
 * no product may use the result of another: in the checked entries no c may overlap any other c, a or b of the
 * group (GEMMKIT_ERR_ALIAS). With several workers the products are shared out whole, the largest first; one that
 * outweighs the others is split among all workers.
 *
 * Statuses as for gemmkit_gemm_T, the message naming the problem ("problem 3: C overlaps A"); moreover
 * GEMMKIT_ERR_SHAPE for a negative count and _ERR_ARGUMENT for null problems. count == 0 does nothing. All problems
 * are checked before anything is written. The array is read only, and only during the call. */
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_f32(int64_t count, const gemmkit_problem_f32 *problems,
                                                    const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_f64(int64_t count, const gemmkit_problem_f64 *problems,
                                                    const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_f32_unchecked(int64_t count, const gemmkit_raw_problem_f32 *problems,
                                                              const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_f64_unchecked(int64_t count, const gemmkit_raw_problem_f64 *problems,
                                                              const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_f16(int64_t count, const gemmkit_problem_f16 *problems,
                                                    const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_bf16(int64_t count, const gemmkit_problem_bf16 *problems,
                                                     const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_i8(int64_t count, const gemmkit_problem_i8 *problems,
                                                   const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_c32(int64_t count, const gemmkit_problem_c32 *problems,
                                                    const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_c64(int64_t count, const gemmkit_problem_c64 *problems,
                                                    const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_f16_unchecked(int64_t count, const gemmkit_raw_problem_f16 *problems,
                                                              const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_bf16_unchecked(int64_t count, const gemmkit_raw_problem_bf16 *problems,
                                                               const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_i8_unchecked(int64_t count, const gemmkit_raw_problem_i8 *problems,
                                                             const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_c32_unchecked(int64_t count, const gemmkit_raw_problem_c32 *problems,
                                                              const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_grouped_c64_unchecked(int64_t count, const gemmkit_raw_problem_c64 *problems,
                                                              const gemmkit_exec *exec);

/* ---- Packed operands -------------------------------------------------- */

/* An operand laid out once for many products. It is a copy: the source may change or go. A handle is immutable, may be
 * used by any number of threads at once, and does not depend on knobs or thread counts. */
typedef struct gemmkit_packed gemmkit_packed;

/* Packs B (rhs) or A (lhs) of later products, of any layout. On failure *out is untouched: GEMMKIT_ERR_SHAPE,
 * _ERR_BOUNDS for the view, _ERR_ARGUMENT for a null view or out or a bad exec, _ERR_TOO_LARGE, _ERR_NO_MEMORY, _ERR_ISA.
 * Large operands are packed by several threads. The _unchecked forms take raw pointers and any strides. */
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_f32(const gemmkit_cview_f32 *b, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_f32(const gemmkit_cview_f32 *a, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_f32_unchecked(int64_t rows, int64_t cols, const float *b, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_f32_unchecked(int64_t rows, int64_t cols, const float *a, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_f64(const gemmkit_cview_f64 *b, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_f64(const gemmkit_cview_f64 *a, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_f64_unchecked(int64_t rows, int64_t cols, const double *b, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_f64_unchecked(int64_t rows, int64_t cols, const double *a, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_f16(const gemmkit_cview_f16 *b, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_f16(const gemmkit_cview_f16 *a, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_f16_unchecked(int64_t rows, int64_t cols, const gemmkit_f16 *b, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_f16_unchecked(int64_t rows, int64_t cols, const gemmkit_f16 *a, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_bf16(const gemmkit_cview_bf16 *b, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_bf16(const gemmkit_cview_bf16 *a, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_bf16_unchecked(int64_t rows, int64_t cols, const gemmkit_bf16 *b, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_bf16_unchecked(int64_t rows, int64_t cols, const gemmkit_bf16 *a, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_i8(const gemmkit_cview_i8 *b, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_i8(const gemmkit_cview_i8 *a, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_i8_unchecked(int64_t rows, int64_t cols, const int8_t *b, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_i8_unchecked(int64_t rows, int64_t cols, const int8_t *a, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_c32(const gemmkit_cview_c32 *b, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_c32(const gemmkit_cview_c32 *a, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_c32_unchecked(int64_t rows, int64_t cols, const gemmkit_c32 *b, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_c32_unchecked(int64_t rows, int64_t cols, const gemmkit_c32 *a, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_c64(const gemmkit_cview_c64 *b, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_c64(const gemmkit_cview_c64 *a, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_rhs_c64_unchecked(int64_t rows, int64_t cols, const gemmkit_c64 *b, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);
GEMMKIT_API gemmkit_status gemmkit_prepack_lhs_c64_unchecked(int64_t rows, int64_t cols, const gemmkit_c64 *a, int64_t rs, int64_t cs, const gemmkit_exec *exec, gemmkit_packed **out);

/* Frees it; NULL is allowed. No call may be using it. */
GEMMKIT_API void gemmkit_packed_free(gemmkit_packed *packed);
/* The operand's extents, and the bytes it takes; 0 for NULL. */
GEMMKIT_API int64_t gemmkit_packed_rows(const gemmkit_packed *packed);
GEMMKIT_API int64_t gemmkit_packed_cols(const gemmkit_packed *packed);
GEMMKIT_API size_t gemmkit_packed_bytes(const gemmkit_packed *packed);

/* The products of gemmkit_gemm_T with one operand packed, whose extents the others must match: the same result as with
 * an operand in the layout that packing gives it, hence the same tolerance, thread independence and statuses. Moreover
 * GEMMKIT_ERR_ARGUMENT for a null handle or one of another type or side, and GEMMKIT_ERR_LAYOUT when C leans the other
 * way: a packed B wants |csc| >= |rsc|, a packed A |rsc| >= |csc| (any C will do with one row or column). f16_f32 and
 * bf16_f32 take what f16 and bf16 packed. */
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f32(float alpha, const gemmkit_cview_f32 *a, const gemmkit_packed *b, float beta, const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f32(float alpha, const gemmkit_packed *a, const gemmkit_cview_f32 *b, float beta, const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f64(double alpha, const gemmkit_cview_f64 *a, const gemmkit_packed *b, double beta, const gemmkit_view_f64 *c, const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f64(double alpha, const gemmkit_packed *a, const gemmkit_cview_f64 *b, double beta, const gemmkit_view_f64 *c, const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f16(float alpha, const gemmkit_cview_f16 *a, const gemmkit_packed *b, float beta, const gemmkit_view_f16 *c, const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f16(float alpha, const gemmkit_packed *a, const gemmkit_cview_f16 *b, float beta, const gemmkit_view_f16 *c, const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_bf16(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_packed *b, float beta, const gemmkit_view_bf16 *c, const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_bf16(float alpha, const gemmkit_packed *a, const gemmkit_cview_bf16 *b, float beta, const gemmkit_view_bf16 *c, const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f16_f32(float alpha, const gemmkit_cview_f16 *a, const gemmkit_packed *b, float beta, const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f16_f32(float alpha, const gemmkit_packed *a, const gemmkit_cview_f16 *b, float beta, const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_bf16_f32(float alpha, const gemmkit_cview_bf16 *a, const gemmkit_packed *b, float beta, const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_bf16_f32(float alpha, const gemmkit_packed *a, const gemmkit_cview_bf16 *b, float beta, const gemmkit_view_f32 *c, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_i8(int32_t alpha, const gemmkit_cview_i8 *a, const gemmkit_packed *b, int32_t beta, const gemmkit_view_i32 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_i8(int32_t alpha, const gemmkit_packed *a, const gemmkit_cview_i8 *b, int32_t beta, const gemmkit_view_i32 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_c32(const gemmkit_c32 *alpha, const gemmkit_cview_c32 *a, int conj_a, const gemmkit_packed *b, int conj_b, const gemmkit_c32 *beta, const gemmkit_view_c32 *c, const gemmkit_epilogue_c32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_c32(const gemmkit_c32 *alpha, const gemmkit_packed *a, int conj_a, const gemmkit_cview_c32 *b, int conj_b, const gemmkit_c32 *beta, const gemmkit_view_c32 *c, const gemmkit_epilogue_c32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_c64(const gemmkit_c64 *alpha, const gemmkit_cview_c64 *a, int conj_a, const gemmkit_packed *b, int conj_b, const gemmkit_c64 *beta, const gemmkit_view_c64 *c, const gemmkit_epilogue_c64 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_c64(const gemmkit_c64 *alpha, const gemmkit_packed *a, int conj_a, const gemmkit_cview_c64 *b, int conj_b, const gemmkit_c64 *beta, const gemmkit_view_c64 *c, const gemmkit_epilogue_c64 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f32_unchecked(int64_t m, float alpha, const float *a, int64_t rsa, int64_t csa, const gemmkit_packed *b, float beta, float *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f32_unchecked(int64_t n, float alpha, const gemmkit_packed *a, const float *b, int64_t rsb, int64_t csb, float beta, float *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f64_unchecked(int64_t m, double alpha, const double *a, int64_t rsa, int64_t csa, const gemmkit_packed *b, double beta, double *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f64_unchecked(int64_t n, double alpha, const gemmkit_packed *a, const double *b, int64_t rsb, int64_t csb, double beta, double *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f64 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f16_unchecked(int64_t m, float alpha, const gemmkit_f16 *a, int64_t rsa, int64_t csa, const gemmkit_packed *b, float beta, gemmkit_f16 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f16_unchecked(int64_t n, float alpha, const gemmkit_packed *a, const gemmkit_f16 *b, int64_t rsb, int64_t csb, float beta, gemmkit_f16 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_bf16_unchecked(int64_t m, float alpha, const gemmkit_bf16 *a, int64_t rsa, int64_t csa, const gemmkit_packed *b, float beta, gemmkit_bf16 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_bf16_unchecked(int64_t n, float alpha, const gemmkit_packed *a, const gemmkit_bf16 *b, int64_t rsb, int64_t csb, float beta, gemmkit_bf16 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_bf16 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_f16_f32_unchecked(int64_t m, float alpha, const gemmkit_f16 *a, int64_t rsa, int64_t csa, const gemmkit_packed *b, float beta, float *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_f16_f32_unchecked(int64_t n, float alpha, const gemmkit_packed *a, const gemmkit_f16 *b, int64_t rsb, int64_t csb, float beta, float *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_bf16_f32_unchecked(int64_t m, float alpha, const gemmkit_bf16 *a, int64_t rsa, int64_t csa, const gemmkit_packed *b, float beta, float *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_bf16_f32_unchecked(int64_t n, float alpha, const gemmkit_packed *a, const gemmkit_bf16 *b, int64_t rsb, int64_t csb, float beta, float *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_f32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_i8_unchecked(int64_t m, int32_t alpha, const int8_t *a, int64_t rsa, int64_t csa, const gemmkit_packed *b, int32_t beta, int32_t *c, int64_t rsc, int64_t csc, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_i8_unchecked(int64_t n, int32_t alpha, const gemmkit_packed *a, const int8_t *b, int64_t rsb, int64_t csb, int32_t beta, int32_t *c, int64_t rsc, int64_t csc, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_c32_unchecked(int64_t m, const gemmkit_c32 *alpha, const gemmkit_c32 *a, int64_t rsa, int64_t csa, int conj_a, const gemmkit_packed *b, int conj_b, const gemmkit_c32 *beta, gemmkit_c32 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_c32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_c32_unchecked(int64_t n, const gemmkit_c32 *alpha, const gemmkit_packed *a, int conj_a, const gemmkit_c32 *b, int64_t rsb, int64_t csb, int conj_b, const gemmkit_c32 *beta, gemmkit_c32 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_c32 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_c64_unchecked(int64_t m, const gemmkit_c64 *alpha, const gemmkit_c64 *a, int64_t rsa, int64_t csa, int conj_a, const gemmkit_packed *b, int conj_b, const gemmkit_c64 *beta, gemmkit_c64 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_c64 *epilogue, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_c64_unchecked(int64_t n, const gemmkit_c64 *alpha, const gemmkit_packed *a, int conj_a, const gemmkit_c64 *b, int64_t rsb, int64_t csb, int conj_b, const gemmkit_c64 *beta, gemmkit_c64 *c, int64_t rsc, int64_t csc, const gemmkit_epilogue_c64 *epilogue, const gemmkit_exec *exec);

/* ---- Requantised 8-bit integers --------------------------------------- */

/* C[i,j] <- clamp(zero_point + round(scale * (sum_k A[i,k]*B[k,j] + bias))), to [-128, 127] or [0, 255]. The sum and the
 * bias wrap modulo 2^32; scale times that is computed in f64 and rounded once, half to even. The same bytes from every
 * instruction set, thread count and route. */
typedef struct gemmkit_requant {
  uint32_t struct_size; /* sizeof(gemmkit_requant) */
  const float *scale;   /* finite and > 0 */
  int64_t scale_len;    /* 1: one scale; m: one per row of C (n per column, see scale_kind) */
  int32_t zero_point;   /* [-128, 127] for i8, [0, 255] for u8 results */
  const int32_t *bias;  /* NULL for none */
  int64_t bias_len;     /* 0 for none; m (n per column, see bias_kind) */
  int32_t scale_kind;   /* 0: by scale_len; GEMMKIT_BIAS_PER_ROW or _PER_COL: along that axis */
  int32_t bias_kind;    /* the same for the bias */
} gemmkit_requant;

/* Statuses as for gemmkit_gemm_i8; moreover GEMMKIT_ERR_ARGUMENT for a null or bad requant, GEMMKIT_ERR_ALIAS for a C
 * that overlaps its scales or bias (checked entries). */
GEMMKIT_API gemmkit_status gemmkit_gemm_i8_requant(const gemmkit_cview_i8 *a, const gemmkit_cview_i8 *b, const gemmkit_requant *requant, const gemmkit_view_i8 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_i8_requant_unchecked(int64_t m, int64_t n, int64_t k, const int8_t *a, int64_t rsa, int64_t csa, const int8_t *b, int64_t rsb, int64_t csb, const gemmkit_requant *requant, int8_t *c, int64_t rsc, int64_t csc, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_i8_requant(const gemmkit_cview_i8 *a, const gemmkit_packed *b, const gemmkit_requant *requant, const gemmkit_view_i8 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_i8_requant(const gemmkit_packed *a, const gemmkit_cview_i8 *b, const gemmkit_requant *requant, const gemmkit_view_i8 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_i8_requant_u8(const gemmkit_cview_i8 *a, const gemmkit_cview_i8 *b, const gemmkit_requant *requant, const gemmkit_view_u8 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_i8_requant_u8_unchecked(int64_t m, int64_t n, int64_t k, const int8_t *a, int64_t rsa, int64_t csa, const int8_t *b, int64_t rsb, int64_t csb, const gemmkit_requant *requant, uint8_t *c, int64_t rsc, int64_t csc, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_b_i8_requant_u8(const gemmkit_cview_i8 *a, const gemmkit_packed *b, const gemmkit_requant *requant, const gemmkit_view_u8 *c, const gemmkit_exec *exec);
GEMMKIT_API gemmkit_status gemmkit_gemm_packed_a_i8_requant_u8(const gemmkit_packed *a, const gemmkit_cview_i8 *b, const gemmkit_requant *requant, const gemmkit_view_u8 *c, const gemmkit_exec *exec);

/* ---- Knobs ------------------------------------------------------------ */

/* The registry of tuning knobs: thresholds of heuristics, never needed for a right result
 * (docs/guide/knobs.md). A knob's value is, in this order: what gemmkit_knob_set said, the environment
 * variable of the same name (read once, ignored in setuid programs), the compiled default. UINT64_MAX
 * means "never" or "unbounded". */
GEMMKIT_API int32_t gemmkit_knob_count(void);
/* Environment name of knob i, and one line on what it controls and its unit; NULL outside [0, count). */
GEMMKIT_API const char *gemmkit_knob_name(int32_t i);
GEMMKIT_API const char *gemmkit_knob_help(int32_t i);
/* Reads, sets, or returns to environment or default, for the whole process; products that are running may see either
 * value. GEMMKIT_ERR_ARGUMENT for an unknown name or a null pointer. */
GEMMKIT_API gemmkit_status gemmkit_knob_get(const char *name, uint64_t *value);
GEMMKIT_API gemmkit_status gemmkit_knob_set(const char *name, uint64_t value);
GEMMKIT_API gemmkit_status gemmkit_knob_reset(const char *name);

/* ---- Identity --------------------------------------------------------- */

/* All texts are terminated by a zero; those of version and isa are static. */
GEMMKIT_API const char *gemmkit_version(void); /* "0.1.0" */
/* The kernel in force for an element type ("f32", "f64", "f16", "bf16", "f16_f32", "bf16_f32", "i8", "c32", "c64"):
 * "avx512f", "avx512vnni", "fma", "scalar", ...; NULL, with gemmkit_last_error set, for an unknown type, one left out of
 * the build, or when GEMMKIT_REQUIRE_ISA cannot be honoured. */
GEMMKIT_API const char *gemmkit_isa(const char *type);
/* One line for a bug report: version, compiler, families, kernels in force, threads, caches. The
 * text belongs to the calling thread and lives until its next call. */
GEMMKIT_API const char *gemmkit_config(void);

#ifdef __cplusplus
}
#endif

#endif /* GEMMKIT_H */
