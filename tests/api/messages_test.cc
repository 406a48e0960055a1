// Every failure of the checked entries: its status, its exact words, and that C stays as it was.
#include "api/views.h"

#include <catch2/catch.hpp>

#include <limits>
#include "support/threads.h"

using namespace gk::test;

namespace {

template <class T>
void expect_failure(SmallProblem<T> &p, gemmkit_status status, const std::string &message) {
  CHECK(p.run() == status);
  CHECK(last_error() == message);
  CHECK(p.untouched());
}

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

}  // namespace

TEMPLATE_TEST_CASE("the unbroken problem is computed", "[api]", float, double) {
  SmallProblem<TestType> p;
  REQUIRE(p.run() == GEMMKIT_OK);
  CHECK(p.c_store[0] == 5);
  CHECK(p.c_store[1] == 11);
  CHECK(p.c_store[2] == 14);
  CHECK(p.c_store[3] == 23);
  for (size_t i = 4; i < p.c_store.size(); ++i) CHECK(p.c_store[i] == -777);
}

TEMPLATE_TEST_CASE("dimensions that disagree", "[api]", float, double) {
  SmallProblem<TestType> p;
  SECTION("A.cols and B.rows") {
    p.a.cols = 2;
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: A.cols (2) != B.rows (3)");
  }
  SECTION("A.rows and C.rows") {
    p.c.rows = 1;
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: A.rows (2) != C.rows (1)");
  }
  SECTION("B.cols and C.cols") {
    p.b.cols = 1;
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: B.cols (1) != C.cols (2)");
  }
  SECTION("the inner one is reported first") {
    p.a.cols = 1;
    p.c.rows = 7;
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: A.cols (1) != B.rows (3)");
  }
  SECTION("also where nothing would be computed") {
    p.c.cols = 0;
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: B.cols (2) != C.cols (0)");
  }
}

TEMPLATE_TEST_CASE("negative dimensions", "[api]", float, double) {
  SmallProblem<TestType> p;
  SECTION("A") {
    p.a.rows = -2;
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: A view of -2x3 has a negative dimension");
  }
  SECTION("B") {
    p.b.cols = -1;
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: B view of 3x-1 has a negative dimension");
  }
  SECTION("C") {
    p.c.rows = p.a.rows = 2;
    p.c.cols = std::numeric_limits<int64_t>::min();
    expect_failure(p, GEMMKIT_ERR_SHAPE, "gemmkit: C view of 2x-9223372036854775808 has a negative dimension");
  }
  SECTION("unchecked") {
    TestType *c = p.c_store.data();
    CHECK(ViewTypes<TestType>::gemm_unchecked(-1, 2, 3, 1, p.a.data, 3, 1, p.b.data, 2, 1, 0, c, 2, 1, nullptr,
                                              nullptr) == GEMMKIT_ERR_SHAPE);
    CHECK(last_error() == "gemmkit: negative dimension (m -1, n 2, k 3)");
    CHECK(ViewTypes<TestType>::gemm_unchecked(2, -2, 0, 1, nullptr, 3, 1, nullptr, 2, 1, 0, c, 2, 1, nullptr,
                                              nullptr) == GEMMKIT_ERR_SHAPE);
    CHECK(ViewTypes<TestType>::gemm_unchecked(0, 2, -3, 0, nullptr, 3, 1, nullptr, 2, 1, 0, c, 2, 1, nullptr,
                                              nullptr) == GEMMKIT_ERR_SHAPE);
    CHECK(p.untouched());
  }
}

