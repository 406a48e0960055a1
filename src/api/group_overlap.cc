// Overlap within a group. Comparing all pairs would take longer than small products themselves, so the outputs are
// sorted by address and an operand is compared with those alone whose byte range meets its own.
#include "api/group_overlap.h"

#include "base/error.h"
#include "base/heapsort.h"
#include "base/memory.h"

#include <inttypes.h>

namespace gk {
namespace {

// The bytes one C lies in.
struct Span {
  uintptr_t begin, end;
  uintptr_t furthest;  // the largest end among this one and all before it in the sorted list
  int64_t problem;
};

constexpr int64_t kOnStack = 128;

struct Check {
  const void *problems;
  int64_t count;
  ProblemViews (*views)(const void *problems, int64_t i);
};

bool accessible(const MatrixView &v) { return !v.is_empty() && v.data != nullptr; }

void range_of(const MatrixView &v, uintptr_t *begin, uintptr_t *end) {
  *begin = reinterpret_cast<uintptr_t>(v.data);
  *end = *begin + static_cast<uintptr_t>(((v.rows - 1) * v.rs + (v.cols - 1) * v.cs + 1) * v.elem_size);
}

gemmkit_status report(int64_t i, int64_t other, const char *operand) {
  return fail(GEMMKIT_ERR_ALIAS, "problem %" PRId64 ": C overlaps %s of problem %" PRId64, i, operand, other);
}

// C of problem i against the operand x of problem `other`.
gemmkit_status check_pair(const Check &check, int64_t i, const MatrixView &x, int64_t other) {
  if (i == other || !overlaps(check.views(check.problems, i).c, x)) return GEMMKIT_OK;
  return report(i, other, x.name);
}

// Without memory for the list: every pair.
gemmkit_status check_all_pairs(const Check &check) {
  for (int64_t i = 0; i < check.count; ++i) {
    for (int64_t other = 0; other < check.count; ++other) {
      const ProblemViews v = check.views(check.problems, other);
      gemmkit_status status = check_pair(check, i, v.a, other);
      if (status == GEMMKIT_OK) status = check_pair(check, i, v.b, other);
      if (status == GEMMKIT_OK) status = check_pair(check, i, v.c, other);
      if (status != GEMMKIT_OK) return status;
    }
  }
  return GEMMKIT_OK;
}

// The number of spans that begin before `address`.
int64_t before(const Span *spans, int64_t count, uintptr_t address) {
  int64_t low = 0, high = count;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (spans[middle].begin < address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

gemmkit_status check_operand(const Check &check, const Span *spans, int64_t count, const MatrixView &x, int64_t owner) {
  if (!accessible(x)) return GEMMKIT_OK;
  uintptr_t begin, end;
  range_of(x, &begin, &end);
  for (int64_t s = before(spans, count, end) - 1; s >= 0 && spans[s].furthest > begin; --s) {
    if (spans[s].end <= begin) continue;
    const gemmkit_status status = check_pair(check, spans[s].problem, x, owner);
    if (status != GEMMKIT_OK) return status;
  }
  return GEMMKIT_OK;
}

gemmkit_status check_sorted(const Check &check, Span *spans) {
  int64_t count = 0;
  for (int64_t i = 0; i < check.count; ++i) {
    const MatrixView c = check.views(check.problems, i).c;
    if (!accessible(c)) continue;
    range_of(c, &spans[count].begin, &spans[count].end);
    spans[count++].problem = i;
  }
  heapsort(spans, count, [](const Span &x, const Span &y) { return x.begin < y.begin; });
  uintptr_t furthest = 0;
  for (int64_t s = 0; s < count; ++s) {
    if (spans[s].end > furthest) furthest = spans[s].end;
    spans[s].furthest = furthest;
  }
  for (int64_t i = 0; i < check.count; ++i) {
    const ProblemViews v = check.views(check.problems, i);
    gemmkit_status status = check_operand(check, spans, count, v.a, i);
    if (status == GEMMKIT_OK) status = check_operand(check, spans, count, v.b, i);
    if (status == GEMMKIT_OK) status = check_operand(check, spans, count, v.c, i);
    if (status != GEMMKIT_OK) return status;
  }
  return GEMMKIT_OK;
}

[[gnu::noinline]] gemmkit_status check_on_stack(const Check &check) {
  Span spans[kOnStack];
  return check_sorted(check, spans);
}

}  // namespace

gemmkit_status check_group_overlap(const void *problems, int64_t count,
                                   ProblemViews (*views)(const void *problems, int64_t i)) {
  const Check check{problems, count, views};
  if (count <= kOnStack) return check_on_stack(check);
  size_t bytes;
  if (__builtin_mul_overflow(static_cast<size_t>(count), sizeof(Span), &bytes)) return check_all_pairs(check);
  auto *spans = static_cast<Span *>(aligned_allocate(bytes));
  if (spans == nullptr) return check_all_pairs(check);
  const gemmkit_status status = check_sorted(check, spans);
  aligned_free(spans);
  return status;
}

}  // namespace gk
