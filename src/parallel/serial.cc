// No threads: a team is its caller.
#include "parallel/backend.h"

namespace gk {

void run_team(int, void (*body)(void *context, int worker), void *context) { body(context, 0); }
bool inside_parallel_region() { return false; }
bool may_nest() { return false; }
int64_t backend_width() { return 1; }
int64_t backend_limit() { return 1; }
int64_t backend_bound() { return 0; }
const char *backend_name() { return "none"; }

}  // namespace gk
