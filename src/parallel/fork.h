// Keeping fork() harmless for a process that has computed in parallel.
#pragma once

namespace gk {

// Installs the handlers, if loading the library has not done so. False when that is impossible: then no team may be
// started, because a child forked later would hang in its first parallel region. Thread-safe, cheap when done.
bool ensure_fork_safe();

// What openmp.cc remembers about teams and thread creation, forgotten for the calling thread (the only one
// that a child inherits).
void forget_teams();

}  // namespace gk
