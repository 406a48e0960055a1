// Work distribution on demand: jobs [0, end) are handed out in chunks by one atomic add each, so that fast
// and slow cores balance themselves.
#pragma once

#include <stdint.h>
#include <atomic>

namespace gk {

class Cursor {
 public:
  Cursor(int64_t end, int64_t chunk) : end_(end), chunk_(chunk < 1 ? 1 : chunk) {}

  // The next [*begin, *end); false when the list is drained. Relaxed: the region's end orders the results.
  bool next(int64_t *begin, int64_t *end) {
    int64_t first = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (first >= end_) return false;
    *begin = first;
    *end = first + chunk_ < end_ ? first + chunk_ : end_;
    return true;
  }

 private:
  alignas(64) std::atomic<int64_t> next_{0};
  int64_t end_, chunk_;
};

}  // namespace gk
