// Reads /proc and /sys, pins threads, prepares the environment.
#include "machine.h"

#include <sched.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

namespace gk::bench {
namespace {

constexpr const char *kChildMark = "GEMMKIT_BENCH_CHILD";

std::string first_line(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name") || line.starts_with("CPU part")) {
      const size_t colon = line.find(": ");
      if (colon != std::string::npos) return line.substr(colon + 2);
    }
  }
  return "unknown";
}

std::string cache_list(int cpu) {
  std::string list;
  for (int i = 0; i < 8; ++i) {
    const std::string dir = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(i);
    const std::string level = first_line(dir + "/level"), type = first_line(dir + "/type");
    if (level.empty() || type == "Instruction") continue;
    list += (list.empty() ? "L" : ", L") + level + (type == "Data" ? "d " : " ") + first_line(dir + "/size");
  }
  return list.empty() ? "unknown" : list;
}

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) cpus.push_back(i);
  return cpus;
}

void set_affinity_of(pid_t thread, const std::vector<int> &cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  // A thread may have ended meanwhile, and a container may forbid it: pinning is best effort.
  (void)sched_setaffinity(thread, sizeof set, &set);
}

double clock_seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

}  // namespace

Machine describe_machine() {
  Machine machine;
  machine.cpu = model_name();
  machine.cpus = allowed_cpus();
  machine.caches = cache_list(machine.cpus.front());
  utsname name{};
  if (uname(&name) == 0) machine.kernel = std::string(name.sysname) + " " + name.release + " " + name.machine;
  machine.huge_pages = first_line("/sys/kernel/mm/transparent_hugepage/enabled");
#if defined(__x86_64__)
  machine.avx512 = __builtin_cpu_supports("avx512f");
  machine.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return machine;
}

void reexec_with_environment(const Machine &machine, const std::vector<int> &cpus, Pin pin, bool tell, char **argv) {
  if (getenv(kChildMark)) return;
  const std::string count = std::to_string(cpus.size());
  std::string places;
  for (const int cpu : cpus) places += (places.empty() ? "{" : ",{") + std::to_string(cpu) + "}";
  std::map<std::string, std::string> wanted = {
      {"OMP_NUM_THREADS", count},  {"OMP_DYNAMIC", "false"},       {"OPENBLAS_NUM_THREADS", count},
      {"BLIS_NUM_THREADS", count}, {"GEMMKIT_NUM_THREADS", count}, {kChildMark, "1"},
  };
  if (pin == Pin::kBind) {
    wanted["OMP_PLACES"] = places;
    wanted["OMP_PROC_BIND"] = "close";
  }
  for (const auto &[name, value] : wanted) setenv(name.c_str(), value.c_str(), 1);
  // Debian 12's OpenBLAS and BLIS do not know recent CPUs and fall back to SSE and AVX2 kernels: a comparison
  // with those would be worthless. The user's own choice wins.
  if (tell && machine.avx512) {
    setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
    setenv("BLIS_ARCH_TYPE", "skx", 0);
  }
  if (pin != Pin::kNone) set_affinity(cpus);
  execv("/proc/self/exe", argv);
  throw std::runtime_error("cannot execute /proc/self/exe again");
}

void set_affinity(const std::vector<int> &cpus) { set_affinity_of(0, cpus); }

void pin_new_threads(const std::vector<int> &cpus) {
  static std::set<pid_t> seen = {getpid()};
  static size_t next = 0;
  if (cpus.size() < 2) return;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/task")) {
    const pid_t thread = pid_t(std::stol(entry.path().filename().string()));
    if (!seen.insert(thread).second) continue;
    cpu_set_t set;
    CPU_ZERO(&set);
    // One CPU that is not the caller's: OMP_PROC_BIND has placed it already.
    if (sched_getaffinity(thread, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 && !CPU_ISSET(cpus[0], &set)) continue;
    // Several libraries bring cpus.size() - 1 workers each; counting on keeps each library's workers apart.
    set_affinity_of(thread, {cpus[1 + next % (cpus.size() - 1)]});
    ++next;
  }
}

double now_seconds() { return clock_seconds(CLOCK_MONOTONIC); }
double thread_seconds() { return clock_seconds(CLOCK_THREAD_CPUTIME_ID); }
double process_seconds() { return clock_seconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace gk::bench
