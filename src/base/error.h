// The calling thread's last error message (gemmkit_last_error).
#pragma once

#include "gemmkit.h"

namespace gk {

// Writes "gemmkit: " and the formatted text into the thread's buffer and returns the status, so that callers can
// `return fail(...)`.
[[gnu::format(printf, 2, 3), gnu::cold]] gemmkit_status fail(gemmkit_status status, const char *format, ...);
const char *last_error();

}  // namespace gk
