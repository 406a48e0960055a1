// Stride conversion of products whose sizes are large enough to overflow.
#include "api/lower.h"

#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>

namespace gk {
namespace {

// Byte strides of an operand that is accessed. One that is never taken may be anything; it must not overflow.
template <class Operand>
bool convert(Operand *x, int64_t rows, int64_t cols, int64_t elem_size) {
  int64_t limit = INT64_MAX / elem_size;
  if (rows <= 1 && (x->rs < -limit || x->rs > limit)) x->rs = 0;
  if (cols <= 1 && (x->cs < -limit || x->cs > limit)) x->cs = 0;
  if (x->rs < -limit || x->rs > limit || x->cs < -limit || x->cs > limit) return false;
  x->rs *= elem_size;
  x->cs *= elem_size;
  int64_t down, across, elements, bytes;
  // Opposite signs could cancel, but the kernels walk each direction on its own.
  return checked_mul(rows - 1, magnitude(x->rs), &down) && checked_mul(cols - 1, magnitude(x->cs), &across) &&
         checked_add(down, across, &bytes) && checked_add(bytes, elem_size, &bytes) &&
         // Packed, a broadcast operand takes as many bytes as a dense one.
         checked_mul(rows, cols, &elements) && checked_mul(elements, elem_size, &bytes);
}

// Bytes from the first to the last entry's furthest element fit; x has byte strides that have been checked.
template <class Operand>
bool convert_step(int64_t *step, const Operand &x, int64_t rows, int64_t cols, int64_t batch, int64_t elem_size) {
  int64_t along, span;
  if (*step == INT64_MIN || !checked_mul(*step, elem_size, step) || !checked_mul(batch - 1, magnitude(*step), &along)) {
    return false;
  }
  span = (rows - 1) * magnitude(x.rs) + (cols - 1) * magnitude(x.cs);
  return checked_add(along, span, &along) && checked_add(along, elem_size, &along);
}

gemmkit_status too_large() { return fail(GEMMKIT_ERR_TOO_LARGE, "problem too large to size its workspace"); }

}  // namespace

gemmkit_status to_byte_steps(const Task &first, int64_t batch, ElemSizes size, Steps *steps) {
  const bool writes = first.m != 0 && first.n != 0, reads = writes && first.k != 0 && !first.alpha_is_zero;
  if (!reads || batch == 1) steps->a = steps->b = 0;
  if (!writes || batch == 1) steps->c = 0;
  if (!writes || batch == 1) return GEMMKIT_OK;
  int64_t volume;
  bool fits = checked_mul(first.m, first.n, &volume) && checked_mul(volume, batch, &volume) &&
              convert_step(&steps->c, first.c, first.m, first.n, batch, size.out);
  if (reads) {
    fits = fits && checked_mul(volume, first.k, &volume) &&
           convert_step(&steps->a, first.a, first.m, first.k, batch, size.in) &&
           convert_step(&steps->b, first.b, first.k, first.n, batch, size.in);
  }
  return fits ? GEMMKIT_OK : too_large();
}

[[gnu::cold]] gemmkit_status to_byte_strides_checked(Task *t, ElemSizes size) {
  if ((t->m | t->n | t->k) < 0) {
    return fail(GEMMKIT_ERR_SHAPE, "negative dimension (m %" PRId64 ", n %" PRId64 ", k %" PRId64 ")", t->m, t->n,
                t->k);
  }
  if (t->m == 0 || t->n == 0) return GEMMKIT_OK;
  bool fits = convert(&t->c, t->m, t->n, size.out);
  if (t->k != 0 && !t->alpha_is_zero) {
    int64_t volume;
    fits = fits && checked_mul(t->m, t->n, &volume) && checked_mul(volume, t->k, &volume) &&
           convert(&t->a, t->m, t->k, size.in) && convert(&t->b, t->k, t->n, size.in);
  }
  if (fits) return GEMMKIT_OK;
  return too_large();
}

}  // namespace gk
