// Eigen matrices multiplied in place, beside Eigen's own operator.
//
// c++ -std=c++17 -O2 eigen.cc $(pkg-config --cflags --libs eigen3 gemmkit) -o eigen
#include <cstdio>
#include <gemmkit/eigen.hpp>

#include "timing.h"

int main() {
  const Eigen::Index n = 500;
  const Eigen::MatrixXf a = Eigen::MatrixXf::Random(n, n), b = Eigen::MatrixXf::Random(n, n);
  Eigen::MatrixXf c(n, n), own(n, n);

  // A Gram matrix of some columns, the second operand read transposed: no copies.
  const auto some = a.middleCols(10, 100);
  gemmkit::gemm(1, some.transpose(), some, 0, c.topLeftCorner(100, 100));
  own.topLeftCorner(100, 100).noalias() = some.transpose() * some;
  float error = (c - own).topLeftCorner(100, 100).cwiseAbs().maxCoeff();

  // Half precision with float results, and a fused bias.
  const auto ha = a.cast<Eigen::half>().eval(), hb = b.cast<Eigen::half>().eval();
  const Eigen::VectorXf bias = Eigen::VectorXf::Random(n);
  gemmkit::gemm(1, ha, hb, 0, c, gemmkit::epilogue<float>().bias_per_row(bias).relu());

  const double ours = best_ms([&] { gemmkit::gemm(1, a, b, 0, c); });
  const double eigens = best_ms([&] { own.noalias() = a * b; });
  error = std::max(error, (c - own).cwiseAbs().maxCoeff());
  std::printf("%d x %d: gemmkit %.2f ms, Eigen %.2f ms; largest difference %.1e\n", int(n), int(n), ours, eigens,
              double(error));
  return error < 1e-3f ? 0 : 1;
}
