// Cases about what threads cost: where they may run, whether small products wake them, and what they do between calls.
// Each measurement runs in a process of its own, a hidden case of this program.
#include "support/child.h"
#include "support/entry.h"
#include "support/inject.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace gk::test;

namespace {

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}
double cpu_seconds() { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

std::vector<int> allowed_cpus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &mask)) cpus.push_back(cpu);
  return cpus;
}

// Runs on these CPUs only, and what it starts too; undone at the end of the scope.
class OnCpus {
 public:
  explicit OnCpus(const std::vector<int> &cpus) {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t mask;
    CPU_ZERO(&mask);
    for (const int cpu : cpus) CPU_SET(cpu, &mask);
    if (sched_setaffinity(0, sizeof mask, &mask) != 0) throw std::runtime_error("cannot set the affinity mask");
  }
  OnCpus(const OnCpus &) = delete;
  OnCpus &operator=(const OnCpus &) = delete;
  ~OnCpus() { sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};

bool all_threads_within(const cpu_set_t &mask) {
  bool within = true;
  if (DIR *dir = opendir("/proc/self/task")) {
    while (const dirent *entry = readdir(dir)) {
      if (entry->d_name[0] == '.') continue;
      cpu_set_t own, common;
      CPU_ZERO(&own);
      sched_getaffinity(std::atoi(entry->d_name), sizeof own, &own);
      CPU_AND(&common, &own, &mask);
      within = within && CPU_EQUAL(&common, &own);
    }
    closedir(dir);
  }
  return within;
}

class Square {
 public:
  explicit Square(int64_t n) : n_(n), a_(size_t(n * n), 1.0), c_(a_) {}
  bool operator()(int threads) {
    return multiply(Entry::Unchecked, dense<double>(n_, n_, n_, a_.data(), a_.data(), c_.data(), threads)) ==
           GEMMKIT_OK;
  }

 private:
  int64_t n_;
  std::vector<double> a_, c_;
};

// Best CPU time of the process for `repeats` calls with automatic width, over that with one thread.
template <class Call>
double automatic_over_serial(int rounds, int repeats, Call call) {
  double serial = 1e9, automatic = 1e9;
  for (int round = 0; round < rounds; ++round)
    for (double *best : {&serial, &automatic}) {
      gemmkit_set_num_threads(best == &serial ? 1 : 0);
      const double start = cpu_seconds();
      for (int i = 0; i < repeats; ++i) call();
      *best = std::min(*best, cpu_seconds() - start);
    }
  gemmkit_set_num_threads(0);
  return automatic / serial;
}

std::string run_child(const char *name, const std::vector<std::pair<std::string, std::string>> &environment) {
  const ChildResult child = run_case(name, environment, 120);
  INFO(child.output);
  CHECK(child.status == 0);
  return child.output;
}

// The number after `key` in a child's output.
double reported(const std::string &output, const std::string &key) {
  const size_t at = output.find(key + " ");
  if (at == std::string::npos) FAIL("no " << key << " in: " << output);
  return std::atof(output.c_str() + at + key.size() + 1);
}

}  // namespace

// ---- H25 -----------------------------------------------------------------------------------------------------------

// The control-group files of this process may be replaced by those below this folder.
extern "C" int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;
  va_end(arguments);
  char moved[4096];
  const char *fake = std::getenv("GK_TEST_CGROUP");
  if (fake && (!std::strncmp(path, "/sys/fs/cgroup", 14) || !std::strcmp(path, "/proc/self/cgroup"))) {
    std::snprintf(moved, sizeof moved, "%s%s", fake, path);
    path = moved;
  }
  return int(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

TEST_CASE("child: widths and places", "[.child]") {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  const int width = gemmkit_get_max_threads();
  Square large(700), tiny(10);
  REQUIRE(large(0));
  const int threads = thread_count();
  const bool within = all_threads_within(mask);
  const double ratio = automatic_over_serial(15, 3000, [&] { tiny(0); });
  std::printf("width %d threads %d within %d ratio %.3f\n", width, threads, within, ratio);
}

TEST_CASE("H25 threads follow the affinity mask", "[cases][threads]") {
  const std::vector<int> cpus = allowed_cpus();
  std::vector<std::vector<int>> masks = {{cpus.front()}, {cpus.back()}};
  // Numbers that do not start at 0, or have gaps, where the machine has them.
  if (cpus.size() > 1) masks.push_back({cpus[0], cpus[1]});
  if (cpus.size() > 2) masks.push_back({cpus.front(), cpus.back()});
  if (cpus.size() > 1) masks.push_back({cpus[cpus.size() - 2], cpus.back()});
  for (const std::vector<int> &mask : masks) {
    const OnCpus on(mask);
    const std::string out = run_child("child: widths and places", {});
    INFO(mask.size() << " CPUs, the last " << mask.back() << ": " << out);
    CHECK(reported(out, "width") <= double(mask.size()));
    CHECK(reported(out, "threads") <= double(mask.size()));
    CHECK(reported(out, "within") == 1);
    CHECK(reported(out, "ratio") <= 1.3);
  }
}

TEST_CASE("H25 threads follow the CPU quota", "[cases][threads]") {
  namespace fs = std::filesystem;
  const fs::path root = fs::temp_directory_path() / ("gemmkit-quota-" + std::to_string(getpid()));
  const auto write = [&](const char *path, const char *text) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  };
  write("proc/self/cgroup", "0::/app\n");
  const double cpus = double(allowed_cpus().size());
  struct Quota {
    const char *text;
    double width;
  };
  for (const Quota &quota : {Quota{"100000 100000\n", 1}, Quota{"50000 100000\n", 1}, Quota{"110000 100000\n", 2},
                             Quota{"max 100000\n", cpus}}) {
    write("sys/fs/cgroup/app/cpu.max", quota.text);
    const std::string out = run_child("child: widths and places", {{"GK_TEST_CGROUP", root.string()}});
    INFO(quota.text << out);
    CHECK(reported(out, "width") == std::min(quota.width, cpus));
    CHECK(reported(out, "threads") <= quota.width);
    CHECK(reported(out, "ratio") <= 1.3);
  }
  fs::remove_all(root);
}

