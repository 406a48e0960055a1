/* A user of the 64-bit library: by the standard names, which the header renames, and by the suffixed ones. */
#include "gemmkit_cblas.h"

#include "check.h"

#ifndef GEMMKIT_ILP64
#error "pkg-config and CMake define GEMMKIT_ILP64 for users of this library"
#endif

static int calls;
static int64_t last_info;

/* Replaces the library's. */
void xerbla_64_(const char *name, const int64_t *info, size_t length);
void xerbla_64_(const char *name, const int64_t *info, size_t length) {
  ++calls;
  last_info = *info;
  check(length >= 5 && memcmp(name, "DGEMM", 5) == 0, "the report names dgemm");
}

static void product(double *c, int way) {
  const double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, one = 1, zero = 0;
  const CBLAS_INT n = 2;
  switch (way) {
    case 0: cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n); break;
    case 1: cblas_dgemm64_(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n); break;
    case 2: dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n); break;
    default: dgemm_64_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
  }
}

int main(void) {
  /* 2^32 + 2: for a library that reads 32 bits it is 2. */
  const CBLAS_INT wide = ((CBLAS_INT)1 << 32) + 2;
  const double a[4] = {1, 2, 3, 4};
  double c[4], one = 1;
  const CBLAS_INT two = 2, minus = -1;
  int way;
  check(sizeof(CBLAS_INT) == 8, "CBLAS_INT has 64 bits");
  for (way = 0; way < 4; ++way) {
    memset(c, 0, sizeof c);
    product(c, way);
    check(c[0] == 23 && c[1] == 34 && c[2] == 31 && c[3] == 46, "2 x 2 product");
  }

  /* A leading dimension beyond 32 bits is legal where there is one column. */
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 2, 1, 2, 1, a, 2, a, wide, 0, c, wide);
  check(c[0] == 7 && c[1] == 10, "ldb and ldc above 2^32");

  check(calls == 0, "no report of valid calls");
  dgemm_("N", "N", &minus, &two, &two, &one, a, &two, a, &two, &one, c, &two);
  check(calls == 1 && last_info == 3, "a negative m is reported");
  dgemm_("N", "N", &wide, &two, &two, &one, a, &two, a, &two, &one, c, &two);
  check(calls == 2 && last_info == 8, "so is an lda below an m above 2^32");
  return finish();
}
