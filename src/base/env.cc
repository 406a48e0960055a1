// Environment access.
#include "base/env.h"

#include "base/keep_errno.h"

#include <stdio.h>
#include <stdlib.h>

namespace gk {

const char *env_text(const char *name) {
#if defined(__GLIBC__)
  return secure_getenv(name);
#else
  return getenv(name);
#endif
}

void report_ignored(const char *name, const char *text, const char *instead) {
  KeepErrno keep_errno;
  // dprintf: one write, no stdio buffer or lock that a fork could catch half-used.
  dprintf(2, "gemmkit: ignoring %s=%.64s: not a non-negative decimal integer; using %s\n", name, text, instead);
}

}  // namespace gk
