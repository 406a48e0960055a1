/* What gemmkit.wasm exports: a product of row-major matrices, and memory for them. */
#include <gemmkit.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

void *EXPORT(allocate)(size_t bytes) { return malloc(bytes); }
void EXPORT(release)(void *block) { free(block); }
const char *EXPORT(isa)(void) { return gemmkit_isa("f32"); }

int EXPORT(multiply)(int m, int n, int k, const float *a, const float *b, float *c) {
  return gemmkit_gemm_f32_unchecked(m, n, k, 1, a, k, 1, b, n, 1, 0, c, n, 1, NULL, NULL);
}
