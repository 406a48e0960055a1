// src/parallel/openmp: teams, their signal masks, and shortages of threads.
#include <errno.h>
#include <fenv.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/fork.h"
#include "support/child.h"
#include "support/inject.h"
#include "support/process.h"

using namespace gk;

namespace {

constexpr int kMostWorkers = 64;

pid_t thread_id() { return static_cast<pid_t>(syscall(SYS_gettid)); }

// What each worker of a team saw.
struct Roll {
  std::atomic<int> present{0};
  pid_t thread[kMostWorkers] = {};
  sigset_t mask[kMostWorkers];
  cpu_set_t cpus[kMostWorkers];
};

void sign(void *context, int worker) {
  auto *roll = static_cast<Roll *>(context);
  roll->present++;
  roll->thread[worker] = thread_id();
  pthread_sigmask(SIG_SETMASK, nullptr, &roll->mask[worker]);
  sched_getaffinity(0, sizeof(cpu_set_t), &roll->cpus[worker]);
}

// A job list as the driver drains it: every job must be done exactly once.
struct Jobs {
  explicit Jobs(int count) : cursor(count, 3), done(count) {}
  Cursor cursor;
  std::vector<std::atomic<int>> done;
  bool complete() const {
    for (const auto &times : done) {
      if (times != 1) return false;
    }
    return true;
  }
};

void work(void *context, int) {
  auto *jobs = static_cast<Jobs *>(context);
  for (int64_t begin, end; jobs->cursor.next(&begin, &end);) {
    for (; begin < end; ++begin) jobs->done[static_cast<size_t>(begin)]++;
  }
}

bool team_works(int workers) {
  Jobs jobs(1000);
  run_team(workers, work, &jobs);
  return jobs.complete();
}

bool same_mask(const sigset_t &a, const sigset_t &b) {
  for (int signal = 1; signal < 65; ++signal) {
    if (sigismember(&a, signal) != sigismember(&b, signal)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("one worker is the caller's own frame, without OpenMP", "[team]") {
  for (int workers : {1, 0, -5}) {
    std::thread([workers] {
      Roll roll;
      const int threads = test::thread_count();
      run_team(workers, sign, &roll);
      CHECK(roll.present == 1);
      CHECK(roll.thread[0] == thread_id());
      CHECK(test::thread_count() == threads);
    }).join();
  }
}

TEST_CASE("a team has distinct threads and the caller is worker 0", "[team]") {
  for (int workers : {2, 3, 7, 2, 16, 4}) {
    Roll roll;
    run_team(workers, sign, &roll);
    CHECK(roll.present == workers);  // nothing limits the team in this process
    CHECK(roll.thread[0] == thread_id());
    for (int i = 0; i < roll.present; ++i) {
      CHECK(roll.thread[i] != 0);
      for (int j = 0; j < i; ++j) CHECK(roll.thread[i] != roll.thread[j]);
    }
  }
}

TEST_CASE("every job is done once", "[team]") {
  for (int workers : {1, 2, 3, 4, 8, 2}) CHECK(team_works(workers));
  Jobs none(0);
  run_team(2, work, &none);
  CHECK(none.complete());
}

TEST_CASE("the caller is inside a parallel region exactly while a team runs", "[team]") {
  CHECK_FALSE(inside_parallel_region());
  std::atomic<int> inside{0};
  run_team(
      2, [](void *context, int) { *static_cast<std::atomic<int> *>(context) += inside_parallel_region(); }, &inside);
  CHECK(inside == 2);
  CHECK_FALSE(inside_parallel_region());
}

TEST_CASE("a team of the same size starts no threads", "[team]") {
  REQUIRE(team_works(3));
  const unsigned long created = inject_thread_creations();
  for (int i = 0; i < 100; ++i) REQUIRE(team_works(3));
  CHECK(inject_thread_creations() == created);
}

TEST_CASE("workers block asynchronous signals, the caller keeps its mask", "[team]") {
  std::thread([] {
    sigset_t before, after;
    sigemptyset(&before);
    sigaddset(&before, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    for (int workers : {2, 4, 3, 4}) {
      Roll roll;
      run_team(workers, sign, &roll);
      REQUIRE(roll.present == workers);
      CHECK(same_mask(roll.mask[0], before));
      pthread_sigmask(SIG_SETMASK, nullptr, &after);
      CHECK(same_mask(after, before));
      for (int i = 1; i < workers; ++i) {
        for (int blocked : {SIGINT, SIGTERM, SIGALRM, SIGCHLD, SIGHUP, SIGUSR1, SIGUSR2, SIGPROF, SIGRTMIN}) {
          INFO("worker " << i << " signal " << blocked);
          CHECK(sigismember(&roll.mask[i], blocked) == 1);
        }
        for (int open : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) CHECK(sigismember(&roll.mask[i], open) == 0);
      }
    }
  }).join();
}

namespace {

std::atomic<int> handled{0}, handled_elsewhere{0};
pid_t application_thread;

void on_alarm(int) {
  handled++;
  if (thread_id() != application_thread) handled_elsewhere++;
}

}  // namespace

TEST_CASE("signals of the process are handled by the application's thread", "[team]") {
  application_thread = thread_id();
  struct sigaction action = {}, old;
  action.sa_handler = on_alarm;
  sigaction(SIGALRM, &action, &old);
  itimerval timer = {{0, 1000}, {0, 1000}}, off = {};
  setitimer(ITIMER_REAL, &timer, nullptr);
  for (int i = 0; handled < 50 && i < 5'000'000; ++i) team_works(2 + i % 3);
  setitimer(ITIMER_REAL, &off, nullptr);
  sigaction(SIGALRM, &old, nullptr);
  CHECK(handled >= 50);
  CHECK(handled_elsewhere == 0);
}

TEST_CASE("workers compute in the caller's floating-point mode and then return to their own", "[team]") {
  struct Modes {
    std::atomic<int> upward{0}, flushed{0};
  };
  const auto look = [](void *context, int) {
    auto *modes = static_cast<Modes *>(context);
    modes->upward += fegetround() == FE_UPWARD;
    volatile double tiny = 1e-310;
    modes->flushed += tiny * 1.0 == 0.0;
  };
  REQUIRE(team_works(3));  // the threads exist before the mode changes
  const int rounding = fegetround();
  Modes changed;
  fesetround(FE_UPWARD);
#if defined(__x86_64__)
  constexpr unsigned kFlushSubnormals = 0x8040;  // FTZ and DAZ
  const unsigned control = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(control | kFlushSubnormals);
#endif
  run_team(3, look, &changed);
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(control);
#endif
  fesetround(rounding);
  CHECK(changed.upward == 3);
#if defined(__x86_64__)
  CHECK(changed.flushed == 3);
#endif
  Modes host;
#pragma omp parallel num_threads(3)
  look(&host, 0);
  CHECK(host.upward == 0);
  CHECK(host.flushed == 0);
}

#if !defined(__clang__)  // LLVM's runtime gives its workers the mask the process started with
TEST_CASE("workers stay on the caller's CPUs", "[team]") {
  std::thread([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    Roll roll;
    run_team(3, sign, &roll);
    for (int i = 0; i < roll.present; ++i) CHECK(CPU_EQUAL(&roll.cpus[i], &one));
  }).join();
}
#endif

TEST_CASE("without threads a team is its caller", "[team]") {
  std::thread([] {
    forget_teams();
    inject_fail_threads(1);
    Roll roll;
    errno = EDOM;
    run_team(4, sign, &roll);
    CHECK(errno == EDOM);
    CHECK(roll.present == 1);
    CHECK(roll.thread[0] == thread_id());
    // For a while nothing is tried again ...
    const unsigned long tried = inject_thread_creations();
    for (int i = 0; i < 10; ++i) CHECK(team_works(4));
    CHECK(inject_thread_creations() == tried);
    // ... and then the team grows as if nothing had happened.
    inject_fail_threads(0);
    usleep(1'100'000);
    Roll later;
    run_team(4, sign, &later);
    CHECK(later.present == 4);
  }).join();
}

TEST_CASE("child: the size of a team", "[.child]") {
  Roll roll;
  run_team(3, sign, &roll);
  printf("[team of %d]\n", roll.present.load());
}

#if defined(GK_TEST_OPENMP)
TEST_CASE("stacks that no thread can have make a team its caller", "[team]") {
  const auto team_with = [](const char *variable, const char *size) {
    const test::ChildResult child = test::run_case("child: the size of a team", {{variable, size}});
    INFO(variable << "=" << size << ": " << child.output);
    CHECK(child.status == 0);
    return test::occurrences(child.output, "[team of 1]") + 3 * test::occurrences(child.output, "[team of 3]");
  };
  for (const char *variable : {"OMP_STACKSIZE", "GOMP_STACKSIZE"}) {
    for (const char *size :
         {"1000000G", " 1000000 g ", "1000000000000", "1000000000m", "1000000000000000B", "+1000000G", "-1B"})
      CHECK(team_with(variable, size) == 1);
    for (const char *size :
         {"512", "1M", "+1M", "4096k", "300000B", "", "large", "12B3", "-4", "0", "99999999999999999999G"})
      CHECK(team_with(variable, size) == 3);
  }
}
#endif

TEST_CASE("child: the size of a team after a change of the environment", "[.child]") {
  unsetenv("OMP_STACKSIZE");
  setenv("GOMP_STACKSIZE", "1M", 1);
  Roll roll;
  run_team(3, sign, &roll);
  printf("[team of %d]\n", roll.present.load());
}

#if defined(GK_TEST_OPENMP)
TEST_CASE("the stacks are those of the environment at load, as they are OpenMP's", "[team]") {
  const test::ChildResult child =
      test::run_case("child: the size of a team after a change of the environment", {{"OMP_STACKSIZE", "1000000G"}});
  INFO(child.output);
  CHECK(child.status == 0);
  CHECK(test::occurrences(child.output, "[team of 1]") == 1);
}
#endif

TEST_CASE("a shortage leaves the teams that exist alone", "[team]") {
  std::thread([] {
    forget_teams();
    REQUIRE(team_works(3));
    inject_fail_threads(1);
    Roll same, larger;
    run_team(3, sign, &same);
    CHECK(same.present == 3);
    run_team(5, sign, &larger);
    CHECK(larger.present == 3);
    inject_fail_threads(0);
    forget_teams();
  }).join();
}

TEST_CASE("teams nest when OpenMP allows", "[team]") {
  const int levels = omp_get_max_active_levels();
  omp_set_max_active_levels(2);
  std::atomic<int> complete{0};
  run_team(
      2,
      [](void *context, int) {
        if (team_works(2)) ++*static_cast<std::atomic<int> *>(context);
      },
      &complete);
  CHECK(complete == 2);
  omp_set_max_active_levels(levels);
}

TEST_CASE("many callers at once, on small stacks", "[team]") {
  const int callers = 60;  // 180 threads in all
  std::atomic<int> right{0};
  {
    std::vector<std::unique_ptr<test::StackThread>> threads;
    for (int i = 0; i < callers; ++i) {
      threads.push_back(std::make_unique<test::StackThread>(256 * 1024, [&right] {
        bool good = true;
        for (int round = 0; round < 3; ++round) good &= team_works(3);
        right += good;
      }));
    }
  }
  CHECK(right == callers);
}
