// Leaving errno as it was, whatever the system calls in a scope do: a product is no system call to its caller.
#pragma once

#if !defined(GK_FREESTANDING)
#include <errno.h>
#endif

namespace gk {

#if defined(GK_FREESTANDING)
class KeepErrno {
 public:
  KeepErrno() {}
};
#else
class KeepErrno {
 public:
  KeepErrno() : saved_(place()) {}
  ~KeepErrno() { place() = saved_; }
  KeepErrno(const KeepErrno &) = delete;
  KeepErrno &operator=(const KeepErrno &) = delete;

 private:
  // Volatile: with -fno-math-errno gcc takes it that malloc leaves errno alone, and would drop both accesses.
  static volatile int &place() { return errno; }

  int saved_;
};
#endif

}  // namespace gk
