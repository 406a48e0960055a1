// Values at which families differ from f32 and f64: roundings of 16-bit stores, sums that wrap, conjugates, special
// numbers. Once per instruction set; every result is compared bit by bit or with an exact one.
#include "families/family.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <cfenv>

using namespace gk::test;

namespace {

template <class F>
gemmkit_status multiply(Item<F> x, int32_t threads = 1) {
  const gemmkit_exec exec = with_threads(threads);
  return F::unchecked(x, &exec);
}

template <class F>
Item<F> dense(int64_t m, int64_t n, int64_t k, const typename F::In *a, const typename F::In *b, typename F::Out *c) {
  Item<F> x;
  x.m = m, x.n = n, x.k = k;
  x.a = a, x.sa = {1, m};
  x.b = b, x.sb = {1, k};
  x.c = c, x.sc = {1, m};
  return x;
}

// The formats of the narrow families.
template <class F>
const HalfFormat &format() {
  return std::is_same_v<F, F16Family> ? kF16Format : kBf16Format;
}

// Every extent that makes some kernel's tiles, edges and other routes.
constexpr int64_t kExtents[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 49, 66};

}  // namespace

TEMPLATE_TEST_CASE("H36: one rounding to nearest even at every position", "[families][case]", F16Family, Bf16Family) {
  using F = TestType;
  const HalfFormat &half = format<F>();
  // The largest number, the smallest normal and subnormal ones, and what lies between neighbours: as an f32 that the
  // kernel gets to see as alpha * (1 * 1).
  const double ulp = std::ldexp(1, -half.fraction_bits), least = std::ldexp(1, half.least_exponent);
  const double largest = std::ldexp(2 - ulp, 1 - half.least_exponent), tiny = least * ulp;
  std::vector<float> values;
  for (double base : {1.0, 1 + ulp, 2 - ulp, largest, least, tiny, 3 * tiny, least - tiny}) {
    const double gap = 2 * half.rounding_error(base);
    for (double part : {0.0, 0.25, 0.4999, 0.5, 0.5001, 0.75}) {
      for (double sign : {1.0, -1.0}) values.push_back(static_cast<float>(sign * (base + part * gap)));
    }
  }
  for (float extra : {0.0f, 0.4f * static_cast<float>(tiny), 3.4e38f, std::numeric_limits<float>::infinity(),
                      -std::numeric_limits<float>::infinity()})
    values.push_back(extra);
  for (float value : values) {
    const uint16_t want = half.encode(value), one = half.encode(1);
    for (int64_t m : kExtents)
      for (int64_t n : {1, 2, 5, 13}) {
        if (fast() && (m + n) % 4 != 0) continue;
        const std::vector<uint16_t> a(static_cast<size_t>(m), one), b(static_cast<size_t>(n), one);
        std::vector<uint16_t> c(static_cast<size_t>(m * n), 0x5555);
        Item<F> x = dense<F>(m, n, 1, a.data(), b.data(), c.data());
        x.alpha = value;
        REQUIRE(multiply(x) == GEMMKIT_OK);
        for (uint16_t got : c) {
          if (got == want || (half.decode(got) == 0 && half.decode(want) == 0)) continue;
          CAPTURE(F::kName, value, m, n, got, want);
          REQUIRE(got == want);
        }
      }
  }
}

TEST_CASE("H36: sums at the tie of bf16", "[families][case]") {
  const HalfFormat &f = kBf16Format;
  const double kRight[][2] = {{1, 0x1p-8}, {1.0078125, 0x1p-8}, {1.0078125, 0x1p-9}};
  const double kWant[] = {1.0, 1.015625, 1.0078125};
  for (int64_t m : {1, 17})
    for (size_t i = 0; i < 3; ++i) {
      const std::vector<uint16_t> a(static_cast<size_t>(2 * m), f.encode(1));
      std::vector<uint16_t> b, c(static_cast<size_t>(m * m), 0);
      for (int64_t j = 0; j < m; ++j)
        for (double value : kRight[i]) b.push_back(f.encode(value));
      REQUIRE(multiply(dense<Bf16Family>(m, m, 2, a.data(), b.data(), c.data())) == GEMMKIT_OK);
      for (uint16_t got : c) CHECK(f.decode(got) == kWant[i]);
      std::vector<float> wide(c.size(), -1);
      REQUIRE(multiply(dense<Bf16F32Family>(m, m, 2, a.data(), b.data(), wide.data())) == GEMMKIT_OK);
      for (float got : wide) CHECK(got == kRight[i][0] + kRight[i][1]);
    }
}

