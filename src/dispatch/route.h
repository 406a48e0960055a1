// From a lowered product to the code that computes it.
#pragma once

#include "driver/task.h"

namespace gk {

// Handles the degenerate cases, orients the task (in place) and runs it. All fields must be set.
void run(Task &);

// Runs `count` products one after another: `first`, then those whose operands lie so many steps further. The bits of
// run() on each, for less than the price of that many calls.
void run_each(const Task &first, const Steps &, int64_t count);

}  // namespace gk
