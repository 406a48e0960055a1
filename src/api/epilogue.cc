// Checks of epilogues, whatever their element type.
#include "api/epilogue.h"

#include "base/error.h"

#include <inttypes.h>

namespace gk {

gemmkit_status check_struct_size(const char *name, uint32_t given, size_t known) {
  if (given != 0 && given <= known) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_ARGUMENT, "%s.struct_size %u is not in [1,%zu]", name, given, known);
}

gemmkit_status check_bias(int32_t kind, const void *bias, int64_t length, int64_t m, int64_t n) {
  if (kind == GEMMKIT_BIAS_NONE) return GEMMKIT_OK;
  if (kind != GEMMKIT_BIAS_PER_ROW && kind != GEMMKIT_BIAS_PER_COL) {
    return fail(GEMMKIT_ERR_ARGUMENT, "epilogue.bias_kind %d is unknown", static_cast<int>(kind));
  }
  const bool by_row = kind == GEMMKIT_BIAS_PER_ROW;
  const int64_t needed = by_row ? m : n;
  if (length != needed) {
    return fail(GEMMKIT_ERR_ARGUMENT, "bias has %" PRId64 " elements but needs %" PRId64 " (C.%s)", length, needed,
                by_row ? "rows" : "cols");
  }
  if (bias == nullptr && needed != 0) return fail(GEMMKIT_ERR_ARGUMENT, "bias is null");
  return GEMMKIT_OK;
}

gemmkit_status check_activation(int32_t activation) {
  if (activation >= GK_ACT_NONE && activation < GK_ACT_COUNT) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_ARGUMENT, "epilogue.activation %d is unknown", static_cast<int>(activation));
}

gemmkit_status check_map(bool is_offered, int32_t bias_kind, int32_t activation) {
  if (!is_offered) return fail(GEMMKIT_ERR_ARGUMENT, "epilogue.map is for f32 and f64 only");
  if (bias_kind == GEMMKIT_BIAS_NONE && activation == GEMMKIT_ACT_NONE) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_ARGUMENT, "epilogue.map excludes bias and activation");
}

}  // namespace gk
