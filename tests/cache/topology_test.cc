// src/cache/topology: reading the machine without disturbing the process.
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cache/machine.h"
#include "support/child.h"

using namespace gk;

namespace {

int rebindings = 0;

}  // namespace

// Takes libc's place for the whole process: moving the caller from CPU to CPU, even if undone, is disturbance.
extern "C" int sched_setaffinity(pid_t thread, size_t bytes, const cpu_set_t *mask) noexcept {
  ++rebindings;
  return static_cast<int>(syscall(SYS_sched_setaffinity, thread, bytes, mask));
}

namespace {

std::set<std::string> open_files() {
  std::set<std::string> names;
  if (DIR *directory = opendir("/proc/self/fd")) {
    const std::string own = std::to_string(dirfd(directory));
    while (const dirent *entry = readdir(directory)) {
      if (entry->d_name != own) names.insert(entry->d_name);
    }
    closedir(directory);
  }
  return names;
}

}  // namespace

// Runs in a child process, so that nothing has loaded the topology before.
TEST_CASE("child: load disturbs nothing", "[.child]") {
  CHECK_FALSE(machine_loaded());
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(0, &mask);
  sched_setaffinity(0, sizeof mask, &mask);
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  sigset_t signals_before, signals_after;
  pthread_sigmask(SIG_SETMASK, nullptr, &signals_before);
  const std::set<std::string> files = open_files();
  const int rebindings_before = rebindings;
  errno = EXDEV;
  const Machine &first = machine();
  CHECK(errno == EXDEV);
  CHECK(rebindings == rebindings_before);
  CHECK(machine_loaded());
  CHECK(open_files() == files);
  sched_getaffinity(0, sizeof after, &after);
  CHECK(CPU_EQUAL(&before, &after));
  pthread_sigmask(SIG_SETMASK, nullptr, &signals_after);
  for (int signal = 1; signal < 32; ++signal) {
    CHECK(sigismember(&signals_before, signal) == sigismember(&signals_after, signal));
  }
  CHECK(&machine() == &first);
}

TEST_CASE("child: many threads load at once", "[.child]") {
  std::vector<const Machine *> seen(16);
  std::vector<std::thread> threads;
  for (auto &slot : seen) threads.emplace_back([&slot] { slot = machine().cores > 0 ? &machine() : nullptr; });
  for (std::thread &thread : threads) thread.join();
  for (const Machine *at : seen) CHECK(at == &machine());
}

TEST_CASE("child: print machine", "[.child]") {
  const Machine &m = machine();
  printf("[%lld %d %d | %lld %d | %lld | %d]\n", static_cast<long long>(m.l1d.bytes), m.l1d.ways, m.l1d.line,
         static_cast<long long>(m.l2.bytes), m.l2.shared_by, static_cast<long long>(m.l3.bytes), m.cores);
}

TEST_CASE("loading the topology leaves the process as it was", "[topology]") {
  const test::ChildResult child = test::run_case("child: load disturbs nothing", {});
  INFO(child.output);
  CHECK(child.status == 0);
}

TEST_CASE("the topology is loaded once by many threads", "[topology]") {
  const test::ChildResult child = test::run_case("child: many threads load at once", {});
  INFO(child.output);
  CHECK(child.status == 0);
}

TEST_CASE("this machine is plausible", "[topology]") {
  const Machine &m = machine();
  CHECK(m.l1d.bytes >= 4096);
  CHECK(m.l2.bytes >= m.l1d.bytes);
  CHECK(m.cores >= 1);
  CHECK(static_cast<unsigned>(m.cores) <= 65536);
}

// hwloc can be told to invent machines.
TEST_CASE("made-up machines are read as they are", "[topology]") {
  struct Made {
    const char *synthetic, *expected;
  };
  const Made machines[] = {
      // L2 of 1 MiB shared by four cores, no L3, two hardware threads per core.
      {"pack:1 l2:2(size=1048576) l1d:4(size=65536) core:1 pu:2", "[65536 8 64 | 1048576 4 | 0 | 8]"},
      // A private L2 and one L3 of 16 cores.
      {"pack:1 l3:1(size=33554432) l2:16(size=1048576) l1d:1(size=49152) core:1 pu:1",
       "[49152 8 64 | 1048576 1 | 33554432 | 16]"},
      // No caches at all: the fallback's, with the cores that are there.
      {"pack:2 core:128 pu:1", "[32768 8 64 | 524288 1 | 8388608 | 256]"},
  };
  for (const Made &made : machines) {
    const test::ChildResult child =
        test::run_case("child: print machine", {{"HWLOC_SYNTHETIC", made.synthetic}, {"HWLOC_THISSYSTEM", "0"}});
    INFO(made.synthetic << "\n" << child.output);
    CHECK(child.status == 0);
    CHECK(test::occurrences(child.output, made.expected) == 1);
  }
}

// A machine whose caches the system does not describe, as under some hypervisors: the C library is asked.
TEST_CASE("caches that the system hides are the C library's", "[topology]") {
  const int64_t l1d = sysconf(_SC_LEVEL1_DCACHE_SIZE), l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  if (l1d <= 0 || l2 <= 0) {
    WARN("the C library knows no caches here");
    return;
  }
  const test::ChildResult child =
      test::run_case("child: print machine", {{"HWLOC_SYNTHETIC", "pack:2 core:2 pu:1"}, {"HWLOC_THISSYSTEM", "1"}});
  INFO(child.output);
  CHECK(child.status == 0);
  CHECK(test::occurrences(child.output, "[" + std::to_string(l1d) + " ") == 1);
  CHECK(test::occurrences(child.output, " | " + std::to_string(l2) + " ") == 1);
}
