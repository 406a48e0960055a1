// What the environment asks of the tests, and knob settings that undo themselves.
#pragma once

#include "gemmkit.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GK_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define GK_TEST_SANITIZED 1
#endif
#endif
#ifndef GK_TEST_SANITIZED
#define GK_TEST_SANITIZED 0
#endif

namespace gk::test {

// Whether sweeps shrink to one of each class (emulators, sanitizers).
inline bool fast() {
  static const bool value = [] {
    const char *text = std::getenv("GEMMKIT_FAST_TEST");
    return text && *text && std::strcmp(text, "0") != 0;
  }();
  return value;
}

// n in a full run, less in a fast one.
inline int scaled(int full, int quick) { return fast() ? quick : full; }

// Ends the test case, or without exceptions the program.
[[noreturn]] inline void give_up(const std::string &why) {
#if defined(__cpp_exceptions)
  throw std::runtime_error(why);
#else
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
#endif
}

// gemmkit_exec with everything else at its default.
inline gemmkit_exec with_threads(int32_t threads, gemmkit_workspace *workspace = nullptr) {
  gemmkit_exec exec{};
  exec.struct_size = sizeof exec;
  exec.threads = threads;
  exec.workspace = workspace;
  return exec;
}

// Sets knobs for a scope. Throws on a name the library does not know, so that a renamed knob cannot turn a
// forced route into the default one unnoticed.
class KnobScope {
 public:
  KnobScope() = default;
  KnobScope(const char *name, uint64_t value) { set(name, value); }
  KnobScope(const KnobScope &) = delete;
  KnobScope &operator=(const KnobScope &) = delete;
  ~KnobScope() {
    for (const std::string &name : names_) gemmkit_knob_reset(name.c_str());
  }
  void set(const char *name, uint64_t value) {
    if (gemmkit_knob_set(name, value) != GEMMKIT_OK) give_up(std::string("unknown knob ") + name);
    names_.push_back(name);
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace gk::test
