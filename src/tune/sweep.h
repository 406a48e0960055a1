// One knob after another: its values back to back on each of its shapes, within a share of the time there is.
#pragma once

#include "tune/meter.h"
#include "tune/select.h"

#include <string>
#include <vector>

namespace gk::tune {

// 0: no limit.
struct Budget {
  double seconds = 0;
  bool limited() const { return seconds > 0; }
  int repeats() const { return !limited() || seconds >= 90 ? 7 : seconds >= 30 ? 5 : 3; }
};

struct Candidate {
  uint64_t value = 0;
  std::vector<Rate> by_shape;
  Score score;
};

struct Outcome {
  Tuned tuned;
  uint64_t default_value = 0;
  std::string skipped;                // why there are no candidates; empty: swept
  std::vector<Candidate> candidates;  // the default first
  size_t winner = 0;
  double speed_up = 1;  // of the winner over the default: the smaller of the sweep's and the confirmation's
  std::string remark;   // on a winner that was dismissed
  std::vector<std::string> left_out;  // shapes that took too long for the knob's share of the time

  bool moved() const { return winner != 0; }
  uint64_t value() const { return candidates[winner].value; }
};

// Told how things go.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void begins(const Tuned &) {}
  virtual void proceeds(double /*fraction of the whole sweep*/) {}
  virtual void ends(const Outcome &) {}
  // Whether to stop: the sweep then throws Interrupted.
  virtual bool interrupted() { return false; }
};
struct Interrupted {};

// A knob's default and candidates without repetition, the default first; and of these one that a detuned default
// (see main.cc) would leave out, the shipped one.
std::vector<uint64_t> values_of(const Tuned &, uint64_t default_value, uint64_t shipped);

class Sweep {
 public:
  Sweep(Meter &meter, Watcher &watcher, Budget budget) : meter_(meter), watcher_(watcher), budget_(budget) {}

  struct Job {
    Tuned tuned;
    uint64_t default_value, shipped;
  };
  // In order; inert knobs cost nothing.
  std::vector<Outcome> run(const std::vector<Job> &);

 private:
  struct OutOfTime {};
  Outcome sweep(const Job &, double share);
  void measure_all(const Tuned &, const std::vector<Probe> &, double share, std::vector<Candidate> *,
                   std::vector<size_t> *measured);
  bool measure(const Tuned &, const Probe &, double share, std::vector<Candidate> *);
  void confirm(Outcome *, const std::vector<size_t> &measured, double share);
  int64_t calls_for(const std::vector<Candidate> &, size_t i, double call, double batch, double *measured);
  double time(uint64_t value, int64_t warm_up, int64_t calls, double expected);
  void shorten(double left, const std::vector<double> &per_call, std::vector<int64_t> *calls) const;
  void tell(double weight);

  Meter &meter_;
  Watcher &watcher_;
  Budget budget_;
  double deadline_ = 0;
  // Seconds that pass per second measured: above 1 where others want the processor too.
  double slowdown() const;
  double passed_ = 0, measured_ = 0;
  double weight_done_ = 0, weight_total_ = 0;
  bool confirming_ = false;
  double asked_for_ = 0;  // seconds that the shapes left out of the current knob would have taken
};

}  // namespace gk::tune
