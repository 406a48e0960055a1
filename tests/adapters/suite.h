// What every adapter must do, for a host library described by one struct:
//
//   name                         what its messages begin with
//   make<T>(rows, cols)          a matrix of the library (for 16-bit T of what it has)
//   cube<T>(batch, rows, cols)   a batch
//   arg<T>(x)                    what is passed to gemmkit for it
//
// Values are small integers whose products are exact in all types, so that the plain triple loop is the only answer.
#pragma once

#include <gemmkit/gemmkit.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "support/half.h"
#include "support/matrix.h"
#ifdef GK_TEST_COUNTS
#include "support/inject.h"
#endif

namespace gk::test {

// Allocations during a call: of the second one, since the first fills the thread's packing pool.
template <class F>
unsigned long allocations(F call) {
  call();
#ifdef GK_TEST_COUNTS
  const unsigned long before = inject_allocations();
  call();
  return inject_allocations() - before;
#else
  return 0;
#endif
}

// ---- Elements -----------------------------------------------------------------------------------------------------

template <class T>
T from_double(double x) {
  if constexpr (std::is_same_v<T, gemmkit::f16>)
    return {kF16Format.encode(x)};
  else if constexpr (std::is_same_v<T, gemmkit::bf16>)
    return {kBf16Format.encode(x)};
  else
    return static_cast<T>(x);
}
template <class T>
std::complex<double> value_of(T x) {
  if constexpr (std::is_same_v<T, gemmkit::f16>)
    return kF16Format.decode(x.bits);
  else if constexpr (std::is_same_v<T, gemmkit::bf16>)
    return kBf16Format.decode(x.bits);
  else if constexpr (gemmkit::detail::is_complex<T>)
    return {x.real(), x.imag()};
  else
    return static_cast<double>(x);
}

template <class T>
T sample(int64_t i, int64_t j, int64_t seed) {
  if constexpr (gemmkit::detail::is_complex<T>)
    return T(static_cast<typename T::value_type>(g(i, j, seed)),
             static_cast<typename T::value_type>(g(j, i, seed + 2)));
  else
    return from_double<T>(g(i, j, seed));
}

// Element access that knows nothing of the adapter but its strides: views are compared with the host's own in its test.
template <class X>
auto &at(X &&x, int64_t i, int64_t j) {
  const auto v = gemmkit::detail::look(x);
  return v.data[i * v.stride[0] + j * v.stride[1]];
}
template <class X>
auto &at(X &&x, int64_t e, int64_t i, int64_t j) {
  const auto v = gemmkit::detail::look(x);
  return v.data[e * v.stride[0] + i * v.stride[1] + j * v.stride[2]];
}

template <class X>
using elem = std::remove_const_t<gemmkit::detail::element_of<X>>;

template <class X>
void generate(X &&x, int64_t seed) {
  const auto v = gemmkit::detail::look(x);
  for (int64_t i = 0; i < v.extent[0]; ++i)
    for (int64_t j = 0; j < v.extent[1]; ++j) at(x, i, j) = sample<elem<X>>(i, j, seed);
}
template <class X>
void generate_batch(X &&x, int64_t seed) {
  const auto v = gemmkit::detail::look(x);
  for (int64_t e = 0; e < v.extent[0]; ++e)
    for (int64_t i = 0; i < v.extent[1]; ++i)
      for (int64_t j = 0; j < v.extent[2]; ++j) at(x, e, i, j) = sample<elem<X>>(i, j, seed + 3 * e);
}

// Element (i, j) of op(A)*op(B) by the book; op conjugates.
template <class A, class B>
std::complex<double> by_the_book(const A &a, const B &b, int64_t i, int64_t j) {
  const auto va = gemmkit::detail::look(a);
  const auto vb = gemmkit::detail::look(b);
  std::complex<double> sum = 0;
  for (int64_t l = 0; l < va.extent[1]; ++l) {
    const auto x = value_of(at(a, i, l)), y = value_of(at(b, l, j));
    sum += (va.conjugate ? std::conj(x) : x) * (vb.conjugate ? std::conj(y) : y);
  }
  return sum;
}

// C == f(A*B element, i, j)
template <class A, class B, class C, class F>
bool holds(const A &a, const B &b, const C &c, F f) {
  const auto v = gemmkit::detail::look(c);
  for (int64_t i = 0; i < v.extent[0]; ++i)
    for (int64_t j = 0; j < v.extent[1]; ++j)
      if (value_of(at(c, i, j)) != f(by_the_book(a, b, i, j), i, j)) return false;
  return true;
}
template <class A, class B, class C>
bool is_product(const A &a, const B &b, const C &c) {
  return holds(a, b, c, [](std::complex<double> x, int64_t, int64_t) { return x; });
}

template <class F>
std::string message(F call) {
  try {
    call();
  } catch (const gemmkit::error &e) {
    CHECK(e.status() != GEMMKIT_OK);
    return e.what();
  }
  return "no error";
}

// ---- The surface --------------------------------------------------------------------------------------------------

// Three layouts of one operand: as the library lays it out, transposed in place, and both orders of rows and columns
// reversed. `use` gets something of rows x cols whatever it is.
template <class Host, class T, class F>
void with_layouts(int64_t rows, int64_t cols, int64_t seed, F use) {
  auto plain = Host::template make<T>(rows, cols), turned = Host::template make<T>(cols, rows);
  auto &&x = Host::template arg<T>(plain);
  auto &&y = Host::template arg<T>(turned);
  generate(x, seed);
  use(x);
  auto t = gemmkit::transposed(y);
  generate(t, seed);
  use(t);
  auto r = gemmkit::rows_reversed(gemmkit::cols_reversed(x));
  generate(r, seed);
  use(r);
}

template <class Host, class TA, class TC>
void products_of_type() {
  using S = gemmkit::detail::scalar_t<TC>;
  const gemmkit::exec serial(1);
  with_layouts<Host, TA>(5, 7, 1, [&](auto &a) {
    with_layouts<Host, TA>(7, 6, 2, [&](auto &b) {
      with_layouts<Host, TC>(5, 6, 3, [&](auto &c) {
        CHECK(allocations([&] { gemmkit::gemm(S(1), a, b, S(0), c, serial); }) == 0);
        CHECK(is_product(a, b, c));
        gemmkit::gemm(S(-1), a, b, S(1), c);
        CHECK(holds(a, b, c, [](std::complex<double>, int64_t, int64_t) { return 0.0; }));
        if constexpr (gemmkit::detail::is_complex<TC>) {
          gemmkit::gemm(S(1), gemmkit::conjugated(a), gemmkit::conjugated(b), S(0), c);
          CHECK(is_product(gemmkit::conjugated(a), gemmkit::conjugated(b), c));
          gemmkit::gemm(S(0, 1), a, gemmkit::conjugated(b), S(0), c);
          CHECK(holds(a, gemmkit::conjugated(b), c,
                      [](std::complex<double> x, int64_t, int64_t) { return x * std::complex<double>(0, 1); }));
        }
      });
    });
  });
}

template <class Host, class T>
void packed_products() {
  using TC = std::conditional_t<std::is_same_v<T, int8_t>, int32_t, T>;
  using S = gemmkit::detail::scalar_t<TC>;
  auto a = Host::template make<T>(5, 7), b = Host::template make<T>(7, 6);
  auto c = Host::template make<TC>(5, 6), ct = Host::template make<TC>(6, 5);
  auto &&A = Host::template arg<T>(a);
  auto &&B = Host::template arg<T>(b);
  auto &&C = Host::template arg<TC>(c);
  auto turned = gemmkit::transposed(Host::template arg<TC>(ct));  // leans the other way
  generate(A, 1);
  generate(B, 2);
  const auto lhs = gemmkit::prepack_lhs(A);
  const auto rhs = gemmkit::prepack_rhs(B, gemmkit::exec(1));
  CHECK(lhs.rows() == 5);
  CHECK(rhs.cols() == 6);
  CHECK(rhs.bytes() > 0);
  const auto layout = gemmkit::detail::look(C);
  const auto both = [&](auto &by_rows, auto &by_cols) {
    CHECK(allocations([&] { gemmkit::gemm(S(1), lhs, B, S(0), by_rows, gemmkit::exec(1)); }) == 0);
    CHECK(is_product(A, B, by_rows));
    CHECK(allocations([&] { gemmkit::gemm(S(1), A, rhs, S(0), by_cols, gemmkit::exec(1)); }) == 0);
    CHECK(is_product(A, B, by_cols));
    CHECK(message([&] { gemmkit::gemm(S(1), A, rhs, S(0), by_rows); }).find("a packed rhs needs") != std::string::npos);
  };
  if (std::abs(layout.stride[0]) > std::abs(layout.stride[1]))
    both(C, turned);
  else
    both(turned, C);
  CHECK(message([&] { gemmkit::gemm(S(1), lhs, A, S(0), C); }) ==
        std::string(Host::name) + ": A.cols (7) != B.rows (5)");
  if constexpr (gemmkit::detail::is_complex<T>) {
    const auto conjugate = gemmkit::prepack_lhs(gemmkit::conjugated(A));
    auto &by_rows = std::abs(layout.stride[0]) > std::abs(layout.stride[1]) ? at(C, 0, 0) : at(turned, 0, 0);
    if (&by_rows == &at(C, 0, 0)) {
      gemmkit::gemm(S(1), conjugate, B, S(0), C);
      CHECK(is_product(gemmkit::conjugated(A), B, C));
    } else {
      gemmkit::gemm(S(1), conjugate, B, S(0), turned);
      CHECK(is_product(gemmkit::conjugated(A), B, turned));
    }
  }
}

template <class Host, class T>
void fused_products() {
  auto a = Host::template make<T>(5, 7), b = Host::template make<T>(7, 6), c = Host::template make<T>(5, 6);
  auto down = Host::template make<T>(5, 1), across = Host::template make<T>(1, 6);
  auto &&A = Host::template arg<T>(a);
  auto &&B = Host::template arg<T>(b);
  auto &&C = Host::template arg<T>(c);
  auto &&rows = Host::template arg<T>(down);
  auto &&cols = Host::template arg<T>(across);
  generate(A, 1);
  generate(B, 2);
  generate(rows, 3);
  generate(cols, 4);
  using E = gemmkit::epilogue<T>;
  gemmkit::gemm(1, A, B, 0, C, E().bias_per_row(rows));
  CHECK(holds(A, B, C, [&](std::complex<double> x, int64_t i, int64_t) { return x + value_of(at(rows, i, 0)); }));
  gemmkit::gemm(1, A, B, 0, C, E().bias_per_col(cols));
  CHECK(holds(A, B, C, [&](std::complex<double> x, int64_t, int64_t j) { return x + value_of(at(cols, 0, j)); }));
  CHECK(message([&] { gemmkit::gemm(1, A, B, 0, C, E().bias_per_row(A)); }) ==
        std::string(Host::name) + ": a bias must be a vector");
  CHECK(message([&] { gemmkit::gemm(1, A, B, 0, C, E().bias_per_row(cols)); }) ==
        "gemmkit: bias has 6 elements but needs 5 (C.rows)");
  if constexpr (!gemmkit::detail::is_complex<T>) {
    const auto relu = [](double x) { return x > 0 ? x : 0; };
    gemmkit::gemm(1, A, B, 0, C, E().bias_per_col(cols).relu(), gemmkit::exec(1));
    CHECK(holds(A, B, C, [&](std::complex<double> x, int64_t, int64_t j) {
      return relu(x.real() + value_of(at(cols, 0, j)).real());
    }));
    auto extra = Host::template make<T>(5, 6);
    auto &&R = Host::template arg<T>(extra);
    generate(R, 5);
    gemmkit::gemm(1, A, B, 0, C, E().bias_per_col(cols).residual(R).relu());
    CHECK(holds(A, B, C, [&](std::complex<double> x, int64_t i, int64_t j) {
      return relu(x.real() + value_of(at(cols, 0, j)).real() + value_of(at(R, i, j)).real());
    }));
    CHECK(message([&] { gemmkit::gemm(1, A, B, 0, C, E().residual(rows)); }) ==
          std::string(Host::name) + ": the residual has not the shape of C");
    gemmkit::gemm(1, A, B, 0, C, E().clip(-3, 4));
    CHECK(holds(A, B, C,
                [&](std::complex<double> x, int64_t, int64_t) { return std::min(std::max(x.real(), -3.0), 4.0); }));
    gemmkit::gemm(1, A, B, 0, C, E().leaky_relu(2));
    CHECK(holds(A, B, C,
                [&](std::complex<double> x, int64_t, int64_t) { return x.real() > 0 ? x.real() : 2 * x.real(); }));
    // Their values are the engine's to test; here each must arrive as itself.
    for (auto set : {&E::sigmoid, &E::tanh, &E::silu, &E::gelu_erf, &E::gelu_tanh}) {
      E e;
      (e.*set)();
      gemmkit::gemm(1, A, B, 0, C, e);
      gemmkit::gemm(1, A, B, 0, C, e.bias_per_row(rows));
    }
    CHECK(E().gelu_tanh().raw()->activation == GEMMKIT_ACT_GELU_TANH);
    CHECK(E().sigmoid().raw()->activation == GEMMKIT_ACT_SIGMOID);
  }
  if constexpr (std::is_floating_point_v<T>) {
    const double add = 3;
    CHECK(allocations([&] {
            gemmkit::gemm_map(
                1, A, B, 0, C, [add](T x, int64_t i, int64_t j) { return x + T(add * double(i) + double(j)); },
                gemmkit::exec(1));
          }) == 0);
    const auto expected = [&](std::complex<double> x, int64_t i, int64_t j) { return x + add * double(i) + double(j); };
    CHECK(holds(A, B, C, expected));
  }
}

template <class Host, class T>
void batches_of() {
  using TC = std::conditional_t<std::is_same_v<T, int8_t>, int32_t, T>;
  auto a = Host::template cube<T>(3, 5, 4), b = Host::template cube<T>(3, 4, 6);
  auto c = Host::template cube<TC>(3, 5, 6);
  auto shared = Host::template make<T>(4, 6);
  auto single = Host::template make<TC>(4, 6);
  auto &&A = Host::template arg<T>(a);
  auto &&B = Host::template arg<T>(b);
  auto &&C = Host::template arg<TC>(c);
  auto &&one = Host::template arg<T>(shared);
  generate_batch(A, 1);
  generate_batch(B, 2);
  generate(one, 5);
  const auto entry = [](auto &x, int64_t e) {
    auto v = gemmkit::detail::look(x);
    return gemmkit::unchecked(v.data + e * v.stride[0], v.extent[1], v.extent[2], v.stride[1], v.stride[2]);
  };
  CHECK(allocations([&] { gemmkit::gemm_batched(1, A, B, 0, C, gemmkit::exec(1)); }) == 0);
  for (int64_t e = 0; e < 3; ++e) CHECK(is_product(entry(A, e), entry(B, e), entry(C, e)));
  gemmkit::gemm_batched(1, A, one, 0, C);
  for (int64_t e = 0; e < 3; ++e) CHECK(is_product(entry(A, e), one, entry(C, e)));
  gemmkit::gemm_batched(1, gemmkit::rows_reversed(A), B, 0, gemmkit::rows_reversed(C));
  for (int64_t e = 0; e < 3; ++e) CHECK(is_product(entry(A, e), entry(B, e), entry(C, e)));
  gemmkit::gemm_batched(1, gemmkit::transposed(B), gemmkit::transposed(A), 0, gemmkit::transposed(C));
  for (int64_t e = 0; e < 3; ++e) CHECK(is_product(entry(A, e), entry(B, e), entry(C, e)));
  if constexpr (std::is_floating_point_v<T>) {
    gemmkit::gemm_batched(1, A, B, 0, C, gemmkit::epilogue<T>().relu());
    for (int64_t e = 0; e < 3; ++e) {
      CHECK(holds(entry(A, e), entry(B, e), entry(C, e),
                  [](std::complex<double> x, int64_t, int64_t) { return x.real() > 0 ? x.real() : 0; }));
    }
  }
  auto two = Host::template cube<T>(2, 4, 6);
  CHECK(message([&] { gemmkit::gemm_batched(1, A, Host::template arg<T>(two), 0, C); }) ==
        std::string(Host::name) + ": B.batch (2) != C.batch (3)");
  CHECK(message([&] {
          gemmkit::gemm_batched(1, A, B, 0, Host::template arg<TC>(single));
        }).find(": C has 2 dimensions but needs 3") != std::string::npos);
}

template <class Host>
void integers() {
  auto a = Host::template make<int8_t>(5, 7), b = Host::template make<int8_t>(7, 6);
  auto c = Host::template make<int8_t>(5, 6), turned = Host::template make<int8_t>(6, 5);
  auto u = Host::template make<uint8_t>(5, 6);
  auto scale = Host::template make<float>(5, 1);
  auto bias = Host::template make<int32_t>(1, 6);
  generate(a, 1);
  generate(b, 2);
  for (int i = 0; i < 5; ++i) at(scale, i, 0) = i % 2 ? 0.5f : 0.25f;
  generate(bias, 3);
  const auto requantised = [&](double x, int64_t i, int64_t j, bool wide, int zero, double lo, double hi) {
    const double s = wide ? value_of(at(scale, i, 0)).real() : 0.5, t = wide ? value_of(at(bias, 0, j)).real() : 0;
    return std::complex<double>(std::min(std::max(zero + std::nearbyint(s * (x + t)), lo), hi));
  };
  const auto product = gemmkit::dot_i8(a, b);
  CHECK(is_product(a, b, product));
  CHECK(std::is_same_v<elem<decltype(product) &>, int32_t>);
  const auto one = gemmkit::requant(0.5f).zero_point(3);
  const auto many = gemmkit::requant().scale_per_row(scale).bias_per_col(bias).zero_point(3);
  CHECK(allocations([&] { gemmkit::gemm_requant(a, b, one, c, gemmkit::exec(1)); }) == 0);
  CHECK(holds(a, b, c, [&](auto x, auto i, auto j) { return requantised(x.real(), i, j, false, 3, -128, 127); }));
  gemmkit::gemm_requant(a, b, many, u);
  CHECK(holds(a, b, u, [&](auto x, auto i, auto j) { return requantised(x.real(), i, j, true, 3, 0, 255); }));
  auto reversed = gemmkit::rows_reversed(a);
  gemmkit::gemm_requant(reversed, b, many, c);
  CHECK(holds(reversed, b, c, [&](auto x, auto i, auto j) { return requantised(x.real(), i, j, true, 3, -128, 127); }));
  // Packed, into the orientation that the packed side wants.
  const auto layout = gemmkit::detail::look(c);
  const bool by_rows = std::abs(layout.stride[0]) > std::abs(layout.stride[1]);
  auto other = gemmkit::transposed(turned);
  const auto rows = by_rows ? layout : gemmkit::detail::look(other),
             cols = by_rows ? gemmkit::detail::look(other) : layout;
  const auto expected = [&](auto x, auto i, auto j) { return requantised(x.real(), i, j, true, 3, -128, 127); };
  gemmkit::gemm_requant(gemmkit::prepack_lhs(a), b, many, rows);
  CHECK(holds(a, b, rows, expected));
  gemmkit::gemm_requant(a, gemmkit::prepack_rhs(b), many, cols);
  CHECK(holds(a, b, cols, expected));
  CHECK(message([&] {
          gemmkit::gemm_requant(reversed, gemmkit::prepack_rhs(b), many, cols);
        }).find("negative stride") != std::string::npos);
}

template <class Host>
void surface_errors() {
  auto a = Host::template make<float>(5, 7), b = Host::template make<float>(7, 6), c = Host::template make<float>(5, 6);
  const std::string name = Host::name;
  CHECK(message([&] { gemmkit::gemm(1, a, a, 0, c); }) == name + ": A.cols (7) != B.rows (5)");
  CHECK(message([&] { gemmkit::gemm(1, b, b, 0, c); }) == name + ": A.cols (6) != B.rows (7)");
  CHECK(message([&] { gemmkit::gemm(1, a, b, 0, b); }) == name + ": A.rows (5) != C.rows (7)");
  CHECK(message([&] { gemmkit::gemm(1, a, b, 0, a); }) == name + ": B.cols (6) != C.cols (7)");
  CHECK(message([&] { gemmkit::dot(a, a); }) == name + ": A.cols (7) != B.rows (5)");
  auto batch = Host::template cube<float>(2, 3, 4);
  CHECK(message([&] { gemmkit::gemm(1, Host::template arg<float>(batch), b, 0, c); }) ==
        name + ": A has 3 dimensions but needs 2");
  CHECK(message([&] { gemmkit::gemm(1, a, b, 0, c, gemmkit::exec(-1)); }).find("gemmkit: ") == 0);
  CHECK(std::string(gemmkit::last_error()).find("gemmkit: ") == 0);
}

template <class Host>
void surface() {
  products_of_type<Host, float, float>();
  products_of_type<Host, double, double>();
  products_of_type<Host, gemmkit::f16, gemmkit::f16>();
  products_of_type<Host, gemmkit::bf16, gemmkit::bf16>();
  products_of_type<Host, gemmkit::f16, float>();
  products_of_type<Host, gemmkit::bf16, float>();
  products_of_type<Host, int8_t, int32_t>();
  products_of_type<Host, std::complex<float>, std::complex<float>>();
  products_of_type<Host, std::complex<double>, std::complex<double>>();
  packed_products<Host, float>();
  packed_products<Host, double>();
  packed_products<Host, gemmkit::f16>();
  packed_products<Host, gemmkit::bf16>();
  packed_products<Host, int8_t>();
  packed_products<Host, std::complex<float>>();
  packed_products<Host, std::complex<double>>();
  fused_products<Host, float>();
  fused_products<Host, double>();
  fused_products<Host, gemmkit::f16>();
  fused_products<Host, gemmkit::bf16>();
  fused_products<Host, std::complex<float>>();
  fused_products<Host, std::complex<double>>();
  batches_of<Host, float>();
  batches_of<Host, double>();
  batches_of<Host, gemmkit::f16>();
  batches_of<Host, int8_t>();
  batches_of<Host, std::complex<double>>();
  integers<Host>();
  surface_errors<Host>();

  auto a = Host::template make<float>(5, 7), b = Host::template make<float>(7, 6), c = Host::template make<float>(5, 6);
  generate(a, 1);
  generate(b, 2);
  gemmkit::workspace memory(1 << 20);
  gemmkit::gemm(1, a, b, 0, c, gemmkit::exec(2, memory));
  CHECK(is_product(a, b, c));
  const auto product = gemmkit::dot(a, b, gemmkit::exec(memory));
  CHECK(is_product(a, b, product));
  std::vector<gemmkit_raw_problem_f32> group{
      gemmkit::raw_problem(1, a, b, 0, c),
      gemmkit::raw_problem(2, a, b, 0, gemmkit::unchecked(new float[30], 5, 6, 6, 1))};
  gemmkit::gemm_grouped(group);
  CHECK(group[1].c[7] == 2 * value_of(at(c, 1, 1)).real());
  delete[] group[1].c;
}

}  // namespace gk::test
