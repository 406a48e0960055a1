// Epilogues through the public entries, on integers that every type holds exactly.
#include "abi/elem.h"
#include "api/fused_shapes.h"
#include "api/views.h"
#include "support/half.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace gk::test;

namespace {

constexpr HalfFormat format_of(gk_elem elem) { return elem == GK_F16 ? kF16Format : kBf16Format; }

// alpha*A*B + beta*C + bias + residual, then ReLU or leaky ReLU by 2, of small integers.
struct Expected {
  FusedShape s;
  int64_t alpha, beta;
  int32_t bias_kind, activation;
  bool adds_residual = false;

  // Sparse in the depth, so that sums stay small.
  static constexpr int64_t kStep = 17;
  static int64_t a(int64_t i, int64_t p) { return p % kStep == 0 ? g(i, p, 1) : 0; }
  static int64_t b(int64_t p, int64_t j) { return p % kStep == 0 ? g(p, j, 2) % 3 : 0; }
  static int64_t c(int64_t i, int64_t j) { return g(i, j, 3); }
  static int64_t bias(int64_t i) { return g(i, 7, 4); }
  static int64_t residual(int64_t i, int64_t j) { return g(i, j, 5); }
  int64_t operator()(int64_t i, int64_t j) const {
    int64_t sum = 0;
    for (int64_t p = 0; p < s.k; p += kStep) sum += a(i, p) * b(p, j);
    int64_t x = alpha * sum + beta * c(i, j);
    if (bias_kind == GEMMKIT_BIAS_PER_ROW) x += bias(i);
    if (bias_kind == GEMMKIT_BIAS_PER_COL) x += bias(j);
    if (adds_residual) x += residual(i, j);
    if (x > 0 || activation == GEMMKIT_ACT_NONE) return x;
    return activation == GEMMKIT_ACT_RELU ? 0 : 2 * x;
  }
};

// How a type of the API spells small integers.
template <class T, gk_elem Elem>
struct Numbers {
  static T of(int64_t x) {
    if constexpr (Elem == GK_F16 || Elem == GK_BF16) {
      return format_of(Elem).encode(static_cast<double>(x));
    } else if constexpr (requires { T{}.im; }) {
      return T{static_cast<decltype(T{}.re)>(x), static_cast<decltype(T{}.re)>(-x)};
    } else {
      return static_cast<T>(x);
    }
  }
};

template <class T>
bool equal(const T &x, const T &y) {
  return std::memcmp(&x, &y, sizeof x) == 0;
}

// One product by `call(m, n, k, a, rsa, csa, b, rsb, csb, c, rsc, csc)` against `expected`, C row- or column-major.
template <class In, class Out, gk_elem Elem, class Call>
void check(const Expected &e, bool rows, Call call) {
  const auto [m, n, k] = e.s;
  constexpr gk_elem kOut = sizeof(Out) == 2 ? Elem : GK_F32;
  std::vector<In> a(m * k), b(k * n);
  std::vector<Out> c(m * n);
  const auto in = [](int64_t x) { return Numbers<In, Elem>::of(x); };
  const auto out = [](int64_t x) { return Numbers<Out, kOut>::of(x); };
  const int64_t rsc = rows ? n : 1, csc = rows ? 1 : m;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t p = 0; p < k; ++p) a[i * k + p] = in(Expected::a(i, p));
  for (int64_t p = 0; p < k; ++p)
    for (int64_t j = 0; j < n; ++j) b[p + j * k] = in(Expected::b(p, j));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) c[i * rsc + j * csc] = out(Expected::c(i, j));
  REQUIRE(call(m, n, k, a.data(), k, int64_t{1}, b.data(), int64_t{1}, k, c.data(), rsc, csc) == GEMMKIT_OK);
  int64_t wrong = 0;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) wrong += !(c[i * rsc + j * csc] == out(e(i, j)));
  INFO(m << "x" << n << "x" << k << ", C by " << (rows ? "rows" : "columns") << ", alpha " << e.alpha << ", beta "
         << e.beta << ", bias " << e.bias_kind << ", residual " << e.adds_residual << ", activation " << e.activation);
  REQUIRE(wrong == 0);
}

template <class E, class T>
E epilogue_of(const Expected &e, std::vector<T> *bias, gk_elem elem) {
  const int64_t length = e.bias_kind == GEMMKIT_BIAS_PER_ROW ? e.s.m : e.s.n;
  bias->clear();
  for (int64_t i = 0; i < length; ++i) {
    if constexpr (sizeof(T) == 2) {
      bias->push_back(format_of(elem).encode(static_cast<double>(Expected::bias(i))));
    } else {
      bias->push_back(static_cast<T>(Expected::bias(i)));
    }
  }
  E out{};
  out.struct_size = sizeof out;
  out.bias_kind = e.bias_kind, out.bias = bias->data(), out.bias_len = length;
  out.activation = e.activation, out.slope = 2;
  return out;
}

