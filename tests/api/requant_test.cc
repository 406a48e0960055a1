// Requantised products through the public entries, against their definition.
#include "api/fused_shapes.h"
#include "api/views.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace gk::test;

namespace {

// The definition, on its own.
template <class Out>
Out requantised(uint32_t sum, int32_t bias, float scale, int32_t zero_point) {
  const auto v = static_cast<int32_t>(sum + static_cast<uint32_t>(bias));
  double x = static_cast<double>(scale) * v;
  x = std::nearbyint(x) + zero_point;
  const double low = std::is_signed_v<Out> ? -128 : 0, high = low + 255;
  return static_cast<Out>(std::min(std::max(x, low), high));
}

// The operands of one shape and their sums, modulo 2^32.
struct Operands {
  std::vector<int8_t> a, b;  // A by columns, B by rows
  std::vector<uint32_t> sums;

  explicit Operands(const FusedShape &s) : a(s.m * s.k), b(s.k * s.n), sums(s.m * s.n) {
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int8_t>(i * 37 % 256 - 128);
    for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int8_t>(i * 91 % 255 - 127);
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j)
        for (int64_t p = 0; p < s.k; ++p) sums[i * s.n + j] += static_cast<uint32_t>(a[i + p * s.m] * b[p * s.n + j]);
  }
};

// Where scales, or biases, of a kind are looked for, of C(i, j).
int64_t position(int kind, int64_t i, int64_t j) { return kind == 0 ? 0 : kind == 1 ? i : j; }

template <class Out, class Entry>
void check(Entry entry, const FusedShape &s, const Operands &x, int scale_kind, int bias_kind, bool rows, float unit) {
  const auto [m, n, k] = s;
  const int64_t rsc = rows ? n : 1, csc = rows ? 1 : m;
  std::vector<float> scale(scale_kind == 0 ? 1 : scale_kind == 1 ? m : n);
  for (size_t i = 0; i < scale.size(); ++i) scale[i] = unit * static_cast<float>(1 + i % 5);
  std::vector<int32_t> bias(bias_kind == 0 ? 0 : bias_kind == 1 ? m : n);
  for (size_t i = 0; i < bias.size(); ++i) bias[i] = i % 7 == 6 ? INT32_MAX : static_cast<int32_t>(i * 13) - 40;
  std::vector<Out> c(m * n, Out(77));
  gemmkit_requant q{};
  q.struct_size = sizeof q;
  q.scale = scale.data(), q.scale_len = static_cast<int64_t>(scale.size()), q.scale_kind = scale_kind;
  q.bias = bias.data(), q.bias_len = static_cast<int64_t>(bias.size()), q.bias_kind = bias_kind;
  q.zero_point = std::is_signed_v<Out> ? -5 : 130;
  REQUIRE(entry(m, n, k, x.a.data(), 1, m, x.b.data(), n, 1, &q, c.data(), rsc, csc, nullptr) == GEMMKIT_OK);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      const Out want = requantised<Out>(x.sums[i * n + j], bias_kind == 0 ? 0 : bias[position(bias_kind, i, j)],
                                        scale[position(scale_kind, i, j)], q.zero_point);
      if (c[i * rsc + j * csc] == want) continue;
      INFO(m << "x" << n << "x" << k << " at " << i << ", " << j << ", scales " << scale_kind << ", bias " << bias_kind
             << ", unit " << unit << ", C by " << (rows ? "rows" : "columns"));
      REQUIRE(int{c[i * rsc + j * csc]} == int{want});
    }
}

template <class Out, class Entry>
void requantise(Entry entry) {
  int turn = 0;
  for (const FusedShape &s : kFusedShapes) {
    const Operands operands(s);
    for (int scale_kind = 0; scale_kind < 3; ++scale_kind)
      for (int bias_kind = 0; bias_kind < 3; ++bias_kind)
        for (const bool rows : {false, true})
          for (const float unit : {0.5f, 1e-3f, 7.25f, 3e30f})
            if (!left_out(++turn)) check<Out>(entry, s, operands, scale_kind, bias_kind, rows, unit);
  }
}

}  // namespace

TEST_CASE("requantised bytes are those of the definition", "[api][requant]") {
  requantise<int8_t>(gemmkit_gemm_i8_requant_unchecked);
  requantise<uint8_t>(gemmkit_gemm_i8_requant_u8_unchecked);
}

TEST_CASE("an empty depth leaves bias and zero point", "[api][requant]") {
  const float scale = 0.5f;
  const int32_t bias[] = {3, 5, 1000, -1000};  // halves: 1.5 and 2.5 go to 2
  gemmkit_requant q{};
  q.struct_size = sizeof q;
  q.scale = &scale, q.scale_len = 1, q.bias = bias, q.bias_len = 4, q.zero_point = 7;
  int8_t c[4];
  REQUIRE(gemmkit_gemm_i8_requant_unchecked(4, 1, 0, nullptr, 1, 4, nullptr, 1, 1, &q, c, 1, 4, nullptr) == GEMMKIT_OK);
  CHECK(int{c[0]} == 9);
  CHECK(int{c[1]} == 9);
  CHECK(int{c[2]} == 127);
  CHECK(int{c[3]} == -128);
}

TEST_CASE("bad requantisations are refused", "[api][requant]") {
  const int8_t a[6] = {}, b[6] = {};
  int8_t c[4] = {77, 77, 77, 77};
  float scale[] = {1, 1, 1};
  const int32_t bias[] = {1, 2, 3};
  gemmkit_requant q{};
  q.struct_size = sizeof q;
  q.scale = scale, q.scale_len = 1;
  const auto refused = [&](const std::string &message, bool u8 = false) {
    uint8_t unsigned_c[4] = {77, 77, 77, 77};
    const gemmkit_status status =
        u8 ? gemmkit_gemm_i8_requant_u8_unchecked(2, 2, 3, a, 3, 1, b, 2, 1, &q, unsigned_c, 2, 1, nullptr)
           : gemmkit_gemm_i8_requant_unchecked(2, 2, 3, a, 3, 1, b, 2, 1, &q, c, 2, 1, nullptr);
    CHECK(status == GEMMKIT_ERR_ARGUMENT);
    CHECK(last_error() == "gemmkit: " + message);
    for (int i = 0; i < 4; ++i) CHECK((c[i] == 77 && unsigned_c[i] == 77));
  };
  q.zero_point = 128;
  refused("zero_point 128 is outside [-128,127]");
  q.zero_point = 300;
  refused("zero_point 300 is outside [0,255]", true);
  q.zero_point = 0;
  q.scale_len = 3;
  refused("scale has 3 elements but needs 2 (C.rows)");
  q.scale_len = 2;
  scale[1] = std::nanf("");
  refused("scale[1] (nan) must be finite and > 0");
  scale[1] = INFINITY;
  refused("scale[1] (inf) must be finite and > 0");
  scale[1] = 0;
  refused("scale[1] (0) must be finite and > 0");
  scale[1] = 1;
  q.bias = bias, q.bias_len = 3;
  refused("bias has 3 elements but needs 2 (C.rows)");
  q.bias_kind = GEMMKIT_BIAS_PER_COL;
  refused("bias has 3 elements but needs 2 (C.cols)");
  q.struct_size = 0;
  refused("requant.struct_size 0 is not in [1," + std::to_string(sizeof q) + "]");
  CHECK(gemmkit_gemm_i8_requant_unchecked(2, 2, 3, a, 3, 1, b, 2, 1, nullptr, c, 2, 1, nullptr) ==
        GEMMKIT_ERR_ARGUMENT);
  CHECK(last_error() == "gemmkit: requant is null");
}
