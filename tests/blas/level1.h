// Level 1 under one name for all element types and both faces.
#pragma once

#include "gemmkit_cblas.h"
#include "support/guard.h"

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace gk::test {

using C32 = std::complex<float>;
using C64 = std::complex<double>;

template <class T>
struct PartOf {
  using Type = T;
  static constexpr bool kComplex = false;
};
template <class R>
struct PartOf<std::complex<R>> {
  using Type = R;
  static constexpr bool kComplex = true;
};
template <class T>
using Real = typename PartOf<T>::Type;
template <class T>
constexpr bool kComplex = PartOf<T>::kComplex;
// Arithmetic of the oracles.
template <class T>
using Wide = std::conditional_t<kComplex<T>, std::complex<long double>, long double>;
template <class T>
Wide<T> wide(T x) {
  if constexpr (kComplex<T>) {
    return {static_cast<long double>(x.real()), static_cast<long double>(x.imag())};
  } else {
    return static_cast<long double>(x);
  }
}
// Whether the oracles have more digits than double. Under valgrind they do not.
inline bool long_double_is_wide() {
  volatile long double one = 1, small = std::numeric_limits<double>::epsilon() / 8;
  return one + small != one;
}
// How far a result may be from an oracle that collects so many roundings itself if it is no wider than the result: each
// may be one of the whole sum.
template <class T>
long double allowed(double roundings) {
  if (std::is_same_v<Real<T>, double> && !long_double_is_wide()) roundings *= 1 + roundings;
  return roundings * static_cast<long double>(std::numeric_limits<Real<T>>::epsilon());
}
// How far it is. In double, for hypotl leaves the range of valgrind's long double.
template <class T>
double distance(T got, Wide<T> expected) {
  using Narrow = std::conditional_t<kComplex<T>, C64, double>;
  return std::abs(static_cast<Narrow>(wide(got) - expected));
}

}  // namespace gk::test

