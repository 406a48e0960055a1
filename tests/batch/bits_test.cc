// Batches and groups against a loop of single products: the same bits, whatever the schedule, and not a byte between
// the entries touched. Programs believe to have many CPUs here, so that teams of any size form.
#include "batch/calls.h"
#include "support/guard.h"
#include "support/problem.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <thread>

using namespace gk::test;

namespace {

template <class T>
T value(int64_t i, int64_t salt) {
  return fraction<T>(i, salt, 11);
}

template <class T>
Batch<T> dense_batch(int64_t count, int64_t m, int64_t n, int64_t k, int64_t gap = 0) {
  Batch<T> x;
  x.count = count, x.m = m, x.n = n, x.k = k;
  x.sa = {1, m}, x.sb = {1, k}, x.sc = {1, m};
  x.a_step = m * k + gap, x.b_step = k * n + gap, x.c_step = m * n + gap;
  return x;
}

template <class T>
void expect_loop(Batch<T> &x, T c_start = Batch<T>::kSentinel) {
  x.fill(value<T>, c_start);
  const std::vector<T> start = x.c, want = x.looped();
  for (int32_t threads : {1, 2, 3, 7, 0}) {
    CAPTURE(threads, x.count, x.m, x.n, x.k);
    const gemmkit_exec exec = with_threads(threads);
    x.c = start;
    REQUIRE(x.checked(&exec) == GEMMKIT_OK);
    CHECK(same_bits(x.c, want));
    x.c = start;
    REQUIRE(x.unchecked(&exec) == GEMMKIT_OK);
    CHECK(same_bits(x.c, want));
    x.c = start;
    const auto problems = x.problems();
    REQUIRE(BatchTypes<T>::grouped_unchecked(x.count, problems.data(), &exec) == GEMMKIT_OK);
    CHECK(same_bits(x.c, want));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("a batch has the bits of a loop", "[batch]", float, double) {
  using T = TestType;
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 1);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
  SECTION("squares of every small size") {
    const int64_t step = fast() ? 7 : 1;
    for (int64_t s = 1; s <= 40; s += step) {
      Batch<T> x = dense_batch<T>(13, s, s, s, s % 3);
      x.beta = s % 2 ? T(0) : T(0.75);
      x.alpha = s % 5 ? T(1) : T(-0.5);
      expect_loop(x, x.beta == 0 ? std::numeric_limits<T>::quiet_NaN() : Batch<T>::kSentinel);
    }
  }
  SECTION("odd shapes") {
    constexpr int64_t kShapes[][3] = {{1, 1, 1},  {1, 9, 5},   {9, 1, 5},   {3, 17, 2},  {49, 3, 8},  {50, 20, 7},
                                      {7, 33, 1}, {97, 9, 33}, {16, 8, 90}, {100, 5, 3}, {5, 100, 64}};
    for (const auto &s : kShapes) {
      Batch<T> x = dense_batch<T>(9, s[0], s[1], s[2], 5);
      expect_loop(x);
    }
  }
  SECTION("larger than the direct route takes") {
    Batch<T> x = dense_batch<T>(3, 130, 70, 150, 1);
    expect_loop(x);
  }
  SECTION("row-major, transposed and general strides") {
    Batch<T> x = dense_batch<T>(8, 12, 10, 14, 3);
    x.sc = {10, 1};
    expect_loop(x);  // C row-major
    x.sa = {14, 1};
    expect_loop(x);  // A too
    x.sc = {1, 12};
    expect_loop(x);  // A transposed
    x.sc = {2, 24}, x.c_step = 240;
    expect_loop(x);  // C with gaps between its rows
  }
  SECTION("entries interleaved element by element") {
    Batch<T> x = dense_batch<T>(6, 5, 4, 7);
    x.sa = {6, 30}, x.sb = {6, 42}, x.sc = {6, 30};
    x.a_step = x.b_step = x.c_step = 1;
    expect_loop(x);
  }
  SECTION("one operand for all") {
    Batch<T> x = dense_batch<T>(20, 6, 7, 8);
    x.b_step = 0;
    expect_loop(x);
    x.a_step = 0;
    expect_loop(x);
  }
  SECTION("few rows and columns over a long depth") {
    for (int layout = 0; layout < 5; ++layout) {
      Batch<T> x = dense_batch<T>(5, 6, 4, 300, 1);
      if (layout == 1) x.sa = {300, 1};  // dots
      if (layout == 2) x.sa = {300, 1}, x.sb = {4, 1};
      if (layout == 3) x.sa = {1, 1};  // a Hankel matrix, both strides adjacent
      if (layout == 4) x.sb = {1, 1};
      expect_loop(x);
    }
  }
  SECTION("k or alpha zero") {
    Batch<T> x = dense_batch<T>(5, 6, 7, 0, 2);
    x.beta = T(0.5);
    expect_loop(x);
    x = dense_batch<T>(5, 6, 7, 3, 2);
    x.alpha = 0, x.beta = 0;
    expect_loop(x, std::numeric_limits<T>::quiet_NaN());
  }
  SECTION("split entry by entry") {
    knobs.set("GEMMKIT_SEQ_INTERNAL_BYTES_PER_WORKER", 0);
    Batch<T> x = dense_batch<T>(4, 70, 50, 40, 3);
    expect_loop(x);
  }
  SECTION("chunks of one product, and of many") {
    for (uint64_t bytes : {uint64_t{0}, uint64_t{100000}, UINT64_MAX}) {
      knobs.set("GEMMKIT_BATCH_CHUNK_BYTES", bytes);
      Batch<T> x = dense_batch<T>(11, 20, 30, 10);
      expect_loop(x);
    }
  }
}

TEMPLATE_TEST_CASE("any batch equals its loop", "[batch]", float, double) {
  using T = TestType;
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 1);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 64);
  rc::prop("bit for bit", [] {
    const auto up_to = [](int64_t most) { return *rc::gen::inRange<int64_t>(0, most + 1); };
    Batch<T> x;
    x.count = up_to(12), x.m = up_to(36), x.n = up_to(20), x.k = up_to(20);
    x.alpha = *rc::gen::element<T>(0, 1, T(-1.5));
    x.beta = *rc::gen::element<T>(0, 1, T(0.5));
    const auto lay = [&](int64_t rows, int64_t cols) {
      const int64_t pad = up_to(2);
      return *rc::gen::arbitrary<bool>() ? Strides{1, rows + pad} : Strides{cols + pad, 1};
    };
    x.sa = lay(x.m, x.k), x.sb = lay(x.k, x.n), x.sc = lay(x.m, x.n);
    x.a_step = *rc::gen::arbitrary<bool>() ? 0 : Batch<T>::reach(x.m, x.k, x.sa) + up_to(3);
    x.b_step = *rc::gen::arbitrary<bool>() ? 0 : Batch<T>::reach(x.k, x.n, x.sb) + up_to(3);
    x.c_step = Batch<T>::reach(x.m, x.n, x.sc) + up_to(3);
    x.fill(value<T>, x.beta == 0 ? std::numeric_limits<T>::quiet_NaN() : Batch<T>::kSentinel);
    const std::vector<T> want = x.looped();
    const gemmkit_exec exec = with_threads(*rc::gen::element<int32_t>(0, 1, 2, 3, 7));
    RC_ASSERT((*rc::gen::arbitrary<bool>() ? x.checked(&exec) : x.unchecked(&exec)) == GEMMKIT_OK);
    RC_ASSERT(same_bits(x.c, want));
  });
}

