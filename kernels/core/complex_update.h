// What becomes of the sums of a complex product. They are kept apart by the part of the right operand: with the numbers
// of a register as they lie in memory, p is the sum of a * re(b) and q that of a * im(b). The depth loop is then one of
// real multiply-adds; which part is whose, and what is conjugated, is settled once, here.
#pragma once

#include "abi/kernel_table.h"
#include "core/update.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

// Signs of the two parts, by the conjugations of GK_CONJ_A and GK_CONJ_B:
// re = re(a) re(b) -+ im(a) im(b), im = +- im(a) re(b) +- re(a) im(b).
template <class R>
struct Signs {
  Complex<R> p, q;
};
template <class R>
constexpr Signs<R> kSigns[4] = {{{1, 1}, {-1, 1}}, {{1, -1}, {1, 1}}, {{1, 1}, {1, -1}}, {{1, -1}, {-1, -1}}};

// p and q to sums of products. Conjugation is a sign of each of the four sums, so it is exact.
template <ComplexOps O>
class Join {
 public:
  using Reg = typename O::Reg;

  [[gnu::always_inline]] explicit Join(int32_t conj)
      : p_(O::splat(&kSigns<typename O::Part>[conj & 3].p)), q_(O::splat(&kSigns<typename O::Part>[conj & 3].q)) {}
  [[gnu::always_inline]] Reg operator()(Reg p, Reg q) const { return O::fma(q_, O::exchange(q), O::mul(p_, p)); }

 private:
  Reg p_, q_;
};

// x * f as the plain formula has it: no product of parts is left out, so that each NaN and infinity arrives.
template <ComplexOps O>
struct Factor {
  using Reg = typename O::Reg;
  Reg re, im;  // im: minus and plus the imaginary part

  [[gnu::always_inline]] explicit Factor(typename O::Elem f)
      : re(O::splat_part(f.re)), im(O::mul(O::splat_part(f.im), O::splat(&kSigns<typename O::Part>[0].q))) {}
  [[gnu::always_inline]] Reg times(Reg x) const { return O::fma(re, x, O::mul(im, O::exchange(x))); }
  [[gnu::always_inline]] Reg times_plus(Reg x, Reg y) const { return O::fma(re, x, O::fma(im, O::exchange(x), y)); }
};

template <ComplexOps O>
struct Update<O> {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  T alpha, beta;

  [[gnu::always_inline]] Update(const void *alpha_of, const void *beta_of)
      : alpha(*static_cast<const T *>(alpha_of)), beta(*static_cast<const T *>(beta_of)) {}

  [[gnu::always_inline]] bool reads_old() const { return !beta.is(0); }

  // 1 is no factor: as beta it joins the slices of a long product, whose infinities would meet its imaginary zero.
  [[gnu::always_inline]] Reg scaled(Reg sum) const { return alpha.is(1) ? sum : Factor<O>(alpha).times(sum); }
  [[gnu::always_inline]] Reg added(Reg sum, Reg old) const {
    return beta.is(1) ? O::add(old, sum) : Factor<O>(beta).times_plus(old, sum);
  }

  // Adjacent elements.
  [[gnu::always_inline]] void whole(T *y, Reg sum) const {
    sum = scaled(sum);
    if (reads_old()) sum = added(sum, O::load(y));
    O::store(y, sum);
  }
  [[gnu::always_inline]] void part(T *y, typename O::Mask mask, Reg sum) const {
    sum = scaled(sum);
    if (reads_old()) sum = added(sum, O::load_masked(y, mask));
    O::store_masked(y, mask, sum);
  }
};

// C <- beta * C
template <ComplexOps O>
void complex_scale_c(const gk_scale_args *args) {
  using T = typename O::Elem;
  gk_scale_args s = *args;
  const T beta = *static_cast<const T *>(s.beta);
  const Factor<O> factor(beta);
  const auto scaled = [&](T *at, typename O::Mask mask) {
    O::store_masked(at, mask, beta.is(0) ? O::zero() : factor.times(O::load_masked(at, mask)));
  };
  if (s.csc == static_cast<int64_t>(sizeof(T)) && s.rsc != s.csc) {
    s = {s.n, s.m, s.c, s.csc, s.rsc, s.beta};  // the transpose has the adjacent elements where we want them
  }
  const bool adjacent = s.rsc == static_cast<int64_t>(sizeof(T));
  const int64_t step = adjacent ? O::kLanes : 1;
  const typename O::Mask mask = O::first_lanes(static_cast<int>(step));
  T *column = static_cast<T *>(s.c);
  for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc)) {
    int64_t i = 0;
    for (; i + step <= s.m; i += step) scaled(shifted(column, i * s.rsc), mask);
    if (i < s.m) scaled(shifted(column, i * s.rsc), O::first_lanes(static_cast<int>(s.m - i)));
  }
}

}  // namespace
}  // namespace gk::kernels
