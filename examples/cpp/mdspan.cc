// Anything shaped like std::mdspan: here a small one, so that this compiles before C++23.
//
// c++ -std=c++17 mdspan.cc $(pkg-config --cflags --libs gemmkit) -o mdspan
#include <cstdio>
#include <gemmkit/mdspan.hpp>

struct span2 {
  double *data;
  int extents[2];
  long strides[2];

  static constexpr std::size_t rank() { return 2; }
  double *data_handle() const { return data; }
  int extent(std::size_t r) const { return extents[r]; }
  long stride(std::size_t r) const { return strides[r]; }
};

int main() {
  double a[6] = {1, 2, 3, 4, 5, 6}, c[4];
  const span2 A{a, {2, 3}, {3, 1}}, At{a, {3, 2}, {1, 3}}, backwards{a + 3, {2, 3}, {-3, 1}};
  gemmkit::gemm(1, A, At, 0, span2{c, {2, 2}, {2, 1}});
  std::printf("%g %g\n%g %g\n", c[0], c[1], c[2], c[3]);
  const auto d = gemmkit::dot(backwards, At);  // a gemmkit::matrix: an mdspan owns nothing
  return c[0] == 14 && c[3] == 77 && d(0, 0) == 32 ? 0 : 1;
}
