// The epilogue on every route: the bits of the plain product followed by the same map, element by element.
#include "dispatch/route.h"

#include "dispatch/select.h"
#include "support/env.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <cstring>
#include <limits>
#include <vector>

using namespace gk::test;

namespace {

// Sums that round: another order of the terms is another result.
template <class T>
std::vector<T> values(int64_t count, int64_t seed) {
  std::vector<T> out(static_cast<size_t>(count));
  int64_t state = seed * 977 + count;
  for (T &x : out) x = T((state = (state * 1103515245 + 12345) % (int64_t{1} << 31)) % 2001 - 1000) / T(7);
  return out;
}

template <class T>
T by_map(T value, int64_t row, int64_t col, void *user) {
  ++*static_cast<std::atomic<int64_t> *>(user);
  return value * T(row + 1) - T(3 * col);
}

struct Shape {
  int64_t m, n, k;
};

struct Layouts {
  bool a_rows, b_rows;  // rows of A (of B) adjacent
  int c;                // 0: rows adjacent, 1: columns adjacent, 2: neither
};

template <class T>
struct Case {
  Shape s;
  Layouts l;
  T alpha, beta;
  gk_epilogue epilogue;
  int32_t threads;
};

template <class T>
T expected(const Case<T> &x, T value, int64_t row, int64_t col) {
  const gk_epilogue &e = x.epilogue;
  if (e.map != nullptr) return value * T(row + 1) - T(3 * col);
  const T *bias = static_cast<const T *>(e.bias);
  if (e.bias_kind == GK_BIAS_PER_ROW) value = value + bias[row];
  if (e.bias_kind == GK_BIAS_PER_COL) value = value + bias[col];
  if (e.residual != nullptr) {
    value = value + *reinterpret_cast<const T *>(static_cast<const char *>(e.residual) + row * e.residual_rs +
                                                 col * e.residual_cs);
  }
  if (e.activation == GK_ACT_RELU) return value > 0 ? value : 0;
  if (e.activation == GK_ACT_LEAKY_RELU) return value > 0 ? value : *static_cast<const T *>(e.params) * value;
  return value;
}

template <class T>
void check(const Case<T> &x) {
  const auto [m, n, k] = x.s;
  constexpr int64_t es = sizeof(T);
  std::vector<T> a = values<T>(m * k, 1), b = values<T>(k * n, 2);
  const int64_t rsc = x.l.c == 0 ? 1 : x.l.c == 1 ? n + 1 : 2, csc = x.l.c == 1 ? 1 : rsc * (m + 1);
  std::vector<T> plain = values<T>(rsc * (m + 1) + csc * (n + 1), 3);
  if (x.beta != 0) plain[0] = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> fused = plain;
  gk::Task task{};
  gemmkit_status status = GEMMKIT_OK;
  task.kernel = gk::selected_kernel(es == 4 ? GK_F32 : GK_F64, &status);
  REQUIRE(task.kernel != nullptr);
  task.m = m, task.n = n, task.k = k;
  task.a = {a.data(), x.l.a_rows ? es : k * es, x.l.a_rows ? m * es : es};
  task.b = {b.data(), x.l.b_rows ? n * es : es, x.l.b_rows ? es : k * es};
  task.alpha = &x.alpha, task.beta = &x.beta;
  task.alpha_is_zero = x.alpha == 0, task.beta_is_one = x.beta == 1;
  task.threads = x.threads;
  gk::Task with = task;
  task.c = {plain.data(), rsc * es, csc * es};
  with.c = {fused.data(), rsc * es, csc * es};
  with.epilogue = &x.epilogue;
  with.residual = x.epilogue.residual;
  gk::run(task);
  gk::run(with);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      T &at = plain[static_cast<size_t>(i * rsc + j * csc)];
      at = expected(x, at, i, j);
    }
  if (x.epilogue.activation > GK_ACT_LEAKY_RELU) {  // what they compute: tests/kernel/activations_test.cc
    gk_epilogue last{};
    last.activation = x.epilogue.activation, last.params = x.epilogue.params;
    const gk_finish_args whole{m, n, plain.data(), rsc * es, csc * es, 0, 0, 0, &last, nullptr, 0, 0};
    task.kernel->finish(&whole);
  }
  INFO(m << "x" << n << "x" << k << ", A by " << (x.l.a_rows ? "columns" : "rows") << ", B by "
         << (x.l.b_rows ? "rows" : "columns") << ", C " << x.l.c << ", alpha " << x.alpha << ", beta " << x.beta
         << ", bias " << x.epilogue.bias_kind << ", activation " << x.epilogue.activation << ", map "
         << (x.epilogue.map != nullptr) << ", residual " << x.epilogue.residual_rs << "," << x.epilogue.residual_cs
         << ", threads " << x.threads);
  REQUIRE(std::memcmp(plain.data(), fused.data(), plain.size() * sizeof(T)) == 0);
}

