// For the smoke test: has OpenBLAS's names, turns every call away, and like the libraries falls back to a handler that
// prints.
#include <cstddef>
#include <cstdio>

#define GK_EXPORT extern "C" __attribute__((visibility("default")))

GK_EXPORT __attribute__((weak)) void xerbla_(const char *, const int *, size_t) {
  fprintf(stderr, " ** On entry to SGEMM an illegal value\n");
}
GK_EXPORT void cblas_sgemm() {
  const int lda = 9;
  xerbla_("SGEMM ", &lda, 6);
}
GK_EXPORT void cblas_dgemm() { cblas_sgemm(); }
GK_EXPORT void openblas_set_num_threads(int) {}
GK_EXPORT const char *openblas_get_corename() { return "none"; }
GK_EXPORT const char *openblas_get_config() { return "broken"; }
