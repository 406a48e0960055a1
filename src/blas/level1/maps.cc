// axpy, axpby, scal, copy, swap: vectors computed element by element.
#include "blas/level1/level1.h"

namespace {

using gk::blas::Int;
using gk::blas::is;
using gk::blas::level1;
using gk::blas::over;
using gk::blas::RealOf;

template <class T>
[[gnu::always_inline]] inline void axpy(int64_t n, T alpha, const T *x, int64_t incx, T *y, int64_t incy) {
  if (n <= 0 || is(alpha, 0)) return;
  over(n, x, incx, y, incy, [=, run = level1<T>().axpy](int64_t count, const T *xs, int64_t ix, T *ys, int64_t iy) {
    run(count, &alpha, xs, ix, ys, iy);
  });
}

template <class T>
void axpby(int64_t n, T alpha, const T *x, int64_t incx, T beta, T *y, int64_t incy) {
  if (n <= 0) return;
  const T scalars[2] = {alpha, beta};
  over(n, x, incx, y, incy, [=, run = level1<T>().axpby](int64_t count, const T *xs, int64_t ix, T *ys, int64_t iy) {
    run(count, scalars, xs, ix, ys, iy);
  });
}

// A is T, or its real type. Zero times NaN is NaN: no shortcut for an alpha of 0.
template <class T, class A>
[[gnu::always_inline]] inline void scal(int64_t n, A alpha, T *x, int64_t incx) {
  if (n <= 0 || incx <= 0 || is(alpha, 1)) return;
  auto run = level1<T>().scal;
  if constexpr (sizeof(A) != sizeof(T)) run = level1<T>().scal_real;
  over(n, x, incx, [=](int64_t count, T *xs, int64_t ix) { run(count, &alpha, xs, ix); });
}

template <class T>
[[gnu::always_inline]] inline void copy(int64_t n, const T *x, int64_t incx, T *y, int64_t incy) {
  if (n <= 0) return;
  over(n, x, incx, y, incy, [=, run = level1<T>().copy](int64_t count, const T *xs, int64_t ix, T *ys, int64_t iy) {
    run(count, xs, ix, ys, iy);
  });
}

template <class T>
[[gnu::always_inline]] inline void swap(int64_t n, T *x, int64_t incx, T *y, int64_t incy) {
  if (n <= 0) return;
  over(n, x, incx, y, incy, [=, run = level1<T>().swap](int64_t count, T *xs, int64_t ix, T *ys, int64_t iy) {
    run(count, xs, ix, ys, iy);
  });
}

}  // namespace

// The Fortran and the C name of each routine; T is the element's type, and in C names of complex ones it is void.
#define GK_REAL(p, T)                                                                                                 \
  GK_CBLAS(void, p##axpy)(Int n, T alpha, const T *x, Int incx, T *y, Int incy) { axpy(n, alpha, x, incx, y, incy); } \
  GK_CBLAS(void, p##axpby)(Int n, T alpha, const T *x, Int incx, T beta, T *y, Int incy) {                            \
    axpby(n, alpha, x, incx, beta, y, incy);                                                                          \
  }                                                                                                                   \
  GK_CBLAS(void, p##scal)(Int n, T alpha, T * x, Int incx) { scal(n, alpha, x, incx); }                               \
  GK_CBLAS(void, p##copy)(Int n, const T *x, Int incx, T *y, Int incy) { copy(n, x, incx, y, incy); }                 \
  GK_CBLAS(void, p##swap)(Int n, T * x, Int incx, T * y, Int incy) { swap(n, x, incx, y, incy); }                     \
  GK_BOTH(p, T)

#define GK_COMPLEX(p, T, r)                                                                                            \
  GK_FORTRAN(void, p##r##scal)(const Int *n, const RealOf<T> *alpha, T *x, const Int *incx) {                          \
    scal(*n, *alpha, x, *incx);                                                                                        \
  }                                                                                                                    \
  GK_CBLAS(void, p##r##scal)(Int n, RealOf<T> alpha, void *x, Int incx) { scal(n, alpha, static_cast<T *>(x), incx); } \
  GK_CBLAS(void, p##axpy)(Int n, const void *alpha, const void *x, Int incx, void *y, Int incy) {                      \
    axpy(n, *static_cast<const T *>(alpha), static_cast<const T *>(x), incx, static_cast<T *>(y), incy);               \
  }                                                                                                                    \
  GK_CBLAS(void, p##axpby)                                                                                             \
  (Int n, const void *alpha, const void *x, Int incx, const void *beta, void *y, Int incy) {                           \
    axpby(n, *static_cast<const T *>(alpha), static_cast<const T *>(x), incx, *static_cast<const T *>(beta),           \
          static_cast<T *>(y), incy);                                                                                  \
  }                                                                                                                    \
  GK_CBLAS(void, p##scal)(Int n, const void *alpha, void *x, Int incx) {                                               \
    scal(n, *static_cast<const T *>(alpha), static_cast<T *>(x), incx);                                                \
  }                                                                                                                    \
  GK_CBLAS(void, p##copy)(Int n, const void *x, Int incx, void *y, Int incy) {                                         \
    copy(n, static_cast<const T *>(x), incx, static_cast<T *>(y), incy);                                               \
  }                                                                                                                    \
  GK_CBLAS(void, p##swap)(Int n, void *x, Int incx, void *y, Int incy) {                                               \
    swap(n, static_cast<T *>(x), incx, static_cast<T *>(y), incy);                                                     \
  }                                                                                                                    \
  GK_BOTH(p, T)

#define GK_BOTH(p, T)                                                                                            \
  GK_FORTRAN(void, p##axpy)(const Int *n, const T *alpha, const T *x, const Int *incx, T *y, const Int *incy) {  \
    axpy(*n, *alpha, x, *incx, y, *incy);                                                                        \
  }                                                                                                              \
  GK_FORTRAN(void, p##axpby)                                                                                     \
  (const Int *n, const T *alpha, const T *x, const Int *incx, const T *beta, T *y, const Int *incy) {            \
    axpby(*n, *alpha, x, *incx, *beta, y, *incy);                                                                \
  }                                                                                                              \
  GK_FORTRAN(void, p##scal)(const Int *n, const T *alpha, T *x, const Int *incx) { scal(*n, *alpha, x, *incx); } \
  GK_FORTRAN(void, p##copy)(const Int *n, const T *x, const Int *incx, T *y, const Int *incy) {                  \
    copy(*n, x, *incx, y, *incy);                                                                                \
  }                                                                                                              \
  GK_FORTRAN(void, p##swap)(const Int *n, T *x, const Int *incx, T *y, const Int *incy) {                        \
    swap(*n, x, *incx, y, *incy);                                                                                \
  }

GK_REAL(s, float)
GK_REAL(d, double)
GK_COMPLEX(c, gemmkit_c32, s)
GK_COMPLEX(z, gemmkit_c64, d)

#undef GK_REAL
#undef GK_COMPLEX
#undef GK_BOTH
