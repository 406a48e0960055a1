// The activations, through `finish` of every table this CPU can run, against long double.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <cfloat>
#include <limits>

using namespace gk::test;

namespace {

using Wide = long double;
#if defined(__SIZEOF_FLOAT128__)
using Widest = __float128;
#else
using Widest = long double;
#endif

// The bounds of docs/guide/epilogues.md, in units in the last place of normal results, and in smallest numbers of
// others.
struct Function {
  const char *name;
  int32_t activation;
  double ulps, below_normal;
};
constexpr Function kFunctions[] = {{"sigmoid", GK_ACT_SIGMOID, 3, 1},
                                   {"tanh", GK_ACT_TANH, 3, 0},
                                   {"SiLU", GK_ACT_SILU, 3, 1},
                                   {"GELU by erf", GK_ACT_GELU_ERF, 4, 2},
                                   {"GELU by tanh", GK_ACT_GELU_TANH, 3, 1.5}};

// 1 / (1 + e^-(v + dv)): a rounding of v is a relative error of e^v, hundreds of times as large where v is -700.
Wide logistic(Wide v, Wide dv) {
  return v > 0 ? 1 / (1 + std::exp(-v) * (1 - dv)) : std::exp(v) * (1 + dv) / (1 + std::exp(v));
}

Wide oracle(int32_t activation, Wide x) {
  if (std::isnan(x)) return x;
  const bool gated = activation != GK_ACT_SIGMOID && activation != GK_ACT_TANH;
  if (gated && std::fabs(x) > 1000) return x > 0 ? x : -0.0L;
  switch (activation) {
    case GK_ACT_SIGMOID: return logistic(x, 0);
    case GK_ACT_TANH: return std::tanh(x);
    case GK_ACT_SILU: return x * logistic(x, 0);
    case GK_ACT_GELU_ERF: {
      // sqrt(1 / 2), and what a long double rounds off.
      const Widest z = -Widest(x) * (Widest(0.707106781186547524381894L) + Widest(1.89503255889e-20L));
      const Wide z0 = static_cast<Wide>(z), dz = static_cast<Wide>(z - z0);
      return x / 2 * (std::erfc(z0) - 1.12837916709551257390L * std::exp(-z0 * z0) * dz);
    }
    default: {  // 2 sqrt(2 / pi), and 0.044715 times that
      const Widest linear = Widest(1.595769121605730711706272L) + Widest(5.35117775572e-20L);
      const Widest cubic = Widest(0.07135481627260024877721376L) - Widest(8.75006214401e-22L);
      const Widest v = Widest(x) * (linear + cubic * Widest(x) * Widest(x));
      return x * logistic(static_cast<Wide>(v), static_cast<Wide>(v - static_cast<Wide>(v)));
    }
  }
}

template <class T>
void apply(const gk_kernel_table &table, int32_t activation, std::vector<T> *values, const T *params = nullptr) {
  gk_epilogue epilogue{};
  epilogue.activation = activation, epilogue.params = params;
  const auto count = static_cast<int64_t>(values->size());
  const int64_t es = sizeof(T);
  const gk_finish_args args{count, 1, values->data(), es, es * count, 0, 0, 0, &epilogue, nullptr, 0, 0};
  table.finish(&args);
}

// Every binade of both signs, and more of the range in which the functions bend.
template <class T>
std::vector<T> samples() {
  using Limits = std::numeric_limits<T>;
  std::minstd_rand engine(5);
  const auto random = [&] { return static_cast<double>(engine()) / 2147483648.0; };
  std::vector<T> out;
  for (int e = Limits::min_exponent - Limits::digits; e < Limits::max_exponent; ++e) {
    for (int i = 0; i < 4; ++i) out.push_back(static_cast<T>(std::ldexp(T(1 + random()), e)));
  }
  for (int i = scaled(200000, 4000); i > 0; --i) {
    for (double range : {1.0, 4.0, 16.0, sizeof(T) == 4 ? 120.0 : 760.0})
      out.push_back(static_cast<T>(range * random()));
    out.push_back(static_cast<T>(std::exp2(-30 * random())));
  }
  for (size_t i = out.size(); i > 0; --i) out.push_back(-out[i - 1]);
  return out;
}

template <class T>
double units(T got, Wide want, bool *normal) {
  using Limits = std::numeric_limits<T>;
  *normal = std::fabs(want) >= Limits::min();
  const int exponent = *normal ? std::ilogb(want) : Limits::min_exponent - 1;
  return static_cast<double>(std::fabs(got - want) / std::ldexp(Wide(1), exponent - Limits::digits + 1));
}

}  // namespace

