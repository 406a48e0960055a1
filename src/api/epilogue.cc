// Checks of epilogues, whatever their element type.
#include "api/epilogue.h"

#include "api/lower.h"
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

gemmkit_status check_map(bool is_offered, int32_t bias_kind, int32_t activation, bool has_residual) {
  if (!is_offered) return fail(GEMMKIT_ERR_ARGUMENT, "epilogue.map is for f32 and f64 only");
  if (has_residual) return fail(GEMMKIT_ERR_ARGUMENT, "epilogue.map excludes a residual");
  if (bias_kind == GEMMKIT_BIAS_NONE && activation == GEMMKIT_ACT_NONE) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_ARGUMENT, "epilogue.map excludes bias and activation");
}

gemmkit_status lower_residual(const void *residual, int64_t rs, int64_t cs, int64_t step, int64_t elem_size, int64_t m,
                              int64_t n, int64_t batch, gk_epilogue *lowered) {
  if (m <= 0 || n <= 0 || batch <= 0) return GEMMKIT_OK;  // the shape is checked elsewhere, and nothing is read
  Task task{};
  task.m = m, task.n = n;
  task.c = {nullptr, rs, cs};
  Steps steps{0, 0, step};
  // To the checks of sizes it is another C.
  gemmkit_status status = to_byte_strides(&task, false, {elem_size, elem_size});
  if (status == GEMMKIT_OK) status = to_byte_steps(task, batch, {elem_size, elem_size}, &steps);
  if (status != GEMMKIT_OK) return status;
  lowered->residual = residual;
  lowered->residual_rs = task.c.rs, lowered->residual_cs = task.c.cs;
  lowered->residual_step = steps.c;
  return GEMMKIT_OK;
}

}  // namespace gk
