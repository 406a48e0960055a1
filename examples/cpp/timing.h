// Best of some runs, in milliseconds.
#pragma once

#include <algorithm>
#include <chrono>

template <class F>
double best_ms(F run, int times = 7) {
  double best = 1e300;
  for (int i = 0; i < times; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}
