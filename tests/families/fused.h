// Products with an epilogue: of any family against the oracle, and for f32 and f64 bit for bit against the plain
// product and the same operations on each element.
#pragma once

#include "families/real.h"

namespace gk::test {

struct Fusing {
  int32_t bias_kind = GEMMKIT_BIAS_NONE, activation = GEMMKIT_ACT_NONE;
  bool residual = false;
  int residual_layout = 0;
  double slope = 2, lo = -1, hi = 1.5;

  bool smooth() const { return activation > GEMMKIT_ACT_CLIP; }
};

inline std::string describe(const Fusing &f) {
  return ", bias " + std::to_string(f.bias_kind) + ", activation " + std::to_string(f.activation) +
         (f.residual ? std::string(", residual ") + kLayouts[f.residual_layout].name : "");
}

template <class F>
using Epilogue = typename F::Entries::Epilogue;

// As the definition has them. In T, the steps that are not smooth are those of the library, bit for bit.
template <class T>
T activated(const Fusing &f, T x) {
  switch (f.activation) {
    case GEMMKIT_ACT_RELU: return x > 0 ? x : T(0);
    case GEMMKIT_ACT_LEAKY_RELU: return x > 0 ? x : T(f.slope) * x;
    case GEMMKIT_ACT_CLIP: return std::min(std::max(x, T(f.lo)), T(f.hi));
    case GEMMKIT_ACT_SIGMOID: return 1 / (1 + std::exp(-x));
    case GEMMKIT_ACT_TANH: return std::tanh(x);
    case GEMMKIT_ACT_SILU: return x / (1 + std::exp(-x));
    case GEMMKIT_ACT_GELU_ERF: return x / 2 * (1 + std::erf(x / std::sqrt(T(2))));
    case GEMMKIT_ACT_GELU_TANH:
      return x / 2 * (1 + std::tanh(std::sqrt(T(2) / std::acos(T(-1))) * (x + T(0.044715) * x * x * x)));
    default: return x;
  }
}

// The vectors and matrices of an epilogue, filled.
template <class F>
struct FusedOperands {
  using Out = typename F::Out;
  std::vector<Out> bias;
  Matrix<Out> residual;

  FusedOperands(const FamilyProblem &p, const Fusing &f) : residual(p.m, p.n, kLayouts[f.residual_layout], p.misalign) {
    const auto value = [&p](int64_t i, int64_t j, int64_t salt) {
      return p.integers ? F::small_out(i, j, p.seed + salt) : F::any_out(i, j, p.seed + salt);
    };
    const int64_t length = f.bias_kind == GEMMKIT_BIAS_NONE ? 0 : f.bias_kind == GEMMKIT_BIAS_PER_ROW ? p.m : p.n;
    for (int64_t i = 0; i < length; ++i) bias.push_back(value(i, 7, 3));
    residual.fill([&](int64_t i, int64_t j) { return value(i, j, 4); });
  }
  Epilogue<F> epilogue(const Fusing &f) const {
    Epilogue<F> e{};
    e.struct_size = sizeof e;
    e.bias_kind = f.bias_kind, e.bias = exposed(bias.data()), e.bias_len = static_cast<int64_t>(bias.size());
    if constexpr (requires { e.residual; }) {
      e.activation = f.activation;
      e.slope = static_cast<decltype(e.slope)>(f.slope);
      e.lo = static_cast<decltype(e.lo)>(f.lo), e.hi = static_cast<decltype(e.hi)>(f.hi);
      if (f.residual) {
        e.residual = residual.data(), e.residual_rs = residual.rs(), e.residual_cs = residual.cs();
        e.residual_len = residual.rows() == 0 || residual.cols() == 0
                             ? 0
                             : (residual.rows() - 1) * residual.rs() + (residual.cols() - 1) * residual.cs() + 1;
      }
    }
    return e;
  }
  const Out *bias_at(const Fusing &f, int64_t i, int64_t j) const {
    return f.bias_kind == GEMMKIT_BIAS_NONE ? nullptr : &bias[size_t(f.bias_kind == GEMMKIT_BIAS_PER_ROW ? i : j)];
  }
};

// The product of an item with this epilogue (null: none), by the unchecked entry.
template <class F>
gemmkit_status run_fused(const Item<F> &x, const Epilogue<F> *e, const gemmkit_exec *exec) {
  if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
    return F::Entries::unchecked(x.m, x.n, x.k, exposed(&x.alpha), exposed(x.a), x.sa.rs, x.sa.cs, x.conj & 1,
                                 exposed(x.b), x.sb.rs, x.sb.cs, x.conj >> 1, exposed(&x.beta), exposed(x.c), x.sc.rs,
                                 x.sc.cs, e, exec);
  } else {
    return F::Entries::unchecked(x.m, x.n, x.k, x.alpha, x.a, x.sa.rs, x.sa.cs, x.b, x.sb.rs, x.sb.cs, x.beta, x.c,
                                 x.sc.rs, x.sc.cs, e, exec);
  }
}

// Runs the problem with the epilogue and returns what is wrong with the result, or "". Scalars and operands are finite.
template <class F>
std::string fused_mistake(const FamilyProblem &p, const Fusing &f) {
  FamilyOperands<F> x(p), start = x;
  const FusedOperands<F> extra(p, f);
  const Epilogue<F> e = extra.epilogue(f);
  const gemmkit_exec exec = with_threads(p.threads);
  poison_unread<F>(p, x.c);
  FamilyOperands<F> plain = x;
  gemmkit_status status = run_fused<F>(x.item(p), &e, &exec);
  if (status != GEMMKIT_OK) return failure(status);
  const auto then = [&](int64_t i, int64_t j, ExpectedElement<F> &want) {
    const auto add = [&want](typename F::Wide y) { want.value += y, want.magnitude += F::size(y); };
    if (const auto *bias = extra.bias_at(f, i, j)) add(F::widen_out(*bias));
    if constexpr (requires { e.residual; }) {
      if (f.residual) add(F::widen_out(extra.residual(i, j)));
      want.value = activated(f, want.value);
      if (f.activation == GEMMKIT_ACT_LEAKY_RELU) want.magnitude *= std::max(1.0, std::fabs(f.slope));
      if (f.smooth()) want.magnitude = 1.25 * want.magnitude + 1;
    }
  };
  const std::string wrong = wrong_element<F>(p, start, x.c, then);
  if constexpr (std::is_same_v<F, F32Family> || std::is_same_v<F, F64Family>) {
    using T = typename F::Out;
    if (!wrong.empty() || f.smooth()) return wrong;
    status = run_fused<F>(plain.item(p), nullptr, &exec);
    if (status != GEMMKIT_OK) return failure(status);
    plain.c.fill([&](int64_t i, int64_t j) {
      T value = plain.c(i, j);
      if (const T *bias = extra.bias_at(f, i, j)) value += *bias;
      if (f.residual) value += extra.residual(i, j);
      return activated(f, value);
    });
    if (!plain.c.same_bits(x.c)) return "other bits than in two steps";
  }
  return wrong;
}

}  // namespace gk::test
