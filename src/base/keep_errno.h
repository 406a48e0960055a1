// Leaving errno as it was, whatever the system calls in a scope do: a product is no system call to its caller.
#pragma once

#include <errno.h>

namespace gk {

class KeepErrno {
 public:
  KeepErrno() : saved_(errno) {}
  ~KeepErrno() { errno = saved_; }
  KeepErrno(const KeepErrno &) = delete;
  KeepErrno &operator=(const KeepErrno &) = delete;

 private:
  int saved_;
};

}  // namespace gk
