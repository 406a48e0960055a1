// What is seen while it runs: a bar on a terminal, else a line per knob.
#pragma once

#include "tune/sweep.h"

#include <string>

namespace gk::tune {

// Ctrl-C, hang-up and the like ask for an end instead of ending the process: the sweep stops after the sample that
// runs.
void catch_signals();
// The signal that asked, or 0.
int signal_caught();

class Progress : public Watcher {
 public:
  // `knobs`: that will be swept. budget 0: no limit.
  Progress(size_t knobs, double budget);
  ~Progress() override;
  void begins(const Tuned &) override;
  void proceeds(double fraction) override;
  void ends(const Outcome &) override;
  bool interrupted() override { return signal_caught() != 0; }
  double seconds() const;

 private:
  void draw();
  void erase();

  size_t knobs_, done_ = 0;
  double budget_, start_, fraction_ = 0;
  bool terminal_, drawn_ = false;
  std::string knob_;
};

}  // namespace gk::tune