TEMPLATE_TEST_CASE("a group of mixed shapes has the bits of single products", "[batch]", float, double) {
  using T = TestType;
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 1);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
  // Several hundred, so that the order does not fit the stack; one outweighs the rest.
  const int64_t count = fast() ? 60 : GENERATE(1, 2, 60, 700);
  std::vector<Batch<T>> parts;
  for (int64_t i = 0; i < count; ++i) {
    parts.push_back(i == count / 2 ? dense_batch<T>(1, 150, 120, 140)
                                   : dense_batch<T>(1, 1 + i * 7 % 23, 1 + i * 5 % 19, i * 3 % 17));
    parts.back().beta = i % 2 ? T(1) : T(0);
    parts.back().fill(value<T>, parts.back().beta == 0 ? std::numeric_limits<T>::quiet_NaN() : T(2));
  }
  std::vector<std::vector<T>> start, want;
  std::vector<typename BatchTypes<T>::Problem> problems;
  std::vector<typename BatchTypes<T>::RawProblem> raw;
  for (auto &x : parts) {
    start.push_back(x.c);
    want.push_back(x.looped());
    problems.push_back({x.alpha,
                        {x.a.data(), x.a_len(), x.m, x.k, x.sa.rs, x.sa.cs},
                        {x.b.data(), x.b_len(), x.k, x.n, x.sb.rs, x.sb.cs},
                        x.beta,
                        {x.c.data(), x.c_len(), x.m, x.n, x.sc.rs, x.sc.cs}});
    raw.push_back(x.problems()[0]);
  }
  for (int32_t threads : {1, 2, 3, 7, 0}) {
    const gemmkit_exec exec = with_threads(threads);
    for (bool checked : {false, true}) {
      CAPTURE(count, threads, checked);
      // By assignment to the elements: the problems point to this memory.
      for (size_t i = 0; i < parts.size(); ++i) std::copy(start[i].begin(), start[i].end(), parts[i].c.begin());
      REQUIRE((checked ? BatchTypes<T>::grouped(count, problems.data(), &exec)
                       : BatchTypes<T>::grouped_unchecked(count, raw.data(), &exec)) == GEMMKIT_OK);
      for (size_t i = 0; i < parts.size(); ++i) CHECK(same_bits(parts[i].c, want[i]));
    }
  }
}

