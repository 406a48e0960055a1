// Teams of a minimal build with the pthread backend: real threads, in WebAssembly too.
#include "support/threads.h"
#include "parallel/backend.h"
#include "support/env.h"
#include "support/problem.h"

#include <pthread.h>
#include <time.h>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

using namespace gk;
using namespace gk::test;

namespace {

constexpr int kMost = 16;

struct Meeting {
  int expected;
  std::atomic<int> present{0};
  pthread_t who[kMost] = {};
};

double seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Each waits for the others: workers that took turns on one thread would not meet.
void meet(void *context, int worker) {
  auto *meeting = static_cast<Meeting *>(context);
  meeting->who[worker] = pthread_self();
  ++meeting->present;
  for (const double end = seconds() + 30; meeting->present < meeting->expected && seconds() < end;) {
  }
}

std::vector<float> product(int32_t threads, int seed) {
  Problem p;
  p.m = 150, p.n = 130, p.k = 170;
  p.a_layout = 1;
  p.integers = false;
  p.seed = seed;
  Operands<float> x(p);
  REQUIRE(gemm<float>(1.5F, x.a, x.b, 0, x.c, threads) == GEMMKIT_OK);
  std::vector<float> out;
  for (int64_t i = 0; i < p.m; ++i)
    for (int64_t j = 0; j < p.n; ++j) out.push_back(x.c(i, j));
  return out;
}

bool same(const std::vector<float> &a, const std::vector<float> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

}  // namespace

TEST_CASE("the workers of a team run at the same time, on threads of their own", "[threads]") {
  REQUIRE(std::string(gemmkit_config()).find("teams by pthread") != std::string::npos);
  for (int workers : {2, 4, 3, 8}) {
    Meeting meeting{workers};
    run_team(workers, meet, &meeting);
    REQUIRE(meeting.present == workers);
    CHECK(pthread_equal(meeting.who[0], pthread_self()));
    for (int i = 0; i < workers; ++i)
      for (int j = 0; j < i; ++j) CHECK_FALSE(pthread_equal(meeting.who[i], meeting.who[j]));
  }
}

TEST_CASE("products of teams have the bits of one worker's", "[threads]") {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  const auto want = product(1, 1);
  for (int32_t threads : {0, 2, 3, 8, 64}) {
    INFO(threads);
    CHECK(same(product(threads, 1), want));
  }
}

// Three callers ask for more workers than there are; some teams are smaller then.
TEST_CASE("callers on threads of their own have teams too", "[threads]") {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  std::vector<std::vector<float>> want, got(3);
  for (int i = 0; i < 3; ++i) want.push_back(product(1, i));
  std::atomic<int> wrong{0};
  std::vector<Thread> callers;
  for (int i = 0; i < 3; ++i)
    callers.emplace_back([&, i] {
      for (int round = 0; round < 10; ++round) wrong += !same(product(8, i), want[size_t(i)]);
    });
  for (Thread &caller : callers) caller.join();
  CHECK(wrong == 0);
}

#if defined(__wasm__)
namespace {

// What three teams of the full width, side by side, have of workers together.
struct Crowd {
  static constexpr int kCallers = 3, kWidth = 8;
  std::atomic<int> callers{0}, workers{0};
};

void crowd_in(void *context, int worker) {
  auto *crowd = static_cast<Crowd *>(context);
  ++(worker == 0 ? crowd->callers : crowd->workers);
  // Nobody leaves before all teams are there: none has its workers from another.
  for (const double end = seconds() + 30; crowd->callers < Crowd::kCallers && seconds() < end;) {
  }
}

}  // namespace

// The host has started so many threads, and those that the library takes the program's own calls cannot have.
TEST_CASE("teams of several callers share the workers of GEMMKIT_WASM_THREADS", "[threads]") {
  Crowd crowd;
  std::vector<Thread> callers;
  for (int i = 0; i < Crowd::kCallers; ++i) callers.emplace_back([&] { run_team(Crowd::kWidth, crowd_in, &crowd); });
  for (Thread &caller : callers) caller.join();
  CHECK(crowd.callers == Crowd::kCallers);
  CHECK(crowd.workers < Crowd::kWidth);
}

TEST_CASE("GEMMKIT_WASM_THREADS is the width, and the limit", "[threads]") {
  CHECK(gemmkit_get_max_threads() == 8);
  KnobScope knobs("GEMMKIT_WASM_THREADS", 3);
  CHECK(gemmkit_get_max_threads() == 3);
  gemmkit_set_num_threads(6);
  CHECK(gemmkit_get_max_threads() == 3);
  gemmkit_set_num_threads(2);
  CHECK(gemmkit_get_max_threads() == 2);
  gemmkit_set_num_threads(0);
  KnobScope none("GEMMKIT_WASM_THREADS", 0);
  CHECK(gemmkit_get_max_threads() == 1);
}
#endif
