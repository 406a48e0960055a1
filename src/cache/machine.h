// The data caches of the machine, as far as blocking cares.
#pragma once

#include <stdint.h>

namespace gk {

struct CacheLevel {
  int64_t bytes;      // of one cache; 0: absent
  int32_t ways;       // associativity; fully associative is reported as bytes/line
  int32_t line;       // bytes per line
  int32_t shared_by;  // workers whose private data compete for it (L2 of clustered cores); at least 1

  int64_t bytes_per_worker() const { return bytes / shared_by; }
};

struct Machine {
  CacheLevel l1d, l2, l3;  // l3.bytes may be 0
  int32_t cores;           // physical cores the process may run on, at least 1
};

// No level-2 cache of a current machine is smaller: what fits it needs no question about the machine.
inline constexpr int64_t kLeastL2Bytes = 256 * 1024;

// A plausible machine when nothing is known, and what replaces implausible levels.
extern const Machine kFallbackMachine;

// Levels that are zero, shrink with distance, or are absurd are replaced from kFallbackMachine.
Machine plausible(const Machine &reported);

// The machine this process runs on: hwloc, or else the C library, asked on the first call only, then plausible().
// Thread-safe.
const Machine &machine();
// Bytes below which work that memory bounds is not worth a team (GEMMKIT_GEMV_PARALLEL_BYTES, else the L2 cache). Work
// of few bytes learns it without a look at the machine.
uint64_t bandwidth_floor(uint64_t bytes);
// Whether machine() has been loaded (small products must not cause it).
bool machine_loaded();

}  // namespace gk
