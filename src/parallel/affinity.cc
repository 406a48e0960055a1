// The calling thread's affinity mask.
#include "parallel/policy.h"

#include <sched.h>
#include <stddef.h>

namespace gk {
namespace {

// CPUs in a mask of at most Bytes bytes; 0 when the kernel's mask is larger (or cannot be read).
template <size_t Bytes>
[[gnu::noinline]] int64_t affinity_within() {
  alignas(cpu_set_t) unsigned long mask[Bytes / sizeof(unsigned long)] = {};
  if (sched_getaffinity(0, sizeof mask, reinterpret_cast<cpu_set_t *>(mask)) != 0) return 0;
  int64_t cpus = 0;
  for (unsigned long word : mask) cpus += __builtin_popcountl(word);
  return cpus;
}

}  // namespace

// The mask can change at any time, from outside too (taskset -p), and differs between threads, so it is not cached: the
// system call costs some 100 ns and is made for parallel-sized work only.
// Masks of 1024 CPUs are tried first; the kernel refuses buffers smaller than its own mask.
int64_t affinity_cpus() {
  const int64_t cpus = affinity_within<1024 / 8>();
  return cpus != 0 ? cpus : affinity_within<65536 / 8>();
}

}  // namespace gk
