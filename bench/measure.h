// The measurement itself: everybody in turn, several rounds, machine peak in each round.
#pragma once

#include "contestant.h"
#include "machine.h"
#include "operands.h"
#include "peak.h"

#include <map>
#include <string>
#include <vector>

namespace gk::bench {

// A contestant at one thread count; with several counts each takes part once per count.
struct Entry {
  Contestant *contestant;
  int threads;
};

struct MeasureOptions {
  int rounds = 9;
  double sample_seconds = 2e-3;
  double peak_seconds = 2e-3;
  double settle_seconds = 0;  // pause before a sample, for other libraries' spinning workers to go to sleep
  bool huge_pages = false;
  bool check = true;
  bool cpu_clock = false;  // time by the CPU time of the calling thread: for one thread on a machine that is not idle
  Pin pin = Pin::kBind;
  std::vector<int> cpus;  // as many as the largest thread count
};

struct Samples {
  std::vector<double> values;
  double best() const;  // largest
  double median() const;
};

struct Outcome {
  Entry entry;
  std::string refused;       // why there are no samples
  std::string wrong;         // what is wrong with its result; timed all the same
  int64_t reps = 0;          // calls per sample
  Samples seconds;           // per call; best() is meaningless here, see fastest()
  double cpu_over_wall = 0;  // CPU seconds of the process per second of all samples
  double fastest() const;
  double best_gflops(const Shape &s) const { return 1e-9 * s.flops() / fastest(); }
  double median_gflops(const Shape &s) const { return 1e-9 * s.flops() / seconds.median(); }
};

struct Result {
  Shape shape;
  std::map<int, Samples> peak;  // GFLOP/s by thread count
  std::vector<Outcome> outcomes;
};

Result measure(const Shape &, const std::vector<Entry> &, PeakIsa, const MeasureOptions &);

}  // namespace gk::bench
