// Sorting in place, without recursion, memory or a worst case: heapsort.
#pragma once

#include <stdint.h>

namespace gk {

// Sorts items[0:count]; before(x, y) says whether x has to come before y. Items that neither precedes the other end up
// in any order.
template <class T, class Before>
void heapsort(T *items, int64_t count, Before before) {
  auto exchange = [items](int64_t i, int64_t j) {
    const T moved = items[i];
    items[i] = items[j];
    items[j] = moved;
  };
  // Lets items[root] sink in the heap items[0:end], whose last item in order is on top.
  auto sink = [&](int64_t root, int64_t end) {
    for (int64_t child = 2 * root + 1; child < end; root = child, child = 2 * root + 1) {
      if (child + 1 < end && before(items[child], items[child + 1])) ++child;
      if (!before(items[root], items[child])) return;
      exchange(root, child);
    }
  };
  for (int64_t root = count / 2 - 1; root >= 0; --root) sink(root, count);
  for (int64_t end = count - 1; end > 0; --end) {
    exchange(0, end);
    sink(0, end);
  }
}

}  // namespace gk
