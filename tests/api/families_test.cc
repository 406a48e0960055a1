// What the entries of half precision, int8 and complex accept and refuse, and in which words.
#include "families/family.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace gk::test;

namespace {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

// A 2x3 by 3x2 product, row-major, valid as it stands; tests break one thing at a time.
template <class F>
struct Small {
  std::vector<typename F::In> a_store, b_store;
  std::vector<typename F::Out> c_store;
  Item<F> item;
  typename F::CView a, b;
  typename F::View c;

  Small() : a_store(6, F::small(1, 1, 0)), b_store(6, F::small(2, 1, 0)), c_store(16, F::small_out(3, 3, 3)) {
    item.m = 2, item.n = 2, item.k = 3;
    item.alpha = F::scalar(1, 0), item.beta = F::scalar(0, 0);
    item.a = a_store.data(), item.sa = {3, 1};
    item.b = b_store.data(), item.sb = {2, 1};
    item.c = c_store.data(), item.sc = {2, 1};
    a = F::view_a(item), b = F::view_b(item), c = F::view_c(item);
  }
  void refused(gemmkit_status status, const std::string &message, const gemmkit_exec *exec = nullptr) {
    const auto before = c_store;
    CAPTURE(F::kName);
    CHECK(F::checked(item, a, b, c, exec) == status);
    CHECK(gemmkit_last_error() == message);
    CHECK(std::memcmp(before.data(), c_store.data(), before.size() * sizeof before[0]) == 0);
  }
};

}  // namespace

TEMPLATE_TEST_CASE("families: shapes, bounds, aliases", "[api]", GK_TEST_FAMILIES) {
  Small<TestType> p;
  SECTION("valid") { CHECK(TestType::checked(p.item, p.a, p.b, p.c, nullptr) == GEMMKIT_OK); }
  SECTION("shape") {
    p.b.rows = 4;
    p.refused(GEMMKIT_ERR_SHAPE, "gemmkit: A.cols (3) != B.rows (4)");
  }
  SECTION("bounds of A") {
    p.a.len = 5;
    p.refused(GEMMKIT_ERR_BOUNDS, "gemmkit: A view of 2x3 (strides 3,1) needs 6 elements but has 5");
  }
  SECTION("bounds of C") {
    p.c.len = 3;
    p.refused(GEMMKIT_ERR_BOUNDS, "gemmkit: C view of 2x2 (strides 2,1) needs 4 elements but has 3");
  }
  SECTION("null") {
    p.b.data = nullptr;
    p.refused(GEMMKIT_ERR_BOUNDS, "gemmkit: B view of 3x2 has a null pointer");
  }
  SECTION("C aliases itself") {
    p.c.rs = 0;
    p.refused(GEMMKIT_ERR_ALIAS, "gemmkit: C view aliases itself (2x2, strides 0,1); C must address each (i,j) once");
  }
  SECTION("C overlaps A in its last byte") {
    using Elem = std::remove_reference_t<decltype(*p.a.data)>;
    const auto *last = reinterpret_cast<const char *>(p.c_store.data() + 4) - 1;
    p.a.data = reinterpret_cast<const Elem *>(last);
    p.refused(GEMMKIT_ERR_ALIAS, "gemmkit: C overlaps A");
    // One byte further they touch only.
    p.a.data = reinterpret_cast<const Elem *>(last + 1);
    CHECK(TestType::checked(p.item, p.a, p.b, p.c, nullptr) == GEMMKIT_OK);
  }
  SECTION("threads") {
    const gemmkit_exec exec = with_threads(-1);
    p.refused(GEMMKIT_ERR_ARGUMENT, "gemmkit: exec.threads -1 is negative", &exec);
  }
}

TEMPLATE_TEST_CASE("families: sizes beyond 63 bits", "[api]", GK_TEST_FAMILIES) {
  using F = TestType;
  typename F::In x{};
  Item<F> item;
  item.m = int64_t{1} << 40, item.n = int64_t{1} << 40, item.k = 1;
  item.a = item.b = &x, item.sa = item.sb = {0, 0};
  item.sc = {1, int64_t{1} << 40};
  CHECK(F::unchecked(item, nullptr) == GEMMKIT_ERR_TOO_LARGE);
  CHECK(gemmkit_last_error() == std::string("gemmkit: problem too large to size its workspace"));
  item.m = item.n = 4, item.k = 4;
  item.sc = {1, kHuge / 2};
  CHECK(F::unchecked(item, nullptr) == GEMMKIT_ERR_TOO_LARGE);
  item.m = -1;
  CHECK(F::unchecked(item, nullptr) == GEMMKIT_ERR_SHAPE);
  CHECK(F::batched_unchecked(item, -1, 0, 0, 0, nullptr) == GEMMKIT_ERR_SHAPE);
  CHECK(gemmkit_last_error() == std::string("gemmkit: negative batch (-1)"));
}

