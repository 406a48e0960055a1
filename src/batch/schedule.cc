// The choice among the three schedules, and largest-first order.
#include "batch/schedule.h"

#include "base/checked.h"

namespace gk {

Schedule choose_schedule(const BatchWidths &w) {
  if (w.batch <= 1) return Schedule::Serial;
  if (w.product <= 1) return Schedule::Shared;
  if (w.bytes / (uint64_t)w.batch >= w.split_bytes) return Schedule::Internal;
  // Whole products keep count/rounds workers busy on average, since some idle in the last round.
  const int64_t rounds = ceil_div(w.count, w.batch);
  const int64_t kept = w.split_loss < 100 ? 100 - (int64_t)w.split_loss : 0;
  int64_t split, whole;
  if (!checked_mul(rounds, w.product * kept, &split) || !checked_mul(w.count, int64_t{100}, &whole)) {
    return Schedule::Shared;
  }
  return split > whole ? Schedule::Internal : Schedule::Shared;
}

// Heapsort: in place, no recursion, no worst case.
void order_by_weight(int64_t *order, const uint64_t *weight, int64_t count) {
  // Lets order[root] sink in the heap order[0:end], whose lightest entry is on top.
  auto sink = [&](int64_t root, int64_t end) {
    for (int64_t child = 2 * root + 1; child < end; root = child, child = 2 * root + 1) {
      if (child + 1 < end && weight[order[child + 1]] < weight[order[child]]) ++child;
      if (weight[order[root]] <= weight[order[child]]) return;
      const int64_t moved = order[root];
      order[root] = order[child];
      order[child] = moved;
    }
  };
  for (int64_t root = count / 2 - 1; root >= 0; --root) sink(root, count);
  for (int64_t end = count - 1; end > 0; --end) {
    const int64_t lightest = order[0];
    order[0] = order[end];
    order[end] = lightest;
    sink(0, end);
  }
}

}  // namespace gk
