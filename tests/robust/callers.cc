// Callers with small stacks, hundreds of them, nested in OpenMP, and with a floating-point environment of their own.
#include "support/problem.h"
#include "support/process.h"

#include <omp.h>
#include <catch2/catch.hpp>

#include <atomic>
#include <cfenv>
#include <climits>
#include <memory>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace gk::test;

namespace {

Problem problem(int64_t m, int64_t n, int64_t k, int threads, int a_layout = 0) {
  Problem p;
  p.m = m;
  p.n = n;
  p.k = k;
  p.threads = threads;
  p.a_layout = a_layout;
  return p;
}

// Threads that start together.
class Gate {
 public:
  explicit Gate(int count) { pthread_barrier_init(&barrier_, nullptr, unsigned(count)); }
  Gate(const Gate &) = delete;
  Gate &operator=(const Gate &) = delete;
  ~Gate() { pthread_barrier_destroy(&barrier_); }
  void wait() { pthread_barrier_wait(&barrier_); }

 private:
  pthread_barrier_t barrier_;
};

}  // namespace

TEMPLATE_TEST_CASE("H30 small stacks", "[robust][callers]", float, double) {
  struct Shape {
    int64_t m, n, k;
  };
  constexpr Shape kShapes[] = {{24, 18, 1}, {200, 200, 200}, {700, 700, 700}, {8, 8, 4000},    {24, 1, 18},
                               {1, 24, 18}, {2000, 1, 2000}, {1, 2000, 2000}, {16, 16, 20000}, {3000, 9, 3000}};
  for (const Shape &s : kShapes)
    for (int layout : {0, 1})
      for (int threads : {1, 64}) {
        if (fast() && s.m > 200) continue;
        // The product alone runs on the small stack; the oracle does not.
        Problem p = problem(s.m, s.n, s.k, threads, layout);
        Operands<TestType> x(p);
        gemmkit_status status = GEMMKIT_ERR_ARGUMENT;
        {
          StackThread thread(size_t(PTHREAD_STACK_MIN) + (64 << 10),
                             [&] { status = gemm<TestType>(1, x.a, x.b, 0, x.c, threads); });
        }
        INFO(describe(p));
        REQUIRE(status == GEMMKIT_OK);
        // Columns repeat with period 11 in j, so the oracle is needed for eleven only.
        const int64_t columns = std::min<int64_t>(s.n, 11);
        const auto want = expected_product<TestType>(s.m, columns, s.k, 1, x.a, x.b, 0, x.c);
        bool same = true;
        for (int64_t j = 0; j < s.n; ++j)
          for (int64_t i = 0; i < s.m; ++i) same = same && x.c(i, j) == want.value[size_t(i + j % 11 * s.m)];
        CHECK(same);
      }
}

TEST_CASE("H26 three hundred callers at once", "[robust][callers]") {
  const int callers = scaled(300, 30), rounds = scaled(20, 3);
  for (int threads : {1, 4}) {
    const Problem p = problem(50, 50, 50, threads, 1);
    const Operands<double> start(p);
    const auto want = expected_product<double>(50, 50, 50, 1, start.a, start.b, 0, start.c);
    KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
    const long before = resident_bytes();
    std::atomic<int> wrong{0};
    {
      Gate gate(callers);
      std::vector<std::unique_ptr<StackThread>> team;
      for (int i = 0; i < callers; ++i)
        team.push_back(std::make_unique<StackThread>(256 << 10, [&] {
          Matrix<double> c = start.c;
          gate.wait();
          for (int round = 0; round < rounds; ++round) {
            c.fill([](int64_t, int64_t) { return -1; });
            if (gemm<double>(1, start.a, start.b, 0, c, threads) != GEMMKIT_OK || !equal(c, want)) ++wrong;
          }
        }));
    }
    INFO("threads " << threads);
    CHECK(wrong == 0);
    CHECK(resident_bytes() - before < 300L << 20);
  }
}