// ---- H28 -----------------------------------------------------------------------------------------------------------

TEST_CASE("child: a product now and then", "[.child]") {
  const int threads = std::atoi(std::getenv("GK_TEST_THREADS"));
  const int calls = std::atoi(std::getenv("GK_TEST_CALLS"));
  Square square(300);
  REQUIRE(square(threads));
  const double start = cpu_seconds();
  for (int i = 0; i < calls; ++i) {
    square(threads);
    usleep(100'000);
  }
  const double loop = cpu_seconds() - start;
  const double idle_start = cpu_seconds();
  usleep(useconds_t(calls) * 100'000);
  std::printf("loop %.4f idle %.4f threads %d\n", loop, cpu_seconds() - idle_start, thread_count());
}

TEST_CASE("H28 idle means idle", "[cases][threads]") {
  const int calls = scaled(20, 10);
  const auto loop = [&](int threads, const char *policy) {
    std::vector<std::pair<std::string, std::string>> environment = {{"GK_TEST_THREADS", std::to_string(threads)},
                                                                    {"GK_TEST_CALLS", std::to_string(calls)}};
    if (*policy) environment.push_back({"OMP_WAIT_POLICY", policy});
    return run_child("child: a product now and then", environment);
  };
  const double one = reported(loop(1, ""), "loop");
  const int workers = std::min(gemmkit_get_max_threads(), 4);
  // By default the runtime's workers spin for some milliseconds after each product and then sleep; passive ones sleep
  // at once.
  for (const char *policy : {"", "passive"}) {
    const double limit = 1.5 * one + calls * (*policy ? 0.001 : 0.01);
    std::string out;
    double spent = 1e9;
    for (int attempt = 0; attempt < 3 && spent > limit; ++attempt) {  // others may slow the team down
      out = loop(workers, policy);
      spent = std::min(spent, reported(out, "loop"));
      CHECK(reported(out, "idle") <= 0.05 * calls * 0.1);  // a spinning thread would use all of this time
      CHECK(reported(out, "threads") <= workers);
    }
    INFO("policy '" << policy << "', " << workers << " workers, serial loop " << one << " s: " << out);
    CHECK(spent <= limit);
  }
}

// ---- H29 -----------------------------------------------------------------------------------------------------------

namespace {

void gemv(char trans, int m, int n, const double *a, const double *x, double *y) {
  using Gemv = void (*)(const char *, const int *, const int *, const double *, const double *, const int *,
                        const double *, const int *, const double *, double *, const int *, size_t);
  static const auto function = reinterpret_cast<Gemv>(blas_symbol("dgemv_"));
  const double alpha = 1, beta = 0;
  const int one = 1;
  function(&trans, &m, &n, &alpha, a, &m, x, &one, &beta, y, &one, 1);
}

}  // namespace

TEST_CASE("child: small calls only", "[.child]") {
  Square ten(10), sixteen(16);
  const std::vector<double> a(121, 1.0), x(11, 1.0);
  std::vector<double> y(11);
  const auto calls = [&](int threads) {
    ten(threads);
    sixteen(threads);
    gemv('N', 11, 11, a.data(), x.data(), y.data());
    gemv('T', 11, 11, a.data(), x.data(), y.data());
  };
  calls(0);
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  for (int i = 0; i < scaled(100'000, 10'000); ++i) calls(i % 3 ? 0 : 8);
  getrusage(RUSAGE_SELF, &after);
  // Waiting for another thread (a futex) gives up the CPU.
  std::printf("waits %ld created %lu threads %d\n", after.ru_nvcsw - before.ru_nvcsw, inject_thread_creations(),
              thread_count());
  std::printf("ratio %.3f\n", automatic_over_serial(30, 2000, [&] { calls(0); }));
}

TEST_CASE("H29 small problems do not use threads", "[cases][threads]") {
  const std::string out = run_child("child: small calls only", {});
  INFO(out);
  CHECK(reported(out, "waits") < 50);
  CHECK(reported(out, "created") == 0);
  CHECK(reported(out, "threads") == 1);
  CHECK(reported(out, "ratio") <= 1.15);
}
