// The pthread backend: one pool for the process, that grows when a team asks for more workers than are idle. A worker
// belongs to one team at a time; teams of several callers, and nested ones, exist side by side.
#include "base/keep_errno.h"
#include "base/memory.h"
#include "base/no_cancellation.h"
#include "parallel/backend.h"
#include "parallel/fork.h"
#include "parallel/signals.h"
#if defined(__wasm__)
#include "base/checked.h"
#include "tuning/knobs.h"
#endif

#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <atomic>
#include <new>

// In a host with OpenMP its regions count as the pool's do.
extern "C" [[gnu::weak]] int omp_in_parallel(void);

namespace gk {
namespace {

// After a failure no team grows for this long, instead of every call trying again.
constexpr int64_t kShortageNanoseconds = 1'000'000'000;
// How often a waiting thread looks before it goes to sleep: some 10 us, about what waking up costs.
constexpr int kSpins = 200;

// Workers run where their caller may: the pool is the process's, affinity masks are the threads'. Masks of more than
// 1024 CPUs are left as they were when the worker was made, as its maker's.
#if defined(__linux__)
struct Placement {
  cpu_set_t cpus = {};
  Placement() { sched_getaffinity(0, sizeof cpus, &cpus); }
  // By the worker itself; `own`: where it is.
  void adopt(Placement *own) const {
    if (memcmp(&own->cpus, &cpus, sizeof cpus) == 0 || sched_setaffinity(0, sizeof cpus, &cpus) != 0) return;
    *own = *this;
  }
};
#else
struct Placement {
  void adopt(Placement *) const {}
};
#endif

// Never freed: a worker that is idle waits for ever, and the library stays mapped.
struct Worker {
  Worker *next;  // in the list of idle ones, or of its team
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  std::atomic<int> busy;  // written under the mutex
  void (*body)(void *context, int worker);
  void *context;
  int number;
  fenv_t mode;
  Placement place;
};

pthread_mutex_t pool_mutex = PTHREAD_MUTEX_INITIALIZER;
constinit Worker *idle = nullptr;             // the last one to finish first: its caches are warm
constinit std::atomic<int64_t> pool_size{0};  // workers made, and being made
constinit std::atomic<int64_t> shortage_until{0};
constinit thread_local int depth = 0;  // of teams around the calling thread

int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void pause_cpu() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

void set_busy(Worker *worker, int busy) {
  pthread_mutex_lock(&worker->mutex);
  worker->busy.store(busy, std::memory_order_release);
  pthread_cond_signal(&worker->changed);
  pthread_mutex_unlock(&worker->mutex);
}

void wait_until(Worker *worker, int busy) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (worker->busy.load(std::memory_order_acquire) == busy) return;
    pause_cpu();
  }
  pthread_mutex_lock(&worker->mutex);
  while (worker->busy.load(std::memory_order_acquire) != busy) pthread_cond_wait(&worker->changed, &worker->mutex);
  pthread_mutex_unlock(&worker->mutex);
}

// A worker computes in the floating-point mode of its caller, and returns to its own.
void *work(void *argument) {
  auto *self = static_cast<Worker *>(argument);
  depth = 1;
  Placement place;
  fenv_t own;
  fegetenv(&own);
  for (;;) {
    wait_until(self, 1);
    self->place.adopt(&place);
    fesetenv(&self->mode);
    self->body(self->context, self->number);
    fesetenv(&own);
    set_busy(self, 0);
  }
}

// A place for one more worker. The limit is that of all teams together: what other callers' teams have is taken.
bool claim_place() {
  const int64_t limit = backend_limit();
  if (pool_size.fetch_add(1, std::memory_order_relaxed) < limit - 1 || limit == 0) return true;
  pool_size.fetch_sub(1, std::memory_order_relaxed);
  return false;
}

// A worker in a place that was claimed, or null when threads or memory are short.
Worker *create_worker() {
  void *memory = aligned_allocate(sizeof(Worker));
  if (memory == nullptr) return nullptr;
  auto *worker = new (memory) Worker{};
  pthread_mutex_init(&worker->mutex, nullptr);
  pthread_cond_init(&worker->changed, nullptr);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The mask is inherited: no handler of the host may run on a worker, not even as it starts.
  sigset_t before;
  block_asynchronous_signals(&before);
  pthread_t thread;
  const bool created = pthread_create(&thread, &attributes, work, worker) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (created) return worker;
  pthread_cond_destroy(&worker->changed);
  pthread_mutex_destroy(&worker->mutex);
  aligned_free(memory);
  return nullptr;
}