TEMPLATE_TEST_CASE("views that reach past their length", "[api]", float, double) {
  SmallProblem<TestType> p;
  SECTION("A") {
    p.a.len = 5;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: A view of 2x3 (strides 3,1) needs 6 elements but has 5");
  }
  SECTION("B, by its row stride") {
    p.b.rs = 7;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: B view of 3x2 (strides 7,1) needs 16 elements but has 6");
  }
  SECTION("C") {
    p.c.cs = 3;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: C view of 2x2 (strides 2,3) needs 6 elements but has 4");
  }
  SECTION("a length below zero") {
    p.a.len = -8;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: A view of 2x3 (strides 3,1) needs 6 elements but has -8");
  }
  SECTION("A comes before B comes before C") {
    p.a.len = p.b.len = p.c.len = 0;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: A view of 2x3 (strides 3,1) needs 6 elements but has 0");
    p.a.len = 6;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: B view of 3x2 (strides 2,1) needs 6 elements but has 0");
    p.b.len = 6;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: C view of 2x2 (strides 2,1) needs 4 elements but has 0");
  }
  SECTION("a readable view is checked even when alpha is zero") {
    p.alpha = 0;
    p.a.len = 5;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: A view of 2x3 (strides 3,1) needs 6 elements but has 5");
  }
}

TEMPLATE_TEST_CASE("views with negative strides or beyond the address space", "[api]", float, double) {
  SmallProblem<TestType> p;
  SECTION("negative row stride") {
    p.a.rs = -1;
    p.a.cs = 4;
    expect_failure(
        p, GEMMKIT_ERR_BOUNDS,
        "gemmkit: A view (strides -1,4) has a negative stride or is too large to address; use the unchecked entry");
  }
  SECTION("negative column stride") {
    p.c.cs = -1;
    expect_failure(
        p, GEMMKIT_ERR_BOUNDS,
        "gemmkit: C view (strides 2,-1) has a negative stride or is too large to address; use the unchecked entry");
  }
  SECTION("an offset that overflows when multiplied") {
    p.b.rs = kHuge;
    p.b.len = kHuge;
    expect_failure(
        p, GEMMKIT_ERR_BOUNDS,
        "gemmkit: B view (strides 9223372036854775807,1) has a negative stride or is too large to address; use "
        "the unchecked entry");
  }
  SECTION("an offset that overflows when added") {
    p.a.rs = kHuge;
    p.a.len = kHuge;
    expect_failure(
        p, GEMMKIT_ERR_BOUNDS,
        "gemmkit: A view (strides 9223372036854775807,1) has a negative stride or is too large to address; use "
        "the unchecked entry");
  }
  SECTION("an offset that overflows in bytes only") {
    p.a.rs = kHuge / 2;
    p.a.len = kHuge;
    expect_failure(
        p, GEMMKIT_ERR_BOUNDS,
        "gemmkit: A view (strides 4611686018427387903,1) has a negative stride or is too large to address; use "
        "the unchecked entry");
  }
}

