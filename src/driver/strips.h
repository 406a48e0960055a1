// How a range of columns falls into column strips.
#pragma once

#include <stdint.h>

namespace gk {

// As equal as possible instead of leaving a thin last one: the first `wider` strips have width + 1 columns.
struct Strips {
  int64_t count = 1, width, wider = 0;

  Strips(int64_t columns, int32_t nr) : width(columns) {
    if (columns <= nr) return;
    count = (columns + nr - 1) / nr;
    width = columns / count;
    wider = columns % count;
  }
  int32_t columns(int64_t strip) const { return (int32_t)(width + (strip < wider)); }
  // Columns of `many` strips from strip `first` on, or of those that are left.
  int64_t columns_of(int64_t first, int64_t many) const {
    const int64_t end = first + many < count ? first + many : count;
    const int64_t wide_end = end < wider ? end : wider;
    return (end - first) * width + (wide_end > first ? wide_end - first : 0);
  }
};

}  // namespace gk
