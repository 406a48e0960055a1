// The batched and grouped entries: what they accept, what they refuse and how they say it.
#include "batch/calls.h"
#include "support/guard.h"
#include "support/oracle.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace gk::test;

namespace {

template <class T>
using In = typename ViewTypes<T>::In;
template <class T>
using Out = typename ViewTypes<T>::Out;

// Three products 2x3 by 3x4, valid as they stand; tests break one thing at a time.
template <class T>
struct Valid {
  std::vector<T> store = std::vector<T>(200, T(-777));
  In<T> a{store.data(), 18, 2, 3, 1, 2}, b{store.data() + 20, 36, 3, 4, 1, 3};
  Out<T> c{store.data() + 60, 24, 2, 4, 1, 2};
  int64_t batch = 3, a_step = 6, b_step = 12, c_step = 8;
  T alpha = 1;

  gemmkit_status run(const gemmkit_exec *exec = nullptr) {
    return BatchTypes<T>::batched(batch, alpha, &a, a_step, &b, b_step, T(0), &c, c_step, nullptr, exec);
  }
  void refused(gemmkit_status status, const std::string &message) {
    CHECK(run() == status);
    CHECK(last_error() == "gemmkit: " + message);
    CHECK(store == std::vector<T>(200, T(-777)));
  }
};

}  // namespace

TEMPLATE_TEST_CASE("batched: valid calls", "[api]", float, double) {
  Valid<TestType> v;
  CHECK(v.run() == GEMMKIT_OK);
  const auto exec = with_threads(2);
  CHECK(v.run(&exec) == GEMMKIT_OK);
  v.a_step = 0, v.a.len = 6;
  CHECK(v.run() == GEMMKIT_OK);
  v.b_step = 0, v.b.len = 12;
  CHECK(v.run() == GEMMKIT_OK);
  v.batch = 1, v.c.len = 8, v.c_step = 0;
  CHECK(v.run() == GEMMKIT_OK);
  v.c_step = -5;  // never taken
  CHECK(v.run() == GEMMKIT_OK);
}

TEMPLATE_TEST_CASE("batched: an empty batch accesses nothing", "[api]", float, double) {
  Valid<TestType> v;
  ForbiddenPage page;
  v.batch = 0;
  v.a.data = v.b.data = v.c.data = page.as<TestType>();
  CHECK(v.run() == GEMMKIT_OK);
  v.a.data = v.b.data = v.c.data = nullptr;
  v.a.len = v.b.len = v.c.len = 0;
  CHECK(v.run() == GEMMKIT_OK);
  CHECK(BatchTypes<TestType>::batched_unchecked(0, 2, 2, 2, 1, nullptr, 1, 2, 4, nullptr, 1, 2, 4, 0, nullptr, 1, 2, 4,
                                                nullptr, nullptr) == GEMMKIT_OK);
}

TEMPLATE_TEST_CASE("batched: huge batches of nothing end at once", "[api]", float, double) {
  Valid<TestType> v;
  v.batch = INT64_MAX, v.a_step = v.b_step = v.c_step = 0;
  v.a.rows = v.c.rows = 0;
  CHECK(v.run() == GEMMKIT_OK);
  CHECK(BatchTypes<TestType>::batched_unchecked(INT64_MAX, 0, 2, 2, 1, nullptr, 1, 2, INT64_MAX, nullptr, 1, 2,
                                                INT64_MIN, 0, nullptr, 1, 2, 4, nullptr, nullptr) == GEMMKIT_OK);
}