TEMPLATE_TEST_CASE("negative batch strides", "[batch]", float, double) {
  using T = TestType;
  Batch<T> x = dense_batch<T>(7, 5, 6, 4, 2);
  x.fill(value<T>, T(0));
  const std::vector<T> want = x.looped();
  const int64_t last = x.count - 1;
  REQUIRE(BatchTypes<T>::batched_unchecked(x.count, x.m, x.n, x.k, x.alpha, x.a.data() + last * x.a_step, 1, x.m,
                                           -x.a_step, x.b.data() + last * x.b_step, 1, x.k, -x.b_step, x.beta,
                                           x.c.data() + last * x.c_step, 1, x.m, -x.c_step, nullptr,
                                           nullptr) == GEMMKIT_OK);
  CHECK(same_bits(x.c, want));
}

TEMPLATE_TEST_CASE("nothing beyond the operands is touched", "[batch]", float, double) {
  using T = TestType;
  for (Edge edge : {Edge::Begin, Edge::End}) {
    for (int64_t s : {1, 3, 4, 7, 8, 15, 17, 31, 50}) {
      Batch<T> x = dense_batch<T>(3, s, s, s);
      x.fill(value<T>, T(0));
      const std::vector<T> want = x.looped();
      GuardedArray<T> a(x.a.size(), edge), b(x.b.size(), edge), c(x.c.size(), edge);
      std::copy(x.a.begin(), x.a.end(), a.data());
      std::copy(x.b.begin(), x.b.end(), b.data());
      REQUIRE(BatchTypes<T>::batched_unchecked(3, s, s, s, T(1), a.data(), 1, s, s * s, b.data(), 1, s, s * s, T(0),
                                               c.data(), 1, s, s * s, nullptr, nullptr) == GEMMKIT_OK);
      CHECK(std::memcmp(c.data(), want.data(), want.size() * sizeof(T)) == 0);
    }
  }
}

TEST_CASE("many threads batch at once, with a workspace each", "[batch]") {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 1);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1000);
  std::vector<std::thread> threads;
  std::vector<int> right(8, 0);
  const int rounds = scaled(5, 1);
  for (size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&right, t, rounds] {
      gemmkit_workspace *workspace = nullptr;
      if (gemmkit_workspace_create(0, &workspace) != GEMMKIT_OK) return;
      const gemmkit_exec exec = with_threads(t % 2 ? 3 : 0, workspace);
      // A is transposed, so every product packs.
      Batch<double> x = dense_batch<double>(40, 40, 90, 100);
      x.sa = {100, 1};
      x.fill(value<double>, 0.0);
      const std::vector<double> want = x.looped();
      for (int round = 0; round < rounds; ++round) right[t] += x.unchecked(&exec) == GEMMKIT_OK && same_bits(x.c, want);
      gemmkit_workspace_destroy(workspace);
    });
  }
  for (auto &thread : threads) thread.join();
  for (int times : right) CHECK(times == rounds);
}
