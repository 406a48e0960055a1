// Every operation of the SIMD vocabularies against a scalar model, lane by lane.
#include "simd/ops_probe.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using gk::test::Edge;
using gk::test::GuardedArray;

namespace {

// Vectors that end at a forbidden page: an operation that reads or writes one lane too far is a fault.
template <class T>
class Lanes {
 public:
  explicit Lanes(int count, uint32_t seed = 0) : count_(count), array_(static_cast<size_t>(count), Edge::End) {
    std::minstd_rand engine(seed + 1);
    for (int i = 0; i < count; ++i) (*this)[i] = static_cast<T>(engine() / 1.0e9 - 1.07);
  }
  T &operator[](int i) { return array_[static_cast<size_t>(i)]; }
  T *data() { return array_.data(); }
  int count() const { return count_; }

 private:
  int count_;
  GuardedArray<T> array_;
};

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
void check_moves(const OpsProbe<T> &ops) {
  const int n = ops.lanes;
  Lanes<T> in(n, 1), out(n, 2);
  ops.zero(out.data());
  for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], T(0)));
  ops.splat(T(1.7), out.data());
  for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], T(1.7)));
  ops.copy(in.data(), out.data());
  for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], in[i]));
  Lanes<T> streamed(n, 6);
  ops.stream(in.data(), streamed.data());
  for (int i = 0; i < n; ++i) REQUIRE(same_bits(streamed[i], in[i]));
}

template <class T>
void check_masks(const OpsProbe<T> &ops) {
  for (int count = 1; count <= ops.lanes; ++count) {
    INFO("count " << count);
    Lanes<T> whole(ops.lanes, 3), out(ops.lanes, 4);
    Lanes<T> part(count, 5);  // the guard page starts where the mask ends
    ops.load_masked(part.data(), count, out.data());
    for (int i = 0; i < ops.lanes; ++i) REQUIRE(same_bits(out[i], i < count ? part[i] : T(0)));
    ops.store_masked(whole.data(), count, part.data());
    for (int i = 0; i < count; ++i) REQUIRE(same_bits(part[i], whole[i]));
    whole[ops.lanes - 1] = std::numeric_limits<T>::quiet_NaN();
    ops.keep(whole.data(), count, out.data());
    for (int i = 0; i < ops.lanes; ++i) REQUIRE(same_bits(out[i], i < count ? whole[i] : T(0)));
  }
}

template <class T>
void check_arithmetic(const OpsProbe<T> &ops, bool fused) {
  const int n = ops.lanes;
  const auto multiply_add = [&](T a, T b, T c) {
    if (fused) return std::fma(a, b, c);
    volatile T product = a * b;
    return T(product + c);
  };
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Lanes<T> a(n, seed), b(n, seed + 300), c(n, seed + 600), out(n);
    ops.mul(a.data(), b.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], a[i] * b[i]));
    ops.add(a.data(), b.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], a[i] + b[i]));
    ops.sub(a.data(), b.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], a[i] - b[i]));
    ops.div(a.data(), b.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], a[i] / b[i]));
    ops.fma(a.data(), b.data(), c.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], multiply_add(a[i], b[i], c[i])));
    ops.fnma(a.data(), b.data(), c.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], multiply_add(-a[i], b[i], c[i])));
    ops.max(a.data(), b.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], std::fmax(a[i], b[i])));
    ops.min(a.data(), b.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], std::fmin(a[i], b[i])));
  }
  // A NaN on either side selects the second operand.
  Lanes<T> nan(n), one(n), out(n);
  for (int i = 0; i < n; ++i) nan[i] = std::numeric_limits<T>::quiet_NaN(), one[i] = 1;
  for (auto op : {ops.max, ops.min}) {
    op(nan.data(), one.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(out[i] == 1);
    op(one.data(), nan.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(std::isnan(out[i]));
  }
  // So does a zero against one of the other sign: they are equal.
  Lanes<T> plus(n), minus(n);
  for (int i = 0; i < n; ++i) plus[i] = T(0), minus[i] = T(-0.0);
  for (auto op : {ops.max, ops.min}) {
    op(plus.data(), minus.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(std::signbit(out[i]));
    op(minus.data(), plus.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE_FALSE(std::signbit(out[i]));
  }
  // Small integers: every order of summation gives the same.
  Lanes<T> in(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<T>(1 << i);
  REQUIRE(ops.reduce_sum(in.data()) == static_cast<T>((1 << n) - 1));
}

// The words of the activations.
template <class T>
void check_functions(const OpsProbe<T> &ops) {
  const int n = ops.lanes, digits = std::numeric_limits<T>::digits, lowest = std::numeric_limits<T>::min_exponent;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Lanes<T> a(n, seed), b(n, seed + 300), c(n, seed + 600), out(n);
    a[0] = seed % 4 == 0 ? T(0) : seed % 4 == 1 ? T(-0.0) : seed % 4 == 2 ? nan : a[0];
    ops.if_positive(a.data(), b.data(), c.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], a[i] > 0 ? b[i] : c[i]));
    ops.abs(a.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], std::fabs(a[i])));
    ops.with_sign(b.data(), a.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], std::copysign(b[i], a[i])));
    // c: the rounded product, or a neighbour or two of it.
    for (int i = 0; i < n; ++i) {
      if (std::isnan(a[i])) a[i] = 1;
      c[i] = a[i] * b[i];
      for (uint32_t step = 0; step < seed % 3; ++step) c[i] = std::nextafter(c[i], T(9));
    }
    ops.mul_error(a.data(), b.data(), c.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(out[i] == std::fma(a[i], b[i], -c[i]));
    for (int i = 0; i < n; ++i) a[i] = std::ldexp(a[i], static_cast<int>(seed % 22)) + T(seed % 5 == 0 ? 0.5 : 0);
    if (seed % 3 == 0) a[0] = T(seed) + T(0.5);  // a tie
    ops.round(a.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(out[i] == std::nearbyint(a[i]));
    // Down to where one bit is left, up to the largest numbers.
    for (int i = 0; i < n; ++i) {
      a[i] = std::fabs(b[i]) + T(0.5);
      b[i] = static_cast<T>(lowest - digits - 2 + static_cast<int>(seed * 31 + i * 17) % (2 * -lowest + digits));
    }
    ops.scale(a.data(), b.data(), out.data());
    for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], std::ldexp(a[i], static_cast<int>(b[i]))));
  }
  Lanes<T> subnormal(n), zero(n), out(n);
  for (int i = 0; i < n; ++i) subnormal[i] = std::numeric_limits<T>::denorm_min() * T(i + 1), zero[i] = 0;
  ops.scale(subnormal.data(), zero.data(), out.data());
  for (int i = 0; i < n; ++i) REQUIRE(same_bits(out[i], subnormal[i]));
  for (int i = 0; i < n; ++i) zero[i] = nan;
  ops.scale(zero.data(), zero.data(), out.data());
  for (int i = 0; i < n; ++i) REQUIRE(std::isnan(out[i]));
}

