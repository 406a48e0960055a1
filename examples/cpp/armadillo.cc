// Armadillo matrices multiplied in place, beside Armadillo's own operator.
//
// c++ -std=c++17 -O2 armadillo.cc $(pkg-config --cflags --libs armadillo gemmkit) -o armadillo
#include <cstdio>
#include <gemmkit/armadillo.hpp>

#include "timing.h"

int main() {
  const arma::uword n = 500;
  const arma::fmat a(n, n, arma::fill::randu), b(n, n, arma::fill::randu);
  arma::fmat c(n, n), own;
  const double ours = best_ms([&] { gemmkit::gemm(1, a.t(), b, 0, c); });
  const double armas = best_ms([&] { own = a.t() * b; });
  float error = arma::abs(c - own).max();

  arma::fcube x(20, 30, 8, arma::fill::randu), y(20, 40, 8);
  const arma::fmat w(30, 40, arma::fill::randu);
  gemmkit::gemm_batched(1, x, w, 0, y);
  error = std::max(error, arma::fmat(arma::abs(y.slice(7) - x.slice(7) * w)).max());
  std::printf("%d x %d: gemmkit %.2f ms, Armadillo %.2f ms; largest difference %.1e\n", int(n), int(n), ours, armas,
              double(error));
  return error < 1e-2f ? 0 : 1;
}
