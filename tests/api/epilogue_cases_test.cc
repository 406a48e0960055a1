// Cases from users' reports about requantisation and fused epilogues, through the public entries.
#include "api/views.h"
#include "support/env.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace gk::test;

namespace {

// What differs between the two requantised outputs.
template <class Out>
struct Requantised;
template <>
struct Requantised<int8_t> {
  static constexpr int kLow = -128, kHigh = 127;
  static constexpr auto plain = gemmkit_gemm_i8_requant_unchecked;
  static constexpr auto packed_a = gemmkit_gemm_packed_a_i8_requant;
  static constexpr auto packed_b = gemmkit_gemm_packed_b_i8_requant;
  using View = gemmkit_view_i8;
};
template <>
struct Requantised<uint8_t> {
  static constexpr int kLow = 0, kHigh = 255;
  static constexpr auto plain = gemmkit_gemm_i8_requant_u8_unchecked;
  static constexpr auto packed_a = gemmkit_gemm_packed_a_i8_requant_u8;
  static constexpr auto packed_b = gemmkit_gemm_packed_b_i8_requant_u8;
  using View = gemmkit_view_u8;
};

template <class Out>
Out by_definition(int64_t sum, double scale, int32_t zero_point) {
  const double x = std::nearbyint(scale * static_cast<double>(sum)) + zero_point;
  return static_cast<Out>(std::fmin(std::fmax(x, Requantised<Out>::kLow), Requantised<Out>::kHigh));
}

// The operands of one product and their packed copies.
struct ByteProduct {
  int64_t m, n, k;
  std::vector<int8_t> a, b;  // column-major
  gemmkit_packed *packed_a = nullptr, *packed_b = nullptr;

  template <class A, class B>
  ByteProduct(int64_t rows, int64_t cols, int64_t depth, A a_at, B b_at)
      : m(rows), n(cols), k(depth), a(m * k), b(k * n) {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t p = 0; p < k; ++p) a[static_cast<size_t>(i + p * m)] = static_cast<int8_t>(a_at(i, p));
    for (int64_t p = 0; p < k; ++p)
      for (int64_t j = 0; j < n; ++j) b[static_cast<size_t>(p + j * k)] = static_cast<int8_t>(b_at(p, j));
    REQUIRE(gemmkit_prepack_lhs_i8_unchecked(m, k, a.data(), 1, m, nullptr, &packed_a) == GEMMKIT_OK);
    REQUIRE(gemmkit_prepack_rhs_i8_unchecked(k, n, b.data(), 1, k, nullptr, &packed_b) == GEMMKIT_OK);
  }
  ~ByteProduct() {
    gemmkit_packed_free(packed_a);
    gemmkit_packed_free(packed_b);
  }
  ByteProduct(const ByteProduct &) = delete;
  ByteProduct &operator=(const ByteProduct &) = delete;

  int64_t sum(int64_t i, int64_t j) const {
    int64_t total = 0;
    for (int64_t p = 0; p < k; ++p) total += a[static_cast<size_t>(i + p * m)] * b[static_cast<size_t>(p + j * k)];
    return total;
  }

  // Every way to compute it, against `want(i, j)`.
  template <class Out, class Want>
  void check(const gemmkit_requant &q, Want want) const {
    using R = Requantised<Out>;
    const gemmkit_cview_i8 av = gemmkit_cview_i8_col_major(a.data(), m, k),
                           bv = gemmkit_cview_i8_col_major(b.data(), k, n);
    for (const bool rows : {false, true})
      for (const int32_t threads : {1, 4})
        for (const bool packed : {false, true}) {
          std::vector<Out> c(static_cast<size_t>(m * n), Out(99));
          const gemmkit_exec exec = with_threads(threads);
          const int64_t rsc = rows ? n : 1, csc = rows ? 1 : m;
          const typename R::View cv = {c.data(), m * n, m, n, rsc, csc};
          const gemmkit_status status =
              !packed ? R::plain(m, n, k, a.data(), 1, m, b.data(), 1, k, &q, c.data(), rsc, csc, &exec)
              : rows  ? R::packed_a(packed_a, &bv, &q, &cv, &exec)
                      : R::packed_b(&av, packed_b, &q, &cv, &exec);
          REQUIRE(status == GEMMKIT_OK);
          for (int64_t i = 0; i < m; ++i)
            for (int64_t j = 0; j < n; ++j) {
              INFO("at " << i << ", " << j << " of " << m << "x" << n << ", C by " << (rows ? "rows" : "columns")
                         << ", " << threads << " threads, packed " << packed << ", zero point " << q.zero_point);
              REQUIRE(int{c[static_cast<size_t>(i * rsc + j * csc)]} == int{want(i, j)});
            }
        }
  }
};

