// Products of which one side of the diagonal is asked for: what of C is to be computed, and in which order.
#pragma once

#include "driver/plan.h"
#include "driver/task.h"

namespace gk {

// Whether any of C[row : row+rows, col : col+cols] is asked for.
inline bool is_asked(const Task &t, int64_t row, int64_t rows, int64_t col, int64_t cols) {
  if (t.part == GK_ALL) return true;
  return (t.part & GK_LOWER) != 0 ? row + rows > col : row < col + cols;
}

// Whether the diagonal is in such a rectangle or cuts it in two, if its first element lies so many rows below it.
inline bool meets_diagonal(const Task &t, int64_t below, int64_t rows, int64_t cols) {
  return t.part != GK_ALL && below < cols && below + rows > 0;
}

struct BlockIndex {
  int64_t row, col;
};

// The block of C that is computed as the job-th. The largest parts of a triangle come first: what is left in the end,
// while other workers are done, should be small.
inline BlockIndex block_of(const Task &t, const Plan &plan, int64_t job) {
  BlockIndex block{job / plan.col_blocks, job % plan.col_blocks};
  if ((t.part & GK_LOWER) != 0) block.row = plan.row_blocks - 1 - block.row;
  if ((t.part & GK_UPPER) != 0) block.col = plan.col_blocks - 1 - block.col;
  return block;
}

}  // namespace gk
