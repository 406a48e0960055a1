// Absurd sizes through every entry: a few elements stand for matrices and batches that no memory holds. All of it is
// refused at once, and what would be written keeps its values. (The limits themselves: too_large_test.cc.)
#include "families/real.h"
#include "support/brief.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace gk::test;

namespace {

constexpr int64_t kHuge = int64_t{1} << 62, kLarge = int64_t{1} << 40;
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
const std::string kTooLarge = "gemmkit: problem too large to size its workspace";

struct Extents {
  int64_t m, n, k;
};
constexpr Extents kAbsurd[] = {{kHuge, kHuge, kHuge}, {kMax, kMax, kMax},   {kLarge, kLarge, kLarge},
                               {1, 1, kHuge},         {1, 1, kMax},         {2, 3, kMax / 2},
                               {kHuge, 1, 1},         {1, kHuge, 1},        {kLarge, 1, kLarge},
                               {1, kLarge, kLarge},   {kLarge, kLarge, 1},  {kMax, 2, 2},
                               {2, kMax, 2},          {1, 1, kMax / 16 + 1}};

// One element of each operand, read over and over.
template <class F>
struct Single {
  typename F::In a = F::any(1, 2, 3), b = F::any(3, 1, 2);
  typename F::Out c[4], before[4];
  Single() {
    for (int i = 0; i < 4; ++i) c[i] = before[i] = F::any_out(i, 5, 1);
  }
  Item<F> item(const Extents &e, Strides sc) {
    Item<F> x;
    x.m = e.m, x.n = e.n, x.k = e.k;
    x.alpha = F::scalar(1, 0), x.beta = F::scalar(1, 0);
    x.a = &a, x.sa = {0, 0};
    x.b = &b, x.sb = {0, 0};
    x.c = c, x.sc = sc;
    return x;
  }
  bool untouched() const { return std::memcmp(c, before, sizeof c) == 0; }
};

}  // namespace

TEMPLATE_TEST_CASE("absurd products are refused at once", "[api]", GK_TEST_ALL_FAMILIES) {
  using F = TestType;
  using CView = typename F::CView;
  using View = typename F::View;
  const Brief brief;
  const gemmkit_exec exec = with_threads(2);
  Single<F> x;
  for (const Extents &e : kAbsurd) {
    CAPTURE(F::kName, e.m, e.n, e.k);
    for (const Strides sc : {Strides{0, 0}, Strides{1, 0}, Strides{1, 4}, Strides{kMax, kMax}}) {
      const Item<F> item = x.item(e, sc);
      CHECK(F::unchecked(item, &exec) == GEMMKIT_ERR_TOO_LARGE);
      CHECK(gemmkit_last_error() == kTooLarge);
      // The checked entry may find another fault first: four elements are no such C.
      const CView a{exposed(item.a), 1, e.m, e.k, 0, 0}, b{exposed(item.b), 1, e.k, e.n, 0, 0};
      const View c{exposed(item.c), 4, e.m, e.n, sc.rs, sc.cs};
      CHECK(F::checked(item, a, b, c, &exec) != GEMMKIT_OK);
      // One that claims to have them is too large.
      const View all{exposed(item.c), kMax, e.m, e.n, 1, e.m};
      const gemmkit_status status = F::checked(item, a, b, all, &exec);
      CHECK((status == GEMMKIT_ERR_TOO_LARGE || status == GEMMKIT_ERR_BOUNDS || status == GEMMKIT_ERR_ALIAS));
      if constexpr (F::kGroups) {
        const std::vector<Item<F>> group = {x.item({1, 1, 1}, {1, 1}), item};
        CHECK(F::grouped_unchecked(group, &exec) == GEMMKIT_ERR_TOO_LARGE);
      }
      CHECK(F::batched_unchecked(item, 3, 0, 0, 1, &exec) == GEMMKIT_ERR_TOO_LARGE);
    }
    CHECK(x.untouched());
  }
}

