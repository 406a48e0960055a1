// The entries of requantised 8-bit integers.
#include "api/requant.h"

#include "api/packed.h"

#include <inttypes.h>

namespace gk {
namespace {

using I8I8 = Family<GK_I8_I8, int8_t, int8_t, int32_t>;
using I8U8 = Family<GK_I8_U8, int8_t, uint8_t, int32_t>;

// The axis that a vector of the given length runs along, when the caller leaves it to the length.
int32_t axis_of(int32_t kind, int64_t length, int64_t length_of_none) {
  if (kind != GEMMKIT_BIAS_NONE) return kind;
  return length == length_of_none ? GEMMKIT_BIAS_NONE : GEMMKIT_BIAS_PER_ROW;
}

gemmkit_status check_axis(const char *name, int32_t kind, const void *data, int64_t length, int64_t m, int64_t n) {
  if (kind != GEMMKIT_BIAS_PER_ROW && kind != GEMMKIT_BIAS_PER_COL) {
    return fail(GEMMKIT_ERR_ARGUMENT, "requant.%s_kind %d is unknown", name, static_cast<int>(kind));
  }
  const bool by_row = kind == GEMMKIT_BIAS_PER_ROW;
  const int64_t needed = by_row ? m : n;
  if (length != needed) {
    return fail(GEMMKIT_ERR_ARGUMENT, "%s has %" PRId64 " elements but needs %" PRId64 " (C.%s)", name, length, needed,
                by_row ? "rows" : "cols");
  }
  if (data == nullptr && needed != 0) return fail(GEMMKIT_ERR_ARGUMENT, "%s is null", name);
  return GEMMKIT_OK;
}

gemmkit_status check_scales(const float *scale, int64_t length) {
  for (int64_t i = 0; i < length; ++i) {
    // Comparisons that a NaN fails.
    if (scale[i] > 0 && scale[i] <= 3.402823466e38f) continue;
    return fail(GEMMKIT_ERR_ARGUMENT, "scale[%" PRId64 "] (%g) must be finite and > 0", i,
                static_cast<double>(scale[i]));
  }
  return GEMMKIT_OK;
}

}  // namespace

gemmkit_status read_requant(const gemmkit_requant *caller, int64_t m, int64_t n, int32_t low, gemmkit_requant *given,
                            gk_epilogue *lowered) {
  if (caller == nullptr) return fail(GEMMKIT_ERR_ARGUMENT, "requant is null");
  gemmkit_status status = check_struct_size("requant", caller->struct_size, sizeof *given);
  if (status != GEMMKIT_OK) return status;
  using Q = gemmkit_requant;
  read_prefix(given, caller, caller->struct_size, &Q::scale, &Q::scale_len, &Q::zero_point, &Q::bias, &Q::bias_len,
              &Q::scale_kind, &Q::bias_kind);
  const int32_t high = low + 255;
  if (given->zero_point < low || given->zero_point > high) {
    return fail(GEMMKIT_ERR_ARGUMENT, "zero_point %d is outside [%d,%d]", given->zero_point, low, high);
  }
  lowered->scale_kind = axis_of(given->scale_kind, given->scale_len, 1);
  lowered->bias_kind = axis_of(given->bias_kind, given->bias == nullptr ? 0 : given->bias_len, 0);
  if (lowered->scale_kind != GEMMKIT_BIAS_NONE) {
    status = check_axis("scale", lowered->scale_kind, given->scale, given->scale_len, m, n);
  } else if (given->scale == nullptr) {
    status = fail(GEMMKIT_ERR_ARGUMENT, "scale is null");
  }
  if (status == GEMMKIT_OK) status = check_scales(given->scale, given->scale_len);
  if (status == GEMMKIT_OK && lowered->bias_kind != GEMMKIT_BIAS_NONE) {
    status = check_axis("bias", lowered->bias_kind, given->bias, given->bias_len, m, n);
  }
  lowered->scale = given->scale;
  lowered->bias = given->bias;
  lowered->zero_point = given->zero_point;
  return status;
}

}  // namespace gk

