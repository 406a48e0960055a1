// gemmkit/gemmkit.hpp on plain memory: the surface that adapters share, checked views, handles, knobs, both ways to
// fail.
#include <array>
#include <gemmkit/gemmkit.hpp>

#include "adapters/suite.h"

using namespace gk::test;

// status_mode.cc, compiled without exceptions and RTTI: how many of its expectations failed.
int status_mode_failures();

namespace {

template <class T>
struct Cube {
  std::vector<T> elements;
  int64_t batch, rows, cols;
};

struct CoreHost {
  static constexpr const char *name = "gemmkit";
  template <class T>
  static gemmkit::matrix<T> make(int64_t rows, int64_t cols) {
    return gemmkit::matrix<T>(rows, cols);
  }
  template <class T>
  static Cube<T> cube(int64_t batch, int64_t rows, int64_t cols) {
    return {std::vector<T>(std::size_t(batch * rows * cols)), batch, rows, cols};
  }
  template <class T, class X>
  static X &arg(X &x) {
    return x;
  }
  template <class T>
  static auto arg(Cube<T> &x) {
    return gemmkit::row_major(x.elements.data(), x.batch, x.rows, x.cols);
  }
};

}  // namespace

TEST_CASE("gemmkit.hpp: the whole surface") { surface<CoreHost>(); }
TEST_CASE("gemmkit.hpp: without exceptions") { CHECK(status_mode_failures() == 0); }