// Up to `wanted` workers as a list: idle ones, then new ones.
Worker *take_workers(int wanted) {
  Worker *team = nullptr;
  int have = 0;
  pthread_mutex_lock(&pool_mutex);
  for (; have < wanted && idle != nullptr; ++have) {
    Worker *worker = idle;
    idle = worker->next;
    worker->next = team;
    team = worker;
  }
  pthread_mutex_unlock(&pool_mutex);
  if (have == wanted) return team;
  const int64_t until = shortage_until.load(std::memory_order_relaxed);
  if ((until != 0 && now() < until) || !ensure_fork_safe()) return team;
  for (; have < wanted && claim_place(); ++have) {
    Worker *worker = create_worker();
    if (worker == nullptr) {
      pool_size.fetch_sub(1, std::memory_order_relaxed);
      shortage_until.store(now() + kShortageNanoseconds, std::memory_order_relaxed);
      break;
    }
    worker->next = team;
    team = worker;
  }
  return team;
}

void give_back(Worker *team) {
  if (team == nullptr) return;
  Worker *last = team;
  while (last->next != nullptr) last = last->next;
  pthread_mutex_lock(&pool_mutex);
  last->next = idle;
  idle = team;
  pthread_mutex_unlock(&pool_mutex);
}

}  // namespace

void run_team(int workers, void (*body)(void *context, int worker), void *context) {
  if (workers <= 1) {
    body(context, 0);
    return;
  }
  KeepErrno keep_errno;
  NoCancellation no_cancellation;
  Worker *const team = take_workers(workers - 1);
  if (team == nullptr) {
    body(context, 0);
    return;
  }
  fenv_t mode;
  fegetenv(&mode);
  const Placement place;
  int number = 0;
  for (Worker *worker = team; worker != nullptr; worker = worker->next) {
    worker->body = body;
    worker->context = context;
    worker->number = ++number;
    worker->mode = mode;
    worker->place = place;
    set_busy(worker, 1);
  }
  ++depth;
  body(context, 0);
  --depth;
  for (Worker *worker = team; worker != nullptr; worker = worker->next) wait_until(worker, 0);
  give_back(team);
}

bool inside_parallel_region() { return depth > 0 || (omp_in_parallel != nullptr && omp_in_parallel() != 0); }
bool may_nest() { return true; }

#if defined(__wasm__)
// A thread of these is a worker of the host, which was started before, or never runs while its team is waited for; and
// one that the library takes is one that the program cannot start.
int64_t backend_width() { return max64(1, knob_extent(Knob::GEMMKIT_WASM_THREADS)); }
int64_t backend_limit() { return backend_width(); }
#else
int64_t backend_width() {
  const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  return cpus > 0 ? cpus : 1;
}
int64_t backend_limit() { return 0; }
#endif
int64_t backend_bound() { return 0; }
const char *backend_name() { return "pthread"; }

// ---- Forking ------------------------------------------------------------------------------------------------------

// A child has none of the workers, busy or idle, and one thread that holds no lock: it starts with an empty pool.
void lock_pool() { pthread_mutex_lock(&pool_mutex); }
void unlock_pool() { pthread_mutex_unlock(&pool_mutex); }
void renew_pool() {
  idle = nullptr;
  pool_size.store(0, std::memory_order_relaxed);
  shortage_until.store(0, std::memory_order_relaxed);
  pthread_mutex_unlock(&pool_mutex);
}

void forget_teams() {
  // A worker that is not listed waits for ever, at the cost of its stack.
  lock_pool();
  renew_pool();
}

namespace {

pthread_once_t fork_once = PTHREAD_ONCE_INIT;
constinit std::atomic<bool> fork_safe{false};

void install() { fork_safe.store(pthread_atfork(lock_pool, unlock_pool, renew_pool) == 0, std::memory_order_release); }

}  // namespace

bool ensure_fork_safe() {
  if (!fork_safe.load(std::memory_order_acquire)) pthread_once(&fork_once, install);
  return fork_safe.load(std::memory_order_acquire);
}

}  // namespace gk