// Elements two apart, by rows or by columns, the last row or column first.
template <class E, class T>
void add_residual(const Expected &x, bool rows, std::vector<T> *residual, gk_elem elem, E *e) {
  if (!x.adds_residual) return;
  const auto [m, n, k] = x.s;
  residual->assign(2 * m * n, T());
  e->residual_rs = rows ? 2 * n : -2, e->residual_cs = rows ? -2 : 2 * m;
  T *first = residual->data() + (rows ? 2 * (n - 1) : 2 * (m - 1));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      T &at = first[i * e->residual_rs + j * e->residual_cs];
      if constexpr (sizeof(T) == 2) {
        at = format_of(elem).encode(static_cast<double>(Expected::residual(i, j)));
      } else {
        at = static_cast<T>(Expected::residual(i, j));
      }
    }
  e->residual = first;
}

template <class In, class Out, gk_elem Elem, class E, class Entry>
void sweep(Entry entry) {
  std::vector<Out> bias, residual;
  int turn = 0;
  for (const FusedShape &s : kFusedShapes)
    for (int kind = 0; kind < 3; ++kind)
      for (int activation = 0; activation < 3; ++activation)
        for (const bool rows : {false, true})
          for (const auto &scalars : {std::pair{1, 0}, {-2, 1}, {0, 1}, {1, -1}}) {
            if (left_out(++turn)) continue;
            const int alpha = scalars.first, beta = scalars.second;
            const Expected x{s, alpha, beta, kind, activation, turn % 3 == 0};
            E e = epilogue_of<E>(x, &bias, Elem);
            add_residual(x, turn % 2 == 0, &residual, Elem, &e);
            check<In, Out, Elem>(x, rows,
                                 [&](auto m, auto n, auto k, auto a, auto rsa, auto csa, auto b, auto rsb, auto csb,
                                     auto c, auto rsc, auto csc) {
                                   return entry(m, n, k, alpha, a, rsa, csa, b, rsb, csb, beta, c, rsc, csc, &e,
                                                nullptr);
                                 });
          }
}

}  // namespace

TEST_CASE("fused products are exact where all is exact", "[api][epilogue]") {
  sweep<float, float, GK_F32, gemmkit_epilogue_f32>(gemmkit_gemm_f32_unchecked);
  sweep<double, double, GK_F64, gemmkit_epilogue_f64>(gemmkit_gemm_f64_unchecked);
  sweep<uint16_t, uint16_t, GK_F16, gemmkit_epilogue_f16>(gemmkit_gemm_f16_unchecked);
  sweep<uint16_t, uint16_t, GK_BF16, gemmkit_epilogue_bf16>(gemmkit_gemm_bf16_unchecked);
  sweep<uint16_t, float, GK_F16, gemmkit_epilogue_f32>(gemmkit_gemm_f16_f32_unchecked);
  sweep<uint16_t, float, GK_BF16, gemmkit_epilogue_f32>(gemmkit_gemm_bf16_f32_unchecked);
}

// With A real and B = b(1 - i), as Numbers has it, the product is the real one times 1 - i; so is C, and the bias.
TEMPLATE_TEST_CASE("a complex bias is added as it is", "[api][epilogue]", float, double) {
  using T = TestType;
  using C = std::conditional_t<sizeof(T) == 4, gemmkit_c32, gemmkit_c64>;
  using E = std::conditional_t<sizeof(T) == 4, gemmkit_epilogue_c32, gemmkit_epilogue_c64>;
  for (const FusedShape &s : kFusedShapes)
    for (int kind = 0; kind < 3; ++kind)
      for (const bool rows : {false, true}) {
        const Expected x{s, 1, 1, kind, GEMMKIT_ACT_NONE};
        const auto [m, n, k] = s;
        const int64_t rsc = rows ? n : 1, csc = rows ? 1 : m;
        std::vector<C> a(m * k), b(k * n), c(m * n), bias(std::max(m, n));
        const auto number = [](int64_t v) { return C{T(v), T(-v)}; };
        for (int64_t i = 0; i < m; ++i)
          for (int64_t p = 0; p < k; ++p) a[i + p * m] = {T(Expected::a(i, p)), 0};
        for (int64_t p = 0; p < k; ++p)
          for (int64_t j = 0; j < n; ++j) b[p + j * k] = number(-Expected::b(p, j));  // conjugated, and turned twice
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) c[i * rsc + j * csc] = number(Expected::c(i, j));
        for (size_t i = 0; i < bias.size(); ++i) bias[i] = number(Expected::bias(static_cast<int64_t>(i)));
        E e{};
        e.struct_size = sizeof e;
        e.bias_kind = kind, e.bias = bias.data(), e.bias_len = kind == GEMMKIT_BIAS_PER_ROW ? m : n;
        const C alpha{-1, 0}, beta{1, 0};
        gemmkit_status status;
        if constexpr (sizeof(T) == 4) {
          status = gemmkit_gemm_c32_unchecked(m, n, k, &alpha, a.data(), 1, m, 0, b.data(), 1, k, 0, &beta, c.data(),
                                              rsc, csc, &e, nullptr);
        } else {
          status = gemmkit_gemm_c64_unchecked(m, n, k, &alpha, a.data(), 1, m, 0, b.data(), 1, k, 0, &beta, c.data(),
                                              rsc, csc, &e, nullptr);
        }
        REQUIRE(status == GEMMKIT_OK);
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) {
            REQUIRE(c[i * rsc + j * csc].re == T(x(i, j)));
            REQUIRE(c[i * rsc + j * csc].im == T(-x(i, j)));
          }
      }
}

