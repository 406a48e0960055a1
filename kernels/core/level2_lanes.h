// What the level 2 kernels are written in, alike for real and complex elements: products of vectors with factors and
// with each other.
#pragma once

#include "core/complex_update.h"
#include "core/level1_lanes.h"
#include "core/numbers.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

template <class O>
struct Lanes {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  // Columns per pass: as many as their factors and sums leave registers for.
  static constexpr int kColumns = 8, kRows = 8, kBoth = sizeof(Reg) < 64 ? 4 : 8, kUpdate = kBoth;

  // x * factor, for a vector that many factors multiply.
  struct Vector {
    Reg x;
  };
  struct Factor {
    Reg f;
  };
  [[gnu::always_inline]] static Vector vector(Reg x) { return {x}; }
  [[gnu::always_inline]] static Factor factor(T f, bool) { return {O::splat(f)}; }
  [[gnu::always_inline]] static Reg fma(const Vector &x, const Factor &f, Reg to) { return O::fma(x.x, f.f, to); }
  [[gnu::always_inline]] static T fma_element(T x, T f, bool, T to) { return One<O>::fma(x, f, to); }

  // Sums of columns times factors.
  struct Signs {
    explicit Signs(bool) {}
  };
  struct Sum {
    Reg p;
  };
  struct Times {
    Reg f;
  };
  [[gnu::always_inline]] static Reg loaded(Reg a) { return a; }
  [[gnu::always_inline]] static Times times_of(T f) { return {O::splat(f)}; }
  [[gnu::always_inline]] static Sum begin(Reg y, const Signs &) { return {y}; }
  [[gnu::always_inline]] static void add(Reg a, const Times &f, Sum &to) { to.p = O::fma(a, f.f, to.p); }
  [[gnu::always_inline]] static Reg end(const Sum &s, const Signs &) { return s.p; }

  // Dot products.
  struct Dot {
    Reg u;
  };
  [[gnu::always_inline]] static void clear(Dot &d) { d.u = O::zero(); }
  [[gnu::always_inline]] static void dot(Reg a, const Vector &x, Dot &to) { to.u = O::fma(a, x.x, to.u); }
  template <int kCount>
  [[gnu::always_inline]] static void values(const Dot (&d)[kCount], bool, T *out) {
#pragma GCC unroll 2
    for (int i = 0; i < kCount; i += 4) {
      Reg four[4];
      T sums[4];
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j) four[j] = i + j < kCount ? d[i + j].u : O::zero();
      O::reduce_sums(four, sums);
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j) {
        if (i + j < kCount) out[i + j] = sums[j];
      }
    }
  }
};

template <ComplexOps O>
struct Lanes<O> {
  using T = typename O::Elem;
  using R = typename O::Part;
  using Reg = typename O::Reg;
  static constexpr bool kWide = sizeof(Reg) == 64;
  static constexpr int kColumns = kWide ? 8 : 4, kRows = 4, kBoth = kWide ? 4 : 2, kUpdate = 4;

  struct Vector {
    Reg x, exchanged;
  };
  struct Factor {
    Reg f, g;
  };
  [[gnu::always_inline]] static Vector vector(Reg x) { return {x, O::exchange(x)}; }
  // Conjugating x changes signs of the factor.
  [[gnu::always_inline]] static Factor factor(T f, bool conj) {
    const T re{f.re, conj ? -f.re : f.re}, im{conj ? f.im : -f.im, f.im};
    return {O::splat(&re), O::splat(&im)};
  }
  [[gnu::always_inline]] static Reg fma(const Vector &x, const Factor &f, Reg to) {
    return O::fma(x.exchanged, f.g, O::fma(x.x, f.f, to));
  }
  [[gnu::always_inline]] static T fma_element(T x, T f, bool conj, T to) {
    using V = One<O>;
    const T re{f.re, conj ? -f.re : f.re}, im{conj ? f.im : -f.im, f.im};
    return V::fma(V::exchange(x), im, V::fma(x, re, to));
  }

  // As in complex_update.h: the sums of a * re(f) and of a * im(f).
  struct Signs {
    Reg p, q;
    explicit Signs(bool conj)
        : p(O::splat(&kSigns<R>[conj ? GK_CONJ_A : 0].p)), q(O::splat(&kSigns<R>[conj ? GK_CONJ_A : 0].q)) {}
  };
  struct Sum {
    Reg p, q;
  };
  struct Times {
    Reg re, im;
  };
  // Used twice, and not to be loaded twice for that.
  [[gnu::always_inline]] static Reg loaded(Reg a) { return O::renew(a); }
  [[gnu::always_inline]] static Times times_of(T f) { return {O::splat_part(f.re), O::splat_part(f.im)}; }
  [[gnu::always_inline]] static Sum begin(Reg y, const Signs &s) { return {O::mul(y, s.p), O::zero()}; }
  [[gnu::always_inline]] static void add(Reg a, const Times &f, Sum &to) {
    to.p = O::fma(a, f.re, to.p);
    to.q = O::fma(a, f.im, to.q);
  }
  [[gnu::always_inline]] static Reg end(const Sum &sum, const Signs &s) {
    return O::fma(s.q, O::exchange(sum.q), O::mul(s.p, sum.p));
  }

  // u: re re and im im, v: re im and im re.
  struct Dot {
    Reg u, v;
  };
  [[gnu::always_inline]] static void clear(Dot &d) { d.u = d.v = O::zero(); }
  [[gnu::always_inline]] static void dot(Reg a, const Vector &x, Dot &to) {
    to.u = O::fma(a, x.x, to.u);
    to.v = O::fma(a, x.exchanged, to.v);
  }
  template <int kCount>
  [[gnu::always_inline]] static void values(const Dot (&d)[kCount], bool conj, T *out) {
    const R sign = conj ? R(-1) : R(1);
#pragma GCC unroll 4
    for (int i = 0; i < kCount; i += 2) {
      const bool two = i + 1 < kCount;
      const Reg four[4] = {d[i].u, d[i].v, two ? d[two ? i + 1 : i].u : O::zero(),
                           two ? d[two ? i + 1 : i].v : O::zero()};
      T sums[4];
      O::reduce_sums(four, sums);
#pragma GCC unroll 2
      for (int j = 0; j < 2; ++j) {
        const T u = sums[2 * j], v = sums[2 * j + 1];
        if (i + j < kCount) out[i + j] = {u.re - sign * u.im, v.re + sign * v.im};
      }
    }
  }
};

}  // namespace
}  // namespace gk::kernels
