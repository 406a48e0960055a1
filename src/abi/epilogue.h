// What happens to an element of C after its product is complete: C <- act((C + bias) + residual), or
// C <- map(C, row, column).
#pragma once

#include <stdint.h>

enum gk_bias : int32_t { GK_BIAS_NONE = 0, GK_BIAS_PER_ROW = 1, GK_BIAS_PER_COL = 2 };

enum gk_activation : int32_t {
  GK_ACT_NONE = 0,
  GK_ACT_RELU = 1,        // x > 0 ? x : 0, so that NaN and -0 become 0
  GK_ACT_LEAKY_RELU = 2,  // x > 0 ? x : slope * x
  GK_ACT_CLIP = 3,        // min(max(x, lo), hi); a NaN stays
  GK_ACT_SIGMOID = 4,     // 1 / (1 + e^-x)
  GK_ACT_TANH = 5,
  GK_ACT_SILU = 6,       // x / (1 + e^-x)
  GK_ACT_GELU_ERF = 7,   // x / 2 * (1 + erf(x / sqrt(2)))
  GK_ACT_GELU_TANH = 8,  // x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
  GK_ACT_COUNT = 9
};

// Rows and columns are those of the caller's C, however the product was turned on the way.
struct gk_epilogue {
  int32_t bias_kind, activation;
  const void *bias;    // elements of C's type, adjacent
  const void *params;  // scalars of the accumulator type: {slope} of leaky ReLU, {lo, hi} of clip
  // Null, or elements of C's type where C's are, apart from the strides, which are in bytes and of any sign. In a batch
  // those of the next entry are residual_step bytes further.
  const void *residual;
  int64_t residual_rs, residual_cs, residual_step;
  // Integers only, and before the bias' type is left: C <- clamp(zero_point + round(scale * (sums + bias))), bias of
  // the sums' type, rounded once, half to even. One scale, or one per row or column.
  const float *scale;
  int32_t scale_kind;  // gk_bias; none: scale[0] for all
  int32_t zero_point;
  // Null, or instead of bias and activation: T (*)(T value, int64_t row, int64_t col, void *user).
  void (*map)(void);
  void *user;
};
