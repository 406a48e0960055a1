// What the first calls of a process do. Every case runs in a child of this process, which itself never multiplies.
#include "cache/machine.h"
#include "support/inject.h"
#include "support/problem.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <cstdio>
#include <memory>
#include <vector>

using namespace gk::test;

namespace {

bool right(int64_t m, int64_t n, int64_t k, int threads) {
  Problem p;
  p.m = m;
  p.n = n;
  p.k = k;
  p.a_layout = 1;
  p.threads = threads;
  const std::string wrong = mistake<float>(p);
  if (!wrong.empty()) std::fprintf(stderr, "%s: %s\n", describe(p).c_str(), wrong.c_str());
  return wrong.empty();
}

// A condition of a child, named when it fails.
bool holds(bool condition, const char *what) {
  if (!condition) std::fprintf(stderr, "does not hold: %s\n", what);
  return condition;
}

}  // namespace

TEST_CASE("the first small product starts no thread and does not load the topology", "[robust][first]") {
  for (int threads : {0, 1, 8}) {
    const std::string end = in_child(20, [threads] {
      return holds(!gk::machine_loaded(), "the topology is not loaded before the first call") &&
             right(8, 8, 8, threads) && holds(thread_count() == 1, "one thread") &&
             holds(!gk::machine_loaded(), "the topology is not loaded by a small product") &&
             holds(inject_thread_creations() == 0, "no thread was created");
    });
    CHECK(end == "");
  }
}

TEST_CASE("a large product loads the topology and may start threads", "[robust][first]") {
  CHECK(std::string(in_child(20, [] {
          return right(600, 600, 600, 2) && holds(gk::machine_loaded(), "the topology is loaded") &&
                 holds(thread_count() <= 2, "no more threads than asked for");
        })) == "");
}

TEST_CASE("a serial product starts no thread whatever its size", "[robust][first]") {
  CHECK(std::string(in_child(20, [] { return right(500, 500, 500, 1) && holds(thread_count() == 1, "one thread"); })) ==
        "");
}

TEST_CASE("without threads to be had products run serially", "[robust][threads]") {
  CHECK(std::string(in_child(30, [] {
          inject_fail_threads(1);
          return right(300, 300, 300, 4) && right(300, 300, 300, 0) && right(500, 100, 300, 2) &&
                 holds(thread_count() == 1, "one thread");
        })) == "");
}

TEST_CASE("threads that become available later are used without harm", "[robust][threads]") {
  CHECK(std::string(in_child(30, [] {
          inject_fail_threads(1);
          if (!right(300, 300, 300, 2)) return false;
          inject_fail_threads(0);
          return right(300, 300, 300, 2) && right(300, 300, 300, 3);
        })) == "");
}

TEST_CASE("threads that run out later do no harm", "[robust][threads]") {
  CHECK(std::string(in_child(30, [] {
          if (!right(300, 300, 300, 2)) return false;
          inject_fail_threads(1);
          return right(300, 300, 300, 2) && right(300, 300, 300, 8);
        })) == "");
}

TEST_CASE("a first call by many threads at once", "[robust][first]") {
  CHECK(std::string(in_child(30, [] {
          std::atomic<bool> good{true};
          {
            std::vector<std::unique_ptr<StackThread>> callers;
            for (int i = 0; i < 16; ++i)
              callers.push_back(std::make_unique<StackThread>(1 << 20, [&, i] {
                if (!right(60 + 40 * (i % 5), 100, 120, i % 3)) good = false;
              }));
          }
          return good.load();
        })) == "");
}
