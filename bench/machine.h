// The machine under test: CPUs, pinning, the environment the peers need to be told the truth.
#pragma once

#include <string>
#include <vector>

namespace gk::bench {

enum class Pin {
  kBind,  // the calling thread and every worker on a CPU of its own
  kMask,  // the process confined to as many CPUs as it has threads
  kNone,
};

struct Machine {
  std::string cpu;     // model name
  std::string caches;  // "L1d 48K, L2 2048K, L3 300M"
  std::string kernel;  // uname
  std::string huge_pages;
  bool avx512 = false, avx2 = false;
  std::vector<int> cpus;  // that this process may use
};

Machine describe_machine();

// OpenMP and the BLAS libraries read their environment when they are loaded, so it has to be there before the
// process starts: sets it and executes this program again. Returns in the second life only. tell: the peers what CPU
// this is.
void reexec_with_environment(const Machine &, const std::vector<int> &cpus, Pin pin, bool tell, char **argv);

// Puts the calling thread on these CPUs.
void set_affinity(const std::vector<int> &cpus);
// Pins every thread that is not the calling one and was not seen before to cpus[1], cpus[2], ... OpenBLAS
// starts its own threads, which OMP_PLACES does not reach; they inherit whatever mask the creator had.
void pin_new_threads(const std::vector<int> &cpus);

double now_seconds();      // monotonic
double thread_seconds();   // CPU time of the calling thread
double process_seconds();  // CPU time of all threads

}  // namespace gk::bench
