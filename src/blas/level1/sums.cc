// dot, nrm2, asum, iamax: numbers made of vectors.
#include "blas/level1/level1.h"

namespace {

using gk::blas::bytes;
using gk::blas::Int;
using gk::blas::is_short;
using gk::blas::level1;
using gk::blas::Pair;
using gk::blas::RealOf;
using gk::blas::Strided;
using gk::blas::sum_of;

// The member of a union of kernels that is called for real elements or parts R.
template <class R, class Kernels>
auto of_type(const Kernels &kernels) {
  if constexpr (std::is_same_v<R, float>) {
    return kernels.f32;
  } else {
    return kernels.f64;
  }
}

// S: the type of the sum. run(count, x, incx, y, incy) with increments in bytes.
template <class S, class T, class Run>
[[gnu::noinline]] S any_dot(Run run, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy) {
  if (n <= 0) return S{};
  const Pair<const T, const T> p(x, incx, y, incy, n);
  return sum_of<S>(n, 2 * sizeof(T), [=](int64_t begin, int64_t count) {
    return run(count, p.x.at(begin), p.x.inc, p.y.at(begin), p.y.inc);
  });
}
template <class S, class T, class Run>
[[gnu::always_inline]] inline S dot_by(Run run, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy) {
  if (n <= 0 || !is_short(n) || (incx | incy) < 0) [[unlikely]]
    return any_dot<S>(run, n, x, incx, y, incy);
  return run(n, x, bytes<T>(incx), y, bytes<T>(incy));
}
template <class T>
[[gnu::always_inline]] inline T dot(int64_t n, const T *x, int64_t incx, const T *y, int64_t incy) {
  return dot_by<T>(of_type<T>(level1<T>().dot), n, x, incx, y, incy);
}
[[gnu::always_inline]] inline double dsdot(int64_t n, const float *x, int64_t incx, const float *y, int64_t incy) {
  return dot_by<double>(level1<float>().dot_f64, n, x, incx, y, incy);
}

using ComplexDot = void (*)(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum);

template <class T>
[[gnu::always_inline]] inline void complex_dot(ComplexDot run, int64_t n, const T *x, int64_t incx, const T *y,
                                               int64_t incy, T *sum) {
  if (n > 0 && is_short(n) && (incx | incy) >= 0) [[likely]]
    return run(n, x, bytes<T>(incx), y, bytes<T>(incy), sum);
  const auto returned = [run](int64_t count, const void *xs, int64_t ix, const void *ys, int64_t iy) {
    T part;
    run(count, xs, ix, ys, iy, &part);
    return part;
  };
  *sum = any_dot<T>(returned, n, x, incx, y, incy);
}

template <class T>
[[gnu::noinline]] RealOf<T> long_asum(int64_t n, const T *x, int64_t incx) {
  const Strided<const T> v(x, n, incx);
  return sum_of<RealOf<T>>(n, sizeof(T), [=, run = of_type<RealOf<T>>(level1<T>().asum)](int64_t begin, int64_t count) {
    return run(count, v.at(begin), v.inc);
  });
}
template <class T>
[[gnu::always_inline]] inline RealOf<T> asum(int64_t n, const T *x, int64_t incx) {
  if (n <= 0 || incx <= 0) return 0;
  if (!is_short(n)) return long_asum(n, x, incx);
  return of_type<RealOf<T>>(level1<T>().asum)(n, x, bytes<T>(incx));
}

// Squares of floats are summed in doubles, which hold them all. Of doubles, a sum that overflows, or is so small that
// squares may have been lost, is formed once more from scaled elements.
template <class T>
RealOf<T> nrm2(int64_t n, const T *x, int64_t incx) {
  if (n <= 0) return 0;
  const Strided<const T> v(x, n, incx < 0 ? -incx : incx);  // in memory's order
  const auto squares = [=, run = level1<T>().sumsq](double scale) {
    return sum_of<double>(n, sizeof(T),
                          [=](int64_t begin, int64_t count) { return run(count, v.at(begin), v.inc, scale); });
  };
  const double sum = squares(1);
  if constexpr (sizeof(RealOf<T>) == sizeof(double)) {
    constexpr double kSmall = 0x1p-900, kLarge = 0x1p+1023;
    if (sum < kSmall) return __builtin_sqrt(squares(0x1p+600)) * 0x1p-600;
    if (sum > kLarge) return __builtin_sqrt(squares(0x1p-600)) * 0x1p+600;
  }
  return static_cast<RealOf<T>>(__builtin_sqrt(sum));
}

template <class T>
struct Found {
  int64_t at;
  RealOf<T> largest;
};
template <class T>
[[gnu::noinline]] int64_t find_in_long(int64_t n, const T *x, int64_t incx) {
  const Strided<const T> v(x, n, incx);
  Found<T> found[gk::blas::kMostPieces];
  const int64_t piece = gk::blas::piece_of(n);
  gk::blas::in_pieces(n, sizeof(T), false, [&](int64_t i, int64_t begin, int64_t count) {
    found[i].largest = -1;
    found[i].at = level1<T>().iamax(count, v.at(begin), v.inc, &found[i].largest);
  });
  int64_t best = 0;
  for (int64_t i = 1; i * piece < n; ++i) {
    if (found[i].at >= 0 && found[i].largest > found[best].largest) best = i;
  }
  return best * piece + found[best].at;
}

// From 1; 0 if there is none. A NaN is passed over unless it comes first: then, as in the reference, nothing is larger.
template <class T>
[[gnu::always_inline]] inline int64_t iamax(int64_t n, const T *x, int64_t incx) {
  if (n < 1 || incx <= 0) return 0;
  if constexpr (gk::blas::kComplex<T>) {
    if (x->re != x->re || x->im != x->im) return 1;
  } else {
    if (*x != *x) return 1;
  }
  if (!is_short(n)) return 1 + find_in_long(n, x, incx);
  return 1 + level1<T>().iamax(n, x, bytes<T>(incx), nullptr);
}

// From 0, as C counts.
template <class T>
[[gnu::always_inline]] inline size_t index_of_largest(int64_t n, const void *x, int64_t incx) {
  const int64_t place = iamax(n, static_cast<const T *>(x), incx);
  return place > 0 ? static_cast<size_t>(place - 1) : 0;
}

}  // namespace