TEST_CASE("nested in OpenMP", "[robust][callers]") {
  const Problem p = problem(120, 110, 130, 0, 1);
  const Operands<float> start(p);
  const auto want = expected_product<float>(120, 110, 130, 1, start.a, start.b, 0, start.c);
  const int levels = omp_get_max_active_levels();
  for (int nesting : {1, 3}) {
    omp_set_max_active_levels(nesting);
    std::atomic<int> wrong{0}, widest{0};
#pragma omp parallel num_threads(3)
    {
      if (nesting == 1 && gemmkit_get_max_threads() > 1) widest = gemmkit_get_max_threads();
      for (int threads : {0, 1, 2, 3}) {
        Matrix<float> c = start.c;
        if (gemm<float>(1, start.a, start.b, 0, c, threads) != GEMMKIT_OK || !equal(c, want)) ++wrong;
      }
#pragma omp parallel num_threads(2)
      {
        Matrix<float> c = start.c;
        if (gemm<float>(1, start.a, start.b, 0, c, 2) != GEMMKIT_OK || !equal(c, want)) ++wrong;
      }
    }
    INFO("active levels " << nesting);
    CHECK(wrong == 0);
    CHECK(widest == 0);  // inside a region automatic means serial
  }
  omp_set_max_active_levels(levels);
}

TEST_CASE("inside OpenMP tasks and sections", "[robust][callers]") {
  const Problem p = problem(90, 70, 80, 2, 1);
  const Operands<double> start(p);
  const auto want = expected_product<double>(90, 70, 80, 1, start.a, start.b, 0, start.c);
  std::atomic<int> wrong{0};
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task
    {
      Matrix<double> c = start.c;
      if (gemm<double>(1, start.a, start.b, 0, c, 2) != GEMMKIT_OK || !equal(c, want)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEMPLATE_TEST_CASE("the caller's rounding mode rules on every thread", "[robust][fenv]", float, double) {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  Problem p = problem(300, 260, 120, 1);  // enough for every worker to wake up and take a part
  p.integers = false;
  const Operands<TestType> start(p);
  Matrix<TestType> nearest = start.c;
  REQUIRE(gemm<TestType>(1, start.a, start.b, 0, nearest, 2) == GEMMKIT_OK);  // the team exists, rounding to nearest
  Matrix<TestType> serial[2] = {start.c, start.c};
  constexpr int kModes[] = {FE_UPWARD, FE_DOWNWARD};
  for (int mode = 0; mode < 2; ++mode)
    for (int threads : {1, 2, 2, 2, 2, 0}) {
      Matrix<TestType> c = start.c;
      std::fesetround(kModes[mode]);
      gemm<TestType>(1, start.a, start.b, 0, c, threads);
      const int after = std::fegetround();
      std::fesetround(FE_TONEAREST);
      CHECK(after == kModes[mode]);
      if (threads == 1) serial[mode] = c;
      INFO("threads " << threads);
      CHECK(c.same_bits(serial[mode]));
    }
  bool below = true, differs = false;
  for (int64_t j = 0; j < p.n; ++j)
    for (int64_t i = 0; i < p.m; ++i) {
      below = below && serial[1](i, j) <= nearest(i, j) && nearest(i, j) <= serial[0](i, j);
      differs = differs || serial[1](i, j) < serial[0](i, j);
    }
  CHECK(below);
  CHECK(differs);
  // The team is back to what it was.
  Matrix<TestType> again = start.c;
  REQUIRE(gemm<TestType>(1, start.a, start.b, 0, again, 2) == GEMMKIT_OK);
  CHECK(again.same_bits(nearest));
}

#if defined(__x86_64__)
TEMPLATE_TEST_CASE("the caller's flush-to-zero rules on every thread", "[robust][fenv]", float, double) {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  constexpr int64_t n = 300;
  const TestType tiny = std::numeric_limits<TestType>::min() / 4;  // subnormal
  Matrix<TestType> a(n, n, kLayouts[0]), eye(n, n, kLayouts[0]), c(n, n, kLayouts[0]);
  a.fill([&](int64_t, int64_t) { return tiny; });
  eye.fill([](int64_t i, int64_t j) { return i == j; });
  const auto all = [&](TestType value) {
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i)
        if (!(c(i, j) == value)) return false;
    return true;
  };
  for (int threads : {1, 2, 2, 2, 0}) {
    INFO("threads " << threads);
    REQUIRE(gemm<TestType>(1, a, eye, 0, c, threads) == GEMMKIT_OK);
    CHECK(all(tiny));
    const unsigned saved = _mm_getcsr();
    _mm_setcsr(saved | 0x8040);  // flush-to-zero and denormals-are-zero
    gemm<TestType>(1, a, eye, 0, c, threads);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(saved);
    CHECK((after & 0x8040u) == 0x8040u);
    CHECK(all(0));
    REQUIRE(gemm<TestType>(1, a, eye, 0, c, threads) == GEMMKIT_OK);
    CHECK(all(tiny));  // and no worker keeps it
  }
}
#endif