TEMPLATE_TEST_CASE("batched: refusals", "[api]", float, double) {
  Valid<TestType> v;
  SECTION("negative batch") {
    v.batch = -1;
    v.refused(GEMMKIT_ERR_SHAPE, "negative batch (-1)");
    CHECK(BatchTypes<TestType>::batched_unchecked(-2, 1, 1, 1, 1, nullptr, 1, 1, 0, nullptr, 1, 1, 0, 0, nullptr, 1, 1,
                                                  1, nullptr, nullptr) == GEMMKIT_ERR_SHAPE);
    CHECK(last_error() == "gemmkit: negative batch (-2)");
  }
  SECTION("shapes") {
    v.b.rows = 4;
    v.refused(GEMMKIT_ERR_SHAPE, "A.cols (3) != B.rows (4)");
    v.batch = 0;
    v.refused(GEMMKIT_ERR_SHAPE, "A.cols (3) != B.rows (4)");
  }
  SECTION("len counts to the end of the last entry") {
    v.c.len = 23;
    v.refused(GEMMKIT_ERR_BOUNDS, "C view of 2x4 (strides 1,2, batch of 3, stride 8) needs 24 elements but has 23");
    v.c.len = 24, v.a.len = 17;
    v.refused(GEMMKIT_ERR_BOUNDS, "A view of 2x3 (strides 1,2, batch of 3, stride 6) needs 18 elements but has 17");
  }
  SECTION("batch strides") {
    v.b_step = -12;
    v.refused(GEMMKIT_ERR_BOUNDS,
              "B view (strides 1,3, batch of 3, stride -12) has a negative stride or is too large to address; use the "
              "unchecked entry");
    v.b_step = INT64_MAX / 2;
    CHECK(v.run() == GEMMKIT_ERR_BOUNDS);
  }
  SECTION("entries of C that overlap") {
    v.c_step = 0;
    v.refused(GEMMKIT_ERR_ALIAS,
              "C view aliases itself (2x4, strides 1,2, batch of 3, stride 0); C must address each (i,j) once");
    v.c_step = 7;
    CHECK(v.run() == GEMMKIT_ERR_ALIAS);
    v.c.cs = 6, v.c.len = 100, v.c_step = 2;  // rows of three entries side by side
    CHECK(v.run() == GEMMKIT_OK);
    v.c_step = 3;
    CHECK(v.run() == GEMMKIT_ERR_ALIAS);
  }
  SECTION("C of one entry overlapping an input of another") {
    v.c.data = v.store.data() + 17;  // the end of A_2
    v.refused(GEMMKIT_ERR_ALIAS, "C overlaps A");
    v.c.data = v.store.data() + 55;  // the end of B_2
    v.refused(GEMMKIT_ERR_ALIAS, "C overlaps B");
    // A_e, C_e one after the other in one buffer: entry 1 of A lies inside the range of C.
    v.c.data = v.store.data() + 60, v.a.data = v.store.data() + 68;
    v.c_step = v.a_step = 14, v.c.len = 80, v.a.len = 80;
    CHECK(v.run() == GEMMKIT_OK);
    v.a.data = v.store.data() + 67;
    CHECK(v.run() == GEMMKIT_ERR_ALIAS);
  }
  SECTION("null") {
    v.a.data = nullptr;
    v.refused(GEMMKIT_ERR_BOUNDS, "A view of 2x3 has a null pointer");
    CHECK(BatchTypes<TestType>::batched(1, 1, nullptr, 0, &v.b, 0, 0, &v.c, 0, nullptr, nullptr) ==
          GEMMKIT_ERR_ARGUMENT);
  }
  SECTION("exec and epilogue") {
    const auto exec = with_threads(-1);
    CHECK(v.run(&exec) == GEMMKIT_ERR_ARGUMENT);
    v.batch = 0;
    CHECK(v.run(&exec) == GEMMKIT_ERR_ARGUMENT);
    const typename ViewTypes<TestType>::Epilogue epilogue{};
    CHECK(BatchTypes<TestType>::batched(1, 1, &v.a, 0, &v.b, 0, 0, &v.c, 0, &epilogue, nullptr) ==
          GEMMKIT_ERR_ARGUMENT);
  }
}

