/* A program's own cblas_xerbla gets every mistake in a C call, wrong sizes by way of the library's xerbla_, and learns
 * from RowMajorStrg how to count. Fortran calls do not go there. */
#define _GNU_SOURCE
#include "blas.h"
#include "check.h"

extern int RowMajorStrg;

static int calls, position;
static char last_name[32];

void cblas_xerbla(int info, const char *routine, const char *format, ...) {
  (void)format;
  ++calls;
  if (RowMajorStrg != 0) {
    static const int swapped[15] = {0, 1, 2, 3, 5, 4, 6, 7, 8, 11, 10, 9, 12, 13, 14};
    info = swapped[info];
  }
  position = info;
  strncpy(last_name, routine, sizeof last_name - 1);
}

int main(void) {
  double c[4] = {-777, -777, -777, -777};
  const double x[3] = {5, 5, 5};
  int i;
  check(gemmkit_is_loaded(), "gemmkit is loaded");

  begin_capture();
  cblas_dgemm(ROW_MAJOR, NO_TRANS, NO_TRANS, 3, 3, 1, 1.0, x, 1, x, 1, 0.0, c, 3);
  check(calls == 1 && position == 11, "ldb of a row-major call is number 11");
  check_text(last_name, "cblas_dgemm");
  cblas_dgemm(ROW_MAJOR, NO_TRANS, NO_TRANS, -3, 3, 1, 1.0, x, 1, x, 3, 0.0, c, 3);
  check(calls == 2 && position == 4, "M of a row-major call is number 4");
  cblas_dgemm(COL_MAJOR, NO_TRANS, NO_TRANS, 3, 3, 1, 1.0, x, 3, x, 1, 0.0, c, 2);
  check(calls == 3 && position == 14, "ldc of a column-major call is number 14");
  cblas_dgemm(ROW_MAJOR, 0, NO_TRANS, 3, 3, 1, 1.0, x, 1, x, 3, 0.0, c, 3);
  check(calls == 4 && position == 2, "TransA is number 2");
  cblas_dgemm(0, NO_TRANS, NO_TRANS, 3, 3, 1, 1.0, x, 1, x, 3, 0.0, c, 3);
  check(calls == 5 && position == 1, "the layout is number 1");
  check_text(end_capture(), "");

  begin_capture();
  small_dgemm(-1, c);
  check(calls == 5, "a Fortran mistake is not reported as a C one");
  check_text(end_capture(), " ** On entry to DGEMM parameter number  3 had an illegal value\n");

  for (i = 0; i < 4; ++i) check(c[i] == -777, "C is untouched");
  return finish();
}
