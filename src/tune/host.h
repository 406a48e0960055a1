// The machine that is tuned for, as the library sees it, and what of it makes knobs inert.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gk::tune {

struct Host {
  std::string cpu;                               // model name
  int cores = 1;                                 // physical ones this process may use
  int most_workers = 1;                          // what affinity and quota allow
  int workers = 1;                               // tuned for
  int64_t l1d = 0, l2 = 0, l3 = 0, page = 4096;  // bytes; l3 may be 0
  bool huge_pages = true;                        // whether the kernel gives them to those who ask
  std::string isa;                               // kernels of f32 in force
  std::string pin;                               // GEMMKIT_REQUIRE_ISA; empty: none
  bool bf16_dot_choice = true;                   // whether GEMMKIT_BF16_DOT leads to different kernels here
  double available_gib = 0;                      // memory
  double large_gib = 0;                          // --large-matrices
  std::vector<std::string> types;                // built, and without bf16: see describe_host

  bool has_type(const std::string &) const;
};

// Asks the library, in children where asking would settle what the sweep means to vary: the first use of bf16 settles
// its kernels. Throws std::runtime_error when GEMMKIT_REQUIRE_ISA cannot be honoured. workers 0: as many as may be.
Host describe_host(int workers, double large_gib);

// Runs it in a forked child and returns what it returned; throws std::runtime_error when the child fails.
std::string in_child(const std::function<std::string()> &);

// GEMMKIT_* variables, which would be other defaults than the shipped ones, taken out of this process' environment
// before the library reads any. Returns them as NAME=value. GEMMKIT_REQUIRE_ISA stays: it is what is tuned for.
std::vector<std::string> neutralise_environment();

}  // namespace gk::tune
