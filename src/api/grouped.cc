// Groups: what does not depend on the element type.
#include "api/grouped.h"

#include <inttypes.h>
#include <string.h>

namespace gk {

[[gnu::cold]] gemmkit_status in_problem(int64_t i, gemmkit_status status) {
  const char *text = last_error() + strlen("gemmkit: ");
  return fail(status, "problem %" PRId64 ": %s", i, text);
}

gemmkit_status read_group(int64_t count, const void *problems, const gemmkit_exec *exec, ExecOptions *options) {
  if (exec != nullptr) {
    if (gemmkit_status status = read_exec(*exec, options); status != GEMMKIT_OK) return status;
  }
  if (count < 0) return fail(GEMMKIT_ERR_SHAPE, "negative count (%" PRId64 ")", count);
  if (count > 0 && problems == nullptr) return fail(GEMMKIT_ERR_ARGUMENT, "problems is null");
  return GEMMKIT_OK;
}

}  // namespace gk
