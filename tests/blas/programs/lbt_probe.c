/* What Julia's libblastrampoline does to a library before it forwards calls to it: it finds the suffix of the names,
 * then the width of integers, the way complex and float results come back, and the CBLAS, by calling functions with odd
 * arguments (cases.md H18; its src/autodetection.c is the source of the facts).
 * usage: lbt_probe LIBRARY SUFFIX BITS EXPORTS     what must be detected; EXPORTS lists the LP64 names */
#include <complex.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void *library;
static char suffix[16];

static void *find(const char *name) {
  char symbol[64];
  snprintf(symbol, sizeof symbol, "%s%s", name, suffix);
  return dlsym(library, symbol);
}

/* The first suffix with which the names of the Fortran compiler exist. */
static int detect_suffix(void) {
  static const char *const suffixes[] = {"", "64_", "_64_", "64", "_64", "__64___"};
  size_t i;
  for (i = 0; i < sizeof suffixes / sizeof *suffixes; ++i) {
    strcpy(suffix, suffixes[i]);
    if (find("isamax_") != NULL) return 1;
  }
  return 0;
}

/* A length that is 3 in 32 bits and far below zero in 64. */
static int detect_bits(void) {
  int64_t n = (int64_t)0xffffffff00000003u, inc = 1;
  float x[3] = {1, 2, 1};
  int64_t (*isamax)(int64_t *, float *, int64_t *) = (int64_t(*)(int64_t *, float *, int64_t *))find("isamax_");
  int64_t index = isamax(&n, x, &inc) & 0xffffffff;
  return index == 0 ? 64 : index == 2 ? 32 : 0;
}

static int is_max_of_nothing(void) {
  int64_t n = -1, inc = 1;
  float x[1] = {1};
  int64_t (*isamax)(int64_t *, float *, int64_t *) = (int64_t(*)(int64_t *, float *, int64_t *))find("isamax_");
  return (isamax(&n, x, &inc) & 0xffffffff) == 0;
}

/* Called as if the result were an argument. Where it is not, that argument is a length of 0, and nothing is written. */
static int returns_complex_normally(void) {
  double complex result = 0, x[2] = {1, I}, y[2] = {1, I};
  int64_t n = 2, inc = 1;
  void *zdotc = find("zdotc_");
  ((void (*)(double complex *, int64_t *, double complex *, int64_t *, double complex *, int64_t *))zdotc)(
      &result, &n, x, &inc, y, &inc);
  if (creal(result) != 0 || cimag(result) != 0) return 0;
  result = ((double complex (*)(int64_t *, double complex *, int64_t *, double complex *, int64_t *))zdotc)(&n, x, &inc,
                                                                                                            y, &inc);
  return creal(result) == 2 && cimag(result) == 0;
}

/* A float that comes back as one, not as a double as from f2c. */
static int returns_floats(void) {
  float x[3] = {1, 2, 3}, y[3] = {4, 5, 6};
  int64_t n = 3, inc = 1;
  return ((float (*)(int64_t *, float *, int64_t *, float *, int64_t *))find("sdot_"))(&n, x, &inc, y, &inc) == 32.0f;
}

static int count_forwarded(const char *list) {
  char line[128];
  int count = 0;
  FILE *file = fopen(list, "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] != '#' && line[0] != '\0' && find(line) != NULL) ++count;
  }
  if (file != NULL) fclose(file);
  return count;
}

int main(int argc, char **argv) {
  int count;
  if (argc != 5) return 2;
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    printf("FAILED: %s\n", dlerror());
    return 1;
  }
  if (!detect_suffix()) {
    printf("FAILED: isamax_ has no suffix that is known\n");
    return 1;
  }
  check_text(suffix, argv[2]);
  check(detect_bits() == atoi(argv[3]), "width of integers");
  check(is_max_of_nothing(), "isamax of n = -1 is 0");
  check(find("zdotc_") != NULL && returns_complex_normally(), "complex results are returned");
  check(find("sdot_") != NULL && returns_floats(), "float results are floats");
  check(find("cblas_sdot") != NULL && find("cblas_zdotc_sub") != NULL, "the CBLAS has the same suffix");
  count = count_forwarded(argv[4]);
  printf("%s: suffix \"%s\", %d bits, %d names\n", argv[1], suffix, detect_bits(), count);
  check(count > 100, "more than 100 names");
  return finish();
}
