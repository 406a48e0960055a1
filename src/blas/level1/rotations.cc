// rot, rotm and what they are made of: rotg, rotmg.
#include "blas/level1/level1.h"

namespace {

using gk::blas::Int;
using gk::blas::level1;
using gk::blas::over;
using gk::blas::RealOf;

double magnitude(double x) { return __builtin_fabs(x); }
float magnitude(float x) { return __builtin_fabsf(x); }
double root(double x) { return __builtin_sqrt(x); }
float root(float x) { return __builtin_sqrtf(x); }

template <class T>
void rot(int64_t n, T *x, int64_t incx, T *y, int64_t incy, RealOf<T> c, RealOf<T> s) {
  if (n <= 0) return;
  const RealOf<T> cs[2] = {c, s};
  over(n, x, incx, y, incy, [=, run = level1<T>().rot](int64_t count, T *xs, int64_t ix, T *ys, int64_t iy) {
    run(count, cs, xs, ix, ys, iy);
  });
}

// param: the form of H, then h11, h21, h12, h22, of which the form decides which are used.
template <class T>
void rotm(int64_t n, T *x, int64_t incx, T *y, int64_t incy, const T *param) {
  const T form = param[0];
  if (n <= 0 || form == -2) return;
  T h[4] = {param[1], param[2], param[3], param[4]};
  if (form == 0) h[0] = h[3] = 1;
  if (form > 0) {
    h[1] = -1;
    h[2] = 1;
  }
  over(n, x, incx, y, incy, [=, run = level1<T>().rotm](int64_t count, T *xs, int64_t ix, T *ys, int64_t iy) {
    run(count, h, xs, ix, ys, iy);
  });
}

// Scaled by the larger number so that squares neither overflow nor vanish (E. Anderson, "Algorithm 978: Safe Scaling in
// the Level 1 BLAS", 2017, as the reference).
template <class T>
void rotg(T *a, T *b, T *c, T *s) {
  constexpr T kSmallest = sizeof(T) == 4 ? T(0x1p-126F) : T(0x1p-1022), kLargest = 1 / kSmallest;
  const T size_a = magnitude(*a), size_b = magnitude(*b);
  if (size_b == 0) {
    *c = 1;
    *s = *b = 0;
    return;
  }
  if (size_a == 0) {
    *c = 0;
    *s = 1;
    *a = *b;
    *b = 1;
    return;
  }
  T unit = size_a > size_b ? size_a : size_b;
  if (unit < kSmallest) unit = kSmallest;
  if (unit > kLargest) unit = kLargest;
  const bool a_larger = size_a > size_b, negative = (a_larger ? *a : *b) < 0;
  const T ra = *a / unit, rb = *b / unit, size = root(ra * ra + rb * rb), length = negative ? -size : size;
  *c = ra / length;  // more accurate than a / r where r is subnormal
  *s = rb / length;
  *b = a_larger ? *s : *c != 0 ? 1 / *c : T(1);
  *a = unit * length;
}

// A complex number as m * 2^exponent, the larger part of m being in [1, 2).
struct Scaled {
  double re, im;
  int exponent;
  double square() const { return re * re + im * im; }
};

// 2^n; 0 from where it makes no difference to a sum with 1.
double power(int n) {
  if (n < -1022) return 0;
  return __builtin_bit_cast(double, static_cast<uint64_t>(n + 1023) << 52);
}
// x * 2^n in two steps, neither of which is out of range when the result is not.
double scale(double x, int n) {
  const int half = n / 2;
  return x * power(half) * power(n - half);
}
int exponent_of(double x) {
  const auto field = [](double v) { return static_cast<int>(__builtin_bit_cast(uint64_t, v) >> 52 & 0x7ff); };
  if (field(x) == 0) return field(x * 0x1p+64) - 64 - 1023;
  return field(x) == 0x7ff ? 1023 : field(x) - 1023;  // of infinities and NaNs: leaves them what they are
}
template <class T>
Scaled scaled(const T &x) {
  const double re = static_cast<double>(x.re), im = static_cast<double>(x.im);
  const int exponent = exponent_of(magnitude(re) > magnitude(im) ? magnitude(re) : magnitude(im));
  return {scale(re, -exponent), scale(im, -exponent), exponent};
}
template <class T>
bool is_zero(const T &x) {
  return x.re == 0 && x.im == 0;
}

// c = |a| / h, s = sgn(a) * conj(b) / h, a <- sgn(a) * h with h^2 = |a|^2 + |b|^2. Both numbers have a power of two of
// their own, so nothing overflows or vanishes that does not in the result.
template <class T>
void complex_rotg(T *a, const T *b, RealOf<T> *c, T *s) {
  using R = RealOf<T>;
  if (is_zero(*b)) {
    *c = 1;
    *s = T{0, 0};
    return;
  }
  const Scaled g = scaled(*b);
  if (is_zero(*a)) {
    const double size = root(g.square());
    *c = 0;
    *s = {static_cast<R>(g.re / size), static_cast<R>(-g.im / size)};
    *a = {static_cast<R>(scale(size, g.exponent)), 0};
    return;
  }
  const Scaled f = scaled(*a);
  const int larger = f.exponent > g.exponent ? f.exponent : g.exponent;
  const double of_f = power(f.exponent - larger), of_g = power(g.exponent - larger);
  const double f2 = f.square(), h2 = f2 * of_f * of_f + g.square() * of_g * of_g;
  const double both = root(f2 * h2), stretch = root(h2 / f2);
  *c = static_cast<R>(scale(root(f2 / h2), f.exponent - larger));
  *s = {static_cast<R>(scale((g.re * f.re + g.im * f.im) / both, g.exponent - larger)),
        static_cast<R>(scale((g.re * f.im - g.im * f.re) / both, g.exponent - larger))};
  *a = {static_cast<R>(scale(f.re * stretch, larger)), static_cast<R>(scale(f.im * stretch, larger))};
}

// H in the making: rows scaled by powers of 4096 lose their special form.
template <class T>
struct Modified {
  T form, h11, h21, h12, h22;