extern "C" {

gemmkit_status gemmkit_gemm_i8_requant(const gemmkit_cview_i8 *a, const gemmkit_cview_i8 *b,
                                       const gemmkit_requant *requant, const gemmkit_view_i8 *c,
                                       const gemmkit_exec *exec) {
  const gk::Requant<int8_t> q{requant};
  return gk::gemm_checked<gk::I8I8>(1, a, b, 0, c, 0, &q, exec);
}

gemmkit_status gemmkit_gemm_i8_requant_unchecked(int64_t m, int64_t n, int64_t k, const int8_t *a, int64_t rsa,
                                                 int64_t csa, const int8_t *b, int64_t rsb, int64_t csb,
                                                 const gemmkit_requant *requant, int8_t *c, int64_t rsc, int64_t csc,
                                                 const gemmkit_exec *exec) {
  const gk::Requant<int8_t> q{requant};
  return gk::gemm_unchecked<gk::I8I8>(m, n, k, 1, {a, rsa, csa}, {b, rsb, csb}, 0, {c, rsc, csc}, 0, &q, exec);
}

gemmkit_status gemmkit_gemm_packed_b_i8_requant(const gemmkit_cview_i8 *a, const gemmkit_packed *b,
                                                const gemmkit_requant *requant, const gemmkit_view_i8 *c,
                                                const gemmkit_exec *exec) {
  const gk::Requant<int8_t> q{requant};
  return gk::packed_b_checked<gk::I8I8>(1, a, b, 0, c, 0, &q, exec);
}

gemmkit_status gemmkit_gemm_packed_a_i8_requant(const gemmkit_packed *a, const gemmkit_cview_i8 *b,
                                                const gemmkit_requant *requant, const gemmkit_view_i8 *c,
                                                const gemmkit_exec *exec) {
  const gk::Requant<int8_t> q{requant};
  return gk::packed_a_checked<gk::I8I8>(1, a, b, 0, c, 0, &q, exec);
}

gemmkit_status gemmkit_gemm_i8_requant_u8(const gemmkit_cview_i8 *a, const gemmkit_cview_i8 *b,
                                          const gemmkit_requant *requant, const gemmkit_view_u8 *c,
                                          const gemmkit_exec *exec) {
  const gk::Requant<uint8_t> q{requant};
  return gk::gemm_checked<gk::I8U8>(1, a, b, 0, c, 0, &q, exec);
}

gemmkit_status gemmkit_gemm_i8_requant_u8_unchecked(int64_t m, int64_t n, int64_t k, const int8_t *a, int64_t rsa,
                                                    int64_t csa, const int8_t *b, int64_t rsb, int64_t csb,
                                                    const gemmkit_requant *requant, uint8_t *c, int64_t rsc,
                                                    int64_t csc, const gemmkit_exec *exec) {
  const gk::Requant<uint8_t> q{requant};
  return gk::gemm_unchecked<gk::I8U8>(m, n, k, 1, {a, rsa, csa}, {b, rsb, csb}, 0, {c, rsc, csc}, 0, &q, exec);
}

gemmkit_status gemmkit_gemm_packed_b_i8_requant_u8(const gemmkit_cview_i8 *a, const gemmkit_packed *b,
                                                   const gemmkit_requant *requant, const gemmkit_view_u8 *c,
                                                   const gemmkit_exec *exec) {
  const gk::Requant<uint8_t> q{requant};
  return gk::packed_b_checked<gk::I8U8>(1, a, b, 0, c, 0, &q, exec);
}

gemmkit_status gemmkit_gemm_packed_a_i8_requant_u8(const gemmkit_packed *a, const gemmkit_cview_i8 *b,
                                                   const gemmkit_requant *requant, const gemmkit_view_u8 *c,
                                                   const gemmkit_exec *exec) {
  const gk::Requant<uint8_t> q{requant};
  return gk::packed_a_checked<gk::I8U8>(1, a, b, 0, c, 0, &q, exec);
}

}  // extern "C"
