// The element families as the sweeps see them: types, entries, values to fill operands with, and what a result may be.
#pragma once

#include "families/calls.h"
#include "families/entries.h"
#include "support/half.h"
#include "support/problem.h"

namespace gk::test {

// A 16-bit family, with C of the same format or of f32.
template <const HalfFormat &Format, class OutType, class E>
struct HalfFamily : Calls<HalfFamily<Format, OutType, E>, E> {
  using In = uint16_t;
  using Out = OutType;
  using Scalar = float;
  using Wide = double;
  static constexpr bool kNarrow = sizeof(Out) == 2, kGroups = kNarrow;

  static In small(int64_t i, int64_t j, int64_t seed) { return Format.encode(g(i, j, seed)); }
  static In any(int64_t i, int64_t j, int64_t seed) { return Format.encode(fraction<float>(i, j, seed)); }
  static Out small_out(int64_t i, int64_t j, int64_t seed) { return narrow(g(i, j, seed)); }
  static Out any_out(int64_t i, int64_t j, int64_t seed) { return narrow(fraction<float>(i, j, seed)); }
  static Out poison() { return narrow(std::numeric_limits<double>::quiet_NaN()); }
  static In narrow_in(double x) { return Format.encode(x); }
  static bool is_nan(Out x) { return std::isnan(widen_out(x)); }
  static Wide widen(In x) { return Format.decode(x); }
  static Wide widen_out(Out x) {
    if constexpr (kNarrow) {
      return Format.decode(x);
    } else {
      return x;
    }
  }
  static Out narrow(Wide x) {
    if constexpr (kNarrow) {
      return Format.encode(x);
    } else {
      return static_cast<float>(x);
    }
  }
  static Scalar scalar(double re, double) { return static_cast<float>(re); }
  static Wide conjugate(Wide x) { return x; }
  static Wide product(Wide x, Wide y) { return x * y; }
  static double size(Wide x) { return std::fabs(x); }
  // One rounding, and the sums' own in f32.
  static double tolerance(Wide want, double magnitude, int64_t k) {
    const double sums = std::ldexp(4.0 * static_cast<double>(k + 4), -24) * magnitude;
    return kNarrow ? Format.rounding_error(size(want) + sums) + sums : sums;
  }
};

struct I8Family : Calls<I8Family, I8Entries> {
  using In = int8_t;
  using Out = int32_t;
  using Scalar = int32_t;
  using Wide = uint32_t;  // everything modulo 2^32
  static constexpr bool kGroups = true;

  static In small(int64_t i, int64_t j, int64_t seed) { return static_cast<In>(g(i, j, seed)); }
  static In any(int64_t i, int64_t j, int64_t seed) {
    return static_cast<In>(static_cast<int64_t>(fraction<double>(i, j, seed) * 0x1p40) >> 20);
  }
  static Out small_out(int64_t i, int64_t j, int64_t seed) { return g(i, j, seed); }
  static Out any_out(int64_t i, int64_t j, int64_t seed) {
    return static_cast<Out>(static_cast<int64_t>(fraction<double>(i, j, seed) * 0x1p40));
  }
  static Out poison() { return 0x7fffffff; }
  static Wide widen(In x) { return static_cast<Wide>(static_cast<int32_t>(x)); }
  static Wide widen_out(Out x) { return static_cast<Wide>(x); }
  static Out narrow(Wide x) { return static_cast<Out>(x); }
  // Some of these make products wrap; a NaN is some number.
  static Scalar scalar(double re, double) {
    return re == 0.5 ? 0x40000001 : std::isnan(re) ? 77 : static_cast<Scalar>(re);
  }
  static Wide conjugate(Wide x) { return x; }
  static Wide product(Wide x, Wide y) { return x * y; }
  static double size(Wide) { return 0; }
  static double tolerance(Wide, double, int64_t) { return 0; }
};

template <class R, class E>
struct ComplexFamily : Calls<ComplexFamily<R, E>, E> {
  using In = std::complex<R>;
  using Out = In;
  using Scalar = In;
  using Wide = std::complex<test::Wide<R>>;
  static constexpr bool kGroups = true;