#define GK_REAL_DOT(p, T)                                                                         \
  GK_FORTRAN(T, p##dot)(const Int *n, const T *x, const Int *incx, const T *y, const Int *incy) { \
    return dot(*n, x, *incx, y, *incy);                                                           \
  }                                                                                               \
  GK_CBLAS(T, p##dot)(Int n, const T *x, Int incx, const T *y, Int incy) { return dot(n, x, incx, y, incy); }

// In registers, as gfortran returns complex numbers, which is how the C ABI returns these structs.
#define GK_COMPLEX_DOT(name, kernel, T)                                                                  \
  GK_FORTRAN(T, name)(const Int *n, const T *x, const Int *incx, const T *y, const Int *incy) {          \
    T sum;                                                                                               \
    complex_dot(level1<T>().kernel, *n, x, *incx, y, *incy, &sum);                                       \
    return sum;                                                                                          \
  }                                                                                                      \
  GK_CBLAS(void, name##_sub)(Int n, const void *x, Int incx, const void *y, Int incy, void *sum) {       \
    complex_dot(level1<T>().kernel, n, static_cast<const T *>(x), incx, static_cast<const T *>(y), incy, \
                static_cast<T *>(sum));                                                                  \
  }

// E: what C calls the elements.
#define GK_NORMS(p, i, T, E)                                                                                      \
  GK_FORTRAN(RealOf<T>, p##nrm2)(const Int *n, const T *x, const Int *incx) { return nrm2(*n, x, *incx); }        \
  GK_CBLAS(RealOf<T>, p##nrm2)(Int n, const E *x, Int incx) { return nrm2(n, static_cast<const T *>(x), incx); }  \
  GK_FORTRAN(RealOf<T>, p##asum)(const Int *n, const T *x, const Int *incx) { return asum(*n, x, *incx); }        \
  GK_CBLAS(RealOf<T>, p##asum)(Int n, const E *x, Int incx) { return asum(n, static_cast<const T *>(x), incx); }  \
  GK_FORTRAN(Int, i)(const Int *n, const T *x, const Int *incx) { return static_cast<Int>(iamax(*n, x, *incx)); } \
  GK_CBLAS(size_t, i)(Int n, const E *x, Int incx) { return index_of_largest<T>(n, x, incx); }

GK_REAL_DOT(s, float)
GK_REAL_DOT(d, double)
GK_COMPLEX_DOT(cdotu, dotu, gemmkit_c32)
GK_COMPLEX_DOT(cdotc, dotc, gemmkit_c32)
GK_COMPLEX_DOT(zdotu, dotu, gemmkit_c64)
GK_COMPLEX_DOT(zdotc, dotc, gemmkit_c64)
GK_NORMS(s, isamax, float, float)
GK_NORMS(d, idamax, double, double)
GK_NORMS(sc, icamax, gemmkit_c32, void)
GK_NORMS(dz, izamax, gemmkit_c64, void)

#undef GK_REAL_DOT
#undef GK_COMPLEX_DOT
#undef GK_NORMS

GK_FORTRAN(double, dsdot)(const Int *n, const float *x, const Int *incx, const float *y, const Int *incy) {
  return dsdot(*n, x, *incx, y, *incy);
}
GK_CBLAS(double, dsdot)(Int n, const float *x, Int incx, const float *y, Int incy) {
  return dsdot(n, x, incx, y, incy);
}
GK_FORTRAN(float, sdsdot)
(const Int *n, const float *b, const float *x, const Int *incx, const float *y, const Int *incy) {
  return static_cast<float>(static_cast<double>(*b) + dsdot(*n, x, *incx, y, *incy));
}
GK_CBLAS(float, sdsdot)(Int n, float b, const float *x, Int incx, const float *y, Int incy) {
  return static_cast<float>(static_cast<double>(b) + dsdot(n, x, incx, y, incy));
}
