// The program's own error handlers. Libraries find them before theirs, which would print a line for every call of
// a sample, or end the program.
#include "xerbla.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace {

std::atomic<bool> reported{false};  // the first of several threads gets to write
std::string report;

void record(std::string routine, int argument) {
  if (reported.exchange(true)) return;
  while (routine.ends_with(' ')) routine.pop_back();
  report = routine + " reports illegal argument " + std::to_string(argument);
}

}  // namespace

namespace gk::bench {

std::string take_reported_mistake() {
  std::string taken;
  taken.swap(report);
  reported = false;
  return taken;
}

}  // namespace gk::bench

extern "C" {

// A C caller may leave out the length, so it is no more than a bound.
[[gnu::visibility("default")]] void xerbla_(const char *name, const int *argument, size_t length) {
  constexpr size_t kLongestName = 32;
  const size_t bound = std::min(length, kLongestName);
  record(std::string(name, std::find(name, name + bound, '\0')), *argument);
}

[[gnu::visibility("default")]] void cblas_xerbla(int argument, const char *routine, const char *, ...) {
  record(routine, argument);
}

}  // extern "C"
