// gemmkit/mdspan.hpp, with a small mdspan of ours and with the standard's where there is one.
#include <gemmkit/mdspan.hpp>
#include <version>

#include "adapters/small_mdspan.h"
#include "adapters/suite.h"
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

using namespace gk::test;

namespace {

template <bool kRowMajor>
struct MdspanHost {
  static constexpr const char *name = "gemmkit/mdspan";
  template <class T>
  static auto make(int rows, int cols) {
    return small(new_elements<T>(std::size_t(rows * cols)), rows, cols);
  }
  template <class T>
  static auto cube(int batch, int rows, int cols) {
    T *data = new_elements<T>(std::size_t(batch * rows * cols));
    return small_mdspan<T, 3>(data, {batch, rows, cols}, {rows * cols, kRowMajor ? cols : 1, kRowMajor ? 1 : rows});
  }
  template <class T, class X>
  static X &arg(X &x) {
    return x;
  }

 private:
  template <class T>
  static small_mdspan<T, 2> small(T *data, int rows, int cols) {
    return {data, {rows, cols}, {kRowMajor ? cols : 1, kRowMajor ? 1 : rows}};
  }
  // An mdspan owns nothing: the elements live as long as the test.
  template <class T>
  static T *new_elements(std::size_t count) {
    static std::vector<std::unique_ptr<T[]>> all;
    all.push_back(std::make_unique<T[]>(count));
    return all.back().get();
  }
};

}  // namespace

TEST_CASE("mdspan: the whole surface, layout_right") { surface<MdspanHost<true>>(); }
TEST_CASE("mdspan: the whole surface, layout_left") { surface<MdspanHost<false>>(); }

TEST_CASE("mdspan: strided, reversed, read-only") {
  std::vector<double> a(60), b(60), c(30, -1);
  for (int i = 0; i < 60; ++i) {
    a[std::size_t(i)] = i % 7 - 3;
    b[std::size_t(i)] = i % 5 - 2;
  }
  const small_mdspan<const double, 2> x(a.data() + 40, {3, 4}, {-9, 2}), y(b.data(), {4, 5}, {1, 4});
  const small_mdspan<double, 2> z(c.data() + 14, {3, 5}, {5, -1});
  CHECK(allocations([&] { gemmkit::gemm(1, x, y, 0, z, gemmkit::exec(1)); }) == 0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) {
      double sum = 0;
      for (int l = 0; l < 4; ++l) sum += a[std::size_t(40 - 9 * i + 2 * l)] * b[std::size_t(l + 4 * j)];
      CHECK(c[std::size_t(14 + 5 * i - j)] == sum);
    }
  CHECK(c[9] == -1);
  CHECK(c[25] == -1);
  const small_mdspan<double, 1> bias(b.data(), {3}, {1}), spread(b.data(), {3}, {2});
  gemmkit::gemm(1, x, y, 0, z, gemmkit::epilogue<double>().bias_per_row(bias));
  CHECK(holds(x, y, z, [&](std::complex<double> v, int64_t i, int64_t) { return v + b[std::size_t(i)]; }));
  CHECK(message([&] { gemmkit::gemm(1, x, y, 0, z, gemmkit::epilogue<double>().bias_per_row(spread)); }) ==
        "gemmkit/mdspan: a bias must lie contiguously");
}

#ifdef __cpp_lib_mdspan
TEST_CASE("mdspan: the standard's") {
  double a[6] = {1, 2, 3, 4, 5, 6}, c[4];
  const std::mdspan x(a, 2, 3);
  const std::mdspan<double, std::dextents<int, 2>, std::layout_left> y(a, 3, 2);
  gemmkit::gemm(1, x, y, 0, std::mdspan(c, 2, 2));
  CHECK(c[0] == 14);
  CHECK(c[3] == 77);
}
#endif
