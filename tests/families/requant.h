// Requantised products by their definition.
#pragma once

#include "families/family.h"

namespace gk::test {

struct Requantising {
  int32_t scale_kind = GEMMKIT_BIAS_NONE, bias_kind = GEMMKIT_BIAS_NONE, zero_point = 0;
  float unit = 0.015625f;  // the scales are 1 to 4 times this
  bool to_unsigned = false;

  int low() const { return to_unsigned ? 0 : -128; }
};

inline std::string describe(const Requantising &r) {
  return ", scales " + std::to_string(r.scale_kind) + " of " + std::to_string(r.unit) + ", bias " +
         std::to_string(r.bias_kind) + ", zero point " + std::to_string(r.zero_point) +
         (r.to_unsigned ? ", unsigned" : ", signed");
}

class RequantOperands {
 public:
  RequantOperands(const FamilyProblem &p, const Requantising &r) : r_(r) {
    const auto length = [&p](int32_t kind) { return kind == GEMMKIT_BIAS_PER_ROW ? p.m : p.n; };
    const int64_t scales = r.scale_kind == GEMMKIT_BIAS_NONE ? 1 : length(r.scale_kind);
    for (int64_t i = 0; i < scales; ++i) scale_.push_back(r.unit * static_cast<float>(1 + (i + p.seed) % 4));
    if (r.bias_kind == GEMMKIT_BIAS_NONE) return;
    for (int64_t i = 0; i < length(r.bias_kind); ++i) bias_.push_back(static_cast<int32_t>(i * 37 % 401 - 200));
    if (bias_.size() > 4) bias_[4] = INT32_MIN;
  }
  gemmkit_requant requant() const {
    gemmkit_requant q{};
    q.struct_size = sizeof q;
    q.scale = scale_.data(), q.scale_len = static_cast<int64_t>(scale_.size()), q.scale_kind = r_.scale_kind;
    q.bias = bias_.empty() ? nullptr : bias_.data(), q.bias_len = static_cast<int64_t>(bias_.size());
    q.bias_kind = r_.bias_kind, q.zero_point = r_.zero_point;
    return q;
  }
  int expected(uint32_t sum, int64_t i, int64_t j) const {
    const auto at = [&](int32_t kind) { return static_cast<size_t>(kind == GEMMKIT_BIAS_PER_ROW ? i : j); };
    if (r_.bias_kind != GEMMKIT_BIAS_NONE) sum += static_cast<uint32_t>(bias_[at(r_.bias_kind)]);
    const double scale = scale_[r_.scale_kind == GEMMKIT_BIAS_NONE ? 0 : at(r_.scale_kind)];
    const double x = std::nearbyint(scale * static_cast<int32_t>(sum)) + r_.zero_point;
    return static_cast<int>(std::min(std::max(x, double(r_.low())), double(r_.low() + 255)));
  }

 private:
  Requantising r_;
  std::vector<float> scale_;
  std::vector<int32_t> bias_;
};

// What is wrong with bytes that call(item, requant, bytes) made, or "".
template <class Call>
std::string requant_mistake(FamilyProblem p, const Requantising &r, Call call) {
  p.alpha = 1, p.beta = 0;
  FamilyOperands<I8Family> x(p);
  const RequantOperands extra(p, r);
  const gemmkit_requant q = extra.requant();
  Matrix<int8_t> c(p.m, p.n, kLayouts[p.c_layout], p.misalign);
  const Item<I8Family> item = x.item(p);
  const gemmkit_status status = call(item, q, c);
  if (status != GEMMKIT_OK) return failure(status);
  if (!c.padding_intact()) return "wrote outside C";
  const WideOperands<I8Family> wide(item, x);
  for (int64_t j = 0; j < p.n; ++j) {
    for (int64_t i = 0; i < p.m; ++i) {
      const int want = extra.expected(wide.element(item, 0, i, j).value, i, j);
      const int got = r.to_unsigned ? static_cast<uint8_t>(c(i, j)) : c(i, j);
      if (got != want) return "C(" + std::to_string(i) + "," + std::to_string(j) + ") differs";
    }
  }
  return "";
}

// The same of the unchecked entry.
inline std::string unchecked_requant_mistake(const FamilyProblem &p, const Requantising &r, const gemmkit_exec &exec) {
  return requant_mistake(p, r, [&](const Item<I8Family> &x, const gemmkit_requant &q, Matrix<int8_t> &c) {
    const auto run = [&](auto entry, auto *out) {
      return entry(x.m, x.n, x.k, x.a, x.sa.rs, x.sa.cs, x.b, x.sb.rs, x.sb.cs, &q, out, c.rs(), c.cs(), &exec);
    };
    return r.to_unsigned ? run(gemmkit_gemm_i8_requant_u8_unchecked, reinterpret_cast<uint8_t *>(c.data()))
                         : run(gemmkit_gemm_i8_requant_unchecked, c.data());
  });
}

}  // namespace gk::test
