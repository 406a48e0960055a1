// Eigen as a competitor: a template library has to be compiled, here for the machine it is built on
// (-O3 -march=native), which is the best a user of Eigen can do. Not installed, used by gemmkit-bench only.
#include <Eigen/Core>

#include <complex>
#include <cstdint>

namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;
template <class T>
using In = Eigen::Map<const Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>;
template <class T>
using Out = Eigen::Map<Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>;

template <class A, class B, class C>
void product(const A &a, const B &b, C &c, bool accumulate) {
  if (accumulate) {
    c.noalias() += a * b;
  } else {
    c.noalias() = a * b;
  }
}

// Column-major; beta is 0 or 1.
template <class T>
void gemm(bool ta, bool tb, int64_t m, int64_t n, int64_t k, const T *a, int64_t lda, const T *b, int64_t ldb, T *c,
          int64_t ldc, bool accumulate) {
  using Stride = Eigen::OuterStride<>;
  const In<T> va(a, ta ? k : m, ta ? m : k, Stride(lda)), vb(b, tb ? n : k, tb ? k : n, Stride(ldb));
  Out<T> vc(c, m, n, Stride(ldc));
  if (ta) {
    if (tb) {
      product(va.transpose(), vb.transpose(), vc, accumulate);
    } else {
      product(va.transpose(), vb, vc, accumulate);
    }
  } else if (tb) {
    product(va, vb.transpose(), vc, accumulate);
  } else {
    product(va, vb, vc, accumulate);
  }
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void gk_eigen_sgemm(int ta, int tb, int64_t m, int64_t n, int64_t k,
                                                           const float *a, int64_t lda, const float *b, int64_t ldb,
                                                           float *c, int64_t ldc, int accumulate) {
  gemm<float>(ta, tb, m, n, k, a, lda, b, ldb, c, ldc, accumulate);
}

__attribute__((visibility("default"))) void gk_eigen_dgemm(int ta, int tb, int64_t m, int64_t n, int64_t k,
                                                           const double *a, int64_t lda, const double *b, int64_t ldb,
                                                           double *c, int64_t ldc, int accumulate) {
  gemm<double>(ta, tb, m, n, k, a, lda, b, ldb, c, ldc, accumulate);
}

__attribute__((visibility("default"))) void gk_eigen_cgemm(int ta, int tb, int64_t m, int64_t n, int64_t k,
                                                           const void *a, int64_t lda, const void *b, int64_t ldb,
                                                           void *c, int64_t ldc, int accumulate) {
  using T = std::complex<float>;
  gemm<T>(ta, tb, m, n, k, static_cast<const T *>(a), lda, static_cast<const T *>(b), ldb, static_cast<T *>(c), ldc,
          accumulate);
}

__attribute__((visibility("default"))) void gk_eigen_zgemm(int ta, int tb, int64_t m, int64_t n, int64_t k,
                                                           const void *a, int64_t lda, const void *b, int64_t ldb,
                                                           void *c, int64_t ldc, int accumulate) {
  using T = std::complex<double>;
  gemm<T>(ta, tb, m, n, k, static_cast<const T *>(a), lda, static_cast<const T *>(b), ldb, static_cast<T *>(c), ldc,
          accumulate);
}

__attribute__((visibility("default"))) void gk_eigen_set_threads(int n) { Eigen::setNbThreads(n); }
__attribute__((visibility("default"))) const char *gk_eigen_simd() { return Eigen::SimdInstructionSetsInUse(); }

#define GK_TEXT(x) #x
#define GK_VERSION(a, b, c) GK_TEXT(a) "." GK_TEXT(b) "." GK_TEXT(c)
__attribute__((visibility("default"))) const char *gk_eigen_version() {
  return GK_VERSION(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
}

}  // extern "C"