TEST_CASE("gemmkit.hpp: views are checked unless they say otherwise") {
  float a[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, c[9] = {};
  const auto A = gemmkit::row_major(a, 3, 4);
  const auto B = gemmkit::col_major(static_cast<const float *>(a), 4, 3);
  const auto C = gemmkit::row_major(c, 3, 3);
  gemmkit::matrix_ref<float> read_only = A;
  gemmkit::gemm(1, read_only, B, 0, C);
  CHECK(is_product(A, B, C));
  CHECK(A(1, 2) == 7);
  CHECK(message([&] { gemmkit::gemm(1, gemmkit::strided(a, 8, 3, 4, 4, 1), B, 0, C); }) ==
        "gemmkit: A view of 3x4 (strides 4,1) needs 12 elements but has 8");
  CHECK(message([&] {
          gemmkit::gemm(1, A, B, 0, gemmkit::strided(c, 9, 3, 3, 0, 1));
        }).find("gemmkit: C view aliases itself (3x3, strides 0,1)") == 0);
  CHECK(message([&] { gemmkit::gemm(1, A, B, 0, gemmkit::row_major(a, 3, 3)); }) == "gemmkit: C overlaps A");
  CHECK(message([&] {
          gemmkit::gemm(1, gemmkit::strided(a, 12, 3, 4, -4, 1), B, 0, C);
        }).find("use the unchecked entry") != std::string::npos);
  const auto backwards = gemmkit::unchecked(a + 8, 3, 4, -4, 1);
  gemmkit::gemm(1, backwards, B, 0, C);
  CHECK(is_product(gemmkit::rows_reversed(A), B, C));
  float t[24], u[18];
  CHECK(message([&] {
          gemmkit::gemm_batched(1, gemmkit::row_major(t, 2, 3, 4), B, 0, gemmkit::strided(u, 18, 2, 3, 3, 0, 3, 1));
        }).find("aliases itself") != std::string::npos);
  try {
    gemmkit::gemm(1, A, A, 0, C);
    FAIL();
  } catch (const std::exception &e) {
    CHECK(dynamic_cast<const gemmkit::error &>(e).status() == GEMMKIT_ERR_SHAPE);
    CHECK(std::string(gemmkit::status_name(GEMMKIT_ERR_SHAPE)) == "GEMMKIT_ERR_SHAPE");
  }
  const std::complex<float> z[4] = {};
  std::complex<float> w[4];
  CHECK(message([&] {
          gemmkit::gemm(1, gemmkit::row_major(z, 2, 2), gemmkit::row_major(z, 2, 2), 0,
                        gemmkit::conjugated(gemmkit::row_major(w, 2, 2)));
        }) == "gemmkit: C cannot be conjugated");
}

TEST_CASE("gemmkit.hpp: other ways to look at the same memory") {
  std::complex<float> x[24];
  for (int i = 0; i < 24; ++i) x[i] = float(i);
  const auto A = gemmkit::row_major(x, 3, 4);
  const auto batch = gemmkit::row_major(x, 2, 3, 4);
  CHECK(at(gemmkit::transposed(A), 3, 1) == A(1, 3));
  CHECK(gemmkit::transposed(A).extent[0] == 4);
  CHECK(gemmkit::adjoint(A).conjugate);
  CHECK(!gemmkit::conjugated(gemmkit::adjoint(A)).conjugate);
  CHECK(at(gemmkit::adjoint(A), 3, 1) == A(1, 3));
  CHECK(at(gemmkit::rows_reversed(A), 0, 3) == A(2, 3));
  CHECK(at(gemmkit::cols_reversed(A), 2, 0) == A(2, 3));
  CHECK(at(gemmkit::transposed(batch), 1, 3, 2) == batch(1, 2, 3));
  CHECK(at(gemmkit::rows_reversed(batch), 1, 0, 3) == batch(1, 2, 3));
  CHECK(at(gemmkit::cols_reversed(batch), 1, 2, 0) == batch(1, 2, 3));
  CHECK(at(gemmkit::stacked(A, 2, 12), 1, 2, 3) == batch(1, 2, 3));
  CHECK(batch(1, 2, 3) == 23.0f);
#ifdef GK_TEST_COUNTS
  CHECK(allocations([] { gemmkit::matrix<float>(3, 3)(1, 1) = 0; }) == 1);  // the counter counts
#endif
}

TEST_CASE("gemmkit.hpp: C's own complex structs") {
  const gemmkit_c64 a[2] = {{1, 2}, {3, 4}};
  gemmkit_c64 c[1];
  gemmkit::gemm({0, 1}, gemmkit::row_major(a, 1, 2), gemmkit::conjugated(gemmkit::col_major(a, 2, 1)), {},
                gemmkit::row_major(c, 1, 1));
  CHECK(c[0].re == 0);
  CHECK(c[0].im == 30);
}

TEST_CASE("gemmkit.hpp: handles move") {
  gemmkit::workspace first(1 << 16), second;
  CHECK(first.capacity() >= 1 << 16);
  second = std::move(first);
  gemmkit::workspace third(std::move(second));
  CHECK(third.capacity() >= 1 << 16);
  CHECK(!second);
  float a[4] = {1, 2, 3, 4}, c[4];
  const auto A = gemmkit::row_major(a, 2, 2);
  auto p = gemmkit::prepack_lhs(A);
  gemmkit::packed_lhs<float> q;
  CHECK(!q);
  CHECK(message([&] { gemmkit::gemm(1, q, A, 0, gemmkit::row_major(c, 2, 2)); }).find("gemmkit: ") == 0);
  q = std::move(p);
  gemmkit::gemm(1, q, A, 0, gemmkit::row_major(c, 2, 2));
  CHECK(c[3] == 22);
}

TEST_CASE("gemmkit.hpp: groups") {
  float a[6] = {1, 2, 3, 4, 5, 6}, c[4], d[9];
  const auto A = gemmkit::row_major(a, 2, 3), At = gemmkit::col_major(a, 3, 2);
  const std::array<gemmkit_problem_f32, 2> two = {gemmkit::problem(1, A, At, 0, gemmkit::row_major(c, 2, 2)),
                                                  gemmkit::problem(2, At, A, 0, gemmkit::row_major(d, 3, 3))};
  gemmkit::gemm_grouped(two, gemmkit::exec(1));
  CHECK(c[0] == 14);
  CHECK(d[0] == 34);
  const auto overlapping = gemmkit::problem(1, A, At, 0, gemmkit::row_major(a, 2, 2));
  CHECK(message([&] { gemmkit::gemm_grouped(&overlapping, 1); }) == "gemmkit: problem 0: C overlaps A");
  std::complex<float> z[1] = {{1, 2}}, w[1];
  const auto conjugate =
      gemmkit::problem({0, 1}, gemmkit::row_major(z, 1, 1), gemmkit::conjugated(gemmkit::row_major(z, 1, 1)), 0,
                       gemmkit::row_major(w, 1, 1));
  gemmkit::gemm_grouped(&conjugate, 1);
  CHECK(w[0] == std::complex<float>(0, 5));
  CHECK(message([&] { gemmkit::raw_problem(1, A, A, 0, gemmkit::row_major(c, 2, 2)); }) ==
        "gemmkit: A.cols (3) != B.rows (2)");
}

TEST_CASE("gemmkit.hpp: knobs, identity, threads") {
  uint64_t before = 0, after = 0;
  const char *name = gemmkit::knob_name(0);
  gemmkit::knob_get(name, before);
  gemmkit::knob_set(name, 17);
  gemmkit::knob_get(name, after);
  CHECK(after == 17);
  gemmkit::knob_reset(name);
  gemmkit::knob_get(name, after);
  CHECK(after == before);
  CHECK(gemmkit::knob_count() > 0);
  CHECK(gemmkit::knob_help(0));
  CHECK(message([&] { gemmkit::knob_set("GEMMKIT_NO_SUCH", 1); }).find("gemmkit: ") == 0);
  CHECK(gemmkit::version() == std::string(gemmkit_version()));
  CHECK(gemmkit::isa("f32"));
  CHECK(std::string(gemmkit::config()).find("gemmkit") != std::string::npos);
  gemmkit::set_num_threads(1);
  CHECK(gemmkit::max_threads() == 1);
  gemmkit::set_num_threads(0);
  gemmkit::release_thread_memory();
}

#ifdef GEMMKIT_FLOAT16_
TEST_CASE("gemmkit.hpp: the compiler's own 16-bit float") {
  using half = GEMMKIT_FLOAT16_;
  const half a[4] = {half(1), half(2), half(3), half(0.5)};
  half c[4];
  const auto A = gemmkit::row_major(a, 2, 2);
  gemmkit::gemm(1, A, A, 0, gemmkit::row_major(c, 2, 2));
  CHECK(float(c[0]) == 7);
  CHECK(float(c[3]) == 6.25f);
  float wide[4];
  gemmkit::gemm(1, A, A, 0, gemmkit::row_major(wide, 2, 2));
  CHECK(wide[1] == 3);
}
#endif
