// Stride conversion of products whose sizes are large enough to overflow.
#include "api/lower.h"

#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>

namespace gk {
namespace {

// Whether an operand that is accessed, its strides in bytes, lies within what can be addressed.
template <class Operand>
bool spans_fit(const Operand &x, int64_t rows, int64_t cols, int64_t elem_size) {
  int64_t down, across, elements, bytes;
  // Opposite signs could cancel, but the kernels walk each direction on its own.
  return checked_mul(rows - 1, magnitude(x.rs), &down) && checked_mul(cols - 1, magnitude(x.cs), &across) &&
         checked_add(down, across, &bytes) && bytes <= kMostBytes - elem_size &&
         // Packed, a broadcast operand takes as many bytes as a dense one.
         checked_mul(rows, cols, &elements) && elements <= kMostBytes / elem_size;
}

// Byte strides of an operand that is accessed, if they are lengths that memory can have. One that is never taken may be
// anything; it must not overflow.
template <class Operand>
bool convert(Operand *x, int64_t rows, int64_t cols, int64_t elem_size) {
  const int64_t limit = kMostBytes / elem_size;
  if (rows <= 1 && (x->rs < -limit || x->rs > limit)) x->rs = 0;
  if (cols <= 1 && (x->cs < -limit || x->cs > limit)) x->cs = 0;
  if (x->rs < -limit || x->rs > limit || x->cs < -limit || x->cs > limit) return false;
  x->rs *= elem_size;
  x->cs *= elem_size;
  return true;
}

// Bytes from the first to the last entry's furthest element fit; x has byte strides that have been checked.
template <class Operand>
bool convert_step(int64_t *step, const Operand &x, int64_t rows, int64_t cols, int64_t batch, int64_t elem_size) {
  const int64_t limit = kMostBytes / elem_size;
  if (*step < -limit || *step > limit) return false;
  *step *= elem_size;
  int64_t along;
  const int64_t span = (rows - 1) * magnitude(x.rs) + (cols - 1) * magnitude(x.cs);
  return checked_mul(batch - 1, magnitude(*step), &along) && checked_add(along, span, &along) &&
         along <= kMostBytes - elem_size;
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
              volume <= kMostBytes / size.out && convert_step(&steps->c, first.c, first.m, first.n, batch, size.out);
  if (reads) {
    fits = fits && checked_mul(volume, first.k, &volume) &&
           convert_step(&steps->a, first.a, first.m, first.k, batch, size.in) &&
           convert_step(&steps->b, first.b, first.k, first.n, batch, size.in);
  }
  return fits ? GEMMKIT_OK : too_large();
}

[[gnu::cold]] gemmkit_status to_byte_strides_checked(gk_product *p, bool alpha_is_zero, ElemSizes size) {
  if ((p->m | p->n | p->k) < 0) {
    return fail(GEMMKIT_ERR_SHAPE, "negative dimension (m %" PRId64 ", n %" PRId64 ", k %" PRId64 ")", p->m, p->n,
                p->k);
  }
  if (p->m == 0 || p->n == 0) return GEMMKIT_OK;
  const bool reads = p->k != 0 && !alpha_is_zero;
  const bool converted = convert(&p->c, p->m, p->n, size.out) &&
                         (!reads || (convert(&p->a, p->m, p->k, size.in) && convert(&p->b, p->k, p->n, size.in)));
  return converted ? check_spans(*p, alpha_is_zero, size) : too_large();
}

gemmkit_status check_spans(const gk_product &p, bool alpha_is_zero, ElemSizes size) {
  if (p.m == 0 || p.n == 0) return GEMMKIT_OK;
  bool fits = spans_fit(p.c, p.m, p.n, size.out);
  if (p.k != 0 && !alpha_is_zero) {
    int64_t volume;
    fits = fits && checked_mul(p.m, p.n, &volume) && checked_mul(volume, p.k, &volume) &&
           spans_fit(p.a, p.m, p.k, size.in) && spans_fit(p.b, p.k, p.n, size.in);
  }
  return fits ? GEMMKIT_OK : too_large();
}

}  // namespace gk