TEMPLATE_TEST_CASE("families: what is not read may be missing", "[api]", GK_TEST_FAMILIES) {
  using F = TestType;
  ForbiddenPage page;
  std::vector<typename F::Out> c(12, F::small_out(1, 1, 1));
  for (int64_t k : {0, 5})
    for (bool checked : {false, true}) {
      Item<F> item;
      item.m = 3, item.n = 4, item.k = k;
      item.alpha = F::scalar(k == 0 ? 1 : 0, 0), item.beta = F::scalar(0, 0);
      if (!checked) item.a = item.b = page.as<typename F::In>();
      item.c = c.data(), item.sc = {1, 3};
      REQUIRE((checked ? F::checked(item, nullptr) : F::unchecked(item, nullptr)) == GEMMKIT_OK);
      for (auto x : c) CHECK(F::widen_out(x) == typename F::Wide(0));
    }
}

TEMPLATE_TEST_CASE("families: batches refuse overlapping entries of C", "[api]", GK_TEST_FAMILIES) {
  Small<TestType> p;
  CHECK(TestType::batched(p.item, 3, 0, 0, 3, nullptr) == GEMMKIT_ERR_ALIAS);
  CHECK(TestType::batched(p.item, 3, 0, 0, 0, nullptr) == GEMMKIT_ERR_ALIAS);
  CHECK(TestType::batched(p.item, 3, 0, 0, 4, nullptr) == GEMMKIT_OK);
}

TEMPLATE_TEST_CASE("families: a group names the problem", "[api]", F16Family, Bf16Family, I8Family, C32Family,
                   C64Family) {
  Small<TestType> p, q;
  std::vector<Item<TestType>> items{p.item, q.item};
  CHECK(TestType::grouped(items, nullptr) == GEMMKIT_OK);
  items[1].c = p.c_store.data() + 3;
  CHECK(TestType::grouped(items, nullptr) == GEMMKIT_ERR_ALIAS);
  CHECK(std::string(gemmkit_last_error()).find("problem ") != std::string::npos);
  items[1].m = -2;
  CHECK(TestType::grouped_unchecked(items, nullptr) == GEMMKIT_ERR_SHAPE);
  CHECK(gemmkit_last_error() == std::string("gemmkit: problem 1: negative dimension (m -2, n 2, k 3)"));
}

TEST_CASE("complex: scalars may not be null", "[api]") {
  Small<C32Family> p;
  const gemmkit_c32 one = {1, 0};
  CHECK(gemmkit_gemm_c32(nullptr, &p.a, 0, &p.b, 0, &one, &p.c, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
  CHECK(gemmkit_last_error() == std::string("gemmkit: alpha is null"));
  CHECK(gemmkit_gemm_c32(&one, &p.a, 0, &p.b, 0, nullptr, &p.c, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
  CHECK(gemmkit_last_error() == std::string("gemmkit: beta is null"));
  CHECK(gemmkit_gemm_c32_unchecked(1, 1, 1, nullptr, nullptr, 1, 1, 0, nullptr, 1, 1, 0, &one, nullptr, 1, 1, nullptr,
                                   nullptr) == GEMMKIT_ERR_ARGUMENT);
  CHECK(gemmkit_gemm_batched_c32_unchecked(1, 1, 1, 1, &one, nullptr, 1, 1, 0, 0, nullptr, 1, 1, 0, 0, nullptr, nullptr,
                                           1, 1, 1, nullptr, nullptr) == GEMMKIT_ERR_ARGUMENT);
}

TEST_CASE("bad epilogues of narrow and complex types are refused", "[api]") {
  Small<Bf16Family> p;
  gemmkit_epilogue_bf16 epilogue{};
  epilogue.struct_size = sizeof epilogue;
  epilogue.map = [](float x, int64_t, int64_t, void *) { return x; };
  CHECK(gemmkit_gemm_bf16(1, &p.a, &p.b, 0, &p.c, &epilogue, nullptr) == GEMMKIT_ERR_ARGUMENT);
  CHECK(gemmkit_last_error() == std::string("gemmkit: epilogue.map is for f32 and f64 only"));
  Small<C64Family> q;
  gemmkit_epilogue_c64 bias{};
  const gemmkit_c64 one = {1, 0};
  CHECK(gemmkit_gemm_c64(&one, &q.a, 0, &q.b, 0, &one, &q.c, &bias, nullptr) == GEMMKIT_ERR_ARGUMENT);
  bias.struct_size = sizeof bias, bias.bias_kind = GEMMKIT_BIAS_PER_ROW;
  CHECK(gemmkit_gemm_c64(&one, &q.a, 0, &q.b, 0, &one, &q.c, &bias, nullptr) == GEMMKIT_ERR_ARGUMENT);
}

TEST_CASE("helpers make dense views of every type", "[api]") {
  const gemmkit_bf16 in[6] = {};
  int32_t out[6];
  const gemmkit_cview_bf16 rows = gemmkit_cview_bf16_row_major(in, 2, 3);
  CHECK((rows.data == in && rows.len == 6 && rows.rows == 2 && rows.cols == 3 && rows.rs == 3 && rows.cs == 1));
  const gemmkit_view_i32 columns = gemmkit_view_i32_col_major(out, 2, 3);
  CHECK((columns.data == out && columns.len == 6 && columns.rs == 1 && columns.cs == 2));
  CHECK(sizeof(gemmkit_c64) == 2 * sizeof(double));
}