TEST_CASE("with k or alpha zero the epilogue meets beta * C alone, whatever alpha is", "[api][epilogue]") {
  const uint16_t bias = kF16Format.encode(1);
  for (const int32_t activation : {GEMMKIT_ACT_NONE, GEMMKIT_ACT_RELU})
    for (const float alpha : {INFINITY, std::nanf(""), 0.0f}) {
      gemmkit_epilogue_f16 e{};
      e.struct_size = sizeof e, e.bias_kind = GEMMKIT_BIAS_PER_ROW, e.bias = &bias, e.bias_len = 1;
      e.activation = activation;
      uint16_t c = kF16Format.encode(2);
      REQUIRE(gemmkit_gemm_f16_unchecked(1, 1, alpha == 0, alpha, nullptr, 1, 1, nullptr, 1, 1, 1, &c, 1, 1, &e,
                                         nullptr) == GEMMKIT_OK);
      CHECK(kF16Format.decode(c) == 3);
      e.bias_kind = GEMMKIT_BIAS_NONE;
      c = kF16Format.encode(-0.0);
      REQUIRE(gemmkit_gemm_f16_unchecked(1, 1, 0, alpha, nullptr, 1, 1, nullptr, 1, 1, 2, &c, 1, 1, &e, nullptr) ==
              GEMMKIT_OK);
      CHECK(c == (activation == GEMMKIT_ACT_RELU ? 0 : 0x8000));
    }
}

TEST_CASE("an older caller's shorter epilogue keeps the defaults", "[api][epilogue]") {
  const float a = -3, b = 1, bias = 1;
  float c = 0;
  gemmkit_epilogue_f32 e{};
  e.struct_size = offsetof(gemmkit_epilogue_f32, activation);
  e.bias_kind = GEMMKIT_BIAS_PER_ROW, e.bias = &bias, e.bias_len = 1;
  e.activation = 99;  // beyond what the caller says it has
  REQUIRE(gemmkit_gemm_f32_unchecked(1, 1, 1, 1, &a, 1, 1, &b, 1, 1, 0, &c, 1, 1, &e, nullptr) == GEMMKIT_OK);
  CHECK(c == -2);
}

// Found by fuzz_api_validation: the driver walked along null operands, though it read nothing.
TEST_CASE("an epilogue without a product needs no operands", "[api][fused]") {
  constexpr int64_t m = 130, n = 90, k = 40;
  const std::vector<uint16_t> bias(m, kBf16Format.encode(3));
  gemmkit_epilogue_bf16 e{};
  e.struct_size = sizeof e, e.bias_kind = GEMMKIT_BIAS_PER_ROW, e.bias = bias.data(), e.bias_len = m;
  const float scale = 1;
  gemmkit_requant q{};
  q.struct_size = sizeof q, q.scale = &scale, q.scale_len = 1, q.zero_point = 7;
  for (const int32_t threads : {1, 3}) {
    gemmkit_exec exec{};
    exec.struct_size = sizeof exec, exec.threads = threads;
    std::vector<uint16_t> c(m * n, kBf16Format.encode(2));
    REQUIRE(gemmkit_gemm_bf16_unchecked(m, n, k, 0, nullptr, 1, m, nullptr, n, 1, -1, c.data(), 1, m, &e, &exec) ==
            GEMMKIT_OK);
    CHECK(std::all_of(c.begin(), c.end(), [](uint16_t x) { return x == kBf16Format.encode(1); }));
    std::vector<int8_t> bytes(m * n, 99);
    REQUIRE(gemmkit_gemm_i8_requant_unchecked(m, n, 0, nullptr, 1, m, nullptr, n, 1, &q, bytes.data(), n, 1, &exec) ==
            GEMMKIT_OK);
    CHECK(std::all_of(bytes.begin(), bytes.end(), [](int8_t x) { return x == 7; }));
  }
}