gemmkit_requant requant_of(const float *scale, int64_t scale_len, int32_t zero_point) {
  gemmkit_requant q{};
  q.struct_size = sizeof q;
  q.scale = scale, q.scale_len = scale_len, q.zero_point = zero_point;
  return q;
}

}  // namespace

TEMPLATE_TEST_CASE("H34: per-column scales and zero points through requantisation", "[api][case]", int8_t, uint8_t) {
  using Out = TestType;
  const ByteProduct x(
      5, 37, 19, [](int64_t i, int64_t p) { return ((i * 19 + p) * 37 + 11) % 256 - 128; },
      [](int64_t p, int64_t j) { return ((p * 37 + j) * 91 + 5) % 256 - 128; });
  std::vector<float> scale(37);
  std::vector<int32_t> bias(37);
  for (int j = 0; j < 37; ++j) {
    scale[static_cast<size_t>(j)] = std::ldexp(1.0f, -(j % 6));
    bias[static_cast<size_t>(j)] = j * 100 - 1850;
  }
  gemmkit_requant q = requant_of(scale.data(), 37, 10);
  q.scale_kind = q.bias_kind = GEMMKIT_BIAS_PER_COL;
  q.bias = bias.data(), q.bias_len = 37;
  const auto at = [](const auto &v, int64_t j) { return v[static_cast<size_t>(j)]; };
  x.check<Out>(q,
               [&](int64_t i, int64_t j) { return by_definition<Out>(x.sum(i, j) + at(bias, j), at(scale, j), 10); });
  // Smaller, so that not everything is clamped.
  for (float &s : scale) s /= 256;
  x.check<Out>(q,
               [&](int64_t i, int64_t j) { return by_definition<Out>(x.sum(i, j) + at(bias, j), at(scale, j), 10); });
}

// Zero as a scale is refused ("scale[0] (0) must be finite and > 0", api_fused); the smallest float stands for it.
TEMPLATE_TEST_CASE("H35: clamping and extreme scales", "[api][case]", int8_t, uint8_t) {
  using Out = TestType;
  using R = Requantised<Out>;
  for (int64_t n = 1; n <= 40; n += scaled(1, 7))
    for (const int64_t sign : {1, -1}) {
      // 100 * 100 * 100 = 1 000 000
      const ByteProduct x(
          3, n, 100, [](int64_t, int64_t) { return 100; }, [&](int64_t, int64_t) { return sign * 100; });
      for (const float scale : {1.0f, 1e6f, 1e30f, std::numeric_limits<float>::max(), 1e-20f})
        for (const int32_t zero_point : {R::kLow, 0, 10, R::kHigh}) {
          const gemmkit_requant q = requant_of(&scale, 1, zero_point);
          const int want = scale < 1 ? zero_point : sign > 0 ? R::kHigh : R::kLow;
          x.check<Out>(q, [&](int64_t, int64_t) { return want; });
        }
    }
}

// ReLU after requantisation is a clamp at the zero point: what a u8 output with zero point 0 does, shifted.
TEST_CASE("H35: the lower clamp at zero point 0 is a ReLU", "[api][case]") {
  const ByteProduct x(
      3, 40, 100, [](int64_t, int64_t p) { return p % 2 != 0 ? 100 : -99; }, [](int64_t, int64_t j) { return j - 20; });
  const float scale = 0.25f;
  x.check<uint8_t>(requant_of(&scale, 1, 0), [&](int64_t i, int64_t j) {
    return static_cast<uint8_t>(std::fmin(255, std::fmax(0, std::nearbyint(0.25 * static_cast<double>(x.sum(i, j))))));
  });
}

namespace {

float activated(int32_t activation, float x) {
  const double v = x;
  switch (activation) {
    case GEMMKIT_ACT_RELU: return x > 0 ? x : 0;
    case GEMMKIT_ACT_SILU: return static_cast<float>(v / (1 + std::exp(-v)));
    case GEMMKIT_ACT_GELU_ERF: return static_cast<float>(v * 0.5 * std::erfc(-v / std::sqrt(2.0)));
    default: return static_cast<float>(v / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v))));
  }
}

constexpr int32_t kActivations[] = {GEMMKIT_ACT_RELU, GEMMKIT_ACT_SILU, GEMMKIT_ACT_GELU_ERF, GEMMKIT_ACT_GELU_TANH};

}  // namespace

