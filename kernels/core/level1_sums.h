// Level 1 that makes a number of vectors: sums in several chains, and the largest element.
#pragma once

#include "core/level1_lanes.h"

namespace gk::kernels {
namespace {

// As AllLanes and SomeLanes, for doubles made of what may be floats.
template <class O, class R>
struct AllWidened {
  explicit AllWidened(int) {}
  [[gnu::always_inline]] auto load(const R *p) const {
    if constexpr (Is<R, float>) {
      return Kin<O>::Widen::load_widened(p);
    } else {
      return O::load(p);
    }
  }
};
template <class O, class R>
struct SomeWidened {
  int count;
  explicit SomeWidened(int lanes) : count(lanes) {}
  [[gnu::always_inline]] auto load(const R *p) const {
    if constexpr (Is<R, float>) {
      return Kin<O>::Widen::load_widened(p, count);
    } else {
      return O::load_masked(p, O::first_lanes(count));
    }
  }
};

// body(chain, i, lanes) for registers from element i on, chain after chain; the last one may be incomplete.
template <int kLanes, int kChains, class All, class Some, class Body>
[[gnu::always_inline]] inline void in_chains(int64_t n, const Body &body) {
  constexpr int64_t kStep = int64_t{kLanes} * kChains;
  int64_t i = 0;
  for (; i + kStep <= n; i += kStep) {
#pragma GCC unroll 8
    for (int u = 0; u < kChains; ++u) body(u, i + u * kLanes, All(0));
  }
#pragma GCC unroll 8
  for (int u = 0; u < kChains; ++u) {
    if (i >= n) break;
    body(u, i, Some(n - i < kLanes ? static_cast<int>(n - i) : kLanes));
    i += kLanes;
  }
}

template <class O, int kChains>
[[gnu::always_inline]] inline typename O::Reg total(typename O::Reg (&chains)[kChains]) {
#pragma GCC unroll 4
  for (int half = kChains / 2; half > 0; half /= 2) {
#pragma GCC unroll 8
    for (int u = 0; u < half; ++u) chains[u] = O::add(chains[u], chains[u + half]);
  }
  return chains[0];
}

template <class O, int kChains>
[[gnu::always_inline]] inline void clear(typename O::Reg (&chains)[kChains]) {
#pragma GCC unroll 8
  for (int u = 0; u < kChains; ++u) chains[u] = O::zero();
}

template <class O>
struct Sums {
  using T = typename O::Elem;
  using R = typename Kin<O>::Part;
  using Parts = typename Kin<O>::Parts;
  using Wide = typename Kin<O>::Wide;

  static void dot(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    if constexpr (Kin<O>::kComplex) {
      *static_cast<T *>(sum) = both<T>(n, x, incx, y, incy, complex_dot<false>);
    } else {
      *static_cast<T *>(sum) = both<T>(n, x, incx, y, incy, real_dot<O, AllLanes<O>, SomeLanes<O>>);
    }
  }
  static void dotc(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    *static_cast<T *>(sum) = both<T>(n, x, incx, y, incy, complex_dot<true>);
  }
  static void dot_f64(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    *static_cast<double *>(sum) =
        both<double>(n, x, incx, y, incy, real_dot<Wide, AllWidened<Wide, T>, SomeWidened<Wide, T>>);
  }
  static void asum(int64_t n, const void *x, int64_t incx, void *sum) {
    *static_cast<R *>(sum) = one<R>(n, x, incx, magnitudes);
  }
  static double sumsq(int64_t n, const void *x, int64_t incx, double scale) {
    if (scale == 1)
      return one<double>(n, x, incx, [](int64_t count, const T *at) { return squares<false>(count, at, 1); });
    return one<double>(n, x, incx, [scale](int64_t count, const T *at) { return squares<true>(count, at, scale); });
  }

 private:
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int kGathered = 128;

  static void gather(int count, const T *&x, int64_t incx, T *out) {
    for (int i = 0; i < count; ++i, x = shifted(x, incx)) out[i] = *x;
  }
  template <class S>
  static void accumulate(S &sum, const S &more) {
    if constexpr (requires { sum.re; }) {
      sum.re += more.re;
      sum.im += more.im;
    } else {
      sum += more;
    }
  }