TEMPLATE_TEST_CASE("activations: accuracy", "[kernel]", float, double) {
  using T = TestType;
  if (sizeof(T) == 8 && LDBL_MANT_DIG < 64) return;
  const std::vector<T> x = samples<T>();
  for (const Function &f : kFunctions) {
    std::vector<Wide> want;
    for (T value : x) want.push_back(oracle(f.activation, value));
    std::vector<T> fused;  // of the first table with fused multiply-add
    for (const gk_kernel_table *table : runnable_tables<T>()) {
      std::vector<T> y = x;
      apply(*table, f.activation, &y);
      double worst[2] = {};
      T at[2] = {};
      for (size_t i = 0; i < x.size(); ++i) {
        bool normal;
        const double error = units(y[i], want[i], &normal);
        if (!(error <= worst[normal])) worst[normal] = error, at[normal] = x[i];
      }
      INFO(table->name << ", " << f.name << ": " << worst[1] << " ulp at " << at[1] << ", below normal " << worst[0]
                       << " at " << at[0]);
      CHECK(worst[1] <= f.ulps);
      CHECK(worst[0] <= f.below_normal);
      if (table->isa == GK_ISA_SCALAR) continue;
      if (fused.empty()) fused = y;
      CHECK(std::memcmp(fused.data(), y.data(), y.size() * sizeof(T)) == 0);
    }
  }
}

TEMPLATE_TEST_CASE("activations: special values", "[kernel]", float, double) {
  using T = TestType;
  using Limits = std::numeric_limits<T>;
  const T inf = Limits::infinity(), nan = Limits::quiet_NaN(), tiny = Limits::denorm_min(), huge = Limits::max();
  const std::vector<T> x = {inf, -inf, 0, T(-0.0), huge, -huge, nan, -nan, tiny, -tiny};
  const struct {
    int32_t activation;
    std::vector<T> want;  // of all but the last two, which are subnormal
  } cases[] = {{GK_ACT_SIGMOID, {1, 0, T(0.5), T(0.5), 1, 0, nan, nan}},
               {GK_ACT_TANH, {1, -1, 0, T(-0.0), 1, -1, nan, nan}},
               {GK_ACT_SILU, {inf, T(-0.0), 0, T(-0.0), huge, T(-0.0), nan, nan}},
               {GK_ACT_GELU_ERF, {inf, T(-0.0), 0, T(-0.0), huge, T(-0.0), nan, nan}},
               {GK_ACT_GELU_TANH, {inf, T(-0.0), 0, T(-0.0), huge, T(-0.0), nan, nan}}};
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    for (const auto &c : cases) {
      std::vector<T> y = x;
      apply(*table, c.activation, &y);
      for (size_t i = 0; i < c.want.size(); ++i) {
        INFO(table->name << " activation " << c.activation << " of " << x[i] << " is " << y[i]);
        CHECK((std::isnan(c.want[i]) ? std::isnan(y[i]) : same_bits(y[i], c.want[i])));
      }
      for (size_t i = c.want.size(); i < x.size(); ++i) {
        if (c.activation == GK_ACT_SIGMOID) CHECK(y[i] == T(0.5));
        if (c.activation == GK_ACT_TANH) CHECK(y[i] == x[i]);
        if (c.activation != GK_ACT_SIGMOID)
          CHECK((std::fabs(y[i]) <= tiny && std::signbit(y[i]) == std::signbit(x[i])));
      }
    }
    // clip: min(max(x, lo), hi). A bound that equals x leaves x; where lo > hi, hi wins.
    const T lo = -1, hi = 2;
    for (const auto &[params, want] :
         {std::pair{std::vector<T>{lo, hi}, std::vector<T>{hi, lo, 0, T(-0.0), hi, lo, nan, nan, tiny, -tiny}},
          std::pair{std::vector<T>{0, inf}, std::vector<T>{inf, 0, 0, T(-0.0), huge, 0, nan, nan, tiny, 0}},
          std::pair{std::vector<T>{hi, lo}, std::vector<T>{lo, lo, lo, lo, lo, lo, nan, nan, lo, lo}}}) {
      std::vector<T> y = x;
      apply(*table, GK_ACT_CLIP, &y, params.data());
      for (size_t i = 0; i < x.size(); ++i) {
        INFO(table->name << " clip to " << params[0] << ", " << params[1] << " of " << x[i] << " is " << y[i]);
        CHECK((std::isnan(want[i]) ? std::isnan(y[i]) : same_bits(y[i], want[i])));
      }
    }
  }
}

