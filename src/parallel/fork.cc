// The fork handlers.
//
// libgomp keeps the threads of a region docked for the next one. A forked child inherits the bookkeeping but
// not the threads, and waits for them for ever. OpenMP 5 has the remedy: a paused runtime gives its threads
// up and builds them again on demand. So the forking thread pauses before each fork; parent and child both
// start their next region with a fresh pool. Pools of other threads do not matter, since those threads do
// not exist in the child. Inside a region the pause is refused, and the child, which then counts as being in a
// parallel region, computes serially.
#include "parallel/fork.h"

#include "base/keep_errno.h"

#include <omp.h>
#include <pthread.h>
#include <atomic>

namespace gk {
namespace {

pthread_once_t once = PTHREAD_ONCE_INIT;
constinit std::atomic<bool> installed{false};

void prepare() {
  KeepErrno keep_errno;
  // Soft: a hard pause also drops settings of the host (and crashes LLVM's runtime).
  omp_pause_resource_all(omp_pause_soft);
  forget_teams();
}

// No parent or child handler: prepare runs in the forking thread, and both sides inherit what it did.
void install() { installed.store(pthread_atfork(prepare, nullptr, nullptr) == 0, std::memory_order_release); }

// At load, not at our first team: the pool that a child would wait for may be the host's own.
[[gnu::constructor]] void install_at_load() { ensure_fork_safe(); }

}  // namespace

bool ensure_fork_safe() {
  if (installed.load(std::memory_order_acquire)) return true;
  pthread_once(&once, install);
  return installed.load(std::memory_order_acquire);
}

}  // namespace gk
