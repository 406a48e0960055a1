// Many products in one call: who computes which. Every schedule gives the bits of a loop over gk::run.
#pragma once

#include "driver/task.h"

#include <stdint.h>

namespace gk {

// `count` products of one shape, the first being `first`, the others Steps apart. first.threads and
// first.workspace are the call's.
void run_batch(const Task &first, const Steps &, int64_t count);

// `count` products of any shapes.
struct Group {
  const void *problems;
  // Makes a task of problem i: all fields but threads and workspace. The problem has been checked: it cannot fail.
  void (*lower)(const void *problems, int64_t i, Task *out);
  int64_t count;
  int32_t threads;               // gemmkit_exec::threads
  gemmkit_workspace *workspace;  // may be null
};
void run_group(const Group &);

}  // namespace gk
