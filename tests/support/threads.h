// std::thread, or what stands for it where there are none: the caller, at once.
#pragma once

#if defined(__wasm__) && !defined(_REENTRANT)
namespace gk::test {
class Thread {
 public:
  template <class F>
  explicit Thread(F body) {
    body();
  }
  void join() {}
};
}  // namespace gk::test
#else
#include <thread>
namespace gk::test {
using Thread = std::thread;
}
#endif