TEMPLATE_TEST_CASE("null pointers", "[api]", float, double) {
  SmallProblem<TestType> p;
  SECTION("A is read") {
    p.a.data = nullptr;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: A view of 2x3 has a null pointer");
  }
  SECTION("B is read") {
    p.b.data = nullptr;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: B view of 3x2 has a null pointer");
  }
  SECTION("C is written") {
    p.c.data = nullptr;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: C view of 2x2 has a null pointer");
    p.alpha = 0;
    p.beta = 1;
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: C view of 2x2 has a null pointer");
  }
  SECTION("views themselves") {
    constexpr auto gemm = ViewTypes<TestType>::gemm;
    CHECK(gemm(1, nullptr, &p.b, 0, &p.c, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
    CHECK(last_error() == "gemmkit: the view of A is null");
    CHECK(gemm(1, &p.a, nullptr, 0, &p.c, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
    CHECK(last_error() == "gemmkit: the view of B is null");
    CHECK(gemm(1, &p.a, &p.b, 0, nullptr, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
    CHECK(last_error() == "gemmkit: the view of C is null");
    CHECK(p.untouched());
  }
}

TEMPLATE_TEST_CASE("unread inputs may be null", "[api]", float, double) {
  SmallProblem<TestType> p;
  p.a.data = p.b.data = nullptr;
  p.a.len = p.b.len = 0;
  SECTION("alpha is zero") {
    p.alpha = 0;
    p.beta = -2;
    REQUIRE(p.run() == GEMMKIT_OK);
    for (size_t i = 0; i < 4; ++i) CHECK(p.c_store[i] == 1554);
  }
  SECTION("alpha is minus zero and C is not read") {
    p.alpha = TestType(-0.0);
    p.c_store[0] = std::numeric_limits<TestType>::quiet_NaN();
    REQUIRE(p.run() == GEMMKIT_OK);
    for (size_t i = 0; i < 4; ++i) CHECK(p.c_store[i] == 0);
  }
  SECTION("k is zero") {
    p.a.cols = p.b.rows = 0;
    REQUIRE(p.run() == GEMMKIT_OK);
    for (size_t i = 0; i < 4; ++i) CHECK(p.c_store[i] == 0);
  }
  SECTION("m is zero: nothing is written, C may be null too") {
    p.a.rows = p.c.rows = 0;
    p.c.data = nullptr;
    p.c.len = 0;
    CHECK(p.run() == GEMMKIT_OK);
    CHECK(p.untouched());
  }
  SECTION("n is zero") {
    p.b.cols = p.c.cols = 0;
    CHECK(p.run() == GEMMKIT_OK);
    CHECK(p.untouched());
  }
  SECTION("alpha is NaN, which is not zero") {
    p.alpha = std::numeric_limits<TestType>::quiet_NaN();
    expect_failure(p, GEMMKIT_ERR_BOUNDS, "gemmkit: A view of 2x3 has a null pointer");
  }
}

TEMPLATE_TEST_CASE("an output that aliases itself", "[api]", float, double) {
  SmallProblem<TestType> p;
  p.c.len = 16;
  SECTION("zero stride") {
    p.c.rs = 0;
    expect_failure(p, GEMMKIT_ERR_ALIAS,
                   "gemmkit: C view aliases itself (2x2, strides 0,1); C must address each (i,j) once");
  }
  SECTION("equal strides") {
    p.c.rs = p.c.cs = 1;
    expect_failure(p, GEMMKIT_ERR_ALIAS,
                   "gemmkit: C view aliases itself (2x2, strides 1,1); C must address each (i,j) once");
  }
  SECTION("a zero stride nobody walks") {
    p.b.cols = p.c.cols = 1;
    p.c.cs = 0;
    REQUIRE(p.run() == GEMMKIT_OK);
    CHECK(p.c_store[0] == 5);
    CHECK(p.c_store[2] == 14);
  }
  SECTION("also when nothing is multiplied") {
    p.alpha = 0;
    p.c.rs = 0;
    expect_failure(p, GEMMKIT_ERR_ALIAS,
                   "gemmkit: C view aliases itself (2x2, strides 0,1); C must address each (i,j) once");
  }
}

TEMPLATE_TEST_CASE("an output that overlaps an input", "[api]", float, double) {
  SmallProblem<TestType> p;
  SECTION("A") {
    p.a.data = p.c_store.data() + 3;
    expect_failure(p, GEMMKIT_ERR_ALIAS, "gemmkit: C overlaps A");
  }
  SECTION("B") {
    p.b.data = p.c_store.data();
    expect_failure(p, GEMMKIT_ERR_ALIAS, "gemmkit: C overlaps B");
  }
  SECTION("neighbours do not overlap") {
    std::copy(p.a_store.begin(), p.a_store.end(), p.c_store.begin() + 4);
    p.a.data = p.c_store.data() + 4;
    REQUIRE(p.run() == GEMMKIT_OK);
    CHECK(p.c_store[3] == 23);
  }
  SECTION("A and B may be one") {
    p.b = {p.a_store.data(), 6, 3, 2, 1, 3};
    REQUIRE(p.run() == GEMMKIT_OK);
    CHECK(p.c_store[0] == 14);
    CHECK(p.c_store[1] == 32);
    CHECK(p.c_store[3] == 77);
  }
}

TEMPLATE_TEST_CASE("bad epilogues are refused", "[api]", float, double) {
  SmallProblem<TestType> p;
  const TestType bias[] = {1, 2, 3};
  typename ViewTypes<TestType>::Epilogue e{};
  e.struct_size = sizeof e;
  const auto refused = [&](gemmkit_status status, const std::string &message) {
    CHECK(ViewTypes<TestType>::gemm(1, &p.a, &p.b, 0, &p.c, &e, nullptr) == status);
    CHECK(last_error() == "gemmkit: " + message);
    if (status != GEMMKIT_ERR_ALIAS) {
      CHECK(ViewTypes<TestType>::gemm_unchecked(2, 2, 3, 1, p.a.data, 3, 1, p.b.data, 2, 1, 0, p.c.data, 2, 1, &e,
                                                nullptr) == status);
    }
    CHECK(p.untouched());
  };
  SECTION("struct size") {
    e.struct_size = 0;
    refused(GEMMKIT_ERR_ARGUMENT, "epilogue.struct_size 0 is not in [1," + std::to_string(sizeof e) + "]");
    e.struct_size = sizeof e + 1;
    refused(GEMMKIT_ERR_ARGUMENT,
            "epilogue.struct_size " + std::to_string(sizeof e + 1) + " is not in [1," + std::to_string(sizeof e) + "]");
  }
  SECTION("bias") {
    e.bias_kind = 3;
    refused(GEMMKIT_ERR_ARGUMENT, "epilogue.bias_kind 3 is unknown");
    e.bias_kind = GEMMKIT_BIAS_PER_ROW, e.bias = bias, e.bias_len = 3;
    refused(GEMMKIT_ERR_ARGUMENT, "bias has 3 elements but needs 2 (C.rows)");
    e.bias_kind = GEMMKIT_BIAS_PER_COL, e.bias_len = 1;
    refused(GEMMKIT_ERR_ARGUMENT, "bias has 1 elements but needs 2 (C.cols)");
    e.bias = nullptr, e.bias_len = 2;
    refused(GEMMKIT_ERR_ARGUMENT, "bias is null");
    e.bias = p.c.data + 3;
    refused(GEMMKIT_ERR_ALIAS, "C overlaps bias");
  }
  SECTION("activation and map") {
    e.activation = -1;
    refused(GEMMKIT_ERR_ARGUMENT, "epilogue.activation -1 is unknown");
    e.activation = GEMMKIT_ACT_RELU;
    e.map = [](TestType x, int64_t, int64_t, void *) { return x; };
    refused(GEMMKIT_ERR_ARGUMENT, "epilogue.map excludes bias and activation");
  }
}

TEST_CASE("a success leaves the last message, another thread has its own", "[api]") {
  SmallProblem<float> p;
  p.a.cols = 2;
  REQUIRE(p.run() == GEMMKIT_ERR_SHAPE);
  p.a.cols = 3;
  REQUIRE(p.run() == GEMMKIT_OK);
  CHECK(last_error() == "gemmkit: A.cols (2) != B.rows (3)");
  std::string elsewhere = "unset";
#if !defined(__wasm__) || defined(_REENTRANT)
  gk::test::Thread([&elsewhere] { elsewhere = gemmkit_last_error(); }).join();
  CHECK(elsewhere.empty());
#endif
}

TEST_CASE("status names", "[api]") {
  const char *names[] = {
      "GEMMKIT_OK",           "GEMMKIT_ERR_SHAPE",      "GEMMKIT_ERR_BOUNDS",    "GEMMKIT_ERR_ALIAS",
      "GEMMKIT_ERR_ARGUMENT", "GEMMKIT_ERR_LAYOUT",     "GEMMKIT_ERR_TOO_LARGE", "GEMMKIT_ERR_NO_MEMORY",
      "GEMMKIT_ERR_ISA",      "GEMMKIT_ERR_UNSUPPORTED"};
  for (int32_t i = 0; i < 10; ++i) CHECK(std::string(gemmkit_status_name(i)) == names[i]);
  CHECK(std::string(gemmkit_status_name(10)) == "GEMMKIT_ERR_UNKNOWN");
  CHECK(std::string(gemmkit_status_name(-1)) == "GEMMKIT_ERR_UNKNOWN");
}