// Lanes are added by halves, whether one register is summed or four; with these values any other order shows.
template <class T>
void check_reduction_order(const OpsProbe<T> &ops) {
  Lanes<T> in(4 * ops.lanes, 3), sums(4);
  for (int i = 0; i < 4 * ops.lanes; ++i) in[i] = T(1) / static_cast<T>(3 * i + 7);
  ops.reduce_sums(in.data(), sums.data());
  for (int i = 0; i < 4; ++i) {
    std::vector<T> lanes(in.data() + i * ops.lanes, in.data() + (i + 1) * ops.lanes);
    for (int half = ops.lanes / 2; half > 0; half /= 2) {
      for (int j = 0; j < half; ++j) lanes[size_t(j)] += lanes[size_t(j + half)];
    }
    REQUIRE(sums[i] == lanes[0]);
    REQUIRE(ops.reduce_sum(in.data() + i * ops.lanes) == lanes[0]);
  }
}

template <class T>
void check_pairs(const OpsProbe<T> &ops) {
  const int n = ops.lanes, half = n / 2;
  if (n == 1) return;
  Lanes<T> pair(2, 4), out(n);
  ops.splat_pair(pair.data(), out.data());
  for (int i = 0; i < n; ++i) REQUIRE(out[i] == pair[i % 2]);
  for (int count = 0; count <= half; ++count) {
    const int present = count == 0 ? half : count;
    Lanes<T> even(present, 5), odd(present, 6);
    ops.load_pairs(even.data(), odd.data(), count, out.data());
    for (int i = 0; i < n; ++i) {
      const T want = i / 2 < present ? (i % 2 == 0 ? even : odd)[i / 2] : T(0);
      REQUIRE(out[i] == want);
    }
  }
}

template <class T>
void check_transpose(const OpsProbe<T> &ops) {
  for (int rows = 1; rows <= ops.lanes; ++rows) {
    for (int64_t stride : {int64_t{ops.block}, int64_t{ops.block + 3}, -int64_t{ops.block + 1}}) {
      INFO("rows " << rows << " stride " << stride);
      const int64_t reach = std::abs(stride) * (rows - 1);
      Lanes<T> in(static_cast<int>(reach) + ops.block, 7), out(ops.lanes * ops.block);
      const T *first = in.data() + (stride < 0 ? reach : 0);
      ops.load_transposed(first, stride * static_cast<int64_t>(sizeof(T)), rows, out.data());
      for (int j = 0; j < ops.block; ++j) {
        for (int i = 0; i < rows; ++i) REQUIRE(same_bits(out[j * ops.lanes + i], first[i * stride + j]));
      }
    }
  }
}

template <class T>
void check_all(const OpsProbe<T> &ops, bool fused) {
  check_moves(ops);
  check_masks(ops);
  check_arithmetic(ops, fused);
  check_functions(ops);
  check_reduction_order(ops);
  check_pairs(ops);
  check_transpose(ops);
}

}  // namespace

TEST_CASE("scalar vocabulary", "[simd]") {
  check_all(probe_scalar_f32, false);
  check_all(probe_scalar_f64, false);
}

#if defined(GK_HAVE_SIMD128)
TEST_CASE("simd128 vocabulary", "[simd]") {
  check_all(probe_simd128_f32, false);
  check_all(probe_simd128_f64, false);
}
#endif

#if defined(GK_HAVE_AVX2)
TEST_CASE("avx2 vocabulary", "[simd]") {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    WARN("SKIPPED: no AVX2 and FMA here");
    return;
  }
  check_all(probe_avx2_f32, true);
  check_all(probe_avx2_f64, true);
}
#endif

#if defined(GK_HAVE_AVX512F)
TEST_CASE("avx512f vocabulary", "[simd]") {
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl")) {
    WARN("SKIPPED: no AVX-512 F, BW, DQ, VL here");
    return;
  }
  check_all(probe_avx512f_f32, true);
  check_all(probe_avx512f_f64, true);
}
#endif

#if defined(GK_HAVE_NEON)
TEST_CASE("neon vocabulary", "[simd]") {
  check_all(probe_neon_f32, true);
  check_all(probe_neon_f64, true);
}
#endif
