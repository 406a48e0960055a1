// xtensor arrays, slices, reversed ranges and batches multiplied in place.
//
// c++ -std=c++17 -O2 xtensor_example.cc $(pkg-config --cflags --libs xtensor gemmkit) -o xtensor
#include <cmath>
#include <cstdio>
#include <gemmkit/xtensor.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xrandom.hpp>

#include "timing.h"

int main() {
  const std::size_t n = 400;
  const xt::xtensor<float, 2> a = xt::random::randn<float>({n, n}), b = xt::random::randn<float>({n, n});

  // A new array, of every second row of a, last first, times b transposed.
  const auto rows = xt::view(a, xt::range(xt::placeholders::_, xt::placeholders::_, -2), xt::all());
  const auto c = gemmkit::dot(rows, xt::transpose(b));
  double sum = 0;
  for (std::size_t l = 0; l < n; ++l) sum += double(a(n - 1, l)) * b(5, l);
  const double error = std::fabs(c(0, 5) - sum);

  // 8 products that share one b.
  xt::xtensor<float, 3> x = xt::random::randn<float>({std::size_t{8}, std::size_t{32}, n});
  xt::xtensor<float, 3> y = xt::zeros<float>({std::size_t{8}, std::size_t{32}, n});
  const double ms = best_ms([&] { gemmkit::gemm_batched(1, x, b, 0, y, gemmkit::epilogue<float>().silu()); });
  std::printf("%zu x %zu, difference %.1e; 8 products of 32 x %zu x %zu with SiLU: %.2f ms\n", c.shape()[0],
              c.shape()[1], error, n, n, ms);
  return error < 1e-3 ? 0 : 1;
}
