// Calls of every entry family and route, as the robustness suites repeat them under faults: each writes one block of
// bytes that is the same in every run, whatever the team, the memory or the machine grant.
#pragma once

#include "gemmkit.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gk::test {

using Bytes = std::vector<unsigned char>;

template <class T>
Bytes bytes_of(const std::vector<T> &values) {
  const auto *data = reinterpret_cast<const unsigned char *>(values.data());
  return Bytes(data, data + values.size() * sizeof(T));
}

struct Job {
  std::string name;
  Bytes start;  // what the output holds before the call
  // Writes to out, which holds start; allocates nothing of its own. threads as in gemmkit_exec; BLAS entries follow
  // the process's default instead. Only a job with a handle of its own may say that there is no memory.
  std::function<gemmkit_status(void *out, int32_t threads)> call;
  bool has_handle = false;

  // The output of an undisturbed call with one thread; throws when it fails.
  Bytes result() const;
  // "", or what is wrong with a call that must give `want`. `out` is the caller's, so that nothing is allocated.
  const char *mistake(const Bytes &want, Bytes &out, int32_t threads) const;
};

// Products, vectors, batches, groups, packed operands and requantised products of every element type.
std::vector<Job> native_jobs();
// Level 1 to 3, batches, copies, packed and narrow products of either BLAS library. Operands are small integers, so
// that no order of sums shows.
std::vector<Job> blas_jobs();
std::vector<Job> blas64_jobs();

// The lists above, one behind the other.
std::vector<Job> all_jobs();

// All of them, and what they give.
struct Jobs {
  std::vector<Job> all;
  std::vector<Bytes> want;
  Jobs();
  // Runs each once with so many threads, and names the first that went wrong; "" is well.
  std::string run(int32_t threads) const;
};

}  // namespace gk::test
