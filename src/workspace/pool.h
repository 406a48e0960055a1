// What a thread keeps between its calls; minimal builds keep nothing.
#pragma once

#include "workspace/workspace.h"

namespace gk {

// One of the calling thread's pools that no call uses, or null: then the call has a block of its own.
gemmkit_workspace *idle_pool();

}  // namespace gk
