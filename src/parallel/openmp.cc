// The OpenMP backend: teams, the signal mask of their threads, and surviving a shortage of threads.
#include "parallel/backend.h"

#include "base/checked.h"
#include "base/env.h"
#include "base/keep_errno.h"
#include "base/no_cancellation.h"
#include "parallel/fork.h"
#include "parallel/signals.h"

#include <fenv.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <atomic>

namespace gk {
namespace {

// ---- Trying out thread creation -------------------------------------------------------------------------------
//
// libgomp ends the process when pthread_create fails in it, for example under a container's pids limit or
// RLIMIT_NPROC. So before a team grows, as many threads as it will need, with stacks as it will have, are created, held
// alive together and ended again. That shows a standing shortage of threads or of memory for their stacks. It cannot
// exclude that others take what was free before OpenMP gets to it, nor that OpenMP fails to allocate its own tables.

// After a failure no team grows for this long, instead of every call trying again.
constexpr int64_t kShortageNanoseconds = 1'000'000'000;
constinit std::atomic<int64_t> shortage_until{0};

// Most threads that are tried at a time (their records lie on the caller's stack). Wider growth than this is
// believed when this many could be had.
constexpr int kMostTrials = 512;

int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

struct TrialThread {
  pthread_mutex_t *gate;  // held by the creator until the last thread exists
  pthread_t thread;
  pid_t id;
};

void *wait_at_gate(void *argument) {
  auto *self = static_cast<TrialThread *>(argument);
  self->id = static_cast<pid_t>(syscall(SYS_gettid));
  pthread_mutex_lock(self->gate);
  pthread_mutex_unlock(self->gate);
  return nullptr;
}

// pthread_join returns a moment before the operating system takes the thread off its counts: creating the
// next one at once could still fail. The counts are right when the thread's number is gone.
void join(const TrialThread &trial) {
  pthread_join(trial.thread, nullptr);
  for (int attempt = 0; attempt < 10'000; ++attempt) {
    if (syscall(SYS_tgkill, getpid(), trial.id, 0) != 0) return;
    sched_yield();
  }
}

// Reads a size as libgomp does: what strtoul takes, so that a minus sign wraps around, and one of the units B, K, M and
// G, in either case; K if there is none.
bool parse_stack_size(const char *text, size_t *out) {
  if (text == nullptr) return false;
  while (is_blank(*text)) ++text;
  const bool negative = *text == '-';
  if (negative || *text == '+') ++text;
  const char *digits = text;
  size_t bytes = 0;
  for (; *text >= '0' && *text <= '9'; ++text) {
    if (!checked_mul(bytes, size_t{10}, &bytes)) return false;
    if (__builtin_add_overflow(bytes, static_cast<size_t>(*text - '0'), &bytes)) return false;
  }
  if (text == digits) return false;
  if (negative) bytes = 0 - bytes;
  while (is_blank(*text)) ++text;
  size_t unit = 1024;
  switch (*text) {
    case 'b':
    case 'B': unit = 1; break;
    case 'm':
    case 'M': unit = size_t{1} << 20; break;
    case 'g':
    case 'G': unit = size_t{1} << 30; break;
    default: break;
  }
  const bool named = unit != 1024 || *text == 'k' || *text == 'K';
  text += named;
  while (is_blank(*text)) ++text;
  return *text == '\0' && checked_mul(bytes, unit, out);
}

// Bytes of the stacks that OMP_STACKSIZE, or else GOMP_STACKSIZE, gives to OpenMP's threads; 0: the default. Read when
// OpenMP reads them too, at load: the host may change its environment later, even while we would look.
constinit size_t worker_stack = 0;

[[gnu::constructor]] void read_worker_stack() {
  size_t bytes;
  if (parse_stack_size(getenv("OMP_STACKSIZE"), &bytes) || parse_stack_size(getenv("GOMP_STACKSIZE"), &bytes)) {
    worker_stack = bytes;
  }
}

// Attributes of threads with such stacks. A size that cannot be means the default to OpenMP too.
class WorkerAttributes {
 public:
  WorkerAttributes() {
    pthread_attr_init(&attributes_);
    if (worker_stack != 0) pthread_attr_setstacksize(&attributes_, worker_stack);
  }
  ~WorkerAttributes() { pthread_attr_destroy(&attributes_); }
  WorkerAttributes(const WorkerAttributes &) = delete;
  WorkerAttributes &operator=(const WorkerAttributes &) = delete;

  const pthread_attr_t *get() const { return &attributes_; }

