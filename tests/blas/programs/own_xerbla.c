/* H15: a program's own xerbla_ wins over the library's, linked or preloaded: called once per mistake, no message. */
#define _GNU_SOURCE
#include "blas.h"
#include "check.h"

static int calls, last_info;
static size_t last_length;
static char last_name[7];

void xerbla_(const char *name, const int *info, size_t length) {
  ++calls;
  last_info = *info;
  last_length = length;
  memcpy(last_name, name, 6);
}

int main(void) {
  double c[4] = {-777, -777, -777, -777};
  const double x[3] = {5, 5, 5};
  int i;
  check(gemmkit_is_loaded(), "gemmkit is loaded");

  begin_capture();
  small_dgemm(-1, c);
  check_text(end_capture(), "");
  check(calls == 1, "called once");
  check(last_info == 3, "info 3");
  check(last_length == 6, "length 6");
  check_text(last_name, "DGEMM ");

  /* From C the number is that of the Fortran argument list of the transposed problem, where ldb is lda. */
  begin_capture();
  cblas_dgemm(ROW_MAJOR, NO_TRANS, NO_TRANS, 3, 3, 1, 1.0, x, 1, x, 1, 0.0, c, 3);
  check_text(end_capture(), "");
  check(calls == 2, "called once more");
  check(last_info == 8, "info 8");

  for (i = 0; i < 4; ++i) check(c[i] == -777, "C is untouched");
  small_dgemm(2, c);
  check(calls == 2, "no report of a valid call");
  check(is_small_product(c), "the valid call computes");
  return finish();
}
