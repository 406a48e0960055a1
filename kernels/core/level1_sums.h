// Level 1 that makes a number of vectors: sums in several chains, and the largest element.
#pragma once

#include "core/level1_lanes.h"

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

// kSets sums of n terms each: step(lanes, i, sums) adds the terms from i on to registers sums[kSets], register r of
// them to chain r % kChains. The first register may begin `skipped` lanes before the first term for the sake of
// alignment. The bits do not depend on it: every lane of every chain still gets the same terms in the same order, only
// turned around by so many lanes, and since chains, then lanes, are added by halves, pairs stay pairs.
template <class V, int kSets, int kChains>
struct InChains {
  using Reg = typename V::Reg;
  static constexpr int kLanes = V::kLanes;
  static constexpr int64_t kRound = int64_t{kLanes} * kChains;

  template <class Operand, class Step>
  [[gnu::always_inline]] static void run(int64_t n, int skipped, const Step &step, Reg (&totals)[kSets]) {
    Reg chains[kChains][kSets];
#pragma GCC unroll 8
    for (int u = 0; u < kChains; ++u) {
#pragma GCC unroll 2
      for (int k = 0; k < kSets; ++k) chains[u][k] = V::zero();
    }
    const typename Operand::All all(0);
    int64_t i = 0;
    if constexpr (kLanes > 1) {
      if (skipped != 0) {
        step(typename Operand::Last(kLanes - skipped), -skipped, chains[0]);
        i = kLanes - skipped;
#pragma GCC unroll 8
        for (int u = 1; u < kChains; ++u, i += kLanes) step(all, i, chains[u]);
      }
    }
    for (; i + kRound <= n; i += kRound) {
#pragma GCC unroll 8
      for (int u = 0; u < kChains; ++u) step(all, i + u * kLanes, chains[u]);
    }
#pragma GCC unroll 8
    for (int u = 0; u < kChains; ++u, i += kLanes) {
      // No step may stand before a way out of the loop: gcc would not unroll it, and keep the chains in memory.
      if (i >= n) break;
      if (i + kLanes > n) {
        step(typename Operand::Some(static_cast<int>(n - i)), i, chains[u]);
      } else {
        step(all, i, chains[u]);
      }
    }
#pragma GCC unroll 4
    for (int half = kChains / 2; half > 0; half /= 2) {
#pragma GCC unroll 8
      for (int u = 0; u < half; ++u) {
#pragma GCC unroll 2
        for (int k = 0; k < kSets; ++k) chains[u][k] = V::add(chains[u][k], chains[u + half][k]);
      }
    }
#pragma GCC unroll 2
    for (int k = 0; k < kSets; ++k) totals[k] = chains[0][k];
  }

