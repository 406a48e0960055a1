// Level 1 that writes vectors: element i of the results depends on elements i only.
#pragma once

#include "core/level1_lanes.h"
#include "core/numbers.h"

namespace gk::kernels {
namespace {

// A step takes one register, or one element, of x and of y and changes y, or both. Its constructor takes the scalars.
enum Uses : uint8_t { kReadsX = 1, kReadsY = 2, kWritesX = 4 };

template <class V>
struct Axpy : Multiplier<V> {
  static constexpr int kUses = kReadsX | kReadsY;
  using Multiplier<V>::Multiplier;
  [[gnu::always_inline]] void operator()(typename V::Reg &x, typename V::Reg &y) const { y = this->times_plus(x, y); }
};

template <class V>
struct Axpby {
  static constexpr int kUses = kReadsX | kReadsY;
  Multiplier<V> a, b;
  explicit Axpby(const typename V::Elem *scalars) : a(scalars), b(scalars + 1) {}
  [[gnu::always_inline]] void operator()(typename V::Reg &x, typename V::Reg &y) const {
    y = a.times_plus(x, b.times(y));
  }
};

template <class V>
struct Product : Multiplier<V> {
  static constexpr int kUses = kReadsX;
  using Multiplier<V>::Multiplier;
  [[gnu::always_inline]] void operator()(typename V::Reg &x, typename V::Reg &y) const { y = this->times(x); }
};

template <class V>
struct Scal : Multiplier<V> {
  static constexpr int kUses = kReadsY;
  using Multiplier<V>::Multiplier;
  [[gnu::always_inline]] void operator()(typename V::Reg &, typename V::Reg &y) const { y = this->times(y); }
};

template <class V>
struct ScalReal {
  static constexpr int kUses = kReadsY;
  typename V::Reg a;
  template <class R>
  explicit ScalReal(const R *alpha) : a(splat_real<V>(*alpha)) {}
  [[gnu::always_inline]] void operator()(typename V::Reg &, typename V::Reg &y) const { y = V::mul(y, a); }
};

template <class V>
struct Zero {
  static constexpr int kUses = 0;
  explicit Zero(const void *) {}
  [[gnu::always_inline]] void operator()(typename V::Reg &, typename V::Reg &y) const { y = V::zero(); }
};

template <class V>
struct Copy {
  static constexpr int kUses = kReadsX;
  explicit Copy(const void *) {}
  [[gnu::always_inline]] void operator()(typename V::Reg &x, typename V::Reg &y) const { y = x; }
};

template <class V>
struct Swap {
  static constexpr int kUses = kReadsX | kReadsY | kWritesX;
  explicit Swap(const void *) {}
  [[gnu::always_inline]] void operator()(typename V::Reg &x, typename V::Reg &y) const {
    const typename V::Reg kept = x;
    x = y;
    y = kept;
  }
};

// x, y <- h[0]*x + h[2]*y, h[1]*x + h[3]*y. Products with the ones of a rotation's special forms are exact.
template <class V>
struct Rotation {
  static constexpr int kUses = kReadsX | kReadsY | kWritesX;
  typename V::Reg xx, yx, xy, yy;
  template <class R>
  explicit Rotation(const R *h)
      : xx(splat_real<V>(h[0])), yx(splat_real<V>(h[1])), xy(splat_real<V>(h[2])), yy(splat_real<V>(h[3])) {}
  [[gnu::always_inline]] void operator()(typename V::Reg &x, typename V::Reg &y) const {
    const typename V::Reg turned = V::fma(y, xy, V::mul(x, xx));
    y = V::fma(x, yx, V::mul(y, yy));
    x = turned;
  }
};

template <class O>
struct Maps {
  using T = typename O::Elem;
  using R = typename Kin<O>::Part;
  using Parts = typename Kin<O>::Parts;

