// Packed operands: the product is that of the plain entry, for every layout of the source; misuse gets its message.
#include "api/views.h"
#include "support/matrix.h"
#include "support/threads.h"

#include <catch2/catch.hpp>

using namespace gk::test;

namespace {

template <class T>
struct Packed;
template <>
struct Packed<float> {
  static constexpr auto rhs = gemmkit_prepack_rhs_f32;
  static constexpr auto lhs = gemmkit_prepack_lhs_f32;
  static constexpr auto by_b = gemmkit_gemm_packed_b_f32;
  static constexpr auto by_a = gemmkit_gemm_packed_a_f32;
};
template <>
struct Packed<double> {
  static constexpr auto rhs = gemmkit_prepack_rhs_f64;
  static constexpr auto lhs = gemmkit_prepack_lhs_f64;
  static constexpr auto by_b = gemmkit_gemm_packed_b_f64;
  static constexpr auto by_a = gemmkit_gemm_packed_a_f64;
};

// rows x cols of small integers.
template <class T>
std::vector<T> matrix(int64_t rows, int64_t cols, bool by_rows, int64_t seed) {
  std::vector<T> x(static_cast<size_t>(rows * cols));
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j) x[by_rows ? i * cols + j : i + j * rows] = T(g(i, j, seed));
  return x;
}

template <class View, class T>
View view(T *data, int64_t rows, int64_t cols, bool by_rows) {
  return {data, rows * cols, rows, cols, by_rows ? cols : 1, by_rows ? 1 : rows};
}

}  // namespace

TEMPLATE_TEST_CASE("a packed operand multiplies as the plain one", "[api][packed]", float, double) {
  using T = TestType;
  using In = typename ViewTypes<T>::In;
  using Out = typename ViewTypes<T>::Out;
  constexpr int64_t kShapes[][3] = {{1, 1, 1},  {3, 5, 7},     {1, 64, 33},    {64, 1, 33},
                                    {8, 8, 64}, {64, 128, 96}, {130, 70, 600}, {5, 7, 0}};
  for (const auto &[m, n, k] : kShapes)
    for (const bool a_rows : {false, true})
      for (const bool b_rows : {false, true})
        for (const bool packs_a : {false, true}) {
          std::vector<T> a = matrix<T>(m, k, a_rows, 1), b = matrix<T>(k, n, b_rows, 2);
          const auto va = view<In>(a.data(), m, k, a_rows), vb = view<In>(b.data(), k, n, b_rows);
          std::vector<T> want = matrix<T>(m, n, packs_a, 3), got = want;
          const auto vw = view<Out>(want.data(), m, n, packs_a), vg = view<Out>(got.data(), m, n, packs_a);
          REQUIRE(ViewTypes<T>::gemm(2, &va, &vb, -1, &vw, nullptr, nullptr) == GEMMKIT_OK);
          gemmkit_packed *packed = nullptr;
          if (packs_a) {
            REQUIRE(Packed<T>::lhs(&va, nullptr, &packed) == GEMMKIT_OK);
            a.assign(a.size(), T(99));  // the handle is a copy
            REQUIRE(Packed<T>::by_a(2, packed, &vb, -1, &vg, nullptr, nullptr) == GEMMKIT_OK);
          } else {
            REQUIRE(Packed<T>::rhs(&vb, nullptr, &packed) == GEMMKIT_OK);
            b.assign(b.size(), T(99));
            REQUIRE(Packed<T>::by_b(2, &va, packed, -1, &vg, nullptr, nullptr) == GEMMKIT_OK);
          }
          CHECK(gemmkit_packed_rows(packed) == (packs_a ? m : k));
          CHECK(gemmkit_packed_cols(packed) == (packs_a ? k : n));
          INFO(m << "x" << n << "x" << k << ", A by rows " << a_rows << ", B by rows " << b_rows << ", packs "
                 << (packs_a ? "A" : "B"));
          REQUIRE(want == got);
          gemmkit_packed_free(packed);
        }
}

