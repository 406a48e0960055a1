// Complex elements: what their vocabularies offer besides moving them about.
#pragma once

#include "simd/concept.h"

namespace gk::kernels {
namespace {

template <class R>
struct Complex {
  R re, im;

  [[gnu::always_inline]] constexpr bool is(R real) const { return re == real && im == 0; }
};

// Ops<Isa, Complex<R>>: a register holds kLanes complex numbers, the two parts of each in turn; masks, and the rows of
// load_transposed, are whole numbers. Arithmetic is on parts: it takes no notice of what belongs together.
template <class O>
concept ComplexOps = requires(typename O::Part part, const typename O::Elem *src, typename O::Elem *dst,
                              typename O::Reg r, typename O::Mask mask, typename O::Reg (&block)[O::kBlock],
                              const typename O::Reg (&four)[4], int64_t row_stride, int count) {
  { O::zero() } -> Is<typename O::Reg>;
  { O::splat_part(part) } -> Is<typename O::Reg>;
  { O::splat(src) } -> Is<typename O::Reg>;
  { O::load(src) } -> Is<typename O::Reg>;
  { O::store(dst, r) } -> Is<void>;
  { O::first_lanes(count) } -> Is<typename O::Mask>;
  { O::load_masked(src, mask) } -> Is<typename O::Reg>;
  { O::store_masked(dst, mask, r) } -> Is<void>;
  { O::keep(mask, r) } -> Is<typename O::Reg>;
  { O::mul(r, r) } -> Is<typename O::Reg>;
  { O::add(r, r) } -> Is<typename O::Reg>;
  { O::fma(r, r, r) } -> Is<typename O::Reg>;
  { O::hold(r) } -> Is<void>;
  { O::renew(r) } -> Is<typename O::Reg>;
  { O::exchange(r) } -> Is<typename O::Reg>;  // the parts of each number
  { O::reduce_sums(four, dst) } -> Is<void>;  // of four registers, numbers added by halves, to dst[0:4]
  { O::load_transposed(src, row_stride, count, block) } -> Is<void>;
};

// What is the same for parts and whole numbers, from the vocabulary of the parts.
template <class P>
struct ComplexParts {
  using Part = typename P::Elem;
  using Elem = Complex<Part>;
  using Reg = typename P::Reg;
  using Mask = typename P::Mask;
  static constexpr int kLanes = P::kLanes / 2;

  [[gnu::always_inline]] static const Part *parts(const Elem *p) { return reinterpret_cast<const Part *>(p); }
  [[gnu::always_inline]] static Part *parts(Elem *p) { return reinterpret_cast<Part *>(p); }

  [[gnu::always_inline]] static Reg zero() { return P::zero(); }
  [[gnu::always_inline]] static Reg splat_part(Part x) { return P::splat(x); }
  [[gnu::always_inline]] static Reg splat(const Elem *p) { return P::splat_pair(parts(p)); }
  [[gnu::always_inline]] static Reg load(const Elem *p) { return P::load(parts(p)); }
  [[gnu::always_inline]] static void store(Elem *p, Reg r) { P::store(parts(p), r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return P::first_lanes(2 * n); }
  [[gnu::always_inline]] static Reg load_masked(const Elem *p, Mask m) { return P::load_masked(parts(p), m); }
  [[gnu::always_inline]] static void store_masked(Elem *p, Mask m, Reg r) { P::store_masked(parts(p), m, r); }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) { return P::keep(m, r); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return P::mul(a, b); }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return P::add(a, b); }
  [[gnu::always_inline]] static Reg fma(Reg a, Reg b, Reg c) { return P::fma(a, b, c); }
  [[gnu::always_inline]] static void hold(Reg r) { P::hold(r); }
  [[gnu::always_inline]] static Reg renew(Reg r) { return P::renew(r); }
};

}  // namespace
}  // namespace gk::kernels
