/* A program that happens to have functions called dgemm_, sgemm_ and ddot_: the library must not call them. */
#include <gemmkit.h>

#include <stdio.h>

/* Not from the header, which declares the functions this program defines its own way. */
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_sgemm(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
enum { RowMajor = 101, NoTrans = 111 };

static int hijacked;

void dgemm_(void);
void sgemm_(void);
void ddot_(void);
void dgemm_(void) { hijacked = 1; }
void sgemm_(void) { hijacked = 1; }
void ddot_(void) { hijacked = 1; }

int main(void) {
  const double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  const float af[4] = {1, 2, 3, 4}, bf[4] = {5, 6, 7, 8};
  double c[4], d[4];
  float f[4];
  cblas_dgemm(RowMajor, NoTrans, NoTrans, 2, 2, 2, 1.0, a, 2, b, 2, 0.0, c, 2);
  cblas_sgemm(RowMajor, NoTrans, NoTrans, 2, 2, 2, 1.0f, af, 2, bf, 2, 0.0f, f, 2);
  gemmkit_status status = gemmkit_gemm_f64_unchecked(2, 2, 2, 1.0, a, 2, 1, b, 2, 1, 0.0, d, 2, 1, NULL, NULL);
  const double expected[4] = {19, 22, 43, 50};
  for (int i = 0; i < 4; ++i) {
    if (status != GEMMKIT_OK || c[i] != expected[i] || d[i] != expected[i] || f[i] != (float)expected[i]) {
      printf("FAILED: element %d is %g, %g, %g\n", i, c[i], d[i], (double)f[i]);
      return 1;
    }
  }
  if (hijacked) puts("FAILED: the program's own function was called");
  return hijacked;
}
