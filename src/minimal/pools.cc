// No memory is kept between calls but in a caller's workspace: each call takes a block, and gives it back.
#include "workspace/pool.h"

namespace gk {

gemmkit_workspace *idle_pool() { return nullptr; }
void release_thread_pool() {}

}  // namespace gk