constexpr Shape kShapes[] = {{1, 1, 1},   {1, 1, 300}, {8, 8, 8},    {1, 40, 9},   {37, 1, 65},  {17, 19, 23},
                             {3, 5, 900}, {9, 2, 700}, {130, 70, 3}, {65, 40, 60}, {48, 8, 530}, {100, 90, 80}};

template <class T>
void sweep(int32_t threads, bool whole) {
  const std::vector<T> bias = values<T>(1000, 4);
  const std::vector<T> residuals = values<T>(40000, 5);
  constexpr int64_t es = sizeof(T);
  const T params[] = {T(-0.3), T(0.6)};
  std::atomic<int64_t> calls{0};
  int turn = 0;
  for (const Shape &s : kShapes)
    for (int layout = 0; layout < 12; ++layout)
      for (int kind = 0; kind < 3; ++kind)
        for (int choice = 0; choice < 5; ++choice) {
          if (!whole && (++turn % 5) != 0) continue;
          constexpr double kAlphas[] = {1, -0.7, 0}, kBetas[] = {0, 1, 0.5};
          const int32_t activation = choice < 3    ? choice
                                     : choice == 3 ? GK_ACT_NONE
                                                   : GK_ACT_CLIP + turn % (GK_ACT_COUNT - GK_ACT_CLIP);
          gk_epilogue e{};
          e.bias_kind = kind, e.activation = activation, e.bias = bias.data(), e.params = params;
          if (choice == 3) {
            e.map = reinterpret_cast<void (*)()>(&by_map<T>);
            e.user = &calls;
          } else if (turn % 7 < 4) {
            // By columns, by rows, neither and backwards, one row for all.
            const int64_t strides[][2] = {{es, s.m * es}, {s.n * es, es}, {-2 * es, 2 * s.m * es}, {0, es}};
            e.residual = residuals.data() + (turn % 7 == 2 ? 2 * s.m : 0);
            e.residual_rs = strides[turn % 7][0], e.residual_cs = strides[turn % 7][1];
          }
          const T alpha = T(kAlphas[turn % 3 == 2 && turn % 7 != 0 ? 0 : turn % 3]), beta = T(kBetas[turn / 3 % 3]);
          calls = 0;
          check<T>({s, {layout % 2 == 0, layout / 2 % 2 == 0, layout / 4}, alpha, beta, e, threads});
          if (choice == 3) REQUIRE(calls == s.m * s.n);
          if (whole) ++turn;
        }
}

}  // namespace

TEMPLATE_TEST_CASE("an epilogue gives the bits of the plain product and the map", "[epilogue]", float, double) {
  sweep<TestType>(1, true);
  KnobScope knobs;
  knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
  knobs.set("GEMMKIT_PAR_MNK_PER_WORKER", 1);
  knobs.set("GEMMKIT_GEMV_PARALLEL_BYTES", 1);
  knobs.set("GEMMKIT_GEMV_AXPY_PAR_MIN_ROWS", 1);
  sweep<TestType>(3, false);
  knobs.set("GEMMKIT_DIRECT_BYTES", 0);
  knobs.set("GEMMKIT_KC", 16);
  knobs.set("GEMMKIT_MC", 32);
  sweep<TestType>(1, false);
  sweep<TestType>(3, false);
  for (const char *route : {"GEMMKIT_GEMV_THRESHOLD", "GEMMKIT_SMALL_MN_DIM", "GEMMKIT_SMALL_K_THRESHOLD"}) {
    knobs.set(route, 0);
    sweep<TestType>(1, false);
  }
}

TEMPLATE_TEST_CASE("an epilogue passes over a C beyond the caches", "[epilogue]", float, double) {
  const std::vector<TestType> bias = values<TestType>(5000, 4);
  gk_epilogue e{};
  e.bias_kind = GK_BIAS_PER_COL, e.activation = GK_ACT_RELU, e.bias = bias.data();
  KnobScope knobs;
  knobs.set("GEMMKIT_STREAM_MIN_BYTES", 4096);
  check<TestType>({{640, 1000, 5}, {true, false, 0}, 1, 0, e, 1});
  check<TestType>({{640, 1000, 5}, {false, true, 1}, 1, 0, e, 2});
  check<TestType>({{640, 500, 600}, {false, true, 0}, 1, 1, e, 2});
}
