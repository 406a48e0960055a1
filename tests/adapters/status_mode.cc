// The C++ interface where there are no exceptions, in one program with a source that has them.
#include <gemmkit/gemmkit.hpp>

#include <cstring>

int status_mode_failures() {
  int failures = 0;
  const auto expect = [&failures](bool holds, const char *what) {
    if (!holds) std::fprintf(stderr, "status_mode.cc: %s\n", what);
    failures += !holds;
  };
  float a[6] = {1, 2, 3, 4, 5, 6}, c[4] = {};
  const auto A = gemmkit::row_major(a, 2, 3), At = gemmkit::col_major(a, 3, 2), C = gemmkit::row_major(c, 2, 2);
  gemmkit_status status = gemmkit::gemm(1, A, At, 0, C);
  expect(status == GEMMKIT_OK && c[0] == 14, "a product");
  status = gemmkit::gemm(1, A, A, 0, C, gemmkit::epilogue<float>().relu());
  expect(status == GEMMKIT_ERR_SHAPE && c[0] == 14, "a shape");
  expect(!std::strcmp(gemmkit::last_error(), "gemmkit: A.cols (3) != B.rows (2)"), "the library's message");
  status = gemmkit::gemm(1, gemmkit::rows_reversed(A), A, 0, C);
  expect(status == GEMMKIT_ERR_SHAPE, "a shape that is checked here");
  expect(!std::strcmp(gemmkit::last_error(), "gemmkit: A.cols (3) != B.rows (2)"), "our message");
  status = gemmkit::gemm(1, A, At, 0, C, gemmkit::epilogue<float>().bias_per_row(A));
  expect(status == GEMMKIT_ERR_ARGUMENT, "a bias that is a matrix");
  const auto product = gemmkit::dot(A, At);
  expect(product && (*product)(1, 1) == 77, "dot");
  expect(!gemmkit::dot(A, A), "dot of what does not fit");
  const auto packed = gemmkit::prepack_lhs(A);
  expect(packed && gemmkit::gemm(1, packed, At, 0, C) == GEMMKIT_OK, "a packed product");
  expect(!gemmkit::prepack_rhs(gemmkit::strided(a, 2, 2, 3, 3, 1)), "packing what is too short");
  const gemmkit::workspace memory(1 << 16);
  expect(memory && gemmkit::gemm(1, A, At, 0, C, gemmkit::exec(1, memory)) == GEMMKIT_OK, "a workspace");
  uint64_t value = 0;
  expect(gemmkit::knob_get("GEMMKIT_NO_SUCH", value) == GEMMKIT_ERR_ARGUMENT, "a knob");
  const auto refused = gemmkit::raw_problem(1, A, A, 0, C);
  expect(gemmkit::gemm_grouped(&refused, 1) == GEMMKIT_ERR_SHAPE, "a group with a product that does not fit");
  const auto unfit = gemmkit::problem(1, gemmkit::rows_reversed(A), A, 0, C);
  expect(gemmkit::gemm_grouped(&unfit, 1) == GEMMKIT_ERR_SHAPE, "the same, checked");
  return failures;
}