  // f(count, x) of contiguous pieces.
  template <class S, class F>
  static S one(int64_t n, const void *x0, int64_t incx, const F &f) {
    const T *x = static_cast<const T *>(x0);
    if (incx == kSize) return f(n, x);
    S sum{};
    T xs[kGathered];
    for (int64_t i = 0; i < n; i += kGathered) {
      const int count = n - i < kGathered ? static_cast<int>(n - i) : kGathered;
      gather(count, x, incx, xs);
      accumulate(sum, f(count, xs));
    }
    return sum;
  }
  template <class S, class F>
  static S both(int64_t n, const void *x0, int64_t incx, const void *y0, int64_t incy, const F &f) {
    const T *x = static_cast<const T *>(x0), *y = static_cast<const T *>(y0);
    if (incx == kSize && incy == kSize) return f(n, x, y);
    S sum{};
    T xs[kGathered], ys[kGathered];
    for (int64_t i = 0; i < n; i += kGathered) {
      const int count = n - i < kGathered ? static_cast<int>(n - i) : kGathered;
      gather(count, x, incx, xs);
      gather(count, y, incy, ys);
      accumulate(sum, f(count, xs, ys));
    }
    return sum;
  }

  template <class V, class All, class Some>
  static typename V::Elem real_dot(int64_t n, const T *x, const T *y) {
    typename V::Reg sums[8];
    clear<V>(sums);
    in_chains<V::kLanes, 8, All, Some>(
        n, [&](int u, int64_t i, const auto &lanes)
               __attribute__((always_inline)) { sums[u] = V::fma(lanes.load(x + i), lanes.load(y + i), sums[u]); });
    return V::reduce_sum(total<V>(sums));
  }

  // Parts times the same parts, and times the others.
  template <bool kConj>
  static T complex_dot(int64_t n, const T *x, const T *y) {
    typename O::Reg same[4], cross[4];
    clear<O>(same);
    clear<O>(cross);
    in_chains<O::kLanes, 4, AllLanes<O>, SomeLanes<O>>(
        n, [&](int u, int64_t i, const auto &lanes) __attribute__((always_inline)) {
          const typename O::Reg a = lanes.load(x + i), b = lanes.load(y + i);
          same[u] = O::fma(a, b, same[u]);
          cross[u] = O::fma(a, O::exchange(b), cross[u]);
        });
    const typename O::Reg sums[4] = {total<O>(same), total<O>(cross), O::zero(), O::zero()};
    T out[4];
    O::reduce_sums(sums, out);
    if constexpr (kConj) return {out[0].re + out[0].im, out[1].re - out[1].im};
    return {out[0].re - out[0].im, out[1].re + out[1].im};
  }

  static R magnitudes(int64_t n, const T *x0) {
    const R *x = reinterpret_cast<const R *>(x0);
    typename Parts::Reg sums[8];
    clear<Parts>(sums);
    in_chains<Parts::kLanes, 8, AllLanes<Parts>, SomeLanes<Parts>>(
        n * Kin<O>::kParts, [&](int u, int64_t i, const auto &lanes) __attribute__((always_inline)) {
          sums[u] = Parts::add(sums[u], Parts::abs(lanes.load(x + i)));
        });
    return Parts::reduce_sum(total<Parts>(sums));
  }

  template <bool kScaled>
  static double squares(int64_t n, const T *x0, double scale) {
    const R *x = reinterpret_cast<const R *>(x0);
    typename Wide::Reg sums[8];
    clear<Wide>(sums);
    const typename Wide::Reg factor = Wide::splat(scale);
    in_chains<Wide::kLanes, 8, AllWidened<Wide, R>, SomeWidened<Wide, R>>(
        n * Kin<O>::kParts, [&](int u, int64_t i, const auto &lanes) __attribute__((always_inline)) {
          typename Wide::Reg part = lanes.load(x + i);
          if constexpr (kScaled) part = Wide::mul(part, factor);
          sums[u] = Wide::fma(part, part, sums[u]);
        });
    return Wide::reduce_sum(total<Wide>(sums));
  }
};

template <class O>
struct Largest {
  using T = typename O::Elem;
  using R = typename Kin<O>::Part;
  using Parts = typename Kin<O>::Parts;
  using Find = typename Kin<O>::Find;
  using Reg = typename Parts::Reg;

