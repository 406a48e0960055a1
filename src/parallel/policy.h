// How many workers a product gets.
#pragma once

#include "tuning/knobs.h"

#include <stdint.h>

namespace gk {

// The widest team automatic width may use from the calling thread now: 1 inside a parallel region (unless
// nesting is on), else gemmkit_set_num_threads, GEMMKIT_NUM_THREADS or omp_get_max_threads(), capped by the
// affinity mask of the calling thread and the cgroup CPU quota. OMP_THREAD_LIMIT and OMP_DYNAMIC are honoured.
int max_threads();
// gemmkit_set_num_threads; 0 restores automatic, a negative number is ignored.
void set_num_threads(int32_t n);

// The default team width in an environment, as a pure function for tests.
struct WidthSources {
  int64_t setter;    // 0: unset
  int64_t env;       // GEMMKIT_NUM_THREADS, 0: unset
  int64_t backend;   // backend_width(): with OpenMP, omp_get_max_threads()
  int64_t affinity;  // CPUs in the mask, 0: unknown
  int64_t quota;     // cgroup CPU quota rounded up, 0: none
};
int resolve_width(const WidthSources &);

// CPUs the cgroup quota allows, rounded up; 0: unlimited. root is "/sys/fs/cgroup" outside tests, self
// "/proc/self/cgroup". Understands cgroup v2 (cpu.max, all ancestors) and v1 (cpu.cfs_quota_us / cpu.cfs_period_us).
int64_t cgroup_cpu_quota(const char *root, const char *self);

// CPUs in the calling thread's affinity mask; 0: unknown.
int64_t affinity_cpus();

// The team size of a product whose width is automatic, as a pure function for tests.
struct AutoTeam {
  int64_t width;    // of a full team
  int64_t by_work;  // workers the amount of work pays for
  int64_t jobs;     // pieces of work
  int64_t classes;  // GEMMKIT_POOL_CLASSES
  bool full_width;  // whether the work reaches GEMMKIT_FULL_WIDTH_MNK
};
// Alternating between team sizes makes OpenMP end and create threads, so sizes snap to width, width/2, ...
// width/2^classes: the largest that the work pays for, else the smallest of them. At least 1, at most jobs.
int snap_team(const AutoTeam &);

// The serial gate: products below GEMMKIT_PARALLEL_THRESHOLD (m*n*k) never get a team, even when one is requested.
inline bool serial_by_size(uint64_t mnk) { return mnk < knob(Knob::GEMMKIT_PARALLEL_THRESHOLD); }

// GEMMKIT_PARALLEL_OVERSAMPLE, within reason.
inline int64_t jobs_per_worker() {
  const int64_t jobs = knob_extent(Knob::GEMMKIT_PARALLEL_OVERSAMPLE);
  return jobs < 1 ? 1 : jobs < 1024 ? jobs : 1024;
}

struct WorkRequest {
  uint64_t mnk;       // m*n*k, saturated
  int64_t jobs;       // pieces the work falls into at most
  int32_t requested;  // gemmkit_exec::threads
};
// At least 1. Serial below GEMMKIT_PARALLEL_THRESHOLD, even when more were requested; an explicit request is
// honoured up to the jobs (and to what the process may use); automatic width grows with the work and snaps
// to few distinct team sizes. Takes the cheap way out (no environment, no OpenMP) when the gate says serial.
int resolve_workers(const WorkRequest &);

// The same for work bound by memory bandwidth, which few workers exhaust. From `floor` bytes on a team starts at
// the smallest class of team size (snap_team) and doubles with each factor of GEMMKIT_GEMV_TIER_STEP, up to half
// the full width; GEMMKIT_GEMV_THREAD_CAP puts a fixed size in the ladder's place. At least 2 above the floor.
struct BandwidthRequest {
  uint64_t bytes;     // touched, saturated
  uint64_t floor;     // bytes below which the caller computes alone, whatever was requested
  int64_t jobs;       // pieces the work falls into at most
  int32_t requested;  // gemmkit_exec::threads
};
int resolve_bandwidth(const BandwidthRequest &);

// The ladder as a pure function for tests.
struct BandwidthTeam {
  int64_t width;  // of a full team
  uint64_t bytes, floor, step;
  int64_t classes, cap;
};
int bandwidth_team(const BandwidthTeam &);

}  // namespace gk
