// Epilogues and requantisation through the public entries, on integers that every type holds exactly.
#include "abi/elem.h"
#include "api/views.h"
#include "support/half.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace gk::test;

namespace {

constexpr HalfFormat format_of(gk_elem elem) { return elem == GK_F16 ? kF16Format : kBf16Format; }

struct Shape {
  int64_t m, n, k;
};
constexpr Shape kShapes[] = {{1, 1, 1}, {8, 8, 8}, {1, 33, 9}, {37, 1, 20}, {17, 19, 23}, {70, 50, 40}, {130, 9, 700}};

// alpha*A*B + beta*C + bias + residual, then ReLU or leaky ReLU by 2, of small integers.
struct Expected {
  Shape s;
  int64_t alpha, beta;
  int32_t bias_kind, activation;
  bool adds_residual = false;

  // Sparse in the depth, so that sums stay small.
  static int64_t a(int64_t i, int64_t p) { return p % 17 == 0 ? g(i, p, 1) : 0; }
  static int64_t b(int64_t p, int64_t j) { return p % 17 == 0 ? g(p, j, 2) % 3 : 0; }
  static int64_t c(int64_t i, int64_t j) { return g(i, j, 3); }
  static int64_t bias(int64_t i) { return g(i, 7, 4); }
  static int64_t residual(int64_t i, int64_t j) { return g(i, j, 5); }
  int64_t operator()(int64_t i, int64_t j) const {
    int64_t sum = 0;
    for (int64_t p = 0; p < s.k; ++p) sum += a(i, p) * b(p, j);
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
  for (const Shape &s : kShapes)
    for (int kind = 0; kind < 3; ++kind)
      for (int activation = 0; activation < 3; ++activation)
        for (const bool rows : {false, true})
          for (const auto &scalars : {std::pair{1, 0}, {-2, 1}, {0, 1}, {1, -1}}) {
            const int alpha = scalars.first, beta = scalars.second;
            const Expected x{s, alpha, beta, kind, activation, ++turn % 3 == 0};
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
  for (const Shape &s : kShapes)
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

template <class Out, class Entry>
void requantise(Entry entry) {
  for (const Shape &s : kShapes)
    for (int scale_kind = 0; scale_kind < 3; ++scale_kind)
      for (int bias_kind = 0; bias_kind < 3; ++bias_kind)
        for (const bool rows : {false, true})
          for (const float unit : {0.5f, 1e-3f, 7.25f, 3e30f}) {
            const auto [m, n, k] = s;
            const int64_t rsc = rows ? n : 1, csc = rows ? 1 : m;
            std::vector<int8_t> a(m * k), b(k * n);
            for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int8_t>(i * 37 % 256 - 128);
            for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int8_t>(i * 91 % 255 - 127);
            std::vector<float> scale(scale_kind == 0 ? 1 : scale_kind == 1 ? m : n);
            for (size_t i = 0; i < scale.size(); ++i) scale[i] = unit * static_cast<float>(1 + i % 5);
            std::vector<int32_t> bias(bias_kind == 0 ? 0 : bias_kind == 1 ? m : n);
            for (size_t i = 0; i < bias.size(); ++i)
              bias[i] = i % 7 == 6 ? INT32_MAX : static_cast<int32_t>(i * 13) - 40;
            std::vector<Out> c(m * n, Out(77));
            gemmkit_requant q{};
            q.struct_size = sizeof q;
            q.scale = scale.data(), q.scale_len = static_cast<int64_t>(scale.size()), q.scale_kind = scale_kind;
            q.bias = bias.data(), q.bias_len = static_cast<int64_t>(bias.size()), q.bias_kind = bias_kind;
            q.zero_point = std::is_signed_v<Out> ? -5 : 130;
            REQUIRE(entry(m, n, k, a.data(), 1, m, b.data(), n, 1, &q, c.data(), rsc, csc, nullptr) == GEMMKIT_OK);
            for (int64_t i = 0; i < m; ++i)
              for (int64_t j = 0; j < n; ++j) {
                uint32_t sum = 0;
                for (int64_t p = 0; p < k; ++p) sum += static_cast<uint32_t>(a[i + p * m] * b[p * n + j]);
                const Out want = requantised<Out>(sum, bias_kind == 0 ? 0 : bias[bias_kind == 1 ? i : j],
                                                  scale[scale_kind == 0   ? 0
                                                        : scale_kind == 1 ? i
                                                                          : j],
                                                  q.zero_point);
                if (c[i * rsc + j * csc] == want) continue;
                INFO(m << "x" << n << "x" << k << " at " << i << ", " << j << ", scales " << scale_kind << ", bias "
                       << bias_kind << ", unit " << unit << ", C by " << (rows ? "rows" : "columns"));
                REQUIRE(int{c[i * rsc + j * csc]} == int{want});
              }
          }
}

}  // namespace

TEST_CASE("requantised bytes are those of the definition", "[api][requant]") {
  requantise<int8_t>(gemmkit_gemm_i8_requant_unchecked);
  requantise<uint8_t>(gemmkit_gemm_i8_requant_u8_unchecked);
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

namespace {

// One f32 product with a residual of `len` elements by the checked entry.
struct Residual {
  std::vector<float> a = std::vector<float>(6, 1), b = std::vector<float>(12, 1), c = std::vector<float>(8, 77),
                     residual = std::vector<float>(8, 5);
  gemmkit_epilogue_f32 e{};

  Residual() {
    e.struct_size = sizeof e;
    e.residual = residual.data(), e.residual_len = 8, e.residual_rs = 4, e.residual_cs = 1;
  }
  gemmkit_status run(int64_t batch = 1) const {
    const auto av = gemmkit_cview_f32_row_major(a.data(), 2, 3), bv = gemmkit_cview_f32_row_major(b.data(), 3, 4);
    auto cv = gemmkit_view_f32_row_major(const_cast<float *>(c.data()), 2, 4);
    if (batch == 1) return gemmkit_gemm_f32(1, &av, &bv, 0, &cv, &e, nullptr);
    cv = gemmkit_view_f32_row_major(const_cast<float *>(c.data()), 1, 4);
    cv.len = 8;
    const auto one = gemmkit_cview_f32_row_major(a.data(), 1, 3);
    return gemmkit_gemm_batched_f32(batch, 1, &one, 0, &bv, 0, 0, &cv, 4, &e, nullptr);
  }
  void refused(gemmkit_status status, const std::string &message, int64_t batch = 1) const {
    CHECK(run(batch) == status);
    CHECK(last_error() == "gemmkit: " + message);
    for (const float x : c) CHECK(x == 77);
  }
};

}  // namespace

TEST_CASE("bad residuals are refused", "[api][epilogue]") {
  Residual r;
  r.e.residual_len = 7;
  r.refused(GEMMKIT_ERR_BOUNDS, "residual view of 2x4 (strides 4,1) needs 8 elements but has 7");
  r.e.residual_len = 8, r.e.residual_rs = -4;
  r.refused(GEMMKIT_ERR_BOUNDS,
            "residual view (strides -4,1) has a negative stride or is too large to address; use the unchecked entry");
  r.e.residual_rs = INT64_MAX / 2;
  r.refused(GEMMKIT_ERR_TOO_LARGE, "problem too large to size its workspace");
  r.e.residual_rs = 4, r.e.residual = r.c.data();
  r.refused(GEMMKIT_ERR_ALIAS, "C overlaps residual");
  r.e.residual = r.residual.data();
  r.e.map = [](float x, int64_t, int64_t, void *) { return x; };
  r.refused(GEMMKIT_ERR_ARGUMENT, "epilogue.map excludes a residual");
  r.e.map = nullptr;
  r.e.residual_batch = 5;
  r.refused(GEMMKIT_ERR_BOUNDS, "residual view of 1x4 (strides 4,1, batch of 2, stride 5) needs 9 elements but has 8",
            2);
  // What an older caller does not know is not there.
  r.e.struct_size = offsetof(gemmkit_epilogue_f32, residual);
  r.e.residual = r.c.data();
  REQUIRE(r.run() == GEMMKIT_OK);
  for (const float x : r.c) CHECK(x == 3);
}

TEST_CASE("a residual may be one for all of a batch, broadcast, or an operand", "[api][epilogue]") {
  Residual r;
  for (int i = 0; i < 8; ++i) r.residual[static_cast<size_t>(i)] = static_cast<float>(i);
  r.e.residual_batch = 4;
  REQUIRE(r.run(2) == GEMMKIT_OK);
  for (int i = 0; i < 8; ++i) CHECK(r.c[static_cast<size_t>(i)] == static_cast<float>(3 + i));
  r.e.residual_batch = 0;
  REQUIRE(r.run(2) == GEMMKIT_OK);
  for (int i = 0; i < 8; ++i) CHECK(r.c[static_cast<size_t>(i)] == static_cast<float>(3 + i % 4));
  r.e.residual_rs = 0, r.e.residual_cs = 0, r.e.residual_len = 1;
  r.residual[0] = -9;
  r.e.activation = GEMMKIT_ACT_RELU;
  REQUIRE(r.run() == GEMMKIT_OK);
  for (const float x : r.c) CHECK(x == 0);
  r.e.residual = r.b.data(), r.e.residual_len = 12, r.e.residual_rs = 4, r.e.residual_cs = 1;
  REQUIRE(r.run() == GEMMKIT_OK);
  for (const float x : r.c) CHECK(x == 4);
}

TEST_CASE("batches and packed operands take a residual", "[api][epilogue]") {
  // Through a team, and one after another; entries large enough for the driver, and small.
  for (const int64_t size : {int64_t{5}, int64_t{70}})
    for (const int32_t threads : {1, 3}) {
      constexpr int64_t kBatch = 6;
      const int64_t area = size * size;
      std::vector<double> a(area * kBatch), b(area), c(area * kBatch, 0), r(area * kBatch);
      for (size_t i = 0; i < a.size(); ++i) a[i] = g(static_cast<int64_t>(i), 1, 1);
      for (size_t i = 0; i < b.size(); ++i) b[i] = g(static_cast<int64_t>(i), 2, 1);
      for (size_t i = 0; i < r.size(); ++i) r[i] = g(static_cast<int64_t>(i), 3, 1) * 100;
      std::vector<double> want = c;
      REQUIRE(gemmkit_gemm_batched_f64_unchecked(kBatch, size, size, size, 1, a.data(), 1, size, area, b.data(), 1,
                                                 size, 0, 0, want.data(), size, 1, area, nullptr,
                                                 nullptr) == GEMMKIT_OK);
      for (size_t i = 0; i < r.size(); ++i) {
        const int64_t e = static_cast<int64_t>(i) / area, row = static_cast<int64_t>(i) % area / size,
                      col = static_cast<int64_t>(i) % size;
        want[i] += r[static_cast<size_t>(e * area + col * size + row)];
      }
      gemmkit_epilogue_f64 epilogue{};
      epilogue.struct_size = sizeof epilogue;
      epilogue.residual = r.data(), epilogue.residual_rs = 1, epilogue.residual_cs = size;
      epilogue.residual_batch = area;
      gemmkit_exec exec{};
      exec.struct_size = sizeof exec, exec.threads = threads;
      REQUIRE(gemmkit_gemm_batched_f64_unchecked(kBatch, size, size, size, 1, a.data(), 1, size, area, b.data(), 1,
                                                 size, 0, 0, c.data(), size, 1, area, &epilogue, &exec) == GEMMKIT_OK);
      CHECK(c == want);
      gemmkit_packed *packed = nullptr;
      REQUIRE(gemmkit_prepack_lhs_f64_unchecked(size, size, a.data(), 1, size, &exec, &packed) == GEMMKIT_OK);
      std::fill(c.begin(), c.end(), 0);
      REQUIRE(gemmkit_gemm_packed_a_f64_unchecked(size, 1, packed, b.data(), 1, size, 0, c.data(), size, 1, &epilogue,
                                                  &exec) == GEMMKIT_OK);
      CHECK(std::equal(c.begin(), c.begin() + area, want.begin()));
      gemmkit_packed_free(packed);
    }
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
