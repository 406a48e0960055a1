/* The BLAS interface, as any program written against a cblas.h uses it.
 *
 * cc cblas.c $(pkg-config --cflags --libs gemmkit-blas) -o cblas */
#include <gemmkit_cblas.h>

#include <stdio.h>

int main(void) {
  const float a[2 * 3] = {1, 2, 3, 4, 5, 6}, b[3 * 2] = {1, 2, 3, 4, 5, 6};
  const float expected[4] = {22, 28, 49, 64};
  float c[4] = {0, 0, 0, 0};
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 2, 2, 3, 1.0f, a, 3, b, 2, 0.0f, c, 2);
  for (int i = 0; i < 4; ++i) {
    if (c[i] != expected[i]) {
      fprintf(stderr, "c[%d] is %g, expected %g\n", i, (double)c[i], (double)expected[i]);
      return 1;
    }
  }
  printf("A*B = [%g %g; %g %g]\n", (double)c[0], (double)c[1], (double)c[2], (double)c[3]);
  return 0;
}
