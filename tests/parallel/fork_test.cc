// src/parallel/fork: children of processes that compute in parallel can do so too.
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <thread>

#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "support/process.h"

using namespace gk;

namespace {

struct Sum {
  Cursor cursor{1000, 7};
  std::atomic<int64_t> value{0};
  std::atomic<int> team{0};
};

void add(void *context, int) {
  auto *sum = static_cast<Sum *>(context);
  sum->team++;
  for (int64_t begin, end; sum->cursor.next(&begin, &end);) {
    for (; begin < end; ++begin) sum->value += begin;
  }
}

// The team that took part, or 0 when the sum is wrong.
int compute(int workers) {
  Sum sum;
  run_team(workers, add, &sum);
  return sum.value == 999 * 1000 / 2 ? sum.team.load() : 0;
}

// Whether every worker of a team has SIGALRM blocked and the caller has not.
bool masks_are_right() {
  std::atomic<int> wrong{0};
  run_team(
      3,
      [](void *context, int worker) {
        sigset_t mask;
        pthread_sigmask(SIG_SETMASK, nullptr, &mask);
        *static_cast<std::atomic<int> *>(context) += (sigismember(&mask, SIGALRM) == 1) != (worker != 0);
      },
      &wrong);
  return wrong == 0;
}

}  // namespace

// First, while this process has computed nothing.
TEST_CASE("fork before the first team", "[fork]") {
  CHECK(std::string(test::in_child(10, [] { return compute(3) == 3; })) == "");
}

// Run first in this process, too: no team of ours has installed anything yet.
TEST_CASE("fork after a region of the host's own", "[fork]") {
  const std::string ending = test::in_child(20, [] {
    std::atomic<int> threads{0};
#pragma omp parallel num_threads(2)
    threads++;
    return threads == 2 && std::string(test::in_child(10, [] { return compute(2) == 2; })).empty();
  });
  CHECK(ending == "");
}

#if defined(GK_TEST_OPENMP)
TEST_CASE("workers of a pool that the host renewed block signals", "[fork]") {
  REQUIRE(compute(3) == 3);
  REQUIRE(omp_pause_resource_all(omp_pause_soft) == 0);
  CHECK(masks_are_right());
}
#endif

TEST_CASE("a product is no cancellation point", "[fork]") {
  std::atomic<int> team{0};
  pthread_t thread;
  REQUIRE(pthread_create(
              &thread, nullptr,
              [](void *result) -> void * {
                pthread_cancel(pthread_self());
                *static_cast<std::atomic<int> *>(result) = compute(2);
                return nullptr;
              },
              &team) == 0);
  REQUIRE(pthread_join(thread, nullptr) == 0);
  CHECK(team == 2);
}

TEST_CASE("fork after a team, and again in the child", "[fork]") {
  REQUIRE(compute(4) == 4);
  for (int round = 0; round < 10; ++round) {
    const std::string ending = test::in_child(10, [] {
      if (compute(4) != 4) return false;
      return std::string(test::in_child(10, [] { return compute(4) == 4 && compute(2) == 2; })).empty() &&
             compute(4) == 4;
    });
    CHECK(ending == "");
    // The parent goes on with full teams.
    CHECK(compute(4) == 4);
  }
}

TEST_CASE("workers started after a fork block signals like those before", "[fork]") {
  CHECK(masks_are_right());
  CHECK(std::string(test::in_child(10, masks_are_right)) == "");
  CHECK(masks_are_right());
}

TEST_CASE("fork while other threads compute", "[fork]") {
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0}, rounds{0};
  std::thread workers[2];
  for (std::thread &worker : workers) {
    worker = std::thread([&] {
      while (!stop) {
        wrong += compute(3) == 0;
        ++rounds;
      }
    });
  }
  compute(2);
  for (int i = 0; i < 100; ++i) {
    usleep(static_cast<useconds_t>(i * 37 % 500));
    const std::string ending = test::in_child(5, [] { return compute(3) == 3; });
    CHECK(ending == "");
    if (i % 3 == 0) CHECK(compute(2 + i % 2) > 0);
  }
  stop = true;
  for (std::thread &worker : workers) worker.join();
  CHECK(wrong == 0);
  CHECK(rounds > 0);
}

TEST_CASE("fork from threads that have their own pools", "[fork]") {
  std::atomic<int> bad{0};
  std::thread forkers[3];
  for (std::thread &forker : forkers) {
    forker = std::thread([&] {
      for (int i = 0; i < 10; ++i) {
        bad += compute(2) != 2;
        bad += !std::string(test::in_child(10, [] { return compute(3) == 3; })).empty();
      }
    });
  }
  for (std::thread &forker : forkers) forker.join();
  CHECK(bad == 0);
}

// The child of libgomp inherits a thread that is still inside a team, which is not there: products are serial
// then (policy). LLVM's runtime starts afresh.
TEST_CASE("a child forked inside a region computes", "[fork]") {
  compute(2);
  std::string endings[2];
#pragma omp parallel num_threads(2)
  {
    const int self = omp_get_thread_num();
#pragma omp critical
    endings[self] = test::in_child(10, [] { return compute(inside_parallel_region() ? 1 : 2) > 0; });
  }
  CHECK(endings[0] == "");
  CHECK(endings[1] == "");
  CHECK(compute(2) == 2);
}