  static In small(int64_t i, int64_t j, int64_t seed) { return {R(g(i, j, seed)), R(g(j, i, seed + 3))}; }
  static In any(int64_t i, int64_t j, int64_t seed) {
    return {fraction<R>(i, j, seed), fraction<R>(j, i, seed + 1000)};
  }
  static Out small_out(int64_t i, int64_t j, int64_t seed) { return small(i, j, seed); }
  static Out any_out(int64_t i, int64_t j, int64_t seed) { return any(i, j, seed); }
  static Out poison() { return {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()}; }
  static In narrow_in(double x) { return R(x); }
  static bool is_nan(Out x) { return std::isnan(x.real()) && std::isnan(x.imag()); }
  static Wide widen(In x) { return Wide(x); }
  static Wide widen_out(Out x) { return Wide(x); }
  static Out narrow(Wide x) { return Out(x); }
  static Scalar scalar(double re, double im) { return {R(re), R(im)}; }
  static Wide conjugate(Wide x) { return std::conj(x); }
  // The operator's care for infinities takes most of a sweep's time; so does a square root per size.
  static Wide product(Wide x, Wide y) {
    return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
  }
  static double size(Wide x) { return static_cast<double>(std::fabs(x.real()) + std::fabs(x.imag())); }
  static double tolerance(Wide, double magnitude, int64_t k) {
    return 4.0 * static_cast<double>(k + 4) * static_cast<double>(std::numeric_limits<R>::epsilon()) * magnitude;
  }
};

using F16Family = HalfFamily<kF16Format, uint16_t, F16Entries>;
using Bf16Family = HalfFamily<kBf16Format, uint16_t, Bf16Entries>;
using F16F32Family = HalfFamily<kF16Format, float, F16F32Entries>;
using Bf16F32Family = HalfFamily<kBf16Format, float, Bf16F32Entries>;
using C32Family = ComplexFamily<float, C32Entries>;
using C64Family = ComplexFamily<double, C64Entries>;

#define GK_TEST_FAMILIES F16Family, Bf16Family, F16F32Family, Bf16F32Family, I8Family, C32Family, C64Family

// A problem of support/problem.h with what only some families have.
struct FamilyProblem : Problem {
  double alpha_im = 0, beta_im = 0;
  int conj = 0;
  bool checked = false;  // by the checked entry, where no stride is negative
  enum { kClean, kPoisonA, kPoisonB } poison = kClean;
  double poison_value = 0;  // of one element of A or B
};

inline std::string describe(const FamilyProblem &p) {
  return describe(static_cast<const Problem &>(p)) + ", imaginary " + std::to_string(p.alpha_im) + " " +
         std::to_string(p.beta_im) + ", conj " + std::to_string(p.conj) + (p.checked ? ", checked" : "") +
         (p.poison ? std::string(", a ") + std::to_string(p.poison_value) + (p.poison == p.kPoisonA ? " in A" : " in B")
                   : "");
}

// The operands of a problem, filled: small integers, or numbers with all their bits.
template <class F>
struct FamilyOperands {
  Matrix<typename F::In> a, b;
  Matrix<typename F::Out> c;

  explicit FamilyOperands(const FamilyProblem &p)
      : a(p.m, p.k, kLayouts[p.a_layout], p.misalign),
        b(p.k, p.n, kLayouts[p.b_layout], p.misalign),
        c(p.m, p.n, kLayouts[p.c_layout], p.misalign) {
    const auto in = [&p](int64_t salt) {
      return [&p, salt](int64_t i, int64_t j) {
        return p.integers ? F::small(i, j, p.seed + salt) : F::any(i, j, p.seed + salt);
      };
    };
    a.fill(in(0)), b.fill(in(5));
    c.fill([&p](int64_t i, int64_t j) {
      return p.integers ? F::small_out(i, j, p.seed + 2) : F::any_out(i, j, p.seed + 2);
    });
    if constexpr (requires { F::narrow_in(0.0); }) {
      Matrix<typename F::In> &x = p.poison == p.kPoisonA ? a : b;
      if (p.poison && x.rows() > 0 && x.cols() > 0)
        x(p.seed % x.rows(), p.seed / 3 % x.cols()) = F::narrow_in(p.poison_value);
    }
  }

  Item<F> item(const FamilyProblem &p) {
    Item<F> x;
    x.m = p.m, x.n = p.n, x.k = p.k;
    x.alpha = F::scalar(p.alpha, p.alpha_im), x.beta = F::scalar(p.beta, p.beta_im);
    x.a = a.data(), x.sa = {a.rs(), a.cs()};
    x.b = b.data(), x.sb = {b.rs(), b.cs()};
    x.c = c.data(), x.sc = {c.rs(), c.cs()};
    x.conj = p.conj;
    return x;
  }
};

template <class F>
gemmkit_status run(const FamilyProblem &p, FamilyOperands<F> &x, gemmkit_workspace *workspace = nullptr) {
  const gemmkit_exec exec = with_threads(p.threads, workspace);
  const Item<F> item = x.item(p);
  const auto forward = [](Strides s) { return s.rs >= 0 && s.cs >= 0; };
  const bool checked = p.checked && forward(item.sa) && forward(item.sb) && forward(item.sc);
  return checked ? F::checked(item, &exec) : F::unchecked(item, &exec);
}

// One element as BLAS defines it, and the sum of the magnitudes that made it.
template <class F>
struct ExpectedElement {
  typename F::Wide value{0};
  double magnitude = 0;
};

// The operands as the oracle multiplies them: widened, conjugated, along the depth.
template <class F>
struct WideOperands {
  using W = typename F::Wide;
  int64_t k;
  std::vector<W> a, b;

