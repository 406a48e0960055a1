// The worker pool (OpenMP).
#pragma once

namespace gk {

// Runs body(context, worker) for worker = 0 .. team-1 at the same time, the caller being worker 0, and returns
// when all are done. team may turn out smaller than asked (never larger); it is at least 1. With workers <= 1
// the body runs in the caller's frame and OpenMP is not touched. Work must therefore be drained from a Cursor,
// never assigned by worker number.
void run_team(int workers, void (*body)(void *context, int worker), void *context);

// Whether the calling thread is already inside a parallel region (the host's or ours).
bool inside_parallel_region();

}  // namespace gk
