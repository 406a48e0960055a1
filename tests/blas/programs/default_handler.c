/* H15: a program without handlers survives its mistakes: one message each on stderr, outputs untouched, and the next
 * call computes. */
#define _GNU_SOURCE
#include "blas.h"
#include "check.h"

int main(void) {
  double c[4] = {-777, -777, -777, -777};
  const double x[3] = {5, 5, 5};
  int i;
  check(gemmkit_is_loaded(), "gemmkit is loaded");

  begin_capture();
  small_dgemm(-1, c);
  check_text(end_capture(), " ** On entry to DGEMM parameter number  3 had an illegal value\n");

  begin_capture();
  cblas_dgemm(ROW_MAJOR, NO_TRANS, NO_TRANS, 3, 3, 1, 1.0, x, 1, x, 1, 0.0, c, 3);
  check_text(end_capture(), "Parameter 11 to routine cblas_dgemm was incorrect\n");

  begin_capture();
  cblas_dgemm(COL_MAJOR, NO_TRANS, NO_TRANS, 3, 3, 1, 1.0, x, 1, x, 1, 0.0, c, 3);
  check_text(end_capture(), "Parameter 9 to routine cblas_dgemm was incorrect\n");

  begin_capture();
  cblas_dgemm(ROW_MAJOR, NO_TRANS, 99, 3, 3, 1, 1.0, x, 1, x, 3, 0.0, c, 3);
  check_text(end_capture(), "Parameter 3 to routine cblas_dgemm was incorrect\nIllegal TransB setting, 99\n");

  begin_capture();
  cblas_dgemm(7, NO_TRANS, NO_TRANS, 3, 3, 1, 1.0, x, 1, x, 3, 0.0, c, 3);
  check_text(end_capture(), "Parameter 1 to routine cblas_dgemm was incorrect\nIllegal layout setting, 7\n");

  for (i = 0; i < 4; ++i) check(c[i] == -777, "C is untouched");
  begin_capture();
  small_dgemm(2, c);
  check_text(end_capture(), "");
  check(is_small_product(c), "the valid call computes");
  return finish();
}