TEMPLATE_TEST_CASE("absurd batches are refused at once, and empty ones of any length do nothing", "[api]",
                   GK_TEST_ALL_FAMILIES) {
  using F = TestType;
  const Brief brief;
  Single<F> x;
  for (const int32_t threads : {1, 2, 0}) {
    const gemmkit_exec exec = with_threads(threads);
    for (const int64_t count : {kHuge, kMax, kMax / 2 + 1}) {
      CAPTURE(F::kName, threads, count);
      for (const int64_t step : {int64_t{0}, int64_t{1}, kMax, std::numeric_limits<int64_t>::min(),
                                 std::numeric_limits<int64_t>::min() / 2, std::numeric_limits<int64_t>::min() / 8}) {
        CAPTURE(step);
        const Item<F> one = x.item({1, 1, 1}, {1, 1});
        CHECK(F::batched_unchecked(one, count, 0, 0, step, &exec) == GEMMKIT_ERR_TOO_LARGE);
        CHECK(F::batched(one, count, 0, 0, step, &exec) != GEMMKIT_OK);
        CHECK(F::batched_unchecked(one, 2, step < 2 && step >= 0 ? kMax : step, 0, 1, &exec) == GEMMKIT_ERR_TOO_LARGE);
      }
      CHECK(F::batched_unchecked(x.item({0, 5, 5}, {1, 1}), count, kMax, kMax, kMax, &exec) == GEMMKIT_OK);
      CHECK(F::batched_unchecked(x.item({5, 0, kMax}, {1, 1}), count, 1, 1, 1, &exec) == GEMMKIT_OK);
      CHECK(F::batched(x.item({0, 0, 0}, {1, 1}), count, 0, 0, 0, &exec) == GEMMKIT_OK);
    }
  }
  CHECK(x.untouched());
}

namespace {

template <class T, class View, class Checked, class Unchecked>
void check_prepack(Checked checked, Unchecked unchecked) {
  const T one{};
  auto *const untouched = reinterpret_cast<gemmkit_packed *>(uintptr_t{16});
  for (const Extents &e : {Extents{kHuge, kHuge, 0}, Extents{kHuge, 1, 0}, Extents{1, kHuge, 0}, Extents{kMax, 1, 0},
                           Extents{1, kMax, 0}, Extents{kLarge, kLarge, 0}, Extents{kMax / 64, 1, 0}}) {
    CAPTURE(e.m, e.n);
    gemmkit_packed *out = untouched;
    CHECK(unchecked(e.m, e.n, &one, 0, 0, nullptr, &out) == GEMMKIT_ERR_TOO_LARGE);
    const View view{&one, 1, e.m, e.n, 0, 0};
    CHECK(checked(&view, nullptr, &out) == GEMMKIT_ERR_TOO_LARGE);
    CHECK(out == untouched);
  }
}

}  // namespace

TEST_CASE("absurd operands are not packed", "[api]") {
  const Brief brief;
  check_prepack<float, gemmkit_cview_f32>(gemmkit_prepack_rhs_f32, gemmkit_prepack_rhs_f32_unchecked);
  check_prepack<float, gemmkit_cview_f32>(gemmkit_prepack_lhs_f32, gemmkit_prepack_lhs_f32_unchecked);
  check_prepack<double, gemmkit_cview_f64>(gemmkit_prepack_rhs_f64, gemmkit_prepack_rhs_f64_unchecked);
  check_prepack<gemmkit_f16, gemmkit_cview_f16>(gemmkit_prepack_lhs_f16, gemmkit_prepack_lhs_f16_unchecked);
  check_prepack<gemmkit_bf16, gemmkit_cview_bf16>(gemmkit_prepack_rhs_bf16, gemmkit_prepack_rhs_bf16_unchecked);
  check_prepack<int8_t, gemmkit_cview_i8>(gemmkit_prepack_rhs_i8, gemmkit_prepack_rhs_i8_unchecked);
  check_prepack<int8_t, gemmkit_cview_i8>(gemmkit_prepack_lhs_i8, gemmkit_prepack_lhs_i8_unchecked);
  check_prepack<gemmkit_c32, gemmkit_cview_c32>(gemmkit_prepack_lhs_c32, gemmkit_prepack_lhs_c32_unchecked);
  check_prepack<gemmkit_c64, gemmkit_cview_c64>(gemmkit_prepack_rhs_c64, gemmkit_prepack_rhs_c64_unchecked);
}

