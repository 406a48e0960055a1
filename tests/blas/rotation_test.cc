// rotg and rotmg: what the rotations they make do to the numbers they were made of.
#include "blas/level1.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace gk::test;

namespace {

// Magnitudes from the smallest to the largest, as far as the oracle can handle them.
template <class R>
std::vector<R> magnitudes() {
  using Limits = std::numeric_limits<R>;
  if (std::is_same_v<R, double> && !long_double_is_wide()) return {R(0), R(1) / 3, R(1), R(7)};
  const R root = std::sqrt(Limits::max());
  return {R(0),        Limits::denorm_min() * 64, Limits::min(), std::sqrt(Limits::min()), R(1) / 3, R(1), R(7),
          root * R(3), Limits::max() / 4};
}

template <class R>
bool agree(long double got, long double expected, long double scale) {
  const long double eps = static_cast<long double>(std::numeric_limits<R>::epsilon());
  // Half of a subnormal is as good as it gets.
  return std::abs(got - expected) <=
         8 * eps * scale + 2 * static_cast<long double>(std::numeric_limits<R>::denorm_min());
}

}  // namespace

TEMPLATE_TEST_CASE("rotg: real", "[blas]", float, double) {
  using T = TestType;
  for (T size_a : magnitudes<T>()) {
    for (T size_b : magnitudes<T>()) {
      for (int way = 0; way < 8; ++way) {
        const T a = way & 1 ? -size_a : size_a, b = way & 2 ? -size_b : size_b;
        T r = a, z = b, c = -9, s = -9;
        Blas<T>::rotg(way >= 4, &r, &z, &c, &s);
        CAPTURE(a, b, r, z, c, s);
        const long double la = static_cast<long double>(a), lb = static_cast<long double>(b);
        const bool a_larger = size_a > size_b;
        const long double norm = std::hypot(la, lb);
        const long double signed_norm = (a_larger ? la : lb) < 0 ? -norm : norm;
        REQUIRE(agree<T>(r, signed_norm, norm));
        REQUIRE(agree<T>(c, norm == 0 ? 1 : la / signed_norm, 1));
        REQUIRE(agree<T>(s, norm == 0 ? 0 : lb / signed_norm, 1));
        if (a_larger) REQUIRE(z == s);
        const bool normal = std::abs(c) >= std::numeric_limits<T>::min();
        if (!a_larger && size_b > 0 && normal) REQUIRE(agree<T>(static_cast<long double>(z) * c, 1, 1));
        if (size_a == 0 && size_b > 0) REQUIRE((z == 1 && c == 0 && s == 1 && r == b));
        if (size_b == 0) REQUIRE((z == 0 && c == 1 && s == 0 && r == a));
      }
    }
  }
}

TEMPLATE_TEST_CASE("rotg: complex", "[blas]", C32, C64) {
  using T = TestType;
  using R = Real<T>;
  const auto at_angle = [](R size, int turn) {
    const R part = size / 2;
    switch (turn) {
      case 0: return T(size, 0);
      case 1: return T(0, -size);
      case 2: return T(-part, part);
      default: return T(part, size);
    }
  };
  for (R size_a : magnitudes<R>()) {
    for (R size_b : magnitudes<R>()) {
      for (int way = 0; way < 16; ++way) {
        const T a = at_angle(size_a, way % 4), b = at_angle(size_b, way / 4);
        T r = a, g = b, s(-9, -9);
        R c = -9;
        Blas<T>::rotg(way % 2 == 1, &r, &g, &c, &s);
        CAPTURE(a, b, r, c, s);
        const Wide<T> la = wide(a), lb = wide(b);
        const long double norm = std::hypot(std::abs(la), std::abs(lb));
        const Wide<T> sign = std::abs(la) == 0 ? Wide<T>(1) : la / std::abs(la);
        if (norm == 0) {
          REQUIRE((c == 1 && s == T(0) && r == a));
          continue;
        }
        REQUIRE(agree<R>(c, std::abs(la) / norm, std::abs(la) / norm));
        REQUIRE(agree<R>(std::abs(wide(s) - sign * std::conj(lb) / norm), 0, 1));
        REQUIRE(agree<R>(std::abs(wide(r) - sign * norm), 0, norm));
        if (std::abs(lb) == 0) REQUIRE((r == a && c == 1));
      }
    }
  }
}

TEMPLATE_TEST_CASE("rotmg", "[blas]", float, double) {
  using T = TestType;
  bool seen[3] = {};  // forms -1, 0, 1
  for (T d1 : {T(0), T(1e-9F), T(0.3F), T(2), T(5e8F)}) {
    for (T d2 : {T(-0.1F), T(0), T(1e-9F), T(0.7F), T(4e8F)}) {
      for (T x : {T(0), T(-1.5F), T(3), T(1e4F)}) {
        for (T y : {T(0), T(2), T(-1e-3F)}) {
          T e1 = d1, e2 = d2, u = x, p[5] = {7, 1, 0, 0, 1};
          Blas<T>::rotmg(y > 0, &e1, &e2, &u, y, p);
          CAPTURE(d1, d2, x, y, e1, e2, u, p[0], p[1], p[2], p[3], p[4]);
          if (d2 * y == 0) {
            REQUIRE((p[0] == -2 && e1 == d1 && e2 == d2 && u == x));
            continue;
          }
          REQUIRE((p[0] == -1 || p[0] == 0 || p[0] == 1));
          seen[static_cast<int>(p[0]) + 1] = true;
          if (e1 == 0 && e2 == 0 && u == 0) continue;  // no such rotation
          long double h[4] = {static_cast<long double>(p[1]), static_cast<long double>(p[2]),
                              static_cast<long double>(p[3]), static_cast<long double>(p[4])};
          if (p[0] == 0) h[0] = h[3] = 1;
          if (p[0] == 1) h[1] = -1, h[2] = 1;
          const auto near = [](long double got, long double expected, long double scale) {
            return std::abs(got - expected) <= 32 * static_cast<long double>(std::numeric_limits<T>::epsilon()) * scale;
          };
          const auto lx = static_cast<long double>(x), ly = static_cast<long double>(y);
          REQUIRE(near(h[0] * lx + h[2] * ly, u, std::abs(h[0] * lx) + std::abs(h[2] * ly)));
          REQUIRE(near(h[1] * lx + h[3] * ly, 0, std::abs(h[1] * lx) + std::abs(h[3] * ly)));
          // The weighted length is kept.
          const long double before = static_cast<long double>(d1) * lx * lx + static_cast<long double>(d2) * ly * ly;
          REQUIRE(near(static_cast<long double>(e1) * u * u, before,
                       static_cast<long double>(d1) * lx * lx + std::abs(static_cast<long double>(d2)) * ly * ly));
          REQUIRE((e1 == 0 || (e1 > T(5.9e-8F) && e1 < T(1.7e7F))));
          REQUIRE((e2 == 0 || (std::abs(e2) > T(5.9e-8F) && std::abs(e2) < T(1.7e7F))));
        }
      }
    }
  }
  REQUIRE((seen[0] && seen[1] && seen[2]));
  T d1 = -1, d2 = 1, x = 1, p[5] = {};
  Blas<T>::rotmg(true, &d1, &d2, &x, T(1), p);
  REQUIRE((p[0] == -1 && p[1] == 0 && p[2] == 0 && p[3] == 0 && p[4] == 0 && d1 == 0 && d2 == 0 && x == 0));
}