TEMPLATE_TEST_CASE("batched: sizes that overflow", "[api]", float, double) {
  using T = TestType;
  T x = 1, y = -777;
  const auto run = [&](int64_t batch, int64_t k, int64_t a_step, int64_t c_step) {
    return BatchTypes<T>::batched_unchecked(batch, 1, 1, k, T(1), &x, 0, 0, a_step, &x, 0, 0, 0, T(0), &y, 1, 1, c_step,
                                            nullptr, nullptr);
  };
  CHECK(run(2, 1, INT64_MAX / 2, 1) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(run(2, 1, INT64_MIN, 1) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(run(3, 1, 0, INT64_MAX / int64_t(sizeof(T))) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(run(INT64_MAX, 1, 0, 1) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(run(int64_t{1} << 40, int64_t{1} << 30, 0, 0) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(last_error() == "gemmkit: problem too large to size its workspace");
  CHECK(y == T(-777));
  CHECK(run(1, 1, INT64_MAX, INT64_MIN) == GEMMKIT_OK);  // steps of a single entry are never taken
}

// Batch 1000 (and 1) of 4x4x4, one B for all, with and without a gap between the entries of C.
TEMPLATE_TEST_CASE("H38: batches of tiny products", "[api][case]", float, double) {
  using T = TestType;
  const int64_t count = GENERATE(1, 1000);
  for (int64_t c_step : {16, 20}) {
    for (int32_t threads : {1, 2, 0}) {
      Batch<T> x;
      x.count = count, x.m = x.n = x.k = 4;
      x.sa = x.sb = x.sc = {1, 4};
      x.a_step = 16, x.b_step = 0, x.c_step = c_step;
      x.fill([](int64_t i, int64_t salt) { return T(g(i, i / 7, salt)); }, std::numeric_limits<T>::quiet_NaN());
      const gemmkit_exec exec = with_threads(threads);
      REQUIRE(x.checked(&exec) == GEMMKIT_OK);
      int wrong = 0, touched = 0;
      for (int64_t e = 0; e < x.count; ++e) {
        for (int64_t i = 0; i < 4; ++i)
          for (int64_t j = 0; j < 4; ++j) {
            T sum = 0;
            for (int64_t p = 0; p < 4; ++p) sum += x.a[size_t(e * 16 + i + p * 4)] * x.b[size_t(p + j * 4)];
            wrong += x.c[size_t(e * c_step + i + j * 4)] != sum;
          }
        for (int64_t gap = 16; gap < c_step && e + 1 < x.count; ++gap)
          touched += x.c[size_t(e * c_step + gap)] != Batch<T>::kSentinel;
      }
      CAPTURE(count, c_step, threads);
      CHECK(wrong == 0);
      CHECK(touched == 0);
    }
  }
}

TEMPLATE_TEST_CASE("grouped: refusals name the problem", "[api]", float, double) {
  using T = TestType;
  using Problem = typename BatchTypes<T>::Problem;
  std::vector<T> store(400, T(-777));
  std::vector<Problem> p;
  const int64_t count = GENERATE(5, 5 + 200);
  std::vector<T> filler(size_t(count) * 12, T(-777));
  for (int64_t i = 0; i < count; ++i) {
    T *base = i < 5 ? store.data() + i * 40 : filler.data() + i * 12;
    p.push_back({T(1), {base, 4, 2, 2, 1, 2}, {base + 4, 4, 2, 2, 1, 2}, T(0), {base + 8, 4, 2, 2, 1, 2}});
  }
  const auto refused = [&](gemmkit_status status, const std::string &message) {
    CHECK(BatchTypes<T>::grouped(count, p.data(), nullptr) == status);
    CHECK(last_error() == "gemmkit: " + message);
    CHECK(store == std::vector<T>(400, T(-777)));
    CHECK(filler == std::vector<T>(filler.size(), T(-777)));
  };
  SECTION("none") { CHECK(BatchTypes<T>::grouped(count, p.data(), nullptr) == GEMMKIT_OK); }
  SECTION("shape") {
    p[3].b.rows = 3;
    refused(GEMMKIT_ERR_SHAPE, "problem 3: A.cols (2) != B.rows (3)");
  }
  SECTION("bounds") {
    p[4].c.len = 3;
    refused(GEMMKIT_ERR_BOUNDS, "problem 4: C view of 2x2 (strides 1,2) needs 4 elements but has 3");
  }
  SECTION("its own A") {
    p[2].c.data = const_cast<T *>(p[2].a.data);
    refused(GEMMKIT_ERR_ALIAS, "problem 2: C overlaps A");
  }
  SECTION("another's A") {
    p[1].c.data = const_cast<T *>(p[4].a.data) + 1;
    refused(GEMMKIT_ERR_ALIAS, "problem 1: C overlaps A of problem 4");
  }
  SECTION("another's B") {
    p[4].c.data = const_cast<T *>(p[0].b.data) - 40 + 40;
    refused(GEMMKIT_ERR_ALIAS, "problem 4: C overlaps B of problem 0");
  }
  SECTION("another's C") {
    p[2].c.data = p[0].c.data + 3;
    CHECK(BatchTypes<T>::grouped(count, p.data(), nullptr) == GEMMKIT_ERR_ALIAS);
    CHECK(store == std::vector<T>(400, T(-777)));
  }
  SECTION("columns of one matrix side by side, row by row interleaved") {
    // Row-major 2 x 10: problem i has columns 2i and 2i+1.
    for (int64_t i = 0; i < 5; ++i) p[size_t(i)].c = {store.data() + 300 + 2 * i, 12, 2, 2, 10, 1};
    CHECK(BatchTypes<T>::grouped(count, p.data(), nullptr) == GEMMKIT_OK);
    p[3].c.data -= 1;
    CHECK(BatchTypes<T>::grouped(count, p.data(), nullptr) == GEMMKIT_ERR_ALIAS);
  }
  SECTION("inputs may be shared") {
    for (auto &problem : p) problem.a.data = p[0].a.data, problem.b.data = p[0].a.data;
    CHECK(BatchTypes<T>::grouped(count, p.data(), nullptr) == GEMMKIT_OK);
  }
  SECTION("count and array") {
    CHECK(BatchTypes<T>::grouped(-1, p.data(), nullptr) == GEMMKIT_ERR_SHAPE);
    CHECK(last_error() == "gemmkit: negative count (-1)");
    CHECK(BatchTypes<T>::grouped(1, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
    CHECK(BatchTypes<T>::grouped(0, nullptr, nullptr) == GEMMKIT_OK);
    CHECK(BatchTypes<T>::grouped_unchecked(-1, nullptr, nullptr) == GEMMKIT_ERR_SHAPE);
    CHECK(BatchTypes<T>::grouped_unchecked(1, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
    CHECK(BatchTypes<T>::grouped_unchecked(0, nullptr, nullptr) == GEMMKIT_OK);
    const auto exec = with_threads(-3);
    CHECK(BatchTypes<T>::grouped(0, nullptr, &exec) == GEMMKIT_ERR_ARGUMENT);
  }
}

TEMPLATE_TEST_CASE("grouped: a bad raw problem stops all", "[api]", float, double) {
  using T = TestType;
  T a = 2, b = 3, c[2] = {-777, -777};
  typename BatchTypes<T>::RawProblem p[2] = {{1, 1, 1, T(1), &a, 1, 1, &b, 1, 1, T(0), &c[0], 1, 1},
                                             {1, -1, 1, T(1), &a, 1, 1, &b, 1, 1, T(0), &c[1], 1, 1}};
  CHECK(BatchTypes<T>::grouped_unchecked(2, p, nullptr) == GEMMKIT_ERR_SHAPE);
  CHECK(last_error() == "gemmkit: problem 1: negative dimension (m 1, n -1, k 1)");
  p[1].n = int64_t{1} << 62, p[1].m = 4;
  CHECK(BatchTypes<T>::grouped_unchecked(2, p, nullptr) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(c[0] == T(-777));
  p[1].m = p[1].n = 1;
  CHECK(BatchTypes<T>::grouped_unchecked(2, p, nullptr) == GEMMKIT_OK);
  CHECK(c[0] == T(6));
  CHECK(c[1] == T(6));
}
