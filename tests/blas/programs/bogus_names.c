/* H17: a program that defines BLAS names of its own, wrong ones: neither the native API nor cblas_dgemm may call them. */
#define _GNU_SOURCE
#include "blas.h"
#include "check.h"

#include "gemmkit.h"

static int hijacked;

void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc) {
  (void)ta, (void)tb, (void)m, (void)n, (void)k, (void)alpha, (void)a, (void)lda, (void)b, (void)ldb, (void)beta;
  (void)ldc;
  ++hijacked;
  c[0] = -1;
}
double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy) {
  (void)n, (void)x, (void)incx, (void)y, (void)incy;
  ++hijacked;
  return -1;
}
void sgemm_(void) { ++hijacked; }
int lsame_(const char *a, const char *b) { return ++hijacked, *a != *b; }

int main(void) {
  enum { N = 70 };
  static double a[N * N], b[N * N], c[N * N];
  int i, layout, wrong;
  gemmkit_view_f64 c_view = gemmkit_view_f64_col_major(c, N, N);
  gemmkit_cview_f64 a_view = gemmkit_cview_f64_col_major(a, N, N), b_view = gemmkit_cview_f64_col_major(b, N, N);
  for (i = 0; i < N * N; ++i) a[i] = i % 11 - 5, b[i] = i % N == i / N;

  for (layout = ROW_MAJOR; layout <= COL_MAJOR; ++layout) {
    memset(c, 0x55, sizeof c);
    cblas_dgemm(layout, NO_TRANS, NO_TRANS, N, N, N, 1.0, a, N, b, N, 0.0, c, N);
    for (wrong = 0, i = 0; i < N * N; ++i) wrong += c[i] != a[i];
    check(wrong == 0, "cblas_dgemm is right");
  }
  memset(c, 0x55, sizeof c);
  check(gemmkit_gemm_f64(1.0, &a_view, &b_view, 0.0, &c_view, NULL, NULL) == GEMMKIT_OK, "gemmkit_gemm_f64 succeeds");
  for (wrong = 0, i = 0; i < N * N; ++i) wrong += c[i] != a[i];
  check(wrong == 0, "gemmkit_gemm_f64 is right");
  memset(c, 0x55, sizeof c);
  cblas_dgemm(COL_MAJOR, NO_TRANS, NO_TRANS, N, 1, N, 1.0, a, N, b, N, 0.0, c, N);
  cblas_dgemm(COL_MAJOR, NO_TRANS, NO_TRANS, 1, 1, N, 1.0, a, N, b, N, 0.0, c, N);
  check(c[0] == a[0], "vector shapes are right");
  check(hijacked == 0, "the program's names were not called");
  return finish();
}