  WideOperands(const Item<F> &x, const FamilyOperands<F> &in) : k(x.k) {
    const auto wide = [](typename F::In e, bool conj) { return conj ? F::conjugate(F::widen(e)) : F::widen(e); };
    for (int64_t i = 0; i < x.m; ++i)
      for (int64_t p = 0; p < k; ++p) a.push_back(wide(in.a(i, p), x.conj & 1));
    for (int64_t j = 0; j < x.n; ++j)
      for (int64_t p = 0; p < k; ++p) b.push_back(wide(in.b(p, j), x.conj & 2));
  }
  ExpectedElement<F> element(const Item<F> &x, typename F::Out c, int64_t i, int64_t j) const {
    const W alpha = static_cast<W>(x.alpha), beta = static_cast<W>(x.beta);
    ExpectedElement<F> e;
    if (alpha != W(0) && k > 0) {
      const W *row = a.data() + i * k, *column = b.data() + j * k;
      for (int64_t p = 0; p < k; ++p) {
        e.value += F::product(row[p], column[p]);
        e.magnitude += F::size(row[p]) * F::size(column[p]);
      }
      e.value = F::product(e.value, alpha);
      e.magnitude *= F::size(alpha);
    }
    if (beta != W(0)) {
      const W old = F::widen_out(c);
      e.value += F::product(beta, old);
      e.magnitude += F::size(beta) * F::size(old);
    }
    return e;
  }
};

// Whether a result may be what it should be: sums of small integers are exact, and rounded once if at all. Signs of
// zero are not compared; of a complex number that is not finite, either part may be a NaN.
template <class F>
bool agrees(typename F::Out c, const ExpectedElement<F> &want, const FamilyProblem &p) {
  const typename F::Wide got = F::widen_out(c), exact = F::widen_out(F::narrow(want.value));
  if (got == exact) return true;
  if (!std::isfinite(F::size(exact)))
    return std::is_arithmetic_v<typename F::Wide> ? std::isnan(F::size(exact)) && std::isnan(F::size(got))
                                                  : !std::isfinite(F::size(got));
  const double tolerance = F::tolerance(want.value, want.magnitude, p.k);
  return !p.integers && tolerance > 0 && F::size(got - want.value) <= tolerance;
}

// What is wrong with C, or "". `start` holds the operands as they were before the call, C among them; `then` changes
// what is expected of element (i, j).
template <class F, class Then>
std::string wrong_element(const FamilyProblem &p, FamilyOperands<F> &start, const Matrix<typename F::Out> &c,
                          Then then) {
  if (!c.padding_intact()) return "wrote outside C";
  const Item<F> item = start.item(p);
  const WideOperands<F> wide(item, start);
  for (int64_t j = 0; j < p.n; ++j) {
    for (int64_t i = 0; i < p.m; ++i) {
      ExpectedElement<F> want = wide.element(item, start.c(i, j), i, j);
      then(i, j, want);
      if (!agrees<F>(c(i, j), want, p)) return "C(" + std::to_string(i) + "," + std::to_string(j) + ") differs";
    }
  }
  return "";
}
template <class F>
std::string wrong_element(const FamilyProblem &p, FamilyOperands<F> &start, const Matrix<typename F::Out> &c) {
  return wrong_element(p, start, c, [](int64_t, int64_t, ExpectedElement<F> &) {});
}

inline std::string failure(gemmkit_status status) {
  return std::string("status ") + gemmkit_status_name(status) + ": " + gemmkit_last_error();
}

// Where C must not be read, it holds what would spoil the result.
template <class F>
void poison_unread(const FamilyProblem &p, Matrix<typename F::Out> &c) {
  if (p.beta == 0 && p.beta_im == 0) c.fill([](int64_t, int64_t) { return F::poison(); });
}

// Runs the problem and returns what is wrong with the result, or "".
template <class F>
std::string family_mistake(const FamilyProblem &p) {
  FamilyOperands<F> x(p), start = x;
  poison_unread<F>(p, x.c);
  const gemmkit_status status = run(p, x);
  return status == GEMMKIT_OK ? wrong_element<F>(p, start, x.c) : failure(status);
}

}  // namespace gk::test
