// Packed operands, whatever their element type.
#include "api/packed.h"

#include "base/checked.h"
#include "base/error.h"
#include "dispatch/select.h"

namespace gk {
namespace {

const char *type_name(gk_elem elem) {
  switch (elem) {
    case GK_F32: return "f32";
    case GK_F64: return "f64";
    case GK_F16: return "f16";
    case GK_BF16: return "bf16";
    case GK_I8: return "i8";
    case GK_C32: return "c32";
    case GK_C64: return "c64";
    default: return "unknown";
  }
}

}  // namespace

gemmkit_status prepack_operand(gk_elem elem, int64_t elem_size, bool is_lhs, int64_t rows, int64_t cols, Input operand,
                               const gemmkit_exec *exec, gemmkit_packed **out) {
  if (out == nullptr) return fail(GEMMKIT_ERR_ARGUMENT, "out is null");
  ExecOptions options;
  if (exec != nullptr) {
    if (gemmkit_status status = read_exec(*exec, &options); status != GEMMKIT_OK) return status;
  }
  // The operand as the right one of a product with one row: what lower.h checks of that is what packing needs.
  Task task{};
  task.m = 1, task.n = cols, task.k = rows;
  task.b = operand;
  gemmkit_status status = to_byte_strides(&task, task.alpha_is_zero, {elem_size, elem_size});
  if (status != GEMMKIT_OK) return status;
  const gk_kernel_table *kernel = selected_kernel(elem, &status);
  if (kernel == nullptr) return status;
  gemmkit_packed *packed = prepack(*kernel, is_lhs, task.b, rows, cols, options.threads);
  if (packed == nullptr) return fail(GEMMKIT_ERR_NO_MEMORY, "no memory for a packed operand");
  *out = packed;
  return GEMMKIT_OK;
}

gemmkit_status check_packed(const gemmkit_packed *packed, gk_elem elem, bool is_lhs) {
  if (packed == nullptr) return fail(GEMMKIT_ERR_ARGUMENT, "the packed operand is null");
  if (packed->elem == elem && packed->is_lhs == is_lhs) return GEMMKIT_OK;
  const auto side = [](bool lhs) { return lhs ? "lhs" : "rhs"; };
  return fail(GEMMKIT_ERR_ARGUMENT,
              "packed operand is %s %s %" PRId64 "x%" PRId64 " but the call needs %s %s %" PRId64 "x%" PRId64,
              type_name(packed->elem), side(packed->is_lhs), packed->rows, packed->cols, type_name(elem), side(is_lhs),
              packed->rows, packed->cols);
}

gemmkit_status check_view_given(const void *view, const char *name) {
  return view != nullptr ? GEMMKIT_OK : fail(GEMMKIT_ERR_ARGUMENT, "the view of %s is null", name);
}

gemmkit_status check_packed_layout(bool is_lhs, int64_t m, int64_t n, int64_t rsc, int64_t csc) {
  const uint64_t rs = magnitude(rsc), cs = magnitude(csc);
  if (m <= 1 || n <= 1 || (is_lhs ? rs >= cs : cs >= rs)) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_LAYOUT,
              "a packed %s needs a %s-major-leaning C (strides %" PRId64 ",%" PRId64 "); use the plain entry",
              is_lhs ? "lhs" : "rhs", is_lhs ? "row" : "column", rsc, csc);
}

}  // namespace gk

extern "C" {

void gemmkit_packed_free(gemmkit_packed *packed) { gk::packed_free(packed); }
int64_t gemmkit_packed_rows(const gemmkit_packed *packed) { return packed == nullptr ? 0 : packed->rows; }
int64_t gemmkit_packed_cols(const gemmkit_packed *packed) { return packed == nullptr ? 0 : packed->cols; }
size_t gemmkit_packed_bytes(const gemmkit_packed *packed) { return packed == nullptr ? 0 : packed->bytes; }

}  // extern "C"
