// Whether two strided matrices, or batches of them, share memory. Byte ranges alone would reject what programs do all
// the time: A and C being different rows or columns of one buffer. So where the ranges meet, the question is answered
// exactly: is there a pair of index tuples with the same address?
#include "api/validate.h"
#include "base/checked.h"

namespace gk {
namespace {

#if defined(__SIZEOF_INT128__)
using Wide = __int128;  // products of two 63-bit quantities
constexpr int64_t kLargest = INT64_MAX;
#else
// Where compilers have no such type, no object has more bytes than this.
using Wide = int64_t;
constexpr int64_t kLargest = INT32_MAX;
#endif

// One unknown of the address equation: an integer in [low, high] that counts steps of `stride` units.
struct Term {
  int64_t stride;  // positive
  int64_t low, high;
};

// Sum of stride*unknown over the terms == target? At most six terms: two batches, three strides each.
struct Equation {
  Term terms[6];
  int count = 0;

  // Steps of equal stride are one unknown whose range is the sum of the ranges. The stride counts elements of so many
  // units; where it is taken at all, its bytes fit.
  void add(int64_t elements, int64_t units, int64_t low, int64_t high) {
    const int64_t stride = low == high ? 0 : elements * units;
    if (stride == 0) return;  // a broadcast or a single row moves nothing
    for (int i = 0; i < count; ++i) {
      if (terms[i].stride != stride) continue;
      terms[i].low += low;
      terms[i].high += high;
      return;
    }
    int at = count++;
    for (; at > 0 && terms[at - 1].stride < stride; --at) terms[at] = terms[at - 1];
    terms[at] = {stride, low, high};
  }
};

Wide quotient_below(Wide a, Wide b) { return a / b - (a % b < 0); }
Wide quotient_above(Wide a, Wide b) { return a / b + (a % b > 0); }

// gcd of a and b > 0, and *inverse with a * *inverse == gcd (mod b), |*inverse| <= b.
int64_t gcd_with_inverse(int64_t a, int64_t b, int64_t *inverse) {
  int64_t r0 = a, r1 = b, x0 = 1, x1 = 0;
  while (r1 != 0) {
    int64_t q = r0 / r1;
    int64_t r2 = r0 - q * r1, x2 = x0 - q * x1;
    r0 = r1, r1 = r2;
    x0 = x1, x1 = x2;
  }
  *inverse = x0;
  return r0;
}

// p.stride * x + q.stride * y == target for x and y in their ranges: the solutions x form one residue class
// modulo q.stride/gcd, and y's range is a range of x too.
bool solvable(const Term &p, const Term &q, Wide target) {
  int64_t inverse;
  int64_t gcd = gcd_with_inverse(p.stride, q.stride, &inverse);
  if (target % gcd != 0) return false;
  Wide a = p.stride / gcd, b = q.stride / gcd, d = target / gcd;
  Wide residue = ((d % b) * (inverse % b)) % b;
  Wide first = quotient_above(d - b * q.high, a), last = quotient_below(d - b * q.low, a);
  if (first < p.low) first = p.low;
  if (last > p.high) last = p.high;
  Wide offset = (residue - first) % b;
  return first + (offset < 0 ? offset + b : offset) <= last;
}

// Two unknowns are solved outright. With more, the value of the largest stride's unknown is tried out, within
// what the others can make up for: few values when columns do not interleave, as in any ordinary matrix.
// A pathological pair of views could take as many trials as it has rows times columns; past the budget the answer
// is "may overlap".
bool solvable(const Equation &e, int first, Wide target, int *budget) {
  int left = e.count - first;
  if (left == 0) return target == 0;
  const Term &t = e.terms[first];
  if (left == 1) return target % t.stride == 0 && target / t.stride >= t.low && target / t.stride <= t.high;
  if (left == 2) return solvable(t, e.terms[first + 1], target);
  Wide rest_low = 0, rest_high = 0;
  for (int i = first + 1; i < e.count; ++i) {
    rest_low += static_cast<Wide>(e.terms[i].stride) * e.terms[i].low;
    rest_high += static_cast<Wide>(e.terms[i].stride) * e.terms[i].high;
  }
  Wide x = quotient_above(target - rest_high, t.stride), last = quotient_below(target - rest_low, t.stride);
  if (x < t.low) x = t.low;
  if (last > t.high) last = t.high;
  for (; x <= last; ++x) {
    if (--*budget < 0) return true;
    if (solvable(e, first + 1, target - x * t.stride, budget)) return true;
  }
  return false;
}

// Bytes from the first to past the last element of a non-empty view that passed its bounds check.
int64_t byte_extent(const MatrixView &v) {
  return ((v.rows - 1) * v.rs + (v.cols - 1) * v.cs + (v.batch - 1) * v.bs + 1) * v.elem_size;
}

constexpr int kTrials = 1 << 14;

}  // namespace

// Entries e > f hold the same address when a difference of rows, one of columns and e - f = 1 + (0 .. batch-2) steps
// make up for each other.
bool entries_overlap(const MatrixView &v) {
  if (v.is_empty() || v.batch == 1) return false;
  if (v.bs == 0 || byte_extent(v) > kLargest) return true;
  Equation e;
  e.add(v.rs, 1, 1 - v.rows, v.rows - 1);
  e.add(v.cs, 1, 1 - v.cols, v.cols - 1);
  e.add(v.bs, 1, 0, v.batch - 2);
  int budget = kTrials;
  return solvable(e, 0, -static_cast<Wide>(v.bs), &budget);
}

bool overlaps(const MatrixView &c, const MatrixView &input) {
  if (c.is_empty() || input.is_empty()) return false;
  if (c.data == nullptr || input.data == nullptr) return false;
  if (byte_extent(c) > kLargest || byte_extent(input) > kLargest) return true;
  Wide c_begin = reinterpret_cast<uintptr_t>(c.data), in_begin = reinterpret_cast<uintptr_t>(input.data);
  Wide c_end = c_begin + byte_extent(c), in_end = in_begin + byte_extent(input);
  if (c_end <= in_begin || in_end <= c_begin) return false;

  // In units of the smaller element: sizes are powers of two.
  const Wide unit = c.elem_size < input.elem_size ? c.elem_size : input.elem_size;
  const int64_t c_units = c.elem_size / unit, in_units = input.elem_size / unit;
  Equation e;
  e.add(c.rs, c_units, 0, c.rows - 1);
  e.add(c.cs, c_units, 0, c.cols - 1);
  e.add(c.bs, c_units, 0, c.batch - 1);
  e.add(input.rs, in_units, 1 - input.rows, 0);
  e.add(input.cs, in_units, 1 - input.cols, 0);
  e.add(input.bs, in_units, 1 - input.batch, 0);
  // The sum is how much further the element of C lies in its buffer than that of the input does in its own. They share
  // a byte when that makes up for the distance of the buffers but for less than an element; when the buffers are not
  // aligned to each other, an element straddles one more neighbour.
  const Wide distance = in_begin - c_begin;
  const Wide first = quotient_below(distance - c.elem_size, unit) + 1,
             end = quotient_above(distance + input.elem_size, unit);
  int budget = kTrials;
  for (Wide target = first; target < end; ++target) {
    if (solvable(e, 0, target, &budget)) return true;
  }
  return false;
}

}  // namespace gk