TEST_CASE("H37: fused bias and activation, order and tails", "[api][case]") {
  constexpr int64_t m = 33, n = 19, k = 1000;
  std::vector<float> a(m * k), b(k * n), start(m * n), bias(m);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t p = 0; p < k; ++p) a[static_cast<size_t>(i + p * m)] = static_cast<float>(g(i, p, 1)) / 16;
  for (int64_t p = 0; p < k; ++p)
    for (int64_t j = 0; j < n; ++j) b[static_cast<size_t>(p + j * k)] = static_cast<float>(g(p, j, 2)) / 16;
  for (size_t i = 0; i < start.size(); ++i) start[i] = static_cast<float>(g(static_cast<int64_t>(i), 0, 3));
  for (int64_t i = 0; i < m; ++i) bias[static_cast<size_t>(i)] = static_cast<float>(g(0, i, 4));
  for (const int32_t kind : {GEMMKIT_BIAS_PER_ROW, GEMMKIT_BIAS_PER_COL})
    for (const int32_t activation : kActivations)
      for (const int32_t threads : {1, 4}) {
        const gemmkit_exec exec = with_threads(threads);
        std::vector<float> plain = start, fused = start;
        REQUIRE(gemmkit_gemm_f32_unchecked(m, n, k, 2, a.data(), 1, m, b.data(), 1, k, 0.5f, plain.data(), 1, m,
                                           nullptr, &exec) == GEMMKIT_OK);
        gemmkit_epilogue_f32 e{};
        e.struct_size = sizeof e, e.bias_kind = kind, e.bias = bias.data();
        e.bias_len = kind == GEMMKIT_BIAS_PER_ROW ? m : n, e.activation = activation;
        REQUIRE(gemmkit_gemm_f32_unchecked(m, n, k, 2, a.data(), 1, m, b.data(), 1, k, 0.5f, fused.data(), 1, m, &e,
                                           &exec) == GEMMKIT_OK);
        // Unfused: the same epilogue on the finished C, in a product that adds nothing.
        std::vector<float> unfused = plain;
        REQUIRE(gemmkit_gemm_f32_unchecked(m, n, k, 0, a.data(), 1, m, b.data(), 1, k, 1, unfused.data(), 1, m, &e,
                                           &exec) == GEMMKIT_OK);
        REQUIRE(std::memcmp(fused.data(), unfused.data(), sizeof(float) * fused.size()) == 0);
        for (int64_t j = 0; j < n; ++j)
          for (int64_t i = 0; i < m; ++i) {
            const auto at = static_cast<size_t>(i + j * m);
            const float x = plain[at] + bias[static_cast<size_t>(kind == GEMMKIT_BIAS_PER_ROW ? i : j)];
            const float want = activated(activation, x);
            INFO(i << ", " << j << ": x " << x << ", activation " << activation);
            if (activation == GEMMKIT_ACT_RELU) {
              REQUIRE(std::memcmp(&fused[at], &want, sizeof want) == 0);
            } else {
              // The bound of docs/guide/epilogues.md, 3.85 ulp, and half an ulp of `want`.
              const float ulp = std::nextafter(std::fabs(want), INFINITY) - std::fabs(want);
              REQUIRE(std::fabs(fused[at] - want) <= 4.5f * ulp);
            }
          }
      }
}

TEST_CASE("H37: activations of large, infinite and undefined inputs", "[api][case]") {
  const float inputs[] = {-1e4f, -88, -10, -0.0f, 0, 10, 88, 1e4f, INFINITY, -INFINITY, std::nanf("")};
  const auto count = static_cast<int64_t>(std::size(inputs));
  // Each input alone times an identity of one element, and through a bias of an identity product.
  for (const int32_t activation : kActivations)
    for (int64_t i = 0; i < count; ++i) {
      const float x = inputs[i], one = 1;
      float c = 5;
      gemmkit_epilogue_f32 e{};
      e.struct_size = sizeof e, e.activation = activation;
      REQUIRE(gemmkit_gemm_f32_unchecked(1, 1, 1, 1, &one, 1, 1, &x, 1, 1, 0, &c, 1, 1, &e, nullptr) == GEMMKIT_OK);
      INFO("activation " << activation << " of " << x);
      const bool relu = activation == GEMMKIT_ACT_RELU;
      if (std::isnan(x)) {
        CHECK((relu ? c == 0 : std::isnan(c)));
      } else if (x <= -1e4f) {
        CHECK(c == 0);
      } else if (x >= 88) {
        CHECK(c == x);
      } else if (x == 0) {
        CHECK(c == 0);
      } else {
        CHECK(std::fabs(c - activated(activation, x)) <= 1e-6f * std::fabs(x));
        CHECK((x > 0 ? c > 0 : c <= 0));
      }
    }
}
