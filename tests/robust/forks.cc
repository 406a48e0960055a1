// Children of every descent compute with every entry family what their parents compute. (The orders of fork and first
// call, and what a fork does to teams, are those of tests/parallel/fork_test.cc and H21 and H22 of
// tests/cases/fork.cc.)
#include "support/env.h"
#include "support/jobs.h"
#include "support/problem.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <spawn.h>

#include <atomic>
#include <thread>

using namespace gk::test;

extern char **environ;

namespace {

const Jobs &jobs() {
  static const Jobs all = [] {
    gemmkit_set_num_threads(2);
    gemmkit_knob_set("GEMMKIT_PARALLEL_THRESHOLD", 0);
    return Jobs();
  }();
  return all;
}

bool all_right(int32_t threads) {
  const std::string wrong = jobs().run(threads);
  if (!wrong.empty()) std::fprintf(stderr, "%s\n", wrong.c_str());
  return wrong.empty();
}

// Calls of all families without end in another thread, while this lives.
class Busy {
 public:
  Busy()
      : thread_([this] {
          while (!over_) right_ = right_ && all_right(2);
        }) {}
  Busy(const Busy &) = delete;
  Busy &operator=(const Busy &) = delete;
  ~Busy() { stop(); }
  bool stop() {
    over_ = true;
    if (thread_.joinable()) thread_.join();
    return right_;
  }

 private:
  std::atomic<bool> over_{false}, right_{true};
  std::thread thread_;
};

}  // namespace

TEST_CASE("children, grandchildren and their threads compute with all families", "[robust][fork]") {
  REQUIRE(all_right(2));
  CHECK(std::string(in_child(20, [] {
          if (!all_right(2)) return false;
          bool in_thread = false;
          std::thread([&] { in_thread = all_right(2); }).join();
          return in_thread && !*in_child(10, [] { return all_right(2); }) && all_right(0);
        })) == "");
  CHECK(all_right(2));
}

TEST_CASE("children of threads that compute, while others do", "[robust][fork]") {
  REQUIRE(all_right(2));
  Busy busy;
  std::string ends[2];
  std::thread forkers[2];
  for (int f = 0; f < 2; ++f)
    forkers[f] = std::thread([&, f] {
      for (int round = 0; round < scaled(4, 1) && ends[f].empty(); ++round) {
        if (!all_right(f + 1)) ends[f] = "the parent's result is wrong";
        const char *end = in_child(20, [f] { return all_right(2 - f); });
        if (*end) ends[f] = end;
      }
    });
  for (std::thread &forker : forkers) forker.join();
  CHECK(ends[0] == "");
  CHECK(ends[1] == "");
  CHECK(busy.stop());
}

TEST_CASE("a callback that forks in the middle of a product", "[robust][fork]") {
  jobs();
  struct Fork {
    std::atomic<int> calls{0};
    std::string end = "did not run";
  };
  for (const int threads : {1, 2}) {
    Problem p;
    p.m = 150, p.n = 140, p.k = 160, p.a_layout = 1;
    Operands<float> x(p), plain(p);
    REQUIRE(gemm<float>(1, plain.a, plain.b, 0, plain.c, threads) == GEMMKIT_OK);
    Fork fork;
    gemmkit_epilogue_f32 epilogue = {};
    epilogue.struct_size = sizeof epilogue;
    epilogue.user = &fork;
    epilogue.map = [](float value, int64_t, int64_t, void *user) {
      auto *self = static_cast<Fork *>(user);
      // The child is inside the product and, with a team, inside a region: it computes alone.
      if (self->calls++ == 1000) self->end = in_child(20, [] { return all_right(0); });
      return value;
    };
    const gemmkit_exec exec = with_threads(threads);
    REQUIRE(gemmkit_gemm_f32_unchecked(p.m, p.n, p.k, 1, x.a.data(), x.a.rs(), x.a.cs(), x.b.data(), x.b.rs(), x.b.cs(),
                                       0, x.c.data(), x.c.rs(), x.c.cs(), &epilogue, &exec) == GEMMKIT_OK);
    INFO("threads " << threads);
    CHECK(fork.end == "");
    CHECK(fork.calls == p.m * p.n);
    CHECK(x.c.same_bits(plain.c));
  }
}

TEST_CASE("children use their parents' handles", "[robust][fork]") {
  Problem p;
  p.m = 90, p.n = 80, p.k = 70;
  Operands<double> x(p);
  Matrix<double> plain = x.c;
  REQUIRE(gemm<double>(1, x.a, x.b, 0, plain, 1) == GEMMKIT_OK);
  gemmkit_packed *packed = nullptr;
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(gemmkit_prepack_rhs_f64_unchecked(p.k, p.n, x.b.data(), x.b.rs(), x.b.cs(), nullptr, &packed) == GEMMKIT_OK);
  REQUIRE(gemmkit_workspace_create(1000, &workspace) == GEMMKIT_OK);
  const auto multiply = [&] {
    const gemmkit_exec exec = with_threads(2, workspace);
    return gemmkit_gemm_packed_b_f64_unchecked(p.m, 1, x.a.data(), x.a.rs(), x.a.cs(), packed, 0, x.c.data(), x.c.rs(),
                                               x.c.cs(), nullptr, &exec) == GEMMKIT_OK &&
           x.c.same_bits(plain);
  };
  CHECK(multiply());
  CHECK(std::string(in_child(20, [&] {
          const bool right = multiply();
          gemmkit_packed_free(packed);
          gemmkit_workspace_destroy(workspace);
          return right;
        })) == "");
  CHECK(multiply());
  gemmkit_packed_free(packed);
  gemmkit_workspace_destroy(workspace);
}

TEST_CASE("programs started while products are in flight", "[robust][fork]") {
  REQUIRE(all_right(2));
  Busy busy;
  for (int round = 0; round < scaled(40, 10); ++round) {
    pid_t child = 0;
    char name[] = "true";
    char *arguments[] = {name, nullptr};
    REQUIRE(posix_spawnp(&child, name, nullptr, nullptr, arguments, environ) == 0);
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(all_right(2));
  }
  CHECK(busy.stop());
}

TEST_CASE("a daemon, whose parents end first, computes and exits as usual", "[robust][fork]") {
  REQUIRE(all_right(2));
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  CHECK(std::string(in_child(20, [&] {
          if (fork() == 0) {
            setsid();
            alarm(20);
            if (fork() == 0) {
              const char right = all_right(2) ? 'y' : 'n';
              if (write(ends[1], &right, 1) != 1) _exit(1);
              std::exit(0);  // with all handlers
            }
            _exit(0);
          }
          return true;
        })) == "");
  close(ends[1]);
  char right = '?';
  CHECK(read(ends[0], &right, 1) == 1);
  CHECK(right == 'y');
  close(ends[0]);
}
