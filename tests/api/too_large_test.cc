// Absurd sizes, as broadcast views and bugs name them: refused at once, nothing wraps and nothing spins.
#include "api/views.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace gk::test;

namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
const std::string kTooLarge = "gemmkit: problem too large to size its workspace";

template <class T>
gemmkit_status raw(int64_t m, int64_t n, int64_t k, T alpha, const T *a, int64_t rsa, int64_t csa, const T *b,
                   int64_t rsb, int64_t csb, T beta, T *c, int64_t rsc, int64_t csc) {
  return ViewTypes<T>::gemm_unchecked(m, n, k, alpha, a, rsa, csa, b, rsb, csb, beta, c, rsc, csc, nullptr, nullptr);
}

}  // namespace

TEMPLATE_TEST_CASE("checked broadcast views of absurd depth", "[api]", float, double) {
  SmallProblem<TestType> p;
  // Two elements stand for matrices whose packed copies, or whose work, no 63 bits can count.
  for (int64_t depth : {kMax, kMax / 2, kMax / static_cast<int64_t>(2 * sizeof(TestType)) + 1}) {
    p.a = {p.a_store.data(), 2, 2, depth, 1, 0};
    p.b = {p.b_store.data(), 2, depth, 2, 0, 1};
    CHECK(p.run() == GEMMKIT_ERR_TOO_LARGE);
    CHECK(last_error() == kTooLarge);
    CHECK(p.untouched());
  }
}