  static int64_t run(int64_t n, const void *x0, int64_t incx, void *largest) {
    const T *x = static_cast<const T *>(x0);
    R most = *static_cast<const R *>(largest);
    int64_t at = -1;
    if (incx != static_cast<int64_t>(sizeof(T)) || Parts::kLanes == 1) {
      for (int64_t i = 0; i < n; ++i, x = shifted(x, incx)) {
        const R size = magnitude(*x);
        if (size > most) {
          most = size;
          at = i;
        }
      }
    } else {
      at = contiguous(n, reinterpret_cast<const R *>(x), &most);
    }
    if (at >= 0) *static_cast<R *>(largest) = most;
    return at;
  }

 private:
  static constexpr int kChains = 8;
  static constexpr int64_t kBlock = int64_t{8} * kChains * Parts::kLanes;  // parts searched once more for the place

  static R abs(R x) {
    return Is<R, float> ? static_cast<R>(__builtin_fabsf(static_cast<float>(x)))
                        : static_cast<R>(__builtin_fabs(static_cast<double>(x)));
  }
  static R magnitude(const T &x) {
    if constexpr (Kin<O>::kComplex) {
      return abs(x.re) + abs(x.im);
    } else {
      return abs(x);
    }
  }
  // The magnitude of a complex number stands in the lanes of both its parts.
  [[gnu::always_inline]] static Reg magnitudes(Reg r) {
    r = Parts::abs(r);
    if constexpr (Kin<O>::kComplex && Parts::kLanes > 1) r = Parts::add(r, O::exchange(r));
    return r;
  }

  // Lanes that a mask leaves out are zeros after the last element: they win only where there are NaNs alone, and are
  // then found to lie beyond the end.
  static int64_t contiguous(int64_t n, const R *x, R *most) {
    const int64_t parts = n * Kin<O>::kParts;
    int64_t best = -1;
    for (int64_t i = 0; i < parts; i += kBlock) {
      const R top = block_top(parts - i < kBlock ? parts - i : kBlock, x + i, *most);
      if (top > *most) {
        *most = top;
        best = i;
      }
    }
    if (best < 0) return -1;
    const int64_t at = best + first_equal(parts - best, x + best, Parts::splat(*most));
    return at < parts ? at / Kin<O>::kParts : -1;
  }
  static R block_top(int64_t parts, const R *x, R most) {
    Reg tops[kChains];
#pragma GCC unroll 8
    for (int u = 0; u < kChains; ++u) tops[u] = Parts::splat(most);
    in_chains<Parts::kLanes, kChains, AllLanes<Parts>, SomeLanes<Parts>>(
        parts, [&](int u, int64_t i, const auto &lanes) __attribute__((always_inline)) {
          tops[u] = Parts::max(magnitudes(lanes.load(x + i)), tops[u]);  // of a NaN and another, the other
        });
#pragma GCC unroll 4
    for (int half = kChains / 2; half > 0; half /= 2) {
#pragma GCC unroll 8
      for (int u = 0; u < half; ++u) tops[u] = Parts::max(tops[u], tops[u + half]);
    }
    return Find::reduce_max(tops[0]);
  }
  static int64_t first_equal(int64_t parts, const R *x, Reg value) {
    int64_t i = 0;
    for (; i + Parts::kLanes <= parts; i += Parts::kLanes) {
      if (const uint32_t lanes = Find::equal(magnitudes(Parts::load(x + i)), value); lanes != 0) {
        return i + __builtin_ctz(lanes);
      }
    }
    if (i >= parts) return parts;
    const auto rest = Parts::first_lanes(static_cast<int>(parts - i));
    const uint32_t lanes = Find::equal(magnitudes(Parts::load_masked(x + i, rest)), value);
    return lanes != 0 ? i + __builtin_ctz(lanes) : parts;
  }
};

}  // namespace
}  // namespace gk::kernels
