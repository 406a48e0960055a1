// Products of different shapes.
#include "batch/batch.h"

#include "base/checked.h"
#include "base/memory.h"
#include "batch/schedule.h"
#include "dispatch/route.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

#include <stddef.h>

namespace gk {
namespace {

// Problems whose order is worked out on the stack (16 bytes each).
constexpr int64_t kOnStack = 256;

uint64_t mnk_of(const Task &t) { return saturating_volume(t.m, t.n, t.k); }

Task task_of(const Group &g, int64_t i, int32_t threads, gemmkit_workspace *workspace) {
  Task t;
  g.lower(g.problems, i, &t);
  t.threads = threads;
  t.workspace = workspace;
  return t;
}

void run_one(const Group &g, int64_t i, int32_t threads, gemmkit_workspace *workspace) {
  Task t = task_of(g, i, threads, workspace);
  run(t);
}

struct Team {
  const Group &group;
  const int64_t *order;  // null: as given
  int64_t first;         // of the order, the ones before have been computed
  Cursor cursor;
};

void work(void *context, int worker) {
  Team &team = *static_cast<Team *>(context);
  // The caller's workspace serves one product at a time: that of the calling thread.
  gemmkit_workspace *workspace = worker == 0 ? team.group.workspace : nullptr;
  int64_t job, end;
  while (team.cursor.next(&job, &end)) {
    for (; job < end; ++job) {
      const int64_t at = team.first + job;
      run_one(team.group, team.order ? team.order[at] : at, 1, workspace);
    }
  }
}

// The problems' indices and weights; small groups need no allocation.
class Order {
 public:
  explicit Order(int64_t count) {
    size_t bytes;
    if (count <= kOnStack) {
      order = here_;
      weight = weights_here_;
    } else if (checked_mul((size_t)count, sizeof(int64_t) + sizeof(uint64_t), &bytes)) {
      block_ = aligned_allocate(bytes);
      order = static_cast<int64_t *>(block_);
      weight = block_ ? reinterpret_cast<uint64_t *>(order + count) : nullptr;
    }
  }
  ~Order() { aligned_free(block_); }
  Order(const Order &) = delete;
  Order &operator=(const Order &) = delete;

  int64_t *order = nullptr;  // null when memory is short
  uint64_t *weight = nullptr;

 private:
  void *block_ = nullptr;
  int64_t here_[kOnStack];
  uint64_t weights_here_[kOnStack];
};

// Small products at the end of the order are grabbed several at a time.
int64_t chunk_of(int64_t count, int64_t workers) {
  constexpr int64_t kGrabsPerWorker = 64;
  return max64(1, count / (workers * kGrabsPerWorker));
}

[[gnu::noinline]] void run_shared(const Group &g, uint64_t total, int workers) {
  Order sorted(g.count);
  int64_t first = 0;
  if (sorted.order != nullptr) {
    for (int64_t i = 0; i < g.count; ++i) {
      sorted.order[i] = i;
      sorted.weight[i] = mnk_of(task_of(g, i, 1, nullptr));
    }
    order_by_weight(sorted.order, sorted.weight, g.count);
    // A product heavier than all the work left divided by the workers would keep one of them busy to the end.
    for (; first < g.count; ++first) {
      const uint64_t weight = sorted.weight[sorted.order[first]];
      if (serial_by_size(weight) || weight <= total / (uint64_t)workers) break;
      run_one(g, sorted.order[first], g.threads, g.workspace);
      total -= weight < total ? weight : total;
    }
  }
  const int64_t left = g.count - first;
  if (left == 0) return;
  workers = (int)min64(workers, left);
  Team team{g, sorted.order, first, Cursor(left, chunk_of(left, workers))};
  run_team(workers, work, &team);
}

}  // namespace

void run_group(const Group &g) {
  if (g.count == 1) return run_one(g, 0, g.threads, g.workspace);
  const uint64_t fixed = knob(Knob::GEMMKIT_BATCH_ENTRY_MNK);
  uint64_t total = 0;
  for (int64_t i = 0; i < g.count; ++i) {
    total = saturating_sum(total, saturating_sum(mnk_of(task_of(g, i, 1, nullptr)), fixed));
  }
  const int workers = resolve_workers({total, INT64_MAX, g.threads});
  if (workers > 1) return run_shared(g, total, workers);
  for (int64_t i = 0; i < g.count; ++i) run_one(g, i, 1, g.workspace);
}

}  // namespace gk
