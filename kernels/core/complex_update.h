// What becomes of the sums of a complex product. They are kept apart by the part of the right operand: with the numbers
// of a register as they lie in memory, p is the sum of a * re(b) and q that of a * im(b). The depth loop is then one of
// real multiply-adds; which part is whose, and what is conjugated, is settled once, here.
#pragma once

#include "abi/kernel_table.h"
#include "core/update.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

// p and q to sums of products. Conjugation is a sign of each of the four sums, so it is exact.
template <ComplexOps O>
class Join {
 public:
  using Part = typename O::Part;
  using Reg = typename O::Reg;

  [[gnu::always_inline]] explicit Join(int32_t conj) : negate_(conj & GK_CONJ_A) {
    const Part a = negate_ ? Part(-1) : Part(1), b = (conj & GK_CONJ_B) != 0 ? Part(-1) : Part(1);
    im_a_ = O::splat({1, a});
    im_b_ = O::splat({-(a * b), b});
  }
  // re = re(a) re(b) -+ im(a) im(b), im = +- im(a) re(b) +- re(a) im(b)
  [[gnu::always_inline]] Reg operator()(Reg p, Reg q) const {
    if (negate_) p = O::mul(im_a_, p);
    return O::fma(im_b_, O::exchange(q), p);
  }

 private:
  bool negate_;
  Reg im_a_, im_b_;
};

// x * f as the plain formula has it: no product of parts is left out, so that each NaN and infinity arrives.
template <ComplexOps O>
struct Factor {
  using Part = typename O::Part;
  using Reg = typename O::Reg;
  Reg re, im;

  [[gnu::always_inline]] explicit Factor(typename O::Elem f) : re(O::splat_part(f.re)), im(O::splat({-f.im, f.im})) {}
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