TEST_CASE("a large operand is packed by a team, and shared by threads", "[api][packed]") {
  const int64_t k = 1500, n = 1100, m = 40;
  const std::vector<float> a = matrix<float>(m, k, false, 1), b = matrix<float>(k, n, true, 2);
  gemmkit_exec exec{};
  exec.struct_size = sizeof exec, exec.threads = 3;
  gemmkit_packed *packed = nullptr;
  REQUIRE(gemmkit_prepack_rhs_f32_unchecked(k, n, b.data(), n, 1, &exec, &packed) == GEMMKIT_OK);
  CHECK(gemmkit_packed_bytes(packed) >= static_cast<size_t>(k * n) * sizeof(float));
  std::vector<float> want(m * n);
  REQUIRE(gemmkit_gemm_f32_unchecked(m, n, k, 1, a.data(), 1, m, b.data(), n, 1, 0, want.data(), 1, m, nullptr,
                                     nullptr) == GEMMKIT_OK);
  std::vector<std::vector<float>> got(4, std::vector<float>(m * n));
  std::vector<gk::test::Thread> threads;
  for (auto &c : got) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i)
        gemmkit_gemm_packed_b_f32_unchecked(m, 1, a.data(), 1, m, packed, 0, c.data(), 1, m, nullptr, nullptr);
    });
  }
  for (auto &thread : threads) thread.join();
  for (const auto &c : got) CHECK(c == want);
  gemmkit_packed_free(packed);
}