  void zero() {
    form = -1;
    h11 = h21 = h12 = h22 = 0;
  }
  void generalise() {
    if (form == 0) h11 = h22 = 1;
    if (form > 0) {
      h21 = -1;
      h12 = 1;
    }
    form = -1;
  }
};

// Brings d into (4096^-2, 4096^2), and multiplies by what undoes that.
template <class T, class Undo>
void rescale(T *d, Modified<T> *h, const Undo &multiply_row) {
  constexpr T kStep = 4096, kSquare = kStep * kStep;
  if (*d == 0) return;
  while (magnitude(*d) <= 1 / kSquare || magnitude(*d) >= kSquare) {
    const bool grow = magnitude(*d) <= 1 / kSquare;
    h->generalise();
    *d = grow ? *d * kSquare : *d / kSquare;
    multiply_row(grow ? 1 / kStep : kStep);
    if (*d - *d != 0) return;  // infinite: no scaling helps
  }
}

// param[0] is the form of H; those of its numbers that the form implies are not stored.
template <class T>
void rotmg(T *d1, T *d2, T *x1, T y1, T *param) {
  Modified<T> h{};
  const auto give_zero = [&] {
    h.zero();
    *d1 = *d2 = *x1 = 0;
  };
  if (*d1 < 0) {
    give_zero();
  } else {
    const T p2 = *d2 * y1;
    if (p2 == 0) {
      param[0] = -2;
      return;
    }
    const T p1 = *d1 * *x1, q2 = p2 * y1, q1 = p1 * *x1;
    if (magnitude(q1) > magnitude(q2)) {
      h.h21 = -y1 / *x1;
      h.h12 = p2 / p1;
      const T u = 1 - h.h12 * h.h21;
      if (u > 0) {
        *d1 /= u;
        *d2 /= u;
        *x1 *= u;
      } else {  // by rounding only
        give_zero();
      }
    } else if (q2 < 0) {
      give_zero();
    } else {
      h.form = 1;
      h.h11 = p1 / p2;
      h.h22 = *x1 / y1;
      const T u = 1 + h.h11 * h.h22, first = *d2 / u;
      *d2 = *d1 / u;
      *d1 = first;
      *x1 = y1 * u;
    }
    rescale(d1, &h, [&](T by) {
      *x1 *= by;
      h.h11 *= by;
      h.h12 *= by;
    });
    rescale(d2, &h, [&](T by) {
      h.h21 *= by;
      h.h22 *= by;
    });
  }
  param[0] = h.form;
  if (h.form != 0) {
    param[1] = h.h11;
    param[4] = h.h22;
  }
  if (h.form <= 0) {
    param[2] = h.h21;
    param[3] = h.h12;
  }
}

}  // namespace

