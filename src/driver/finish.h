// The epilogue of a task, on a rectangle of C whose sums are complete. Routes call it piece by piece, while the piece
// is in the nearest caches.
#pragma once

#include "driver/task.h"

namespace gk {

// Whether elements of C are made from sums that it could not hold: then only the driver and special/sums, which keep
// those, compute the task, and end it with `store` instead of `finish`.
inline bool stored_apart(const Task &t) { return t.epilogue != nullptr && t.kernel->store != nullptr; }

inline gk_finish_args rectangle(const Task &t, int64_t row, int64_t rows, int64_t col, int64_t cols) {
  char *c = static_cast<char *>(t.c.data) + row * t.c.rs + col * t.c.cs;
  gk_finish_args args{rows, cols, c, t.c.rs, t.c.cs, row, col, t.turned, t.epilogue, t.residual, 0, 0};
  if (t.residual != nullptr) {
    const gk_epilogue &e = *t.epilogue;
    args.rsr = t.turned != 0 ? e.residual_cs : e.residual_rs;
    args.csr = t.turned != 0 ? e.residual_rs : e.residual_cs;
    args.residual = static_cast<const char *>(t.residual) + row * args.rsr + col * args.csr;
  }
  return args;
}

// C of a rectangle from its sums, whose rows are adjacent and whose columns are `stride` bytes apart.
inline void store(const Task &t, const void *sums, int64_t stride, int64_t row, int64_t rows, int64_t col,
                  int64_t cols) {
  const gk_store_args args{sums, stride, t.alpha, t.beta, rectangle(t, row, rows, col, cols)};
  t.kernel->store(&args);
}

inline void finish(const Task &t, int64_t row, int64_t rows, int64_t col, int64_t cols) {
  if (t.epilogue == nullptr) return;
  const gk_finish_args args = rectangle(t, row, rows, col, cols);
  t.kernel->finish(&args);
}
inline void finish(const Task &t) { finish(t, 0, t.m, 0, t.n); }

}  // namespace gk
