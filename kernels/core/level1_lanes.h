// What the kernels on vectors share: the vocabularies around an element's, and steps written for registers and for
// single elements alike.
#pragma once

#include "simd/complex.h"
#include "simd/search.h"

namespace gk::kernels {
namespace {

// The vocabularies that belong to the one of an element.
template <class O>
struct Kin;
template <class Isa, class R>
struct Kin<Ops<Isa, R>> {
  static constexpr bool kComplex = false;
  static constexpr int kParts = 1;
  using Part = R;
  using Parts = Ops<Isa, R>;  // of the parts, as if they were elements
  using Find = Search<Isa, R>;
  using Wide = Ops<Isa, double>;
  using Widen = Search<Isa, double>;
};
template <class Isa, class R>
struct Kin<Ops<Isa, Complex<R>>> : Kin<Ops<Isa, R>> {
  static constexpr bool kComplex = true;
  static constexpr int kParts = 2;
};

// The vocabulary of half as many lanes, where there is one.
template <class O>
struct HalfOf;
template <class Isa, class T>
struct HalfOf<Ops<Isa, T>> {
  static constexpr bool kExists = !Is<typename Half<Isa>::Type, void>;
  using Type = Ops<typename Half<Isa>::Type, T>;
};

// A vocabulary of single elements for vectors that are not contiguous: it rounds as O does.
template <class O>
struct One;
template <class Isa, class R>
struct One<Ops<Isa, R>> {
  using Elem = R;
  using Reg = R;
  static Reg zero() { return 0; }
  static Reg splat(R x) { return x; }
  static Reg mul(Reg a, Reg b) { return a * b; }
  static Reg add(Reg a, Reg b) { return a + b; }
  static Reg fma(Reg a, Reg b, Reg c) {
    if constexpr (Ops<Isa, R>::kLanes == 1) return a * b + c;
    if constexpr (Is<R, float>) return __builtin_fmaf(a, b, c);
    return static_cast<R>(__builtin_fma(a, b, c));
  }
};
template <class Isa, class R>
struct One<Ops<Isa, Complex<R>>> {
  using P = One<Ops<Isa, R>>;
  using Part = R;
  using Elem = Complex<R>;
  using Reg = Elem;
  static Reg zero() { return {0, 0}; }
  static Reg splat_part(R x) { return {x, x}; }
  static Reg splat(const Elem *p) { return *p; }
  static Reg mul(Reg a, Reg b) { return {a.re * b.re, a.im * b.im}; }
  static Reg add(Reg a, Reg b) { return {a.re + b.re, a.im + b.im}; }
  static Reg fma(Reg a, Reg b, Reg c) { return {P::fma(a.re, b.re, c.re), P::fma(a.im, b.im, c.im)}; }
  static Reg exchange(Reg a) { return {a.im, a.re}; }
  static Reg renew(Reg a) { return a; }
};

template <class V>
concept OfComplex = requires {
  typename V::Part;
};

// A constant factor.
template <class V>
struct Multiplier {
  typename V::Reg a;
  explicit Multiplier(const typename V::Elem *x) : a(V::splat(*x)) {}
  [[gnu::always_inline]] auto times(typename V::Reg x) const { return V::mul(x, a); }
  [[gnu::always_inline]] auto times_plus(typename V::Reg x, typename V::Reg y) const { return V::fma(x, a, y); }
};
template <OfComplex V>
struct Multiplier<V> {
  typename V::Reg re, im;  // {re, re}, {-im, im}
  explicit Multiplier(const typename V::Elem *x) : re(V::splat_part(x->re)), im(turned(*x)) {}
  // x is used twice: not to be loaded twice for that.
  [[gnu::always_inline]] auto times(typename V::Reg loaded) const {
    const typename V::Reg x = V::renew(loaded);
    return V::fma(V::exchange(x), im, V::mul(x, re));
  }
  [[gnu::always_inline]] auto times_plus(typename V::Reg loaded, typename V::Reg y) const {
    const typename V::Reg x = V::renew(loaded);
    return V::fma(V::exchange(x), im, V::fma(x, re, y));
  }

 private:
  static typename V::Reg turned(typename V::Elem x) {
    const typename V::Elem pair = {-x.im, x.im};
    return V::splat(&pair);
  }
};

// A real number for every part.
template <class V, class R>
[[gnu::always_inline]] inline typename V::Reg splat_real(R x) {
  if constexpr (OfComplex<V>) {
    return V::splat_part(x);
  } else {
    return V::splat(x);
  }
}

// How a step loads and stores: all lanes of a register, or the first few.
template <class O>
struct AllLanes {
  explicit AllLanes(int) {}
  [[gnu::always_inline]] auto load(const typename O::Elem *p) const { return O::load(p); }
  [[gnu::always_inline]] void store(typename O::Elem *p, typename O::Reg r) const { O::store(p, r); }
};
template <class O>
struct SomeLanes {
  typename O::Mask mask;
  explicit SomeLanes(int count) : mask(O::first_lanes(count)) {}
  [[gnu::always_inline]] auto load(const typename O::Elem *p) const { return O::load_masked(p, mask); }
  [[gnu::always_inline]] void store(typename O::Elem *p, typename O::Reg r) const { O::store_masked(p, mask, r); }
};

// The last lanes of a register that begins before the elements.
template <class O>
struct LastLanes {
  typename O::Mask mask;
  explicit LastLanes(int count) : mask(Kin<O>::Find::last_lanes(count * Kin<O>::kParts)) {}
  [[gnu::always_inline]] auto load(const typename O::Elem *p) const { return O::load_masked(p, mask); }
};

// How many elements from p on lie in registers of kBytes, the first of which p is in the middle of; 0 where a register
// begins at p or no element begins where one does. Registers that cross cache lines take twice the time.
template <uintptr_t kBytes, class T>
[[gnu::always_inline]] inline int elements_ahead(const T *p) {
  const uintptr_t beyond = reinterpret_cast<uintptr_t>(p) % kBytes;
  return beyond % sizeof(T) != 0 || beyond == 0 ? 0 : static_cast<int>((kBytes - beyond) / sizeof(T));
}

}  // namespace
}  // namespace gk::kernels
