// The command line.
#pragma once

#include <string>
#include <vector>

namespace gk::tune {

struct Options {
  int threads = 0;          // 0: all of the machine's
  double budget = 0;        // seconds; 0: no limit
  std::string budget_text;  // as it was given
  double large_gib = 0;
  std::string out = "gemmkit-tune.env", html;
  std::vector<std::string> knobs;  // empty: all
  bool dry_run = false;
};

// Fills the options and returns -1, or says what is to be said (help, version, or one line about a mistake) and
// returns the exit code.
int read_options(int argc, char **argv, Options *);

// "30s", "2m", "1h", or seconds, as a positive number of seconds; 0 if it is none of these.
double parse_duration(const std::string &);

// A duration to read: "4 s", "2 min 5 s", "1 h 10 min".
std::string duration_text(double seconds);

}  // namespace gk::tune
