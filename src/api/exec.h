// Reading a caller's gemmkit_exec.
#pragma once

#include "gemmkit.h"

#include <stdint.h>

namespace gk {

struct ExecOptions {
  int32_t threads = 0;
  gemmkit_workspace *workspace = nullptr;
};

// The fields the caller's (perhaps older, shorter) struct has; defaults for the rest. GEMMKIT_ERR_ARGUMENT.
gemmkit_status read_exec(const gemmkit_exec &, ExecOptions *);

}  // namespace gk
