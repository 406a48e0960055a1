// The choice among the three schedules, and largest-first order.
#include "batch/schedule.h"

#include "base/checked.h"
#include "base/heapsort.h"

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

void order_by_weight(int64_t *order, const uint64_t *weight, int64_t count) {
  heapsort(order, count, [weight](int64_t i, int64_t j) { return weight[i] > weight[j]; });
}

}  // namespace gk
