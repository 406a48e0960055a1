// A small depth: products that are bound by writing C.
#pragma once

#include "driver/task.h"
#include "tuning/knobs.h"

namespace gk {

// A line of every column of A, and a strip of B, have to fit the stack buffer: they do for kernels of at most 14
// columns and vectors of at most 128 bytes.
inline constexpr int64_t kMostDepthBytes = 512;

// Whether small_k computes a task as gk::gemm takes it.
inline bool small_k_suits(const Task &t) {
  return static_cast<uint64_t>(t.k) <= knob(Knob::GEMMKIT_SMALL_K_THRESHOLD) &&
         t.k * t.kernel->elem_size <= kMostDepthBytes && t.kernel->run_shallow != nullptr;
}

// Computes such a task. Its bits do not depend on the thread count; they are those of gk::gemm, unless GEMMKIT_KC is
// set below k and cuts the sums there.
void small_k(const Task &);

}  // namespace gk
