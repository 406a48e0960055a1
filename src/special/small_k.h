// A small depth: products that are bound by writing C.
#pragma once

#include "driver/task.h"
#include "tuning/knobs.h"

namespace gk {

// A line of every column of A, and a strip of B, have to fit the stack buffer.
inline constexpr int64_t kMostDepthBytes = 512;

// Whether small_k computes an oriented task with m, n, k >= 1 and alpha != 0.
inline bool small_k_suits(const Task &t) {
  return static_cast<uint64_t>(t.k) <= knob(Knob::GEMMKIT_SMALL_K_THRESHOLD) &&
         t.k * t.kernel->elem_size <= kMostDepthBytes && t.kernel->run_shallow != nullptr;
}

// Computes such a task. Its bits are those of gk::gemm, for every thread count.
void small_k(const Task &);

}  // namespace gk
