// gemmkit/xtensor.hpp: slices, steps, reversed ranges and transposes, against sums that xtensor itself evaluates.
#include <gemmkit/xtensor.hpp>
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xstrided_view.hpp>

#include "adapters/suite.h"

using namespace gk::test;
using namespace xt::placeholders;

namespace {

template <class T>
using Stored = std::conditional_t<gemmkit::detail::is_half<T>, uint16_t, T>;

template <xt::layout_type kLayout>
struct XtensorHost {
  static constexpr const char *name = "gemmkit/xtensor";
  template <class T>
  static auto make(int64_t rows, int64_t cols) {
    return xt::xtensor<Stored<T>, 2, kLayout>(std::array<std::size_t, 2>{std::size_t(rows), std::size_t(cols)},
                                              Stored<T>());
  }
  template <class T>
  static auto cube(int64_t batch, int64_t rows, int64_t cols) {
    return xt::xtensor<Stored<T>, 3, kLayout>(
        std::array<std::size_t, 3>{std::size_t(batch), std::size_t(rows), std::size_t(cols)}, Stored<T>());
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
xt::xarray<T> some(std::size_t rows, std::size_t cols, int seed) {
  xt::xarray<T> x = xt::zeros<T>({rows, cols});
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) x(i, j) = sample<T>(int64_t(i), int64_t(j), seed);
  return x;
}

// xtensor alone has no matrix product (xtensor-blas has); this is one, of its broadcasts and sums.
template <class A, class B>
auto own_product(const A &a, const B &b) {
  using T = typename A::value_type;
  xt::xtensor<T, 2> c =
      xt::sum(xt::view(a, xt::all(), xt::all(), xt::newaxis()) * xt::view(b, xt::newaxis(), xt::all(), xt::all()), {1});
  return c;
}

template <class A, class B, class C>
bool agrees(const A &a, const B &b, C &&c) {
  using S = gemmkit::detail::scalar_of<C>;
  if (allocations([&] { gemmkit::gemm(S(1), a, b, S(0), c, gemmkit::exec(1)); }) != 0) return false;
  return c == own_product(a, b);
}

}  // namespace

TEST_CASE("xtensor: the whole surface, row-major") { surface<XtensorHost<xt::layout_type::row_major>>(); }
TEST_CASE("xtensor: the whole surface, column-major") { surface<XtensorHost<xt::layout_type::column_major>>(); }

TEMPLATE_TEST_CASE("xtensor: views in place", "", float, double, std::complex<double>) {
  using T = TestType;
  auto a = some<T>(8, 9, 1), b = some<T>(9, 7, 2);
  xt::xtensor<T, 2> c = xt::zeros<T>({8, 7});
  auto all = xt::all();
  CHECK(agrees(a, b, c));
  CHECK(agrees(xt::view(a, xt::range(1, 6), xt::range(2, 6)), xt::view(b, xt::range(3, 7), all),
               xt::view(c, xt::range(0, 5), all)));
  CHECK(agrees(xt::view(a, xt::range(1, 8, 3), all), xt::view(b, all, xt::range(0, 7, 2)),
               xt::view(c, xt::range(1, 8, 3), xt::range(0, 7, 2))));
  CHECK(agrees(xt::view(a, xt::range(_, _, -1), all), b, c));
  CHECK(agrees(a, b, xt::view(c, xt::range(_, _, -1), xt::range(_, _, -1))));
  CHECK(agrees(xt::view(a, all, xt::range(_, _, -1)), xt::view(b, xt::range(_, _, -1), all), c));
  CHECK(agrees(xt::strided_view(a, {xt::range(_, _, -2), xt::range(8, 2, -1)}), xt::view(b, xt::range(1, 7), all),
               xt::view(c, xt::range(0, 4), all)));
  xt::xtensor<T, 2> d = xt::zeros<T>({9, 9});
  CHECK(agrees(xt::transpose(a), a, d));
  CHECK(agrees(xt::transpose(a), xt::view(a, all, xt::range(_, _, -1)), d));
  xt::xtensor<T, 3> block = xt::zeros<T>({3, 8, 9});
  xt::view(block, 1, all, all) = a;
  CHECK(agrees(xt::view(block, 1, all, all), b, c));
  CHECK(agrees(a, b, xt::view(block, 2, all, xt::range(0, 7))));
  std::vector<T> memory(56, T(0));
  auto adapted = xt::adapt(memory, std::vector<std::size_t>{8, 7});
  CHECK(agrees(a, b, adapted));
  xt::xtensor_fixed<T, xt::xshape<8, 7>> fixed;
  CHECK(agrees(a, b, fixed));
  const auto product = gemmkit::dot(xt::transpose(b), xt::transpose(a));
  CHECK(std::is_same_v<decltype(product), const xt::xtensor<T, 2>>);
  CHECK((product == own_product(xt::transpose(b), xt::transpose(a))));
}

TEST_CASE("xtensor: batches that are views, and biases") {
  xt::xtensor<float, 3> a = xt::zeros<float>({6, 5, 4}), b = xt::zeros<float>({3, 4, 6}),
                        c = xt::zeros<float>({3, 5, 6});
  generate_batch(a, 1);
  generate_batch(b, 2);
  const auto half = xt::view(a, xt::range(_, _, -2), xt::all(), xt::all());
  gemmkit::gemm_batched(1, half, b, 0, c);
  for (int e = 0; e < 3; ++e)
    CHECK((xt::view(c, e, xt::all(), xt::all()) ==
           own_product(xt::view(a, 5 - 2 * e, xt::all(), xt::all()), xt::view(b, e, xt::all(), xt::all()))));
  xt::xtensor<float, 1> bias = {1, 2, 3, 4, 5, 6};
  auto x = some<float>(5, 4, 1), w = some<float>(4, 6, 2);
  xt::xtensor<float, 2> y = xt::zeros<float>({5, 6});
  gemmkit::gemm(1, x, w, 0, y, gemmkit::epilogue<float>().bias_per_col(bias).relu());
  CHECK((y == xt::maximum(own_product(x, w) + bias, 0.0f)));
  CHECK(message([&] {
          gemmkit::gemm(1, x, w, 0, y, gemmkit::epilogue<float>().bias_per_col(xt::view(bias, xt::range(_, _, 2))));
        }) == "gemmkit/xtensor: a bias must lie contiguously");
}
