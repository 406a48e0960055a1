/* Loads the library at run time, as a plug-in host or another language's FFI does.
 *
 * cc dlopen.c $(pkg-config --cflags gemmkit) -ldl -o dlopen && ./dlopen /path/to/libgemmkit.so.0 */
#include <gemmkit.h> /* types only: nothing is linked */

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef gemmkit_status gemm_f32(int64_t, int64_t, int64_t, float, const float *, int64_t, int64_t, const float *,
                                int64_t, int64_t, float, float *, int64_t, int64_t, const gemmkit_epilogue_f32 *,
                                const gemmkit_exec *);

int main(int argc, char **argv) {
  void *library = dlopen(argc > 1 ? argv[1] : "libgemmkit.so.0", RTLD_NOW | RTLD_LOCAL);
  void *symbol = library ? dlsym(library, "gemmkit_gemm_f32_unchecked") : NULL;
  if (!symbol) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  gemm_f32 *gemm;
  memcpy(&gemm, &symbol, sizeof gemm); /* C99 has no cast from object to function pointer */

  const float a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  float c[4];
  gemmkit_status status = gemm(2, 2, 2, 1.0f, a, 2, 1, b, 2, 1, 0.0f, c, 2, 1, NULL, NULL);
  if (status != GEMMKIT_OK || c[0] != 19 || c[1] != 22 || c[2] != 43 || c[3] != 50) {
    fprintf(stderr, "status %d, c = [%g %g; %g %g]\n", (int)status, (double)c[0], (double)c[1], (double)c[2],
            (double)c[3]);
    return 1;
  }
  printf("A*B = [%g %g; %g %g]\n", (double)c[0], (double)c[1], (double)c[2], (double)c[3]);
  return dlclose(library);
}