TEMPLATE_TEST_CASE("the work alone can be too large", "[api]", float, double) {
  // Each operand's 2^42 elements would fit; 2^63 multiply-adds would take a lifetime.
  const int64_t extent = int64_t{1} << 21;
  TestType x = 1, c = 5;
  CHECK(raw<TestType>(extent, extent, extent, 1, &x, 0, 0, &x, 0, 0, 0, &c, 1, extent) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(last_error() == kTooLarge);
  CHECK(c == 5);
}

TEMPLATE_TEST_CASE("raw strides that overflow", "[api]", float, double) {
  TestType x[4] = {1, 2, 3, 4}, c[4] = {7, 7, 7, 7};
  for (int64_t stride : {kMax, kMin, kMax / 2, kMin / 2, kMax / static_cast<int64_t>(sizeof(TestType)) + 1}) {
    CHECK(raw<TestType>(2, 2, 2, 1, x, stride, 1, x, 1, 2, 0, c, 1, 2) == GEMMKIT_ERR_TOO_LARGE);
    CHECK(raw<TestType>(2, 2, 2, 1, x, 1, stride, x, 1, 2, 0, c, 1, 2) == GEMMKIT_ERR_TOO_LARGE);
    CHECK(raw<TestType>(2, 2, 2, 1, x, 1, 2, x, stride, 2, 0, c, 1, 2) == GEMMKIT_ERR_TOO_LARGE);
    CHECK(raw<TestType>(2, 2, 2, 1, x, 1, 2, x, 1, stride, 0, c, 1, 2) == GEMMKIT_ERR_TOO_LARGE);
    CHECK(raw<TestType>(2, 2, 2, 1, x, 1, 2, x, 1, 2, 0, c, stride, 1) == GEMMKIT_ERR_TOO_LARGE);
    CHECK(raw<TestType>(2, 2, 2, 1, x, 1, 2, x, 1, 2, 0, c, 1, stride) == GEMMKIT_ERR_TOO_LARGE);
    // Two strides that would cancel do not make an addressable matrix either.
    const int64_t opposite = stride == kMin ? kMax : -stride;
    CHECK(raw<TestType>(2, 2, 2, 1, x, stride, opposite, x, 1, 2, 0, c, 1, 2) == GEMMKIT_ERR_TOO_LARGE);
  }
  for (TestType v : c) CHECK(v == 7);
}

TEMPLATE_TEST_CASE("strides that fit by themselves but not their matrix", "[api]", float, double) {
  // Nine of the largest stride that one step may take.
  TestType x = 1, c = 7;
  const int64_t stride = (int64_t{1} << 56) / static_cast<int64_t>(sizeof(TestType));
  const auto refused = [&](int64_t m, int64_t n, int64_t k, Strides a, Strides b, Strides of_c) {
    return raw<TestType>(m, n, k, 1, &x, a.rs, a.cs, &x, b.rs, b.cs, 0, &c, of_c.rs, of_c.cs) == GEMMKIT_ERR_TOO_LARGE;
  };
  const Strides none{0, 0};
  for (const int64_t s : {stride, -stride}) {
    CHECK(refused(10, 2, 2, {s, 0}, none, {1, 10}));
    CHECK(refused(2, 2, 10, {0, s}, none, {1, 2}));
    CHECK(refused(2, 2, 10, none, {s, 0}, {1, 2}));
    CHECK(refused(2, 10, 2, none, {0, s}, {1, 2}));
    CHECK(refused(10, 2, 2, none, none, {s, 1}));
    CHECK(refused(2, 10, 2, none, none, {1, s}));
  }
  CHECK(c == 7);
}

// Found by fuzz_api_validation: the sign of -2^63 was changed on the way to the refusal.
TEST_CASE("the smallest number as a stride or a step is refused as any other", "[api]") {
  float x[4] = {1, 2, 3, 4}, c[4] = {7, 7, 7, 7};
  gemmkit_packed *packed = nullptr;
  REQUIRE(gemmkit_prepack_rhs_f32_unchecked(2, 2, x, 1, 2, nullptr, &packed) == GEMMKIT_OK);
  CHECK(gemmkit_gemm_packed_b_f32_unchecked(2, 1, x, 1, 2, packed, 0, c, kMin, 1, nullptr, nullptr) ==
        GEMMKIT_ERR_LAYOUT);
  CHECK(gemmkit_gemm_packed_b_f32_unchecked(2, 1, x, 1, 2, packed, 0, c, 1, kMin, nullptr, nullptr) ==
        GEMMKIT_ERR_TOO_LARGE);
  gemmkit_packed_free(packed);
  for (int64_t step : {kMin, kMin / 4, kMin / 2}) {  // in elements; in bytes one of them is the smallest number
    CHECK(gemmkit_gemm_batched_f32_unchecked(3, 2, 2, 2, 1, x, 1, 2, step, x, 1, 2, 0, 0, c, 1, 2, 4, nullptr,
                                             nullptr) == GEMMKIT_ERR_TOO_LARGE);
  }
  for (float v : c) CHECK(v == 7);
}

TEMPLATE_TEST_CASE("strides nobody walks may be anything", "[api]", float, double) {
  TestType a[2] = {2, 3}, b[2] = {5, 7}, c = 1;
  REQUIRE(raw<TestType>(1, 1, 2, 1, a, kMax, 1, b, 1, kMin, 2, &c, kMin, kMax) == GEMMKIT_OK);
  CHECK(c == 33);
  TestType outer[4] = {};
  REQUIRE(raw<TestType>(2, 2, 1, 1, a, 1, kMin, b, kMax, 1, 0, outer, 2, 1) == GEMMKIT_OK);
  CHECK(outer[0] == 10);
  CHECK(outer[1] == 14);
  CHECK(outer[2] == 15);
  CHECK(outer[3] == 21);
}

TEMPLATE_TEST_CASE("operands that are not read may be any size", "[api]", float, double) {
  TestType c[2] = {3, 4};
  REQUIRE(raw<TestType>(2, 1, kMax, 0, nullptr, kMax, kMax, nullptr, kMin, kMin, 2, c, 1, 2) == GEMMKIT_OK);
  CHECK(c[0] == 6);
  CHECK(c[1] == 8);
  REQUIRE(raw<TestType>(2, 1, 0, 1, nullptr, kMax, kMax, nullptr, kMin, kMin, 2, c, 1, 2) == GEMMKIT_OK);
  CHECK(c[0] == 12);
  REQUIRE(raw<TestType>(0, kMax, kMax, 1, nullptr, kMax, kMax, nullptr, kMin, kMin, 2, nullptr, kMax, 2) == GEMMKIT_OK);
  REQUIRE(raw<TestType>(kMax, 0, kMax, 1, nullptr, kMax, kMax, nullptr, kMin, kMin, 2, nullptr, kMax, 2) == GEMMKIT_OK);
}

TEMPLATE_TEST_CASE("dense helpers clamp instead of overflowing", "[api]", float, double) {
  CHECK(gemmkit_cview_f32_row_major(nullptr, kMax, 3).len == kMax);
  CHECK(gemmkit_view_f64_col_major(nullptr, int64_t{1} << 32, int64_t{1} << 31).len == kMax);
  CHECK(gemmkit_view_f64_col_major(nullptr, int64_t{1} << 31, int64_t{1} << 31).len == int64_t{1} << 62);
  CHECK(gemmkit_cview_f64_row_major(nullptr, 0, kMax).len == 0);
  CHECK(gemmkit_view_f32_row_major(nullptr, -1, 5).len == 0);
}