 private:
  pthread_attr_t attributes_;
};

// How many of `wanted` threads, at most kMostTrials, can exist at the same time.
int try_threads(int wanted) {
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  TrialThread trials[kMostTrials];
  const WorkerAttributes attributes;
  pthread_mutex_lock(&gate);
  int created = 0;
  while (created < wanted) {
    trials[created].gate = &gate;
    if (pthread_create(&trials[created].thread, attributes.get(), wait_at_gate, &trials[created]) != 0) break;
    ++created;
  }
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < created; ++i) join(trials[i]);
  pthread_mutex_destroy(&gate);
  return created;
}

// A team size between `have`, whose threads exist, and `wanted`. In a shortage the team takes half of what
// could be created, to leave something to the application.
int affordable_team(int have, int wanted) {
  int64_t until = shortage_until.load(std::memory_order_relaxed);
  if (until != 0 && now() < until) return have;
  // No handler of the host may run on a trial thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int trials = wanted - have < kMostTrials ? wanted - have : kMostTrials;
  int created = try_threads(trials);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (created == trials) return wanted;
  shortage_until.store(now() + kShortageNanoseconds, std::memory_order_relaxed);
  return have + created / 2;
}

// ---- Teams ------------------------------------------------------------------------------------------------------

// The team this thread had last (as far as asked for). libgomp keeps one pool per calling thread, creates threads when
// a team is larger than the one before and ends the surplus when it is smaller. Teams that the host starts from the
// same thread change its pool too, unseen by us.
constinit thread_local int last_team = 0;

// Threads that OpenMP created out of our sight (the host gave up its pool in between) inherit a mask that lets
// signals through: each worker sees to itself once.
void mask_this_worker() {
  static constinit thread_local bool masked = false;
  if (masked) return;
  sigset_t before;
  block_asynchronous_signals(&before);
  masked = true;
}

// Threads of the pool keep the floating-point mode of the day they were created. A caller that has changed its
// rounding or its treatment of subnormals since must get the same bits from every worker, so workers adopt
// the caller's mode for the duration; the pool is the host's too.
//
// Not inlined: with a body known to do nothing a compiler may drop the region.
[[gnu::noinline]] void start_team(int workers, void (*body)(void *context, int worker), void *context) {
  fenv_t callers;
  fegetenv(&callers);
#pragma omp parallel num_threads(workers)
  {
    int worker = omp_get_thread_num();
    if (worker == 0) {
      body(context, 0);
    } else {
      mask_this_worker();
      fenv_t own;
      fegetenv(&own);
      fesetenv(&callers);
      body(context, worker);
      fesetenv(&own);
    }
  }
}

void no_work(void *, int) {}

// Runs a team whose threads are created with asynchronous signals blocked, and inherit that.
void start_masked_team(int workers, void (*body)(void *context, int worker), void *context) {
  sigset_t before;
  block_asynchronous_signals(&before);
  start_team(workers, body, context);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void run_team(int workers, void (*body)(void *context, int worker), void *context) {
  if (workers <= 1) {
    body(context, 0);
    return;
  }
  KeepErrno keep_errno;
  NoCancellation no_cancellation;
  // Nested teams are not pooled: OpenMP creates and ends their threads each time.
  bool nested = omp_get_level() > 0;
  int have = nested || last_team < 1 ? 1 : last_team;
  if (workers > have) workers = ensure_fork_safe() ? affordable_team(have, workers) : 1;
  if (workers <= 1) {
    body(context, 0);
  } else if (nested) {
    start_masked_team(workers, body, context);
  } else {
    // The threads come into being in a region of its own, so that the caller computes with the signal mask
    // it came with.
    if (workers > have) start_masked_team(workers, no_work, nullptr);
    last_team = workers;
    start_team(workers, body, context);
  }
}

bool inside_parallel_region() { return omp_in_parallel() != 0; }
bool may_nest() { return omp_get_active_level() < omp_get_max_active_levels(); }

int64_t backend_width() { return omp_get_max_threads(); }
int64_t backend_limit() { return omp_get_thread_limit(); }
// Under OMP_PROC_BIND the runtime itself binds every thread, the caller included, to one place of many: then its own
// count of the places' processors is the right one.
int64_t backend_bound() { return omp_get_proc_bind() != omp_proc_bind_false ? omp_get_num_procs() : 0; }
const char *backend_name() { return "openmp"; }

void forget_teams() {
  last_team = 0;
  shortage_until.store(0, std::memory_order_relaxed);
}

}  // namespace gk
