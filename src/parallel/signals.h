// The signal mask of worker threads.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace gk {

// Signals sent to the process should run on the application's threads, so new workers block them. Those
// that a fault raises in the faulting thread stay open: blocked, they would end the process past the
// application's handler.
inline void block_asynchronous_signals(sigset_t *before) {
  constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
  sigset_t blocked;
  sigfillset(&blocked);
  for (int fault : kFaults) sigdelset(&blocked, fault);
  pthread_sigmask(SIG_BLOCK, &blocked, before);
}

}  // namespace gk
