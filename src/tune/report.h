// What a sweep found: on the terminal, as a profile, as a page.
#pragma once

#include "tune/sweep.h"

#include <string>
#include <utility>
#include <vector>

namespace gk::tune {

struct Findings {
  Host host;
  std::vector<Outcome> outcomes;
  // Knobs without a sweep, and why: never tuned, or not asked for.
  std::vector<std::pair<std::string, std::string>> not_swept;
  std::string version, time;  // of the run: "2026-07-19 14:12:03 UTC"
  std::string budget;         // "2m"; empty: none
  double seconds = 0;         // the run took

  size_t swept() const;
  size_t moved() const;
  // Everything skipped, and why, in the order of the tables.
  std::vector<std::pair<std::string, std::string>> skipped() const;
};

std::string host_line(const Host &);
std::string percent(double relative);

std::string terminal_report(const Findings &, bool colours);
std::string profile_text(const Findings &);
std::string html_report(const Findings &);

// A file that is there completely or not at all: written beside its place, then moved there. Throws std::runtime_error.
void write_atomically(const std::string &path, const std::string &text);
// Throws std::runtime_error if write_atomically could not.
void check_writable(const std::string &path);

}  // namespace gk::tune