TEMPLATE_TEST_CASE("H36: every NaN stays one, every infinity too", "[families][case]", F16Family, Bf16Family) {
  using F = TestType;
  const HalfFormat &half = format<F>();
  const auto infinity = static_cast<uint16_t>(half.exponent_mask() << half.fraction_bits);
  for (int64_t m : {1, 17, 40})
    for (int64_t n : {1, 5, 13})
      for (uint16_t special : {uint16_t(infinity + 1), uint16_t(infinity + 0x40), uint16_t(infinity | 0x8001), infinity,
                               uint16_t(infinity | 0x8000)}) {
        for (bool through_c : {false, true}) {
          CAPTURE(F::kName, m, n, special, through_c);
          // In the last row of A, or in all of C.
          std::vector<uint16_t> a(static_cast<size_t>(2 * m), half.encode(1)), b(static_cast<size_t>(2 * n), a[0]);
          std::vector<uint16_t> c(static_cast<size_t>(m * n), through_c ? special : a[0]);
          if (!through_c) a[static_cast<size_t>(2 * m - 1)] = special;
          Item<F> x = dense<F>(m, n, 2, a.data(), b.data(), c.data());
          x.beta = 1;
          REQUIRE(multiply(x) == GEMMKIT_OK);
          for (int64_t j = 0; j < n; ++j)
            for (int64_t i = 0; i < m; ++i) {
              const double got = half.decode(c[static_cast<size_t>(i + j * m)]), put = half.decode(special);
              if (through_c || i == m - 1) {
                REQUIRE((std::isnan(put) ? std::isnan(got) : got == put));
              } else {
                REQUIRE(got == 3);
              }
            }
        }
      }
}

TEMPLATE_TEST_CASE("zero times NaN and infinity is NaN", "[families]", F16Family, Bf16Family, F16F32Family,
                   Bf16F32Family, C32Family, C64Family) {
  using F = TestType;
  for (int64_t m : {1, 3, 21, 40})
    for (int64_t n : {1, 2, 13})
      for (int64_t k : {1, 14, 40}) {
        FamilyProblem p;
        p.m = m, p.n = n, p.k = k;
        FamilyOperands<F> x(p);
        x.b.fill([](int64_t, int64_t) { return F::narrow_in(0); });
        const int64_t at = m / 2;
        x.a(at, k / 2) = F::narrow_in(std::numeric_limits<double>::infinity());
        REQUIRE(run(p, x) == GEMMKIT_OK);
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) {
            INFO(F::kName << " " << describe(p) << ", C(" << i << "," << j << ")");
            REQUIRE(F::is_nan(x.c(i, j)) == (i == at));
          }
      }
}

TEST_CASE("half precision keeps its rounding whatever the caller's mode flushes", "[families]") {
  // Subnormal f16 numbers are normal in f32, so that no mode of the processor may touch them.
  const uint16_t tiny = 1, one = kF16Format.encode(1);
  for (int64_t n : {1, 5, 40}) {
    const std::vector<uint16_t> a(static_cast<size_t>(n), tiny), b(static_cast<size_t>(n), one);
    std::vector<uint16_t> c(static_cast<size_t>(n * n));
    REQUIRE(multiply(dense<F16Family>(n, n, 1, a.data(), b.data(), c.data())) == GEMMKIT_OK);
    CHECK(c == std::vector<uint16_t>(static_cast<size_t>(n * n), tiny));
  }
}

TEMPLATE_TEST_CASE("one rounding however deep", "[families]", F16Family, Bf16Family) {
  // 1 + k * (a quarter of the gap above it): a sum that was rounded between slices would stay 1.
  using F = TestType;
  const HalfFormat &half = format<F>();
  for (int64_t k : {100, 1000, 5000, 20000}) {
    const int64_t m = 40, n = 14;
    std::vector<uint16_t> a(static_cast<size_t>(m * (k + 1)), half.encode(1));
    std::vector<uint16_t> b(static_cast<size_t>(n * (k + 1)), half.encode(std::ldexp(0.25, -half.fraction_bits)));
    for (int64_t j = 0; j < n; ++j) b[static_cast<size_t>(j * (k + 1))] = half.encode(1);
    std::vector<uint16_t> c(static_cast<size_t>(m * n));
    REQUIRE(multiply(dense<F>(m, n, k + 1, a.data(), b.data(), c.data())) == GEMMKIT_OK);
    const uint16_t want = half.encode(1 + std::ldexp(0.25 * static_cast<double>(k), -half.fraction_bits));
    CAPTURE(F::kName, k);
    for (uint16_t got : c) REQUIRE(got == want);
  }
}

