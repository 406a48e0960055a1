// Eigen's own operator*, on gemmkit's BLAS underneath: Eigen's choice to call one, no code of ours.
//
// c++ -std=c++17 -O2 -DEIGEN_USE_BLAS eigen_blas.cc $(pkg-config --cflags --libs eigen3 gemmkit-blas) -o eigen_blas
//
// Compiled without EIGEN_USE_BLAS it shows Eigen's own kernels. Only the products go to the BLAS.
#include <Eigen/Core>
#include <cstdio>

#include "timing.h"

int main() {
  const Eigen::Index n = 500;
  const Eigen::MatrixXd a = Eigen::MatrixXd::Random(n, n), b = Eigen::MatrixXd::Random(n, n);
  Eigen::MatrixXd c(n, n);
  const double ms = best_ms([&] { c.noalias() = a * b; });
  const double error = (c.col(3) - a.lazyProduct(b.col(3))).cwiseAbs().maxCoeff();
#ifdef EIGEN_USE_BLAS
  const char *what = "Eigen over the BLAS";
#else
  const char *what = "Eigen alone";
#endif
  std::printf("%s, %d x %d: %.2f ms, difference %.1e\n", what, int(n), int(n), ms, error);
  return error < 1e-9 ? 0 : 1;
}