  static void axpy(int64_t n, const void *alpha, const void *x, int64_t incx, void *y, int64_t incy) {
    run<Axpy>(n, static_cast<const T *>(alpha), x, incx, y, incy);
  }
  static void axpby(int64_t n, const void *scalars, const void *x, int64_t incx, void *y, int64_t incy) {
    const T *a = static_cast<const T *>(scalars);
    const bool no_x = is_number(a[0], 0), no_y = is_number(a[1], 0);
    if (no_x && no_y) return run_parts<Zero>(n, a, y, incy, y, incy);
    if (no_x) return run<Scal>(n, a + 1, y, incy, y, incy);
    if (no_y) return run<Product>(n, a, x, incx, y, incy);
    run<Axpby>(n, a, x, incx, y, incy);
  }
  static void scal(int64_t n, const void *alpha, void *x, int64_t incx) {
    run<Scal>(n, static_cast<const T *>(alpha), x, incx, x, incx);
  }
  static void scal_real(int64_t n, const void *alpha, void *x, int64_t incx) {
    run_parts<ScalReal>(n, static_cast<const R *>(alpha), x, incx, x, incx);
  }
  static void copy(int64_t n, const void *x, int64_t incx, void *y, int64_t incy) {
    run_parts<Copy>(n, static_cast<const R *>(nullptr), x, incx, y, incy);
  }
  static void swap(int64_t n, void *x, int64_t incx, void *y, int64_t incy) {
    run_parts<Swap>(n, static_cast<const R *>(nullptr), x, incx, y, incy);
  }
  static void rot(int64_t n, const void *cs, void *x, int64_t incx, void *y, int64_t incy) {
    const R c = static_cast<const R *>(cs)[0], s = static_cast<const R *>(cs)[1], h[4] = {c, -s, s, c};
    run_parts<Rotation>(n, h, x, incx, y, incy);
  }
  static void rotm(int64_t n, const void *h, void *x, int64_t incx, void *y, int64_t incy) {
    run_parts<Rotation>(n, static_cast<const R *>(h), x, incx, y, incy);
  }

 private:
  static constexpr int64_t kSize = sizeof(T);
  static constexpr int kLine = 64;

  template <template <class> class Step, class A>
  [[gnu::always_inline]] static void run(int64_t n, const A *scalars, const void *x, int64_t incx, void *y,
                                         int64_t incy) {
    if (incx == kSize && incy == kSize) return contiguous<Step, O>(n, scalars, x, y);
    strided(n, Step<One<O>>(scalars), x, incx, y, incy);
  }

  // Steps that take no notice of what parts belong together.
  template <template <class> class Step, class A>
  [[gnu::always_inline]] static void run_parts(int64_t n, const A *scalars, const void *x, int64_t incx, void *y,
                                               int64_t incy) {
    if (incx == kSize && incy == kSize) {
      return contiguous<Step, Parts>(n * Kin<O>::kParts, scalars, x, y);
    }
    strided(n, Step<One<O>>(scalars), x, incx, y, incy);
  }

  template <class Step>
  static void strided(int64_t n, const Step &step, const void *x0, int64_t incx, void *y0, int64_t incy) {
    const T *x = static_cast<const T *>(x0);
    T *y = static_cast<T *>(y0);
    for (int64_t i = 0; i < n; ++i, x = shifted(x, incx), y = shifted(y, incy)) single(step, x, y);
  }
  template <class Step, class E>
  [[gnu::always_inline]] static void single(const Step &step, const E *x, E *y) {
    constexpr int kUses = Step::kUses;
    E a{}, b{};
    if constexpr ((kUses & kReadsX) != 0) a = *x;
    if constexpr ((kUses & kReadsY) != 0) b = *y;
    step(a, b);
    if constexpr ((kUses & kWritesX) != 0) *const_cast<E *>(x) = a;
    *y = b;
  }

