// gemmkit/eigen.hpp against Eigen's own products.
#include <gemmkit/eigen.hpp>

#include "adapters/suite.h"

using namespace gk::test;
using Eigen::ColMajor;
using Eigen::Dynamic;
using Eigen::Index;
using Eigen::RowMajor;

namespace {

template <class T>
struct Stack {  // Eigen has no 3-d arrays: matrices one after another
  T all;
  Index batch;
};

template <int kOrder>
struct EigenHost {
  static constexpr const char *name = "gemmkit/eigen";

  // Eigen's own 16-bit types have a test of their own; here their bits are stored.
  template <class T>
  using Stored = Eigen::Matrix<std::conditional_t<gemmkit::detail::is_half<T>, uint16_t, T>, Dynamic, Dynamic, kOrder>;

  template <class T>
  static Stored<T> make(int64_t rows, int64_t cols) {
    return Stored<T>::Zero(rows, cols);
  }
  template <class T>
  static Stack<Stored<T>> cube(int64_t batch, int64_t rows, int64_t cols) {
    return {make<T>(kOrder == ColMajor ? rows : batch * rows, kOrder == ColMajor ? batch * cols : cols), batch};
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
  template <class T, class M>
  static auto arg(Stack<M> &x) {
    const Index rows = x.all.rows() / (kOrder == RowMajor ? x.batch : 1);
    const Index cols = x.all.cols() / (kOrder == ColMajor ? x.batch : 1);
    auto first = x.all.topLeftCorner(rows, cols);
    return gemmkit::stacked(arg<T>(first), x.batch, rows * cols);
  }
};

template <class T>
using Dyn = Eigen::Matrix<T, Dynamic, Dynamic>;

template <class T>
Dyn<T> some(Index rows, Index cols, int seed) {
  return Dyn<T>::NullaryExpr(rows, cols, [seed](Index i, Index j) { return sample<T>(i, j, seed); });
}

// Through gemmkit into C, against Eigen, without an allocation.
template <class A, class B, class C>
bool agrees(const A &a, const B &b, C &&c) {
  using S = gemmkit::detail::scalar_of<C>;
  if (allocations([&] { gemmkit::gemm(S(1), a, b, S(0), c, gemmkit::exec(1)); }) != 0) return false;
  // Evaluated first, or Eigen's kernels are compiled for every kind of view.
  const Dyn<typename A::Scalar> plain_a = a, plain_b = b;
  const Dyn<typename A::Scalar> product = plain_a * plain_b;
  return c == product;
}

}  // namespace

TEST_CASE("eigen: the whole surface, column-major") { surface<EigenHost<ColMajor>>(); }
TEST_CASE("eigen: the whole surface, row-major") { surface<EigenHost<RowMajor>>(); }

TEMPLATE_TEST_CASE("eigen: views in place", "", float, std::complex<double>) {
  using T = TestType;
  using M = Dyn<T>;
  M a = some<T>(8, 9, 1), b = some<T>(9, 7, 2), c(8, 7);
  Eigen::Matrix<T, Dynamic, Dynamic, RowMajor> r = a, cr(8, 7);
  CHECK(agrees(a, b, c));
  CHECK(agrees(r, b, cr));
  CHECK(agrees(a.block(1, 2, 5, 4), b.middleRows(3, 4), c.topRows(5)));
  CHECK(agrees(r.block(1, 2, 5, 4), b.middleRows(3, 4), c.bottomRows(5)));
  M square = some<T>(8, 8, 3), d(9, 9);
  CHECK(agrees(a.transpose(), a, d));
  CHECK(agrees(a.transpose(), a, d.transpose()));
  CHECK(agrees(a.adjoint(), a, d));
  CHECK(agrees(a.conjugate().transpose(), a.conjugate(), d));
  CHECK(agrees(a.transpose().conjugate(), r, d));
  CHECK(agrees(a.block(0, 1, 8, 7).adjoint(), a, d.topRows(7)));
  CHECK(agrees(a.reverse(), b, c));
  CHECK(agrees(a.rowwise().reverse(), b.colwise().reverse(), c));
  CHECK(agrees(a.rowwise().reverse().transpose(), square, d.leftCols(8)));
  CHECK(agrees(a.reverse().adjoint(), square, d.leftCols(8)));
  gemmkit::gemm(T(1), a, b, T(0), c.reverse());
  CHECK(c == (a * b).reverse());
  CHECK(agrees(a, b.col(2), c.col(1)));
  CHECK(agrees(a.row(2), b, c.row(1)));

  Eigen::Ref<M> ref(a);
  const Eigen::Ref<const M> cref(b);
  CHECK(agrees(ref, cref, c));
  using Strides = Eigen::Stride<Dynamic, Dynamic>;
  const Eigen::Map<M, 0, Strides> spread(a.data() + 1, 3, 4, Strides(16, 2));
  CHECK(agrees(spread, b.topRows(4), c.topRows(3)));
  const Eigen::Map<const M, 0, Strides> backwards(a.data() + 8 * 9 - 1, 8, 9, Strides(-8, -1));
  CHECK(backwards(0, 0) == a(7, 8));
  CHECK(agrees(backwards, b, c));
  Eigen::Map<M, Eigen::Aligned16> aligned(a.data(), 8, 9);
  CHECK(agrees(aligned, b, c));
  Eigen::Array<T, Dynamic, Dynamic> array = a;
  gemmkit::gemm(T(1), array, b, T(0), c);
  CHECK(c == a * b);
  M empty(0, 9), none(0, 7), nothing(9, 0);
  CHECK(agrees(empty, b, none));
  CHECK(agrees(M(8, 0), M(0, 7), c));
}

TEST_CASE("eigen: dot keeps what is known at compile time") {
  Eigen::Matrix3f a = some<float>(3, 3, 1);
  Eigen::Matrix<float, 3, 2, RowMajor> b = some<float>(3, 2, 2);
  const auto c = gemmkit::dot(a, b);
  CHECK(std::is_same_v<decltype(c), const Eigen::Matrix<float, 3, 2>>);
  CHECK(c == a * b);
  CHECK(allocations([&] { gemmkit::dot(a, b); }) == 0);
  const Eigen::VectorXd v = some<double>(5, 1, 1);
  const auto outer = gemmkit::dot(v, v.transpose());
  CHECK(outer == v * v.transpose());
  const auto inner = gemmkit::dot(v.transpose(), v);
  CHECK(inner == v.transpose() * v);
  const Eigen::MatrixXd m = some<double>(5, 4, 2);
  const auto row = gemmkit::dot(v.transpose(), m);
  CHECK(std::is_same_v<decltype(row), const Eigen::RowVectorXd>);
  CHECK(row == v.transpose() * m);
}

TEMPLATE_TEST_CASE("eigen: half and bfloat16", "", Eigen::half, Eigen::bfloat16) {
  using M = Dyn<TestType>;
  const Dyn<float> wide_a = some<float>(5, 7, 1), wide_b = some<float>(7, 6, 2);
  const M a = wide_a.cast<TestType>(), b = wide_b.cast<TestType>();
  M c(5, 6);
  CHECK(agrees(a, b, c));
  CHECK(c.template cast<float>() == wide_a * wide_b);
  CHECK(gemmkit::dot<float>(a, b) == wide_a * wide_b);
  CHECK(gemmkit::dot(a, b) == c);
  Eigen::Matrix<TestType, Dynamic, 1> bias = wide_a.col(0).cast<TestType>();
  gemmkit::gemm(1, a, b, 0, c, gemmkit::epilogue<TestType>().bias_per_row(bias).relu());
  CHECK(c.template cast<float>() == ((wide_a * wide_b).colwise() + wide_a.col(0)).cwiseMax(0));
}

TEST_CASE("eigen: integers") {
  const Dyn<int8_t> a = some<int8_t>(5, 7, 1), b = some<int8_t>(7, 6, 2);
  CHECK(gemmkit::dot_i8(a, b) == a.cast<int>() * b.cast<int>());
  CHECK(gemmkit::dot_i8(b.transpose(), a.transpose()) == (a.cast<int>() * b.cast<int>()).transpose());
}

TEST_CASE("eigen: a bias that is no contiguous vector") {
  Dyn<float> a = some<float>(5, 5, 1), c(5, 5);
  const auto call = [&](const auto &bias) {
    return message([&] { gemmkit::gemm(1, a, a, 0, c, gemmkit::epilogue<float>().bias_per_row(bias)); });
  };
  CHECK(call(a.row(1)) == "gemmkit/eigen: a bias must lie contiguously");
  CHECK(call(a.col(1)) == "no error");
  CHECK(call(a.col(1).reverse()) == "gemmkit/eigen: a bias must lie contiguously");
}