// Against a column of its own for every element, which has passed the other cases.
TEMPLATE_TEST_CASE("activations: every shape, layout and bias gives the bits of one element", "[kernel]", float,
                   double) {
  using T = TestType;
  constexpr size_t kCount = 1 << 14;
  GuardedArray<T> array(kCount, Edge::End);
  const T params[] = {T(-0.5), T(0.75)};
  for (const gk_kernel_table *table : runnable_tables<T>()) {
    const int64_t top = 2 * table->row_quantum + 1, es = sizeof(T), row = 2, col = 3;
    std::vector<T> bias(static_cast<size_t>(top + row + col));
    fill_random(bias.data(), bias.size(), 9);
    for (int32_t act = GK_ACT_NONE; act < GK_ACT_COUNT; ++act) {
      for (int64_t m = 1; m <= top; ++m) {
        const int64_t n = 1 + m % 5, layouts[][2] = {{1, m + 3}, {n, 1}, {2, 2 * m + 1}, {-1, -m}};
        const auto &[rs, cs] = layouts[m % 4];
        const int32_t kind = static_cast<int32_t>(m / 4 % 3), turned = static_cast<int32_t>(m / 2 % 2);
        const size_t size = static_cast<size_t>(1 + std::abs(rs) * (m - 1) + std::abs(cs) * (n - 1));
        T *data = array.data() + kCount - size;
        T *c = data + (rs < 0 ? -rs * (m - 1) - cs * (n - 1) : 0);
        fill_random(data, size, static_cast<uint32_t>(m + act));
        std::vector<T> expected(data, data + size);
        for (int64_t j = 0; j < n; ++j) {
          for (int64_t i = 0; i < m; ++i) {
            T &want = expected[static_cast<size_t>(c - data + i * rs + j * cs)];
            const int64_t at = (kind == GK_BIAS_PER_ROW) == (turned == 0) ? row + i : col + j;
            std::vector<T> one = {kind == GK_BIAS_NONE ? want : want + bias[static_cast<size_t>(at)]};
            apply(*table, act, &one, params);
            want = one[0];
          }
        }
        gk_epilogue epilogue{};
        epilogue.bias_kind = kind, epilogue.activation = act, epilogue.bias = bias.data(), epilogue.params = params;
        const gk_finish_args args{m, n, c, rs * es, cs * es, row, col, turned, &epilogue, nullptr, 0, 0};
        table->finish(&args);
        INFO(table->name << " activation " << act << " m " << m << " n " << n << " strides " << rs << " " << cs
                         << " bias " << kind << " turned " << turned);
        REQUIRE(std::memcmp(data, expected.data(), size * sizeof(T)) == 0);
      }
    }
  }
}
