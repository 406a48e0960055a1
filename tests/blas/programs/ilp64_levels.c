/* Routines of all three levels through the 64-bit library: the numbers of the 32-bit one, leading dimensions and
 * increments that no memory has where there is nothing to lead to, and vectors of more than 2^31 elements.
 * usage: ilp64_levels LP64-LIBRARY */
#include "gemmkit_cblas.h"

#include <dlfcn.h>
#include <stdint.h>
#include <sys/mman.h>

#include "check.h"

enum { kOrder = 37, kSize = kOrder * kOrder };

static void *narrow, *wide;
static double a[kSize], triangle[kSize], b[kSize], x[2 * kOrder];

static void *find(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) {
    printf("FAILED: no %s\n", name);
    exit(1);
  }
  return symbol;
}

static void fill(double *p, int count, int seed) {
  int i;
  for (i = 0; i < count; ++i) p[i] = (double)((i * 7919 + seed) % 101 - 50) / 32;
}

/* An integer as either library reads it: the low half comes first. */
static const int64_t one = 1, two = 2, minus = -1, order = kOrder;
static const double alpha = 1.5, beta = 0.5, cosine = 0.6, sine = 0.8;

typedef void Routine(const void *, ...);

/* Calls a routine of each library on copies of the same c and y, and compares them. */
#define SAME(name, ...)                                                                              \
  do {                                                                                               \
    static double results[2][kSize + 2 * kOrder];                                                    \
    int library;                                                                                     \
    for (library = 0; library < 2; ++library) {                                                      \
      double *c = results[library], *y = c + kSize;                                                  \
      fill(c, kSize, 5);                                                                             \
      fill(y, 2 * kOrder, 11);                                                                       \
      ((Routine *)(library == 0 ? find(narrow, #name "_") : find(wide, #name "_64_")))(__VA_ARGS__); \
      (void)y;                                                                                       \
    }                                                                                                \
    check(memcmp(results[0], results[1], sizeof results[0]) == 0, #name " of both widths");          \
  } while (0)

static void compare(void) {
  SAME(daxpy, &order, &alpha, x, &two, y, &minus);
  SAME(dscal, &order, &alpha, y, &two);
  SAME(drot, &order, c, &one, y, &minus, &cosine, &sine);
  SAME(dswap, &order, c, &two, y, &one);
  SAME(dgemv, "T", &order, &order, &alpha, a, &order, x, &minus, &beta, y, &two, (size_t)1);
  SAME(dgbmv, "N", &order, &order, &two, &one, &alpha, a, &order, x, &one, &beta, y, &one, (size_t)1);
  SAME(dsymv, "U", &order, &alpha, a, &order, x, &two, &beta, y, &one, (size_t)1);
  SAME(dtrsv, "L", "T", "N", &order, triangle, &order, y, &two, (size_t)1, (size_t)1, (size_t)1);
  SAME(dger, &order, &order, &alpha, x, &two, a, &one, c, &order);
  SAME(dspr, "L", &order, &alpha, x, &one, c, (size_t)1);
  SAME(dgemm, "N", "T", &order, &order, &order, &alpha, a, &order, b, &order, &beta, c, &order, (size_t)1, (size_t)1);
  SAME(dsymm, "R", "U", &order, &order, &alpha, a, &order, b, &order, &beta, c, &order, (size_t)1, (size_t)1);
  SAME(dsyrk, "L", "N", &order, &order, &alpha, a, &order, &beta, c, &order, (size_t)1, (size_t)1);
  SAME(dsyr2k, "U", "T", &order, &order, &alpha, a, &order, b, &order, &beta, c, &order, (size_t)1, (size_t)1);
  SAME(dtrmm, "L", "U", "T", "U", &order, &order, &alpha, a, &order, c, &order, (size_t)1, (size_t)1, (size_t)1,
       (size_t)1);
  SAME(dtrsm, "R", "L", "N", "N", &order, &order, &alpha, triangle, &order, c, &order, (size_t)1, (size_t)1, (size_t)1,
       (size_t)1);
}

/* One row and one column: c = 3, a = 2, b = 5, and what the routine makes of them. */
#define ALONE(expected, call)                                   \
  do {                                                          \
    double p[1] = {2}, q[1] = {5}, r[1] = {3};                  \
    call;                                                       \
    check(r[0] == (expected) && p[0] == 2 && q[0] == 5, #call); \
  } while (0)

static void far_apart(int64_t ld) {
  const CBLAS_INT n = 1;
  int half, side, trans;
  for (half = CblasUpper; half <= CblasLower; ++half) {
    for (trans = CblasNoTrans; trans <= CblasTrans; ++trans) {
      for (side = CblasLeft; side <= CblasRight; ++side) {
        ALONE(6, cblas_dtrmm(CblasColMajor, side, half, trans, CblasNonUnit, n, n, 1, p, ld, r, ld));
        ALONE(1.5, cblas_dtrsm(CblasColMajor, side, half, trans, CblasNonUnit, n, n, 1, p, ld, r, ld));
        ALONE(13, cblas_dsymm(CblasColMajor, side, half, n, n, 1, p, ld, q, ld, 1, r, ld));
      }
      ALONE(7, cblas_dsyrk(CblasColMajor, half, trans, n, n, 1, p, ld, 1, r, ld));
      ALONE(23, cblas_dsyr2k(CblasColMajor, half, trans, n, n, 1, p, ld, q, ld, 1, r, ld));
      ALONE(6, cblas_dtrmv(CblasColMajor, half, trans, CblasNonUnit, n, p, ld, r, ld));
      ALONE(1.5, cblas_dtrsv(CblasColMajor, half, trans, CblasNonUnit, n, p, ld, r, -ld));
      ALONE(6, cblas_dtbmv(CblasColMajor, half, trans, CblasNonUnit, n, 0, p, ld, r, ld));
      ALONE(13, cblas_dgemv(CblasColMajor, trans, n, n, 1, p, ld, q, ld, 1, r, -ld));
      ALONE(13, cblas_dgbmv(CblasColMajor, trans, n, n, 0, 0, 1, p, ld, q, ld, 1, r, ld));
      ALONE(13, cblas_dgemm(CblasColMajor, trans, CblasTrans, n, n, n, 1, p, ld, q, ld, 1, r, ld));
    }
    ALONE(13, cblas_dsymv(CblasColMajor, half, n, 1, p, ld, q, ld, 1, r, ld));
    ALONE(7, cblas_dsyr(CblasColMajor, half, n, 1, p, ld, r, ld));
  }
  ALONE(13, cblas_dger(CblasColMajor, n, n, 1, p, ld, q, -ld, r, ld));
  ALONE(13, cblas_daxpy(n, 2, q, ld, r, -ld));
  ALONE(10, r[0] = cblas_ddot(n, p, ld, q, -ld));
}

/* Zeros that take no memory, in which `length` bytes from `offset` on can be written. */
static char *sparse(size_t bytes, size_t offset, size_t length) {
  char *p = (char *)mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == (char *)MAP_FAILED) return NULL;
  if (mprotect(p + offset, length, PROT_READ | PROT_WRITE) == 0) return p;
  munmap(p, bytes);
  return NULL;
}

static void long_vectors(void) {
  /* Every 2^20th element of a vector, so that few pages are read: the last is beyond 2^31. */
  const size_t page = 65536;
  const int64_t inc = (int64_t)1 << 20, n = 2050, last = (n - 1) * inc;
  const size_t bytes = ((size_t)last * sizeof(float) / page + 1) * page;
  float *v = (float *)(void *)sparse(bytes, bytes - page, page);
  if (v == NULL) {
    printf("SKIPPED: no address space for a vector of 2^31 elements\n");
    return;
  }
  v[last] = -3;
  check(cblas_isamax(n, v, inc) == (size_t)(n - 1), "isamax over an increment of 2^20");
  check(cblas_sasum(n, v, inc) == 3, "sasum over an increment of 2^20");
  check(cblas_sdot(n, v, inc, v, inc) == 9, "sdot over an increment of 2^20");
  check(cblas_snrm2(n, v, inc) == 3, "snrm2 over an increment of 2^20");
  cblas_sscal(1, 2, v + last, inc);
  check(v[last] == -6, "sscal there");
  munmap(v, bytes);
}

/* More elements than 32 bits count; every page is read, all of them the system's page of zeros. */
static void many_elements(void) {
  const size_t page = 65536, bytes = (((size_t)1 << 31) + page) * sizeof(float);
  const int64_t n = (int64_t)(bytes / sizeof(float));
  float *v = (float *)(void *)sparse(bytes, bytes - page, page);
  if (v == NULL) {
    printf("SKIPPED: no address space for a vector of 2^31 elements\n");
    return;
  }
  v[n - 2] = 5;
  check(cblas_isamax(n, v, 1) == (size_t)(n - 2), "isamax of more than 2^31 elements");
  check(cblas_sasum(n, v, 1) == 5, "sasum of more than 2^31 elements");
  munmap(v, bytes);
}

int main(int argc, char **argv) {
  int i;
  narrow = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  wide = dlopen(NULL, RTLD_NOW);
  if (narrow == NULL || wide == NULL) {
    printf("FAILED: no library to compare with\n");
    return 1;
  }
  fill(a, kSize, 1);
  fill(b, kSize, 2);
  fill(x, 2 * kOrder, 3);
  fill(triangle, kSize, 4);
  for (i = 0; i < kOrder; ++i) triangle[i * (kOrder + 1)] = 40;
  compare();
  far_apart(INT64_MAX);
  far_apart(INT64_MAX - 7);
  far_apart(INT64_MAX / 8 + 1);
  far_apart((int64_t)1 << 40);
  long_vectors();
  many_elements();
  return finish();
}
