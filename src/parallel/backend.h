// The worker pool. One of openmp.cc, pthread.cc and serial.cc implements it (GEMMKIT_THREADS).
#pragma once

#include <stdint.h>

namespace gk {

// Runs body(context, worker) for worker = 0 .. team-1 at the same time, the caller being worker 0, and returns
// when all are done. team may turn out smaller than asked (never larger); it is at least 1. With workers <= 1
// the body runs in the caller's frame and no thread is touched. Work must therefore be drained from a Cursor,
// never assigned by worker number.
void run_team(int workers, void (*body)(void *context, int worker), void *context);

// Whether the calling thread is already inside a parallel region (the host's or ours).
bool inside_parallel_region();
// Whether the backend would give a team that is started inside a region more than one thread.
bool may_nest();

// What the backend says about sizes: of a full team unless told otherwise; the most threads it starts (0: no limit);
// the processors it bound the calling thread to, itself (0: it did not, the affinity mask counts).
int64_t backend_width();
int64_t backend_limit();
int64_t backend_bound();
// "openmp", "pthread" or "none".
const char *backend_name();

}  // namespace gk
