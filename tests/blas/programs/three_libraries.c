/* The LP64 and the ILP64 library and another BLAS in one process, each called by its own names.
 * usage: three_libraries [libgemmkit_blas.so libgemmkit_blas64.so libopenblas.so]
 * Without arguments it uses what it was linked with. */
#define _GNU_SOURCE
#include "blas.h"

#include "check.h"

#include <stdint.h>
#include <stdlib.h>

typedef void (*dgemm32)(const char *, const char *, const int *, const int *, const int *, const double *,
                        const double *, const int *, const double *, const int *, const double *, double *,
                        const int *);
typedef void (*dgemm64)(const char *, const char *, const int64_t *, const int64_t *, const int64_t *, const double *,
                        const double *, const int64_t *, const double *, const int64_t *, const double *, double *,
                        const int64_t *);

#ifdef LINKED
void dgemm_64_(const char *, const char *, const int64_t *, const int64_t *, const int64_t *, const double *,
               const double *, const int64_t *, const double *, const int64_t *, const double *, double *,
               const int64_t *);
char *openblas_get_config(void);
#endif

enum { N = 70 };
static double a[N * N], b[N * N], c32[N * N], c64[N * N], other[N * N];

static void *open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) printf("FAILED: %s\n", dlerror());
  return library;
}

static const char *library_of(void *function) {
  Dl_info info;
  return dladdr(function, &info) != 0 ? info.dli_fname : "";
}

int main(int argc, char **argv) {
  dgemm32 lp64 = NULL, foreign = NULL;
  dgemm64 ilp64 = NULL;
  const int n = N;
  const int64_t wide = N;
  const double one = 1, zero = 0;
  int i;
  if (argc == 4) {
    void *libraries[3];
    for (i = 0; i < 3; ++i) {
      libraries[i] = open_library(argv[i + 1]);
      if (libraries[i] == NULL) return 1;
    }
    lp64 = (dgemm32)dlsym(libraries[0], "dgemm_");
    ilp64 = (dgemm64)dlsym(libraries[1], "dgemm_64_");
    foreign = (dgemm32)dlsym(libraries[2], "dgemm_");
    check(dlsym(libraries[1], "dgemm_") == NULL, "the ILP64 library has no dgemm_");
    check(strstr(library_of((void *)foreign), "openblas") != NULL, "the third is OpenBLAS's");
  }
#ifdef LINKED
  else {
    void *library = open_library("libopenblas.so.0");
    if (library == NULL) return 1;
    lp64 = dgemm_;
    ilp64 = dgemm_64_;
    foreign = (dgemm32)dlsym(library, "dgemm_");
    check(openblas_get_config() != NULL, "OpenBLAS is linked");
  }
#endif
  check(lp64 != NULL && ilp64 != NULL && foreign != NULL, "all three have a dgemm");
  if (finish() != 0) return 1;
  check(strstr(library_of((void *)lp64), "libgemmkit_blas.") != NULL, "dgemm_ is the LP64 library's");
  check(strstr(library_of((void *)ilp64), "libgemmkit_blas64.") != NULL, "dgemm_64_ is the ILP64 library's");
  for (i = 0; i < N * N; ++i) {
    a[i] = i % 13 - 6;
    b[i] = i % 7 - 3;
  }
  lp64("N", "T", &n, &n, &n, &one, a, &n, b, &n, &zero, c32, &n);
  ilp64("N", "T", &wide, &wide, &wide, &one, a, &wide, b, &wide, &zero, c64, &wide);
  foreign("N", "T", &n, &n, &n, &one, a, &n, b, &n, &zero, other, &n);
  check(memcmp(c32, c64, sizeof c32) == 0, "both widths give the same");
  check(memcmp(c32, other, sizeof c32) == 0, "OpenBLAS gives the same");
  return finish();
}
