// Products of one shape.
#include "batch/batch.h"

#include "base/checked.h"
#include "batch/schedule.h"
#include "dispatch/route.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

namespace gk {
namespace {

struct Team {
  const Task &first;
  const Steps &steps;
  Cursor cursor;
};

void work(void *context, int worker) {
  Team &team = *static_cast<Team *>(context);
  Task t = team.first;
  t.threads = 1;
  // The caller's workspace serves one product at a time: that of the calling thread.
  if (worker != 0) t.workspace = nullptr;
  int64_t begin, end;
  while (team.cursor.next(&begin, &end)) {
    Task from = t;
    advance(&from, team.steps, begin);
    run_each(from, team.steps, end - begin);
  }
}

// Products per grab: few grabs, yet enough of them that a slow core does not hold up the others.
int64_t chunk_of(int64_t count, int64_t workers) { return max64(1, count / (workers * jobs_per_worker())); }

uint64_t bytes_of(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  const uint64_t inputs =
      saturating_sum(saturating_volume(t.m, t.k, kt.elem_size), saturating_volume(t.k, t.n, kt.elem_size));
  return saturating_sum(inputs, saturating_volume(t.m, t.n, kt.out_size));
}

}  // namespace

void run_batch(const Task &first, const Steps &steps, int64_t count) {
  if (count == 1) return run_each(first, steps, 1);
  const uint64_t mnk = saturating_volume(first.m, first.n, first.k);
  const uint64_t weight = saturating_sum(mnk, knob(Knob::GEMMKIT_BATCH_ENTRY_MNK));
  uint64_t work_of_all;
  if (__builtin_mul_overflow(weight, (uint64_t)count, &work_of_all)) work_of_all = UINT64_MAX;

  BatchWidths widths;
  widths.count = count;
  widths.batch = resolve_workers({work_of_all, INT64_MAX, first.threads});
  widths.product = widths.batch <= 1 ? 1 : resolve_workers({mnk, INT64_MAX, first.threads});
  widths.bytes = bytes_of(first);
  widths.split_loss = knob(Knob::GEMMKIT_BATCH_SPLIT_LOSS);
  widths.split_bytes = knob(Knob::GEMMKIT_SEQ_INTERNAL_BYTES_PER_WORKER);
  switch (choose_schedule(widths)) {
    case Schedule::Internal: return run_each(first, steps, count);
    case Schedule::Serial: {
      Task t = first;
      t.threads = 1;
      return run_each(t, steps, count);
    }
    case Schedule::Shared: {
      const int64_t workers = min64(widths.batch, count);
      Team team{first, steps, Cursor(count, chunk_of(count, workers))};
      return run_team((int)workers, work, &team);
    }
  }
}

}  // namespace gk
