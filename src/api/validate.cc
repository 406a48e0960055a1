// Shape, bounds and self-alias checks of caller's views.
#include "api/validate.h"

#include "base/checked.h"
#include "base/error.h"
#include "base/format.h"

#include <inttypes.h>

namespace gk {
namespace {

// Elements from data to the end of the furthest element; false when that, in bytes, does not fit.
bool needed_len(const MatrixView &v, int64_t *needed) {
  *needed = 0;
  if (v.is_empty()) return true;
  int64_t down, across, along, bytes;
  return checked_mul(v.rows - 1, v.rs, &down) && checked_mul(v.cols - 1, v.cs, &across) &&
         checked_mul(v.batch - 1, v.bs, &along) && checked_add(down, across, needed) &&
         checked_add(*needed, along, needed) && checked_add(*needed, int64_t{1}, needed) &&
         checked_mul(*needed, v.elem_size, &bytes);
}

int64_t greatest_common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

// What messages say of a batch after the strides: ", batch of 3, stride 12".
struct BatchText {
  char text[64] = "";
  explicit BatchText(const MatrixView &v) {
    if (v.batch != 1) write_text(text, sizeof text, ", batch of %" PRId64 ", stride %" PRId64, v.batch, v.bs);
  }
};

gemmkit_status negative_dimension(const MatrixView &v) {
  return fail(GEMMKIT_ERR_SHAPE, "%s view of %" PRId64 "x%" PRId64 " has a negative dimension", v.name, v.rows, v.cols);
}

gemmkit_status disagree(const char *left, int64_t left_extent, const char *right, int64_t right_extent) {
  return fail(GEMMKIT_ERR_SHAPE, "%s (%" PRId64 ") != %s (%" PRId64 ")", left, left_extent, right, right_extent);
}

}  // namespace

gemmkit_status check_shapes(const MatrixView &a, const MatrixView &b, const MatrixView &c) {
  if ((a.rows | a.cols) < 0) return negative_dimension(a);
  if ((b.rows | b.cols) < 0) return negative_dimension(b);
  if ((c.rows | c.cols) < 0) return negative_dimension(c);
  if (a.cols != b.rows) return disagree("A.cols", a.cols, "B.rows", b.rows);
  if (a.rows != c.rows) return disagree("A.rows", a.rows, "C.rows", c.rows);
  if (b.cols != c.cols) return disagree("B.cols", b.cols, "C.cols", c.cols);
  return GEMMKIT_OK;
}

gemmkit_status check_bounds(const MatrixView &v, bool accessed) {
  if (v.data == nullptr) {
    if (!accessed) return GEMMKIT_OK;
    return fail(GEMMKIT_ERR_BOUNDS, "%s view of %" PRId64 "x%" PRId64 " has a null pointer", v.name, v.rows, v.cols);
  }
  int64_t needed;
  if ((v.rs | v.cs | v.bs) < 0 || !needed_len(v, &needed)) {
    return fail(GEMMKIT_ERR_BOUNDS,
                "%s view (strides %" PRId64 ",%" PRId64
                "%s) has a negative stride or is too large to address; use the unchecked entry",
                v.name, v.rs, v.cs, BatchText(v).text);
  }
  if (needed <= v.len) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_BOUNDS,
              "%s view of %" PRId64 "x%" PRId64 " (strides %" PRId64 ",%" PRId64 "%s) needs %" PRId64
              " elements but has %" PRId64,
              v.name, v.rows, v.cols, v.rs, v.cs, BatchText(v).text, needed, v.len);
}

bool aliases_itself(const MatrixView &v) {
  if (v.is_empty()) return false;
  if (v.rows > 1 && v.rs == 0) return true;
  if (v.cols > 1 && v.cs == 0) return true;
  if (v.rows == 1 || v.cols == 1) return false;
  // (i, j) and (i', j') meet when (i - i') * rs == (j' - j) * cs. The smallest steps apart that do are
  // cs/gcd rows and rs/gcd columns, every other solution being a multiple of them.
  int64_t gcd = greatest_common_divisor(v.rs, v.cs);
  return v.cs / gcd < v.rows && v.rs / gcd < v.cols;
}

gemmkit_status check_self_alias(const MatrixView &c) {
  if (!aliases_itself(c) && !entries_overlap(c)) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_ALIAS,
              "%s view aliases itself (%" PRId64 "x%" PRId64 ", strides %" PRId64 ",%" PRId64
              "%s); C must address each (i,j) once",
              c.name, c.rows, c.cols, c.rs, c.cs, BatchText(c).text);
}

gemmkit_status check_overlap(const MatrixView &c, const MatrixView &input) {
  if (!overlaps(c, input)) return GEMMKIT_OK;
  return fail(GEMMKIT_ERR_ALIAS, "%s overlaps %s", c.name, input.name);
}

gemmkit_status check_views(const MatrixView &a, const MatrixView &b, const MatrixView &c, bool alpha_is_zero) {
  gemmkit_status status = check_shapes(a, b, c);
  bool writes = !c.is_empty();
  bool reads = writes && a.cols != 0 && !alpha_is_zero;
  if (status == GEMMKIT_OK) status = check_bounds(a, reads);
  if (status == GEMMKIT_OK) status = check_bounds(b, reads);
  if (status == GEMMKIT_OK) status = check_bounds(c, writes);
  if (status == GEMMKIT_OK) status = check_self_alias(c);
  if (status == GEMMKIT_OK) status = check_overlap(c, a);
  if (status == GEMMKIT_OK) status = check_overlap(c, b);
  return status;
}

}  // namespace gk
