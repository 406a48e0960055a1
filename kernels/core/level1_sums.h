// Level 1 that makes a sum of vectors.
#pragma once

#include "core/level1_chains.h"
#include "core/numbers.h"

namespace gk::kernels {
namespace {

// How terms are loaded: as they are, or doubles made of floats.
template <class O>
struct Plain {
  using All = AllLanes<O>;
  using Some = SomeLanes<O>;
  using Last = LastLanes<O>;
};
template <class O>
struct Widened {
  struct All {
    explicit All(int) {}
    [[gnu::always_inline]] auto load(const float *p) const { return Kin<O>::Widen::load_widened(p); }
  };
  struct Some {
    int count;
    explicit Some(int lanes) : count(lanes) {}
    [[gnu::always_inline]] auto load(const float *p) const { return Kin<O>::Widen::load_widened(p, count); }
  };
  using Last = Some;  // never skipped: half as many registers cross lines as it is
};

// The registers that a term is added to: one, or two of a complex product.
template <class V, int kSets>
struct Partial;
template <class V>
struct Partial<V, 1> {
  typename V::Reg u = V::zero();
  [[gnu::always_inline]] Partial joined(const Partial &o) const { return {V::add(u, o.u)}; }
};
template <class V>
struct Partial<V, 2> {
  typename V::Reg u = V::zero(), v = V::zero();
  [[gnu::always_inline]] Partial joined(const Partial &o) const { return {V::add(u, o.u), V::add(v, o.v)}; }
};

// Sums of n terms: step(lanes, i, p) adds the terms from i on to p, register r of them to chain r % kChains. The first
// register may begin `skipped` lanes before the first term for the sake of alignment. The bits do not depend on it:
// every lane of every chain still gets the same terms in the same order, only turned around by so many lanes, and since
// chains, then lanes, are added by halves, pairs stay pairs.
template <class V, int kSets, int kChains>
struct InChains {
  using Sum = Partial<V, kSets>;
  static constexpr int kLanes = V::kLanes;
  static constexpr int64_t kRound = int64_t{kLanes} * kChains;

  template <class Operand, class Step>
  [[gnu::always_inline]] static Sum run(int64_t n, int skipped, const Step &step) {
    Chains<Sum, kChains> chains;
    const typename Operand::All all(0);
    int64_t i = 0;
    if constexpr (kLanes > 1) {
      if (skipped != 0) {
        chains.first = step(typename Operand::Last(kLanes - skipped), -skipped, chains.first);
        chains.others.each([&](int u, const Sum &p)
                               __attribute__((always_inline)) { return step(all, (u + 1) * kLanes - skipped, p); });
        i = kRound - skipped;
      }
    }
    for (; i + kRound <= n; i += kRound) {
      chains.each([&](int u, const Sum &p) __attribute__((always_inline)) { return step(all, i + u * kLanes, p); });
    }
    // Less than a round is left. The next chain is always the first, and the others move up: of what is added by halves
    // it does not matter which is which.
    for (; i + kLanes <= n; i += kLanes) chains.pushed_out_by(step(all, i, chains.first));
    if (i < n) chains.first = step(typename Operand::Some(static_cast<int>(n - i)), i, chains.first);
    return chains.total();
  }

  // What is worth skipping for n terms from p on.
  template <class T>
  [[gnu::always_inline]] static int to_skip(int64_t n, const T *p) {
    if (kLanes == 1 || n < kRound) return 0;
    const int ahead = elements_ahead<sizeof(T) * kLanes>(p);
    return ahead == 0 ? 0 : kLanes - ahead;
  }
};

template <bool kFirst, class A, class B>
struct ChooseType {
  using Type = A;
};
template <class A, class B>
struct ChooseType<false, A, B> {
  using Type = B;
};
template <bool kFirst, class A, class B>
using Choose = typename ChooseType<kFirst, A, B>::Type;

template <class O>
struct Sums {
  using T = typename O::Elem;
  using R = typename Kin<O>::Part;
  using Parts = typename Kin<O>::Parts;
  using Wide = typename Kin<O>::Wide;

  static R dot(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy) {
    if (incx != kSize || incy != kSize) return both_strided<R>(n, x, incx, y, incy, dot);
    return real_dot<O, Plain<O>>(n, static_cast<const T *>(x), static_cast<const T *>(y));
  }
  static double dot_f64(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy) {
    if (incx != kSize || incy != kSize) return both_strided<double>(n, x, incx, y, incy, dot_f64);
    return real_dot<Wide, Widened<Wide>>(n, static_cast<const T *>(x), static_cast<const T *>(y));
  }
  static void dotu(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    complex_dot<false>(n, x, incx, y, incy, static_cast<T *>(sum));
  }
  static void dotc(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    complex_dot<true>(n, x, incx, y, incy, static_cast<T *>(sum));
  }
  static R asum(int64_t n, const void *x, int64_t incx) {
    if (incx != kSize) {
      return strided<R>(n, x, incx, [](int64_t count, const T *xs) { return asum(count, xs, kSize); });
    }
    return magnitudes(n, static_cast<const T *>(x));
  }
  static double sumsq(int64_t n, const void *x, int64_t incx, double scale) {
    if (incx != kSize) {
      return strided<double>(n, x, incx,
                             [scale](int64_t count, const T *xs) { return sumsq(count, xs, kSize, scale); });
    }
    const T *at = static_cast<const T *>(x);
    return scale == 1 ? squares<false>(n, at, 1) : squares<true>(n, at, scale);
  }

