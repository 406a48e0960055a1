// gemmkit/armadillo.hpp against Armadillo's own products.
#include <gemmkit/armadillo.hpp>

#include "adapters/suite.h"

using namespace gk::test;

namespace {

// What Armadillo has for a T: its own names of the integers.
template <class T>
using Stored = std::conditional_t<gemmkit::detail::is_half<T>, arma::u16,
                                  std::conditional_t<std::is_same_v<T, int8_t>, arma::s8,
                                                     std::conditional_t<std::is_same_v<T, uint8_t>, arma::u8, T>>>;

struct ArmadilloHost {
  static constexpr const char *name = "gemmkit/armadillo";
  template <class T>
  static arma::Mat<Stored<T>> make(int64_t rows, int64_t cols) {
    return arma::Mat<Stored<T>>(arma::uword(rows), arma::uword(cols), arma::fill::zeros);
  }
  template <class T>
  static arma::Cube<Stored<T>> cube(int64_t batch, int64_t rows, int64_t cols) {
    return arma::Cube<Stored<T>>(arma::uword(rows), arma::uword(cols), arma::uword(batch), arma::fill::zeros);
  }
  template <class T, class X>
  static decltype(auto) arg(X &x) {
    if constexpr (std::is_same_v<T, gemmkit::f16>)
      return gemmkit::as_f16(x);
    else if constexpr (std::is_same_v<T, gemmkit::bf16>)
      return gemmkit::as_bf16(x);
    else
      return (x);
  }
};

template <class T>
arma::Mat<T> some(arma::uword rows, arma::uword cols, int seed) {
  arma::Mat<T> x(rows, cols);
  generate(x, seed);
  return x;
}

template <class X, class Y>
bool same(const X &x, const Y &y) {
  return arma::approx_equal(x, y, "absdiff", 0);
}

template <class A, class B, class C>
bool agrees(const A &a, const B &b, C &&c) {
  using S = gemmkit::detail::scalar_of<C>;
  if (allocations([&] { gemmkit::gemm(S(1), a, b, S(0), c, gemmkit::exec(1)); }) != 0) return false;
  return same(c, a * b);
}

}  // namespace

TEST_CASE("armadillo: the whole surface") { surface<ArmadilloHost>(); }

TEMPLATE_TEST_CASE("armadillo: views in place", "", float, double, std::complex<float>, std::complex<double>) {
  using T = TestType;
  arma::Mat<T> a = some<T>(8, 9, 1), b = some<T>(9, 7, 2), c(8, 7), d(9, 9);
  const arma::Mat<T> ca = a;
  CHECK(agrees(a, b, c));
  CHECK(agrees(ca, b, c));
  CHECK(agrees(a.submat(1, 2, 5, 5), b.rows(3, 6), c.rows(0, 4)));
  CHECK(agrees(ca.submat(1, 2, 5, 5), b.rows(3, 6), c.rows(0, 4)));
  CHECK(agrees(a.cols(2, 5), b.rows(3, 6), c));
  CHECK(agrees(a.t(), a, d));
  CHECK(agrees(a.st(), a, d));
  CHECK(agrees(a.submat(0, 1, 7, 7).t(), a, d.rows(0, 6)));
  CHECK(agrees(a, b.col(2), c.col(1)));
  CHECK(agrees(a.row(2), b, c.row(1)));
  gemmkit::gemm(T(1), gemmkit::rows_reversed(a), b, T(0), c);
  CHECK(same(c, arma::flipud(a) * b));
  gemmkit::gemm(T(1), gemmkit::cols_reversed(a), gemmkit::rows_reversed(b), T(0), gemmkit::cols_reversed(c));
  CHECK(same(arma::fliplr(c), a * b));
  arma::Mat<T> borrowed(a.memptr(), 8, 9, false, true);
  CHECK(agrees(borrowed, b, c));
  typename arma::Mat<T>::template fixed<8, 7> fixed;
  CHECK(agrees(a, b, fixed));
  arma::Col<T> v = b.col(1), w(8);
  CHECK(agrees(a, v, w));
  const auto product = gemmkit::dot(a.t(), a);
  CHECK(std::is_same_v<decltype(product), const arma::Mat<T>>);
  CHECK(same(product, a.t() * a));
  arma::Mat<T> empty(0, 9), none(0, 7);
  CHECK(agrees(empty, b, none));
}

TEST_CASE("armadillo: cubes, their parts, biases") {
  arma::fcube a(5, 4, 6), b(4, 6, 3), c(7, 8, 3, arma::fill::zeros);
  generate_batch(a, 1);
  generate_batch(b, 2);
  gemmkit::gemm_batched(1, a.slices(2, 4), b, 0, c.tube(1, 2, 5, 7));
  for (arma::uword e = 0; e < 3; ++e)
    CHECK(same(arma::fmat(c.slice(e).submat(1, 2, 5, 7)), a.slice(e + 2) * b.slice(e)));
  CHECK(c(0, 0, 0) == 0);
  CHECK(agrees(a.slice(1), b.slice(2), c.slice(0).submat(0, 0, 4, 5)));
  arma::fmat x = some<float>(5, 4, 1), w = some<float>(4, 6, 2), y(5, 6);
  arma::fvec bias = some<float>(5, 1, 3).as_col();
  gemmkit::gemm(1, x, w, 0, y, gemmkit::epilogue<float>().bias_per_row(bias).relu());
  arma::fmat expected = x * w;
  expected.each_col() += bias;
  expected.clamp(0, 1e9f);
  CHECK(same(y, expected));
  CHECK(message([&] { gemmkit::gemm(1, x, w, 0, y, gemmkit::epilogue<float>().bias_per_col(w.row(1))); }) ==
        "gemmkit/armadillo: a bias must lie contiguously");
}

TEST_CASE("armadillo: integers") {
  const arma::Mat<arma::s8> a = some<arma::s8>(5, 7, 1), b = some<arma::s8>(7, 6, 2);
  const arma::Mat<arma::s32> c = gemmkit::dot_i8(a, b);
  CHECK(same(c, arma::conv_to<arma::Mat<arma::s32>>::from(a) * arma::conv_to<arma::Mat<arma::s32>>::from(b)));
}