// The header leaves these to the caller's complex type. clang remarks that C has no such type; it is returned alike.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif
extern "C" {
gk::test::C32 cdotu_(const int *, const gk::test::C32 *, const int *, const gk::test::C32 *, const int *);
gk::test::C32 cdotc_(const int *, const gk::test::C32 *, const int *, const gk::test::C32 *, const int *);
gk::test::C64 zdotu_(const int *, const gk::test::C64 *, const int *, const gk::test::C64 *, const int *);
gk::test::C64 zdotc_(const int *, const gk::test::C64 *, const int *, const gk::test::C64 *, const int *);
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif

namespace gk::test {

// How C passes a scalar: complex ones by address.
inline float by_c(const float &x) { return x; }
inline double by_c(const double &x) { return x; }
template <class R>
const void *by_c(const std::complex<R> &x) {
  return &x;
}

template <class T>
struct Blas;

#define GK_COMMON(p, T)                                                                              \
  static void axpy(bool c, int n, T a, const T *x, int ix, T *y, int iy) {                           \
    c ? cblas_##p##axpy(n, by_c(a), x, ix, y, iy) : p##axpy_(&n, &a, x, &ix, y, &iy);                \
  }                                                                                                  \
  static void axpby(bool c, int n, T a, const T *x, int ix, T b, T *y, int iy) {                     \
    c ? cblas_##p##axpby(n, by_c(a), x, ix, by_c(b), y, iy) : p##axpby_(&n, &a, x, &ix, &b, y, &iy); \
  }                                                                                                  \
  static void copy(bool c, int n, const T *x, int ix, T *y, int iy) {                                \
    c ? cblas_##p##copy(n, x, ix, y, iy) : p##copy_(&n, x, &ix, y, &iy);                             \
  }                                                                                                  \
  static void swap(bool c, int n, T *x, int ix, T *y, int iy) {                                      \
    c ? cblas_##p##swap(n, x, ix, y, iy) : p##swap_(&n, x, &ix, y, &iy);                             \
  }                                                                                                  \
  static void scal(bool c, int n, T a, T *x, int ix) {                                               \
    c ? cblas_##p##scal(n, by_c(a), x, ix) : p##scal_(&n, &a, x, &ix);                               \
  }                                                                                                  \
  static int64_t amax(bool c, int n, const T *x, int ix) {                                           \
    return c ? static_cast<int64_t>(cblas_i##p##amax(n, x, ix)) : i##p##amax_(&n, x, &ix);           \
  }
#define GK_NORM(p, r, T)                                                                 \
  static Real<T> nrm2(bool c, int n, const T *x, int ix) {                               \
    return c ? cblas_##p##nrm2(n, x, ix) : p##nrm2_(&n, x, &ix);                         \
  }                                                                                      \
  static Real<T> asum(bool c, int n, const T *x, int ix) {                               \
    return c ? cblas_##p##asum(n, x, ix) : p##asum_(&n, x, &ix);                         \
  }                                                                                      \
  static void rot(bool c, int n, T *x, int ix, T *y, int iy, Real<T> co, Real<T> si) {   \
    c ? cblas_##r##rot(n, x, ix, y, iy, co, si) : r##rot_(&n, x, &ix, y, &iy, &co, &si); \
  }
#define GK_REAL(p, T)                                                                                                  \
  template <>                                                                                                          \
  struct Blas<T> {                                                                                                     \
    GK_COMMON(p, T)                                                                                                    \
    GK_NORM(p, p, T)                                                                                                   \
    static T dot(bool c, int n, const T *x, int ix, const T *y, int iy) {                                              \
      return c ? cblas_##p##dot(n, x, ix, y, iy) : p##dot_(&n, x, &ix, y, &iy);                                        \
    }                                                                                                                  \
    static void rotm(bool c, int n, T *x, int ix, T *y, int iy, const T *h) {                                          \
      c ? cblas_##p##rotm(n, x, ix, y, iy, h) : p##rotm_(&n, x, &ix, y, &iy, h);                                       \
    }                                                                                                                  \
    static void rotg(bool c, T *a, T *b, T *co, T *si) { c ? cblas_##p##rotg(a, b, co, si) : p##rotg_(a, b, co, si); } \
    static void rotmg(bool c, T *d1, T *d2, T *x, T y, T *h) {                                                         \
      c ? cblas_##p##rotmg(d1, d2, x, y, h) : p##rotmg_(d1, d2, x, &y, h);                                             \
    }                                                                                                                  \
  }
#define GK_COMPLEX(p, norm, r, T)                                          \
  template <>                                                              \
  struct Blas<T> {                                                         \
    GK_COMMON(p, T)                                                        \
    GK_NORM(norm, r, T)                                                    \
    static T dot(bool c, int n, const T *x, int ix, const T *y, int iy) {  \
      if (!c) return p##dotu_(&n, x, &ix, y, &iy);                         \
      T sum;                                                               \
      cblas_##p##dotu_sub(n, x, ix, y, iy, &sum);                          \
      return sum;                                                          \
    }                                                                      \
    static T dotc(bool c, int n, const T *x, int ix, const T *y, int iy) { \
      if (!c) return p##dotc_(&n, x, &ix, y, &iy);                         \
      T sum;                                                               \
      cblas_##p##dotc_sub(n, x, ix, y, iy, &sum);                          \
      return sum;                                                          \
    }                                                                      \
    static void scal_real(bool c, int n, Real<T> a, T *x, int ix) {        \
      c ? cblas_##r##scal(n, a, x, ix) : r##scal_(&n, &a, x, &ix);         \
    }                                                                      \
    static void rotg(bool c, T *a, T *b, Real<T> *co, T *si) {             \
      c ? cblas_##p##rotg(a, b, co, si) : p##rotg_(a, b, co, si);          \
    }                                                                      \
  }
GK_REAL(s, float);
GK_REAL(d, double);
GK_COMPLEX(c, sc, cs, C32);
GK_COMPLEX(z, dz, zd, C64);
#undef GK_COMMON
#undef GK_NORM
#undef GK_REAL
#undef GK_COMPLEX

template <class T, class Engine>
T random_element(Engine &engine) {
  std::uniform_real_distribution<double> draw(-1, 1);
  if constexpr (kComplex<T>) {
    const auto re = static_cast<Real<T>>(draw(engine));
    return {re, static_cast<Real<T>>(draw(engine))};
  } else {
    return static_cast<T>(draw(engine));
  }
}

// A vector of n elements at increment inc that touches a forbidden page, and a model of its memory for the oracle,
// gaps included.
template <class T>
struct TestVector {
  int n, inc;
  size_t size;
  GuardedArray<T> memory;
  std::vector<Wide<T>> model;
  TestVector(int count, int increment, Edge edge, uint32_t seed)
      : n(count),
        inc(increment),
        size(count > 0 ? static_cast<size_t>(count - 1) * static_cast<size_t>(std::abs(increment)) + 1 : 0),
        memory(size, edge),
        model(size) {
    std::minstd_rand engine(seed + 1);
    for (size_t i = 0; i < size; ++i) model[i] = wide(memory[i] = random_element<T>(engine));
  }
  T *data() { return memory.data(); }
  size_t place(int i) const { return static_cast<size_t>(inc < 0 ? (i - n + 1) * inc : i * inc); }
  Wide<T> &operator[](int i) { return model[place(i)]; }
  // Whether the memory is the model, but for so many roundings of numbers of the model's size, which is about 1.
  bool matches(double roundings) {
    const long double most = allowed<T>(roundings);
    for (size_t i = 0; i < size; ++i) {
      if (!(distance(memory[i], model[i]) <= most * (1 + std::abs(model[i])))) return false;
    }
    return true;
  }
};

}  // namespace gk::test