 private:
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int kGathered = 128;

  static void gather(int count, const T *&x, int64_t incx, T *out) {
    for (int i = 0; i < count; ++i, x = shifted(x, incx)) out[i] = *x;
  }
  // Sums of pieces made contiguous.
  template <class S, class F>
  [[gnu::noinline]] static S strided(int64_t n, const void *x0, int64_t incx, const F &sum_of) {
    const T *x = static_cast<const T *>(x0);
    S sum{};
    T xs[kGathered];
    for (int64_t i = 0; i < n; i += kGathered) {
      const int count = n - i < kGathered ? static_cast<int>(n - i) : kGathered;
      gather(count, x, incx, xs);
      sum = plus(sum, sum_of(count, xs));
    }
    return sum;
  }
  template <class S, class F>
  [[gnu::noinline]] static S both_strided(int64_t n, const void *x0, int64_t incx, const void *y0, int64_t incy,
                                          const F &dot_of) {
    const T *x = static_cast<const T *>(x0), *y = static_cast<const T *>(y0);
    S sum{};
    T xs[kGathered], ys[kGathered];
    for (int64_t i = 0; i < n; i += kGathered) {
      const int count = n - i < kGathered ? static_cast<int>(n - i) : kGathered;
      gather(count, x, incx, xs);
      gather(count, y, incy, ys);
      sum = plus(sum, dot_of(count, xs, kSize, ys, kSize));
    }
    return sum;
  }

  template <class V, class Operand>
  [[gnu::always_inline]] static typename V::Elem real_dot(int64_t n, const T *x, const T *y) {
    using Sum = InChains<V, 1, 4>;
    const auto sum = Sum::template run<Operand>(
        n, Is<Operand, Plain<V>> ? Sum::to_skip(n, x) : 0,
        [ x, y ](const auto &lanes, int64_t i, const auto &p) __attribute__((always_inline)) {
          return Partial<V, 1>{V::fma(lanes.load(x + i), lanes.load(y + i), p.u)};
        });
    return V::reduce_sum(sum.u);
  }

  template <bool kConj>
  [[gnu::always_inline]] static void complex_dot(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy,
                                                 T *sum) {
    if (incx == kSize && incy == kSize) {
      *sum = adjacent_dot<kConj>(n, static_cast<const T *>(x), static_cast<const T *>(y));
      return;
    }
    *sum = both_strided<T>(n, x, incx, y, incy, [](int64_t count, const T *xs, int64_t, const T *ys, int64_t) {
      T part;
      (kConj ? dotc : dotu)(count, xs, kSize, ys, kSize, &part);
      return part;
    });
  }
  // Parts times the same parts, and times the others.
  template <bool kConj>
  [[gnu::always_inline]] static T adjacent_dot(int64_t n, const T *x, const T *y) {
    using Sum = InChains<O, 2, 4>;
    const auto sum = Sum::template run<Plain<O>>(
        n, Sum::to_skip(n, x), [ x, y ](const auto &lanes, int64_t i, const auto &p) __attribute__((always_inline)) {
          const typename O::Reg a = O::renew(lanes.load(x + i)), b = O::renew(lanes.load(y + i));
          return Partial<O, 2>{O::fma(a, b, p.u), O::fma(a, O::exchange(b), p.v)};
        });
    const typename O::Reg sums[4] = {sum.u, sum.v, O::zero(), O::zero()};
    T out[4];
    O::reduce_sums(sums, out);
    if constexpr (kConj) return {out[0].re + out[0].im, out[1].re - out[1].im};
    return {out[0].re - out[0].im, out[1].re + out[1].im};
  }

  [[gnu::always_inline]] static R magnitudes(int64_t n, const T *x0) {
    using Sum = InChains<Parts, 1, 4>;
    const R *x = reinterpret_cast<const R *>(x0);
    const int64_t parts = n * Kin<O>::kParts;
    const auto sum = Sum::template run<Plain<Parts>>(
        parts, Sum::to_skip(parts, x), [x](const auto &lanes, int64_t i, const auto &p) __attribute__((always_inline)) {
          return Partial<Parts, 1>{Parts::add(p.u, Parts::abs(lanes.load(x + i)))};
        });
    return Parts::reduce_sum(sum.u);
  }

  template <bool kScaled>
  static double squares(int64_t n, const T *x0, double scale) {
    using Sum = InChains<Wide, 1, 8>;
    using Operand = Choose<Is<R, double>, Plain<Wide>, Widened<Wide>>;
    const R *x = reinterpret_cast<const R *>(x0);
    const int64_t parts = n * Kin<O>::kParts;
    const typename Wide::Reg factor = Wide::splat(scale);
    const auto sum = Sum::template run<Operand>(
        parts, Is<R, double> ? Sum::to_skip(parts, x) : 0,
        [=](const auto &lanes, int64_t i, const auto &p) __attribute__((always_inline)) {
          typename Wide::Reg part = lanes.load(x + i);
          if constexpr (kScaled) part = Wide::mul(part, factor);
          return Partial<Wide, 1>{Wide::fma(part, part, p.u)};
        });
    return Wide::reduce_sum(sum.u);
  }
};

}  // namespace
}  // namespace gk::kernels
