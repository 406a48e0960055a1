// Armadillo's own operator*, on gemmkit's BLAS: without Debian's wrapper library, which is bound to the system's.
//
// c++ -std=c++17 -O2 -DARMA_DONT_USE_WRAPPER armadillo_blas.cc $(pkg-config --libs gemmkit-blas) -llapack -o
// armadillo_blas
#include <armadillo>
#include <cstdio>

#include "timing.h"

int main() {
  const arma::uword n = 500;
  const arma::mat a(n, n, arma::fill::randu), b(n, n, arma::fill::randu);
  arma::mat c;
  const double ms = best_ms([&] { c = a * b; });
  const double error = std::abs(c(3, 5) - arma::accu(a.row(3).t() % b.col(5)));
  std::printf("Armadillo over the BLAS it is linked to, %d x %d: %.2f ms, difference %.1e\n", int(n), int(n), ms,
              error);
  return error < 1e-9 ? 0 : 1;
}
