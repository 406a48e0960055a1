// Running out of memory and not using any: inject.c replaces this program's allocator.
#include "support/call.h"
#include "support/inject.h"
#include "support/problem.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <thread>

using namespace gk::test;

namespace {

constexpr unsigned long kNone = ~0ul;

// Allocations fail in this scope, and only here: Catch needs memory to report.
class Shortage {
 public:
  explicit Shortage(unsigned long min_bytes) { inject_fail_allocations(min_bytes); }
  Shortage(const Shortage &) = delete;
  Shortage &operator=(const Shortage &) = delete;
  ~Shortage() { inject_fail_allocations(kNone); }
};

Problem packed_problem(int64_t m, int64_t n, int64_t k, int layouts) {
  Problem p;
  p.m = m;
  p.n = n;
  p.k = k;
  p.a_layout = layouts % 2;
  p.b_layout = layouts / 2 % 2;
  p.c_layout = layouts / 4;
  p.integers = false;
  return p;
}

struct Shape {
  int64_t m, n, k;
};
constexpr Shape kShapes[] = {{300, 280, 700}, {8, 8, 5000},    {700, 20, 3000},
                             {20, 700, 3000}, {40, 40, 20000}, {1000, 1000, 30}};

}  // namespace

TEMPLATE_TEST_CASE("without memory a product has the same bits", "[robust][memory]", float, double) {
  using T = TestType;
  // One thread survives with no memory at all. With several only large blocks are refused: the OpenMP runtime ends
  // the process when its own small ones fail.
  struct Scarcity {
    int threads;
    unsigned long refused_from;
  };
  for (uint64_t direct : {uint64_t(0), uint64_t(256) << 10, UINT64_MAX})
    for (const Shape &s : kShapes)
      for (int layouts = 0; layouts < 8; ++layouts) {
        KnobScope knobs;
        knobs.set("GEMMKIT_DIRECT_BYTES", direct);
        knobs.set("GEMMKIT_LHS_PACK_THRESHOLD", 0);
        knobs.set("GEMMKIT_RHS_PACK_THRESHOLD", 0);
        const Problem p = packed_problem(s.m, s.n, s.k, layouts);
        const Operands<T> start(p);
        Matrix<T> rich = start.c;
        REQUIRE(gemm<T>(1, start.a, start.b, 0.5, rich) == GEMMKIT_OK);
        for (const Scarcity &scarcity : {Scarcity{1, 0}, Scarcity{2, 16384}}) {
          Matrix<T> poor = start.c;
          gemmkit_release_thread_memory();
          gemmkit_status status;
          {
            const Shortage shortage(scarcity.refused_from);
            status = gemm<T>(1, start.a, start.b, 0.5, poor, scarcity.threads);
          }
          INFO(type_name<T>() << " " << describe(p) << ", direct " << direct << ", threads " << scarcity.threads);
          CHECK(status == GEMMKIT_OK);
          CHECK(poor.same_bits(rich));
          CHECK(poor.padding_intact());
        }
      }
  CHECK(inject_failures() > 0);  // else nothing was tested
}

TEST_CASE("without memory a thread that never computed works", "[robust][memory]") {
  const Problem p = packed_problem(300, 300, 300, 1);
  Operands<double> x(p);
  Matrix<double> rich = x.c;
  REQUIRE(gemm<double>(1, x.a, x.b, 0.5, rich) == GEMMKIT_OK);
  gemmkit_status status = GEMMKIT_ERR_NO_MEMORY;
  bool same = false;
  std::thread caller([&] {
    {
      const Shortage shortage(0);
      status = gemm<double>(1, x.a, x.b, 0.5, x.c);
    }
    same = x.c.same_bits(rich);
  });
  caller.join();
  CHECK(status == GEMMKIT_OK);
  CHECK(same);
}

TEST_CASE("a workspace reports that there is no memory", "[robust][memory]") {
  auto *untouched = reinterpret_cast<gemmkit_workspace *>(0x10);
  gemmkit_workspace *workspace = untouched;
  gemmkit_status status;
  {
    const Shortage shortage(0);
    status = gemmkit_workspace_create(1 << 20, &workspace);
  }
  CHECK(status == GEMMKIT_ERR_NO_MEMORY);
  CHECK(workspace == untouched);
}

TEMPLATE_TEST_CASE("the steady state allocates nothing", "[robust][memory]", float, double) {
  using T = TestType;
  for (int threads : {1, 2})
    for (const Shape &s : kShapes)
      for (int layouts : {0, 1, 4, 7}) {
        Problem p = packed_problem(s.m, s.n, s.k, layouts);
        Operands<T> x(p);
        for (int warm = 0; warm < 2; ++warm) REQUIRE(gemm<T>(1, x.a, x.b, 0, x.c, threads) == GEMMKIT_OK);
        const unsigned long allocations = inject_allocations(), created = inject_thread_creations();
        for (int i = 0; i < scaled(20, 5); ++i) gemm<T>(1, x.a, x.b, 0, x.c, threads);
        const unsigned long allocated = inject_allocations() - allocations;
        const unsigned long threads_made = inject_thread_creations() - created;
        INFO(type_name<T>() << " " << describe(p));
        CHECK(allocated == 0);
        CHECK(threads_made == 0);
      }
}

TEST_CASE("a caller's workspace of enough bytes never grows", "[robust][memory]") {
  const Problem p = packed_problem(300, 300, 300, 1);
  Operands<double> x(p);
  gemmkit_workspace *workspace = nullptr;
  REQUIRE(gemmkit_workspace_create(64 << 20, &workspace) == GEMMKIT_OK);
  REQUIRE(gemm<double>(1, x.a, x.b, 0, x.c, 2, workspace) == GEMMKIT_OK);  // OpenMP's team is made here
  gemmkit_release_thread_memory();
  const size_t capacity = gemmkit_workspace_capacity(workspace);
  const unsigned long before = inject_allocations();
  gemm<double>(1, x.a, x.b, 0, x.c, 2, workspace);
  const unsigned long allocated = inject_allocations() - before;
  CHECK(allocated == 0);
  CHECK(gemmkit_workspace_capacity(workspace) == capacity);
  CHECK(capacity >= size_t(64 << 20));
  gemmkit_workspace_destroy(workspace);
}

TEST_CASE("pools of threads that ended are freed", "[robust][memory]") {
  // Each thread packs some megabytes; a hundred leaked pools would show in the address space at once.
  const Problem p = packed_problem(400, 400, 400, 1);
  Operands<double> x(p);
  const auto run_thread = [&] {
    std::thread caller([&] {
      Matrix<double> c = x.c;
      gemm<double>(1, x.a, x.b, 0, c);
    });
    caller.join();
  };
  for (int i = 0; i < 3; ++i) run_thread();
  const long before = resident_bytes();
  for (int i = 0; i < 100; ++i) run_thread();
  CHECK(resident_bytes() - before < 20 << 20);
}
