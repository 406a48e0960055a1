// The two tables that together name every knob: those with a sweep, and those without, and why.
#pragma once

#include "bench/shape.h"
#include "tune/host.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gk::tune {

// Who computes a probe.
enum class Team {
  kOne,   // the calling thread
  kAll,   // as many workers as are tuned for
  kAuto,  // as many as the library chooses, up to those
};

struct Probe {
  bench::Shape shape;
  Team team = Team::kOne;
  std::string name() const;
};

// When the library looks at a knob.
enum class Read {
  kPerCall,
  kPerWorkspace,  // when packing memory is allocated
  kPerProcess,    // on first use: each measurement needs a process of its own
};

struct Tuned {
  const char *knob;
  std::vector<uint64_t> candidates;  // beside the default, in the order they are tried
  std::vector<Probe> probes;         // the knob acts on them, and its crossover lies between them
  std::string inert;                 // why it has no effect on this host; empty: it has
  bool bandwidth = false;            // rated by the bytes of the matrix, not by operations
  Read read = Read::kPerCall;
};

struct NeverTuned {
  const char *knob;
  const char *reason;
};

std::vector<Tuned> tuned_knobs(const Host &);
const std::vector<NeverTuned> &never_tuned_knobs();

// Work of one call, in units of the rate: 10^9 operations, or bytes of the matrix.
double work_of(const Tuned &, const Probe &);
// "18446744073709551615" is "never" to a reader, though not in a profile.
std::string value_text(uint64_t value);
inline const char *unit_of(const Tuned &t) { return t.bandwidth ? "GB/s" : "GFLOP/s"; }

}  // namespace gk::tune