TEST_CASE("absurd products with packed operands and requantised ones are refused at once", "[api]") {
  const Brief brief;
  const float a[6] = {1, 2, 3, 4, 5, 6};
  float c = 7;
  gemmkit_packed *packed = nullptr;
  REQUIRE(gemmkit_prepack_rhs_f32_unchecked(3, 2, a, 1, 3, nullptr, &packed) == GEMMKIT_OK);
  CHECK(gemmkit_gemm_packed_b_f32_unchecked(kHuge, 1, a, 0, 0, packed, 1, &c, 0, 0, nullptr, nullptr) ==
        GEMMKIT_ERR_TOO_LARGE);
  const gemmkit_cview_f32 left{a, 6, kHuge, 3, 0, 1};
  const gemmkit_view_f32 out{&c, kMax, kHuge, 2, 1, kHuge};
  CHECK(gemmkit_gemm_packed_b_f32(1, &left, packed, 1, &out, nullptr, nullptr) != GEMMKIT_OK);
  gemmkit_packed_free(packed);
  REQUIRE(gemmkit_prepack_lhs_f32_unchecked(2, 3, a, 3, 1, nullptr, &packed) == GEMMKIT_OK);
  CHECK(gemmkit_gemm_packed_a_f32_unchecked(kHuge, 1, packed, a, 0, 0, 1, &c, 0, 0, nullptr, nullptr) ==
        GEMMKIT_ERR_TOO_LARGE);
  gemmkit_packed_free(packed);
  CHECK(c == 7);

  const int8_t x = 1;
  int8_t i = 5;
  uint8_t u = 6;
  const float scale = 1;
  gemmkit_requant q = {};
  q.struct_size = sizeof q;
  q.scale = &scale, q.scale_len = 1;
  for (const Extents &e : kAbsurd) {
    CAPTURE(e.m, e.n, e.k);
    CHECK(gemmkit_gemm_i8_requant_unchecked(e.m, e.n, e.k, &x, 0, 0, &x, 0, 0, &q, &i, 0, 0, nullptr) ==
          GEMMKIT_ERR_TOO_LARGE);
    CHECK(gemmkit_gemm_i8_requant_u8_unchecked(e.m, e.n, e.k, &x, 0, 0, &x, 0, 0, &q, &u, 0, 0, nullptr) ==
          GEMMKIT_ERR_TOO_LARGE);
    const gemmkit_cview_i8 va{&x, 1, e.m, e.k, 0, 0}, vb{&x, 1, e.k, e.n, 0, 0};
    const gemmkit_view_i8 vc{&i, 1, e.m, e.n, 0, 0};
    CHECK(gemmkit_gemm_i8_requant(&va, &vb, &q, &vc, nullptr) != GEMMKIT_OK);
  }
  CHECK(i == 5);
  CHECK(u == 6);
}

TEST_CASE("absurd residuals and biases are refused at once", "[api]") {
  const Brief brief;
  const float a = 1;
  float c = 7;
  gemmkit_epilogue_f32 e = {};
  e.struct_size = sizeof e;
  e.residual = &a;
  for (const int64_t stride : {kMax, kHuge, std::numeric_limits<int64_t>::min()}) {
    e.residual_rs = stride, e.residual_cs = 1;
    CHECK(gemmkit_gemm_f32_unchecked(2, 1, 1, 1, &a, 0, 0, &a, 0, 0, 0, &c, 0, 0, &e, nullptr) ==
          GEMMKIT_ERR_TOO_LARGE);
  }
  e = {};
  e.struct_size = sizeof e;
  e.bias_kind = GEMMKIT_BIAS_PER_ROW, e.bias = &a, e.bias_len = kHuge;
  CHECK(gemmkit_gemm_f32_unchecked(kHuge, 1, 1, 1, &a, 0, 0, &a, 0, 0, 0, &c, 0, 0, &e, nullptr) ==
        GEMMKIT_ERR_TOO_LARGE);
  CHECK(c == 7);
}
