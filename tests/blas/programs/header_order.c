/* gemmkit_cblas.h beside another cblas.h, in the order the build chooses, in C and in C++. */
#if defined(GEMMKIT_TEST_OTHER_FIRST) && defined(__has_include)
#if __has_include(<cblas.h>)
#include <cblas.h>
#endif
#endif
#include "gemmkit_cblas.h"
#ifdef __has_include
#if __has_include(<cblas.h>)
#include <cblas.h>
#endif
#endif

#include <stdio.h>

int main(void) {
  const double x[2] = {3, 4};
  double c = 0;
  const int one = 1, two = 2;
  const double alpha = 1, beta = 1;
  CBLAS_TRANSPOSE trans = CblasTrans;
  enum CBLAS_ORDER order = CblasColMajor;
  CBLAS_LAYOUT layout = CblasRowMajor;
  cblas_dgemm(order, trans, CblasNoTrans, 1, 1, 2, 1.0, x, 2, x, 2, 0.0, &c, 1);
  cblas_dgemm(layout, CblasNoTrans, CblasConjTrans, 1, 1, 2, 1.0, x, 2, x, 2, 1.0, &c, 1);
  dgemm_("T", "N", &one, &one, &two, &alpha, x, &two, x, &two, &beta, &c, &one);
  if (c == 75 && RowMajorStrg == 0 && CBLAS_CallFromC == 0) return 0;
  printf("FAILED: got %g, expected 75\n", c);
  return 1;
}