#define GK_REAL(p, T)                                                                                           \
  GK_FORTRAN(void, p##rot)                                                                                      \
  (const Int *n, T *x, const Int *incx, T *y, const Int *incy, const T *c, const T *s) {                        \
    rot(*n, x, *incx, y, *incy, *c, *s);                                                                        \
  }                                                                                                             \
  GK_CBLAS(void, p##rot)(Int n, T * x, Int incx, T * y, Int incy, T c, T s) { rot(n, x, incx, y, incy, c, s); } \
  GK_FORTRAN(void, p##rotm)(const Int *n, T *x, const Int *incx, T *y, const Int *incy, const T *param) {       \
    rotm(*n, x, *incx, y, *incy, param);                                                                        \
  }                                                                                                             \
  GK_CBLAS(void, p##rotm)(Int n, T * x, Int incx, T * y, Int incy, const T *param) {                            \
    rotm(n, x, incx, y, incy, param);                                                                           \
  }                                                                                                             \
  GK_FORTRAN(void, p##rotg)(T * a, T * b, T * c, T * s) { rotg(a, b, c, s); }                                   \
  GK_CBLAS(void, p##rotg)(T * a, T * b, T * c, T * s) { rotg(a, b, c, s); }                                     \
  GK_FORTRAN(void, p##rotmg)(T * d1, T * d2, T * x1, const T *y1, T *param) { rotmg(d1, d2, x1, *y1, param); }  \
  GK_CBLAS(void, p##rotmg)(T * d1, T * d2, T * x1, T y1, T * param) { rotmg(d1, d2, x1, y1, param); }

#define GK_COMPLEX(p, r, T)                                                                              \
  GK_FORTRAN(void, p##r##rot)                                                                            \
  (const Int *n, T *x, const Int *incx, T *y, const Int *incy, const RealOf<T> *c, const RealOf<T> *s) { \
    rot(*n, x, *incx, y, *incy, *c, *s);                                                                 \
  }                                                                                                      \
  GK_CBLAS(void, p##r##rot)(Int n, void *x, Int incx, void *y, Int incy, RealOf<T> c, RealOf<T> s) {     \
    rot(n, static_cast<T *>(x), incx, static_cast<T *>(y), incy, c, s);                                  \
  }                                                                                                      \
  GK_FORTRAN(void, p##rotg)(T * a, const T *b, RealOf<T> *c, T *s) { complex_rotg(a, b, c, s); }         \
  GK_CBLAS(void, p##rotg)(void *a, void *b, RealOf<T> *c, void *s) {                                     \
    complex_rotg(static_cast<T *>(a), static_cast<const T *>(b), c, static_cast<T *>(s));                \
  }

GK_REAL(s, float)
GK_REAL(d, double)
GK_COMPLEX(c, s, gemmkit_c32)
GK_COMPLEX(z, d, gemmkit_c64)

#undef GK_REAL
#undef GK_COMPLEX
