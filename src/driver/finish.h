// The epilogue of a task, on a rectangle of C whose sums are complete. Routes call it piece by piece, while the piece
// is in the nearest caches.
#pragma once

#include "driver/task.h"

namespace gk {

inline void finish(const Task &t, int64_t row, int64_t rows, int64_t col, int64_t cols) {
  if (t.epilogue == nullptr) return;
  const gk_finish_args args{rows,   cols,     static_cast<char *>(t.c.data) + row * t.c.rs + col * t.c.cs,
                            t.c.rs, t.c.cs,   row,
                            col,    t.turned, t.epilogue};
  t.kernel->finish(&args);
}
inline void finish(const Task &t) { finish(t, 0, t.m, 0, t.n); }

}  // namespace gk
