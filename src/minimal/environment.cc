// No environment: knobs have their defaults, or what a setter says.
#include "base/env.h"

namespace gk {

const char *env_text(const char *) { return nullptr; }
void report_ignored(const char *, const char *, const char *) {}

}  // namespace gk