TEST_CASE("8-bit and 16-bit operands are packed too", "[api][packed]") {
  const int64_t m = 9, n = 11, k = 13;
  std::vector<int8_t> a(m * k), b(k * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int8_t>(i * 5 - 100);
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int8_t>(i * 3 - 90);
  gemmkit_packed *rhs = nullptr;
  REQUIRE(gemmkit_prepack_rhs_i8_unchecked(k, n, b.data(), n, 1, nullptr, &rhs) == GEMMKIT_OK);
  std::vector<int32_t> want(m * n), got(m * n);
  REQUIRE(gemmkit_gemm_i8_unchecked(m, n, k, 1, a.data(), 1, m, b.data(), n, 1, 0, want.data(), 1, m, nullptr) ==
          GEMMKIT_OK);
  REQUIRE(gemmkit_gemm_packed_b_i8_unchecked(m, 1, a.data(), 1, m, rhs, 0, got.data(), 1, m, nullptr) == GEMMKIT_OK);
  CHECK(want == got);
  // Requantised, from the same handle.
  const float scale = 0.01f;
  gemmkit_requant q{};
  q.struct_size = sizeof q, q.scale = &scale, q.scale_len = 1;
  std::vector<int8_t> narrow(m * n), other(m * n);
  const gemmkit_cview_i8 va = gemmkit_cview_i8_col_major(a.data(), m, k);
  const gemmkit_view_i8 vc = gemmkit_view_i8_col_major(other.data(), m, n);
  REQUIRE(gemmkit_gemm_i8_requant_unchecked(m, n, k, a.data(), 1, m, b.data(), n, 1, &q, narrow.data(), 1, m,
                                            nullptr) == GEMMKIT_OK);
  REQUIRE(gemmkit_gemm_packed_b_i8_requant(&va, rhs, &q, &vc, nullptr) == GEMMKIT_OK);
  CHECK(narrow == other);
  gemmkit_packed_free(rhs);
  // f16_f32 takes what f16 packed: 0x3c00 is one.
  std::vector<uint16_t> ones(m * k, 0x3c00), more(k * n, 0x3c00);
  REQUIRE(gemmkit_prepack_rhs_f16_unchecked(k, n, more.data(), 1, k, nullptr, &rhs) == GEMMKIT_OK);
  std::vector<float> wide(m * n);
  REQUIRE(gemmkit_gemm_packed_b_f16_f32_unchecked(m, 1, ones.data(), 1, m, rhs, 0, wide.data(), 1, m, nullptr,
                                                  nullptr) == GEMMKIT_OK);
  CHECK(wide == std::vector<float>(m * n, float(k)));
  gemmkit_packed_free(rhs);
}

TEST_CASE("misuse of packed operands is refused", "[api][packed]") {
  const float x[12] = {};
  float c[4] = {-777, -777, -777, -777};
  gemmkit_packed *rhs = nullptr, *lhs = nullptr;
  const gemmkit_cview_f32 a = gemmkit_cview_f32_row_major(x, 2, 3), b = gemmkit_cview_f32_row_major(x, 3, 2);
  const gemmkit_view_f32 cols = gemmkit_view_f32_col_major(c, 2, 2), rows = gemmkit_view_f32_row_major(c, 2, 2);
  REQUIRE(gemmkit_prepack_rhs_f32(&b, nullptr, &rhs) == GEMMKIT_OK);
  REQUIRE(gemmkit_prepack_lhs_f32(&a, nullptr, &lhs) == GEMMKIT_OK);
  const auto refused = [&](gemmkit_status got, gemmkit_status want, const std::string &message) {
    CHECK(got == want);
    CHECK(last_error() == "gemmkit: " + message);
    for (float v : c) CHECK(v == -777);
  };
  refused(gemmkit_gemm_packed_b_f32(1, &a, lhs, 0, &cols, nullptr, nullptr), GEMMKIT_ERR_ARGUMENT,
          "packed operand is f32 lhs 2x3 but the call needs f32 rhs 2x3");
  refused(gemmkit_gemm_packed_b_f32(1, &a, nullptr, 0, &cols, nullptr, nullptr), GEMMKIT_ERR_ARGUMENT,
          "the packed operand is null");
  double d[4];
  const double y[6] = {};
  refused(gemmkit_gemm_packed_b_f64_unchecked(2, 1, y, 3, 1, rhs, 0, d, 1, 2, nullptr, nullptr), GEMMKIT_ERR_ARGUMENT,
          "packed operand is f32 rhs 3x2 but the call needs f64 rhs 3x2");
  refused(gemmkit_gemm_packed_b_f32(1, &a, rhs, 0, &rows, nullptr, nullptr), GEMMKIT_ERR_LAYOUT,
          "a packed rhs needs a column-major-leaning C (strides 2,1); use the plain entry");
  refused(gemmkit_gemm_packed_a_f32(1, lhs, &b, 0, &cols, nullptr, nullptr), GEMMKIT_ERR_LAYOUT,
          "a packed lhs needs a row-major-leaning C (strides 1,2); use the plain entry");
  const gemmkit_cview_f32 wide = gemmkit_cview_f32_row_major(x, 2, 4);
  refused(gemmkit_gemm_packed_b_f32(1, &wide, rhs, 0, &cols, nullptr, nullptr), GEMMKIT_ERR_SHAPE,
          "A.cols (4) != B.rows (3)");
  gemmkit_packed *out = rhs;
  const gemmkit_cview_f32 short_view = {x, 5, 2, 3, 3, 1};
  refused(gemmkit_prepack_rhs_f32(&short_view, nullptr, &out), GEMMKIT_ERR_BOUNDS,
          "B view of 2x3 (strides 3,1) needs 6 elements but has 5");
  refused(gemmkit_prepack_rhs_f32(nullptr, nullptr, &out), GEMMKIT_ERR_ARGUMENT, "the view of B is null");
  refused(gemmkit_prepack_lhs_f32(&a, nullptr, nullptr), GEMMKIT_ERR_ARGUMENT, "out is null");
  CHECK(out == rhs);
  gemmkit_packed_free(rhs);
  gemmkit_packed_free(lhs);
  gemmkit_packed_free(nullptr);
}
