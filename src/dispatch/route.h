// From a lowered product to the code that computes it.
#pragma once

#include "driver/task.h"

namespace gk {

// Handles the degenerate cases, orients the task (in place) and runs it. All fields must be set.
void run(Task &);

}  // namespace gk