  template <class V, int kCount, class Step, class Lanes>
  [[gnu::always_inline]] static void group(const Step &step, const typename V::Elem *x, typename V::Elem *y,
                                           const Lanes &lanes) {
    constexpr int kUses = Step::kUses;
    typename V::Reg a[kCount], b[kCount];
#pragma GCC unroll 8
    for (int u = 0; u < kCount; ++u) {
      if constexpr ((kUses & kReadsX) != 0) a[u] = lanes.load(x + u * V::kLanes);
      if constexpr ((kUses & kReadsY) != 0) b[u] = lanes.load(y + u * V::kLanes);
    }
#pragma GCC unroll 8
    for (int u = 0; u < kCount; ++u) step(a[u], b[u]);
#pragma GCC unroll 8
    for (int u = 0; u < kCount; ++u) {
      if constexpr ((kUses & kWritesX) != 0) lanes.store(const_cast<typename V::Elem *>(x) + u * V::kLanes, a[u]);
      lanes.store(y + u * V::kLanes, b[u]);
    }
  }

  // Registers as long as a cache line cross one at each access, unless the vector begins at a line. Long vectors are
  // worth a few elements up to there; short ones are taken by halves of a register, of which every other one does not.
  template <template <class> class Step, class V, class A>
  [[gnu::always_inline]] static void contiguous(int64_t n, const A *scalars, const void *x0, void *y0) {
    constexpr int kUnroll = 4;
    constexpr int64_t kLanes = V::kLanes, kLong = 32 * kLanes;
    if constexpr (sizeof(typename V::Reg) == kLine && HalfOf<V>::kExists) {
      if (n < kLong && reinterpret_cast<uintptr_t>(y0) % kLine != 0)
        return contiguous<Step, typename HalfOf<V>::Type>(n, scalars, x0, y0);
    }
    const Step<V> step(scalars);
    const auto *x = static_cast<const typename V::Elem *>(x0);
    auto *y = static_cast<typename V::Elem *>(y0);
    if (kLanes > 1 && n >= kLong) {
      if (const int ahead = elements_ahead<sizeof(typename V::Reg)>(y); ahead > 0) {
        group<V, 1>(step, x, y, SomeLanes<V>(ahead));
        x += ahead, y += ahead, n -= ahead;
      }
    }
    for (; n >= kUnroll * kLanes; n -= kUnroll * kLanes, x += kUnroll * kLanes, y += kUnroll * kLanes)
      group<V, kUnroll>(step, x, y, AllLanes<V>(0));
    for (; n >= kLanes; n -= kLanes, x += kLanes, y += kLanes) group<V, 1>(step, x, y, AllLanes<V>(0));
    if (n > 0) rest<Step, V>(static_cast<int>(n), scalars, x, y);
  }
  // Fewer elements than a register has, by halves of it: who reads a vector again that a masked store has just changed
  // waits until the cache has it (100 floats scaled on Zen 4: 1.5 times the time).
  template <template <class> class Step, class V, class A>
  [[gnu::always_inline]] static void rest(int n, const A *scalars, const typename V::Elem *x, typename V::Elem *y) {
    if constexpr (!HalfOf<V>::kExists) {
      group<V, 1>(Step<V>(scalars), x, y, SomeLanes<V>(n));
    } else {
      in_halves<Step, V>(n, scalars, x, y);
    }
  }
  template <template <class> class Step, class V, class A>
  [[gnu::always_inline]] static void in_halves(int n, const A *scalars, const typename V::Elem *x,
                                               typename V::Elem *y) {
    if constexpr (V::kLanes == 2 || !HalfOf<V>::kExists) {
      // One, or two or three floats.
      const Step<One<V>> step(scalars);
      for (; n > 0; --n, ++x, ++y) single(step, x, y);
    } else {
      using H = typename HalfOf<V>::Type;
      if (n >= H::kLanes) {
        group<H, 1>(Step<H>(scalars), x, y, AllLanes<H>(0));
        x += H::kLanes, y += H::kLanes, n -= H::kLanes;
      }
      if (n > 0) in_halves<Step, H>(n, scalars, x, y);
    }
  }
};

}  // namespace
}  // namespace gk::kernels
