// No thread cancellation in a scope: a product holds locks, borrowed memory and a changed signal mask while it makes
// system calls that POSIX calls cancellation points. A pending cancellation waits for the caller's next one.
#pragma once

#include <pthread.h>

namespace gk {

class NoCancellation {
 public:
  NoCancellation() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &saved_); }
  ~NoCancellation() { pthread_setcancelstate(saved_, nullptr); }
  NoCancellation(const NoCancellation &) = delete;
  NoCancellation &operator=(const NoCancellation &) = delete;

 private:
  int saved_;
};

}  // namespace gk
