// gemmkit from C++17: a linear layer with bias and ReLU, on plain memory.
//
// c++ -std=c++17 quickstart.cc $(pkg-config --cflags --libs gemmkit) -o quickstart
#include <cstdio>
#include <gemmkit/gemmkit.hpp>
#include <vector>

int main() {
  const int64_t batch = 64, in = 300, out = 100;
  std::vector<float> x(batch * in), w(in * out), bias(out), y(batch * out);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 7) - 3;
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(i % 5) - 2;
  for (std::size_t i = 0; i < bias.size(); ++i) bias[i] = static_cast<float>(i);

  // y <- relu(x*w + bias). Layouts are free: here all row-major.
  const auto X = gemmkit::row_major(x.data(), batch, in);
  const auto W = gemmkit::row_major(w.data(), in, out);
  const auto Y = gemmkit::row_major(y.data(), batch, out);
  gemmkit::gemm(1, X, W, 0, Y, gemmkit::epilogue<float>().bias_per_col(bias).relu());

  int wrong = 0;
  for (int64_t i = 0; i < batch; ++i) {
    for (int64_t j = 0; j < out; ++j) {
      float sum = bias[static_cast<std::size_t>(j)];
      for (int64_t l = 0; l < in; ++l) sum += X(i, l) * W(l, j);
      wrong += Y(i, j) != (sum > 0 ? sum : 0);
    }
  }
  std::printf("%lld x %lld, %d wrong\n", static_cast<long long>(Y.rows()), static_cast<long long>(Y.cols()), wrong);

  // A mistake is an exception with a message, and leaves Y alone.
  try {
    gemmkit::gemm(1, X, X, 0, Y);
    return 1;
  } catch (const gemmkit::error &e) {
    std::printf("%s: %s\n", gemmkit::status_name(e.status()), e.what());
  }
  return wrong != 0;
}
