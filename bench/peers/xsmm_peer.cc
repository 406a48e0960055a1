// libxsmm's generated kernels as a competitor. Debian has the library as an archive only, hence this wrapper to
// load at run time. Not installed, used by gemmkit-bench only.
#include <libxsmm.h>

#include <cstdint>

namespace {

// Kernels for alpha 1; no flags: neither operand transposed, column-major.
template <class T, class Dispatch>
void *make_kernel(Dispatch dispatch, int64_t m, int64_t n, int64_t k, int64_t lda, int64_t ldb, int64_t ldc, T beta) {
  const libxsmm_blasint a = libxsmm_blasint(lda), b = libxsmm_blasint(ldb), c = libxsmm_blasint(ldc);
  const T alpha = 1;
  const int flags = LIBXSMM_GEMM_FLAG_NONE, prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
  return reinterpret_cast<void *>(dispatch(libxsmm_blasint(m), libxsmm_blasint(n), libxsmm_blasint(k), &a, &b, &c,
                                           &alpha, &beta, &flags, &prefetch));
}

}  // namespace

extern "C" {

// The kernel, void (*)(const T *a, const T *b, T *c, ...); null if libxsmm does not offer one.
__attribute__((visibility("default"))) void *gk_xsmm_kernel_f32(int64_t m, int64_t n, int64_t k, int64_t lda,
                                                                int64_t ldb, int64_t ldc, float beta) {
  return make_kernel(libxsmm_smmdispatch, m, n, k, lda, ldb, ldc, beta);
}

__attribute__((visibility("default"))) void *gk_xsmm_kernel_f64(int64_t m, int64_t n, int64_t k, int64_t lda,
                                                                int64_t ldb, int64_t ldc, double beta) {
  return make_kernel(libxsmm_dmmdispatch, m, n, k, lda, ldb, ldc, beta);
}

__attribute__((visibility("default"))) const char *gk_xsmm_arch() { return libxsmm_get_target_arch(); }
__attribute__((visibility("default"))) const char *gk_xsmm_version() { return LIBXSMM_VERSION; }

}  // extern "C"
