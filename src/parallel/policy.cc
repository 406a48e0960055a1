// How many workers: the serial gate, the work per worker, and what the process may use.
#include "parallel/policy.h"

#include "base/checked.h"
#include "base/env.h"
#include "base/keep_errno.h"
#include "parallel/backend.h"
#include "tuning/knobs.h"

#include <atomic>

namespace gk {
namespace {

constexpr int64_t kMostWorkers = 1 << 16;
// Automatic GEMMKIT_FULL_WIDTH_MNK: calibrated for teams of 32, a proportional part for narrower ones.
#if defined(__aarch64__)
constexpr uint64_t kFullWidthMnk = 14'000'000;
#else
constexpr uint64_t kFullWidthMnk = 110'000'000;
#endif
constexpr int64_t kFullWidthCalibrated = 32;
constexpr uint64_t kMostClasses = 3;
constexpr uint64_t kBandwidthStep = 8;  // automatic GEMMKIT_GEMV_TIER_STEP
// A team never has more than this many times the workers that the work pays for.
constexpr int64_t kMostSnapUp = 4;

constinit std::atomic<int32_t> setter_width{0};
// -1: not read yet. Threads that read them at the same time find the same, so no lock.
constinit std::atomic<int64_t> env_width{-1};
constinit std::atomic<int64_t> quota{-1};

// GEMMKIT_NUM_THREADS, read once. What is no positive number counts as unset: the backend's applies.
int64_t width_from_environment() {
  int64_t width = env_width.load(std::memory_order_relaxed);
  if (width >= 0) return width;
  constexpr const char *kName = "GEMMKIT_NUM_THREADS";
  uint64_t parsed = 0;
  const char *text = env_text(kName);
  const bool garbage = text != nullptr && !parse_decimal(text, &parsed);
  if (garbage) parsed = 0;
  width = parsed > static_cast<uint64_t>(kMostWorkers) ? kMostWorkers : static_cast<int64_t>(parsed);
  // Of several threads that read it at the same time one reports.
  const bool first = env_width.exchange(width, std::memory_order_relaxed) < 0;
  if (garbage && first) report_ignored(kName, text, "the default width");
  return width;
}

// Read once: a quota changed while the process runs is not followed.
int64_t process_quota() {
  int64_t cpus = quota.load(std::memory_order_relaxed);
  if (cpus < 0) {
    cpus = cgroup_cpu_quota("/sys/fs/cgroup", "/proc/self/cgroup");
    quota.store(cpus, std::memory_order_relaxed);
  }
  return cpus;
}

int64_t affinity_of_caller() {
  const int64_t bound = backend_bound();
  return bound > 0 ? bound : affinity_cpus();
}

// Whether a new team would get more than one thread here.
bool may_start_team() {
  if (!inside_parallel_region()) return true;
  return knob(Knob::GEMMKIT_NESTED) != 0 && may_nest();
}

int64_t capped_by(int64_t width, int64_t cap) { return cap > 0 ? min64(width, cap) : width; }

int64_t automatic_width() {
  WidthSources sources = {};
  sources.setter = setter_width.load(std::memory_order_relaxed);
  sources.env = width_from_environment();
  sources.backend = backend_width();
  // Cheap sources first: a width of one needs no system call.
  if (resolve_width(sources) <= 1) return 1;
  sources.quota = process_quota();
  sources.affinity = affinity_of_caller();
  return capped_by(resolve_width(sources), backend_limit());
}

uint64_t full_width_mnk(int64_t width) {
  uint64_t value = knob(Knob::GEMMKIT_FULL_WIDTH_MNK);
  if (value != 0) return value;
  return kFullWidthMnk / kFullWidthCalibrated * static_cast<uint64_t>(min64(width, kFullWidthCalibrated));
}

// An explicit request, up to the jobs and to what the process may use.
int requested_team(int32_t requested, int64_t jobs) {
  if (!may_start_team()) return 1;
  int64_t wanted = min64(min64(requested, jobs), kMostWorkers);
  wanted = capped_by(wanted, affinity_of_caller());
  return static_cast<int>(capped_by(wanted, backend_limit()));
}

int64_t pool_classes() {
  uint64_t classes = knob(Knob::GEMMKIT_POOL_CLASSES);
  return static_cast<int64_t>(classes < kMostClasses ? classes : kMostClasses);
}

int64_t clamped_knob(Knob id) {
  uint64_t value = knob(id);
  return value < uint64_t{kMostWorkers} ? static_cast<int64_t>(value) : kMostWorkers;
}

}  // namespace

int resolve_width(const WidthSources &sources) {
  int64_t width = sources.setter > 0 ? sources.setter : sources.env > 0 ? sources.env : sources.backend;
  width = capped_by(width, sources.affinity);
  width = capped_by(width, sources.quota);
  return static_cast<int>(max64(1, min64(width, kMostWorkers)));
}

int snap_team(const AutoTeam &team) {
  int64_t wanted = max64(1, min64(team.by_work, team.width));
  if (wanted == 1) return 1;
  int64_t size = team.width;
  if (team.classes <= 0) {
    size = wanted;
  } else {
    int64_t halvings = 0;
    bool too_wide = !team.full_width;
    while (size / 2 >= 2) {
      bool class_left = halvings < team.classes && (size > wanted || too_wide);
      if (!class_left && size <= kMostSnapUp * wanted) break;
      size /= 2;
      ++halvings;
      too_wide = false;
    }
  }
  return static_cast<int>(max64(1, min64(size, team.jobs)));
}

int max_threads() {
  KeepErrno keep_errno;
  return may_start_team() ? static_cast<int>(automatic_width()) : 1;
}

void set_num_threads(int32_t n) {
  if (n >= 0) setter_width.store(n, std::memory_order_relaxed);
}

int resolve_workers(const WorkRequest &request) {
  if (serial_by_size(request.mnk)) return 1;
  if (request.jobs <= 1 || request.requested == 1) return 1;
  KeepErrno keep_errno;

  if (request.requested > 1) return requested_team(request.requested, request.jobs);

  uint64_t per_worker = knob(Knob::GEMMKIT_PAR_MNK_PER_WORKER);
  uint64_t by_work = request.mnk / (per_worker == 0 ? 1 : per_worker);
  if (by_work <= 1 || !may_start_team()) return 1;
  AutoTeam team;
  team.width = automatic_width();
  team.by_work = static_cast<int64_t>(by_work < uint64_t{kMostWorkers} ? by_work : uint64_t{kMostWorkers});
  team.jobs = request.jobs;
  team.classes = pool_classes();
  team.full_width = request.mnk >= full_width_mnk(team.width);
  return snap_team(team);
}

int bandwidth_team(const BandwidthTeam &team) {
  if (team.bytes < team.floor) return 1;
  if (team.cap > 0) return static_cast<int>(max64(1, min64(team.cap, team.width)));
  const int64_t most = min64(team.width, max64(2, team.width / 2));
  int64_t size = min64(most, max64(2, team.width >> max64(1, team.classes)));
  const uint64_t step = team.step > 1 ? team.step : kBandwidthStep;
  uint64_t rung = team.floor > 0 ? team.floor : 1;
  while (size < most && !__builtin_mul_overflow(rung, step, &rung) && team.bytes >= rung) size = min64(most, 2 * size);
  return static_cast<int>(max64(1, size));
}

int resolve_bandwidth(const BandwidthRequest &request) {
  if (request.bytes < request.floor || request.jobs <= 1 || request.requested == 1) return 1;
  KeepErrno keep_errno;
  if (request.requested > 1) return requested_team(request.requested, request.jobs);
  if (!may_start_team()) return 1;
  BandwidthTeam team;
  team.width = automatic_width();
  team.bytes = request.bytes;
  team.floor = request.floor;
  team.step = knob(Knob::GEMMKIT_GEMV_TIER_STEP);
  team.classes = pool_classes();
  team.cap = clamped_knob(Knob::GEMMKIT_GEMV_THREAD_CAP);
  return static_cast<int>(min64(bandwidth_team(team), request.jobs));
}

}  // namespace gk