TEST_CASE("H33: products that 16 bits cannot hold", "[families][case]") {
  for (int64_t m : {1, 4, 32})
    for (int64_t n : {1, 4, 32}) {
      CAPTURE(m, n);
      const std::vector<int8_t> lowest(static_cast<size_t>(32 * 32), -128), highest(lowest.size(), 127);
      std::vector<int32_t> c(static_cast<size_t>(m * n));
      for (int64_t k : {1, 2, 4, 7, 32}) {
        REQUIRE(multiply(dense<I8Family>(m, n, k, lowest.data(), lowest.data(), c.data())) == GEMMKIT_OK);
        CHECK(c == std::vector<int32_t>(c.size(), static_cast<int32_t>(16384 * k)));
        REQUIRE(multiply(dense<I8Family>(m, n, k, lowest.data(), highest.data(), c.data())) == GEMMKIT_OK);
        CHECK(c == std::vector<int32_t>(c.size(), static_cast<int32_t>(-16256 * k)));
        REQUIRE(multiply(dense<I8Family>(m, n, k, highest.data(), lowest.data(), c.data())) == GEMMKIT_OK);
        CHECK(c == std::vector<int32_t>(c.size(), static_cast<int32_t>(-16256 * k)));
      }
    }
  int8_t a[16], b[16];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      a[4 * i + j] = static_cast<int8_t>((57 * i + 101 * j + 13) % 256 - 128);
      b[4 * i + j] = static_cast<int8_t>((73 * i + 29 * j + 200) % 256 - 128);
    }
  std::vector<int32_t> c(16);
  Item<I8Family> x = dense<I8Family>(4, 4, 4, a, b, c.data());
  x.sa = x.sb = x.sc = {4, 1};
  REQUIRE(multiply(x) == GEMMKIT_OK);
  CHECK(c == std::vector<int32_t>{-12412, -15602, 10648, 7458, -5078, -9080, 1766, -2236, -7472, -4862, -1996, 614,
                                  18550, 20348, 7810, 9608});
}

TEST_CASE("H32: full-range integers equal the 64-bit reference", "[families][case]") {
  const int64_t m = 7, n = 19, k = 67;
  std::vector<int8_t> a, b;
  for (int64_t p = 0; p < k; ++p)
    for (int64_t i = 0; i < m; ++i) a.push_back(static_cast<int8_t>(((i + m * p) * 37 + 11) % 256 - 128));
  for (int64_t j = 0; j < n; ++j)
    for (int64_t p = 0; p < k; ++p) b.push_back(static_cast<int8_t>(((p + k * j) * 91 + 5) % 256 - 128));
  std::vector<int32_t> c(static_cast<size_t>(m * n));
  REQUIRE(multiply(dense<I8Family>(m, n, k, a.data(), b.data(), c.data())) == GEMMKIT_OK);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      int64_t sum = 0;
      for (int64_t p = 0; p < k; ++p)
        sum += int64_t{a[static_cast<size_t>(i + m * p)]} * b[static_cast<size_t>(p + k * j)];
      REQUIRE(c[static_cast<size_t>(i + m * j)] == sum);
    }
}

TEST_CASE("integers wrap: sums, alpha, beta", "[families]") {
  // 140 000 products of 16384 pass 2^31; 2^18 of them are 2^32.
  for (int64_t k : {140000, 262144, 262145})
    for (int64_t m : {1, 3, 40})
      for (int64_t n : {1, 2, 14}) {
        CAPTURE(m, n, k);
        const std::vector<int8_t> a(static_cast<size_t>(m * k), -128), b(static_cast<size_t>(n * k), -128);
        std::vector<int32_t> c(static_cast<size_t>(m * n), 0x7ffffff0);
        Item<I8Family> x = dense<I8Family>(m, n, k, a.data(), b.data(), c.data());
        x.alpha = -3, x.beta = 0x12345;
        REQUIRE(multiply(x, 2) == GEMMKIT_OK);
        const uint32_t sum = static_cast<uint32_t>(16384 * k);
        const auto want = static_cast<int32_t>(uint32_t(-3) * sum + 0x12345u * 0x7ffffff0u);
        REQUIRE(c == std::vector<int32_t>(c.size(), want));
      }
}