  // What is worth skipping for n terms from p on.
  template <class T>
  [[gnu::always_inline]] static int to_skip(int64_t n, const T *p) {
    if (kLanes == 1 || n < 8 * kLanes) return 0;
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

  static void dot(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    if (incx != kSize || incy != kSize) return both_strided<T>(n, x, incx, y, incy, sum, dot);
    if constexpr (Kin<O>::kComplex) {
      *static_cast<T *>(sum) = complex_dot<false>(n, static_cast<const T *>(x), static_cast<const T *>(y));
    } else {
      *static_cast<T *>(sum) = real_dot<O, Plain<O>>(n, static_cast<const T *>(x), static_cast<const T *>(y));
    }
  }
  static void dotc(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    if (incx != kSize || incy != kSize) return both_strided<T>(n, x, incx, y, incy, sum, dotc);
    *static_cast<T *>(sum) = complex_dot<true>(n, static_cast<const T *>(x), static_cast<const T *>(y));
  }
  static void dot_f64(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy, void *sum) {
    if (incx != kSize || incy != kSize) return both_strided<double>(n, x, incx, y, incy, sum, dot_f64);
    *static_cast<double *>(sum) =
        real_dot<Wide, Widened<Wide>>(n, static_cast<const T *>(x), static_cast<const T *>(y));
  }
  static void asum(int64_t n, const void *x, int64_t incx, void *sum) {
    if (incx != kSize) {
      *static_cast<R *>(sum) = strided<R>(n, x, incx, [](int64_t count, const T *xs) {
        R part;
        asum(count, xs, kSize, &part);
        return part;
      });
      return;
    }
    *static_cast<R *>(sum) = magnitudes(n, static_cast<const T *>(x));
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
  template <class S>
  static void accumulate(S &sum, const S &more) {
    if constexpr (requires { sum.re; }) {
      sum.re += more.re;
      sum.im += more.im;
    } else {
      sum += more;
    }
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
      accumulate(sum, sum_of(count, xs));
    }
    return sum;
  }
  template <class S>
  [[gnu::noinline]] static void both_strided(int64_t n, const void *x0, int64_t incx, const void *y0, int64_t incy,
                                             void *result,
                                             void (*dot_of)(int64_t, const void *, int64_t, const void *, int64_t,
                                                            void *)) {
    const T *x = static_cast<const T *>(x0), *y = static_cast<const T *>(y0);
    S sum{};
    T xs[kGathered], ys[kGathered];
    for (int64_t i = 0; i < n; i += kGathered) {
      const int count = n - i < kGathered ? static_cast<int>(n - i) : kGathered;
      gather(count, x, incx, xs);
      gather(count, y, incy, ys);
      S part;
      dot_of(count, xs, kSize, ys, kSize, &part);
      accumulate(sum, part);
    }
    *static_cast<S *>(result) = sum;
  }

  template <class V, class Operand>
  [[gnu::always_inline]] static typename V::Elem real_dot(int64_t n, const T *x, const T *y) {
    using Chains = InChains<V, 1, 4>;
    typename V::Reg sum[1];
    Chains::template run<Operand>(
        n, Is<Operand, Plain<V>> ? Chains::to_skip(n, x) : 0,
        [ x, y ](const auto &lanes, int64_t i, typename V::Reg(&sums)[1])
            __attribute__((always_inline)) { sums[0] = V::fma(lanes.load(x + i), lanes.load(y + i), sums[0]); },
        sum);
    return V::reduce_sum(sum[0]);
  }

  // Parts times the same parts, and times the others.
  template <bool kConj>
  [[gnu::always_inline]] static T complex_dot(int64_t n, const T *x, const T *y) {
    using Chains = InChains<O, 2, 4>;
    typename O::Reg sum[2];
    Chains::template run<Plain<O>>(
        n, Chains::to_skip(n, x),
        [ x, y ](const auto &lanes, int64_t i, typename O::Reg(&sums)[2]) __attribute__((always_inline)) {
          const typename O::Reg a = lanes.load(x + i), b = lanes.load(y + i);
          sums[0] = O::fma(a, b, sums[0]);
          sums[1] = O::fma(a, O::exchange(b), sums[1]);
        },
        sum);
    const typename O::Reg sums[4] = {sum[0], sum[1], O::zero(), O::zero()};
    T out[4];
    O::reduce_sums(sums, out);
    if constexpr (kConj) return {out[0].re + out[0].im, out[1].re - out[1].im};
    return {out[0].re - out[0].im, out[1].re + out[1].im};
  }

  [[gnu::always_inline]] static R magnitudes(int64_t n, const T *x0) {
    using Chains = InChains<Parts, 1, 4>;
    const R *x = reinterpret_cast<const R *>(x0);
    const int64_t parts = n * Kin<O>::kParts;
    typename Parts::Reg sum[1];
    Chains::template run<Plain<Parts>>(
        parts, Chains::to_skip(parts, x),
        [x](const auto &lanes, int64_t i, typename Parts::Reg(&sums)[1])
            __attribute__((always_inline)) { sums[0] = Parts::add(sums[0], Parts::abs(lanes.load(x + i))); },
        sum);
    return Parts::reduce_sum(sum[0]);
  }

  template <bool kScaled>
  static double squares(int64_t n, const T *x0, double scale) {
    using Chains = InChains<Wide, 1, 8>;
    using Operand = Choose<Is<R, double>, Plain<Wide>, Widened<Wide>>;
    const R *x = reinterpret_cast<const R *>(x0);
    const int64_t parts = n * Kin<O>::kParts;
    const typename Wide::Reg factor = Wide::splat(scale);
    typename Wide::Reg sum[1];
    Chains::template run<Operand>(
        parts, Is<R, double> ? Chains::to_skip(parts, x) : 0,
        [=](const auto &lanes, int64_t i, typename Wide::Reg(&sums)[1]) __attribute__((always_inline)) {
          typename Wide::Reg part = lanes.load(x + i);
          if constexpr (kScaled) part = Wide::mul(part, factor);
          sums[0] = Wide::fma(part, part, sums[0]);
        },
        sum);
    return Wide::reduce_sum(sum[0]);
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
  static constexpr int kChains = 4;
  static constexpr int64_t kBlock = int64_t{32} * kChains * Parts::kLanes;  // parts searched once more for the place

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
    int64_t best = -1, i = 0;
    const auto look = [&](int64_t count) {
      const R top = block_top(count, x + i, *most);
      if (top > *most) {
        *most = top;
        best = i;
      }
      i += count;
    };
    if (parts >= 64 * Parts::kLanes) {
      const int ahead = elements_ahead<sizeof(Reg)>(x);
      if (ahead % Kin<O>::kParts == 0 && ahead > 0) look(ahead);
    }
    while (i < parts) look(parts - i < kBlock ? parts - i : kBlock);
    if (best < 0) return -1;
    const int64_t at = best + first_equal(parts - best, x + best, Parts::splat(*most));
    return at < parts ? at / Kin<O>::kParts : -1;
  }
  [[gnu::always_inline]] static R block_top(int64_t parts, const R *x, R most) {
    constexpr int64_t kRound = int64_t{kChains} * Parts::kLanes;
    Reg tops[kChains];
#pragma GCC unroll 8
    for (int u = 0; u < kChains; ++u) tops[u] = Parts::splat(most);
    // Of a NaN and another, the other.
    const auto take = [&](Reg & top, Reg r) __attribute__((always_inline)) { top = Parts::max(magnitudes(r), top); };
    for (; parts >= kRound; parts -= kRound, x += kRound) {
#pragma GCC unroll 8
      for (int u = 0; u < kChains; ++u) take(tops[u], Parts::load(x + u * Parts::kLanes));
    }
#pragma GCC unroll 8
    for (int u = 0; u < kChains; ++u, parts -= Parts::kLanes, x += Parts::kLanes) {
      if (parts <= 0) break;  // nothing before it, as above
      if (parts < Parts::kLanes) {
        take(tops[u], Parts::load_masked(x, Parts::first_lanes(static_cast<int>(parts))));
      } else {
        take(tops[u], Parts::load(x));
      }
    }
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
