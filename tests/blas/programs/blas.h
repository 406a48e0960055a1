/* The names these programs call, declared as their users do: no header of ours, so that they link with any BLAS and
 * run with ours preloaded. */
#ifndef GEMMKIT_TESTS_BLAS_H
#define GEMMKIT_TESTS_BLAS_H

#include <dlfcn.h>
#include <stddef.h>

void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);
void cblas_dgemm(int layout, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda,
                 const double *b, int ldb, double beta, double *c, int ldc);

enum { ROW_MAJOR = 101, COL_MAJOR = 102, NO_TRANS = 111, TRANS = 112 };

/* A wrong preload must not let a test pass on some other BLAS. */
static inline int gemmkit_is_loaded(void) { return dlsym(RTLD_DEFAULT, "gemmkit_version") != NULL; }

/* dgemm_ on 2x2 matrices, with m to get wrong. */
static inline void small_dgemm(int m, double *c) {
  static const double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, one = 1, zero = 0;
  const int two = 2;
  dgemm_("N", "N", &m, &two, &two, &one, a, &two, b, &two, &zero, c, &two);
}

static inline int is_small_product(const double *c) { return c[0] == 23 && c[1] == 34 && c[2] == 31 && c[3] == 46; }

#endif