TEMPLATE_TEST_CASE("H11: complex scalars and conjugation", "[families][case]", C32Family, C64Family) {
  using F = TestType;
  using T = typename F::In;
  std::vector<T> a(9), b, c;
  for (size_t i = 0; i < 3; ++i) a[4 * i] = T(0, 1);
  for (int64_t j = 0; j < 5; ++j)
    for (int64_t p = 0; p < 3; ++p) b.push_back(T(static_cast<typename T::value_type>(g(p, j, 0))));
  for (int conj : {0, 1})
    for (bool checked : {false, true}) {
      c.assign(15, T(1));
      Item<F> x = dense<F>(3, 5, 3, a.data(), b.data(), c.data());
      x.alpha = T(0, 1), x.beta = T(0, -1), x.conj = conj;
      REQUIRE((checked ? F::checked(x, nullptr) : F::unchecked(x, nullptr)) == GEMMKIT_OK);
      for (size_t i = 0; i < 15; ++i) CHECK(c[i] == (conj ? b[i] : -b[i]) + T(0, -1));
    }
}

TEMPLATE_TEST_CASE("a scalar may lie in C", "[families]", C32Family, C64Family) {
  using F = TestType;
  using T = typename F::In;
  for (int64_t n : {1, 2, 20, 60}) {
    const auto size = static_cast<size_t>(n * n);
    std::vector<T> a(size, T(1, 1)), b(size, T(2)), c(size, T(3)), want;
    Item<F> x = dense<F>(n, n, n, a.data(), b.data(), c.data());
    x.alpha = x.beta = T(3);
    want = c;
    Item<F> apart = x;
    apart.c = want.data();
    REQUIRE(multiply(apart) == GEMMKIT_OK);
    const auto p = [](auto *z) { return exposed(z); };
    const auto call = [&](auto entry) {
      return entry(n, n, n, p(c.data()), p(a.data()), 1, n, 0, p(b.data()), 1, n, 0, p(c.data()), p(c.data()), 1, n,
                   nullptr, nullptr);
    };
    if constexpr (std::is_same_v<F, C32Family>) {
      REQUIRE(call(gemmkit_gemm_c32_unchecked) == GEMMKIT_OK);
    } else {
      REQUIRE(call(gemmkit_gemm_c64_unchecked) == GEMMKIT_OK);
    }
    CHECK(c == want);
  }
}

TEMPLATE_TEST_CASE("nothing beyond the operands is touched", "[families]", GK_TEST_FAMILIES) {
  using F = TestType;
  using In = typename F::In;
  using Out = typename F::Out;
  constexpr int64_t kShapes[][3] = {{1, 1, 1},   {3, 2, 5},   {7, 13, 9},  {17, 5, 31}, {33, 14, 6}, {49, 13, 64},
                                    {1, 40, 67}, {40, 1, 67}, {66, 30, 3}, {5, 6, 700}, {31, 31, 31}};
  for (uint64_t direct : {UINT64_MAX, uint64_t(0)}) {
    KnobScope knobs("GEMMKIT_DIRECT_BYTES", direct);
    for (Edge edge : {Edge::Begin, Edge::End})
      for (const auto &s : kShapes)
        for (int layouts = 0; layouts < 8; ++layouts) {
          const int64_t m = s[0], n = s[1], k = s[2];
          GuardedArray<In> a(static_cast<size_t>(m * k), edge), b(static_cast<size_t>(k * n), edge);
          GuardedArray<Out> c(static_cast<size_t>(m * n), edge);
          for (int64_t i = 0; i < m * k; ++i) a[static_cast<size_t>(i)] = F::small(i, 1, 0);
          for (int64_t i = 0; i < k * n; ++i) b[static_cast<size_t>(i)] = F::small(i, 2, 0);
          Item<F> x = dense<F>(m, n, k, a.data(), b.data(), c.data());
          if (layouts & 1) x.sa = {k, 1};
          if (layouts & 2) x.sb = {n, 1};
          if (layouts & 4) x.sc = {n, 1};
          x.alpha = F::scalar(2, 0);
          REQUIRE(multiply(x) == GEMMKIT_OK);
        }
  }
}
