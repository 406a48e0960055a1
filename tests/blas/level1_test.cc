// Level 1 through all of its names, against oracles in long double.
#include "blas/level1.h"
#include "blas/recorder.h"
#include "support/env.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <string>

using namespace gk::test;

namespace {

// For n and pairs of increments: all short lengths, some long ones.
template <class Body>
void sweep(Body body) {
  std::vector<int> lengths;
  for (int n = 0; n <= 70; n += scaled(1, 7)) lengths.push_back(n);
  for (int n : {127, 128, 129, 513, 1000, 4099}) lengths.push_back(n);
  constexpr int kIncrements[][2] = {{1, 1},  {-1, -1}, {1, 2}, {2, 1}, {-1, 1},
                                    {-3, 2}, {0, 1},   {1, 0}, {0, 0}, {1, -3}};
  uint32_t seed = 0;
  for (int n : lengths) {
    for (const auto &inc : kIncrements) {
      for (int way = 0; way < 4; ++way) {
        if (n > 70 && way != static_cast<int>(seed % 4)) continue;
        CAPTURE(n, inc[0], inc[1], way);
        body(n, inc[0], inc[1], way % 2 == 1, way / 2 == 0 ? Edge::End : Edge::Begin, seed += 7);
      }
      ++seed;
    }
  }
}

// Roundings of a result that one element collects when its vector stands still.
double piled(int n, int inc) { return inc == 0 ? 8 + 4.0 * n : 8; }

template <class T>
T scalar(uint32_t seed) {
  std::minstd_rand engine(seed + 99);
  return random_element<T>(engine);
}

template <class T>
bool near(T got, Wide<T> expected, double roundings) {
  return distance(got, expected) <= allowed<T>(roundings);
}

template <class T>
T infinite() {
  return std::numeric_limits<T>::infinity();
}
template <class T>
T nan() {
  return std::numeric_limits<T>::quiet_NaN();
}

long double size_of(long double x) { return std::abs(x); }
long double size_of(std::complex<long double> x) { return std::abs(x.real()) + std::abs(x.imag()); }

}  // namespace

#define ALL_TYPES float, double, C32, C64

TEMPLATE_TEST_CASE("level 1: axpy, axpby", "[blas]", ALL_TYPES) {
  using T = TestType;
  sweep([](int n, int ix, int iy, bool c, Edge edge, uint32_t seed) {
    const T a = scalar<T>(seed), b = scalar<T>(seed + 1) / Real<T>(2);  // or y may grow where it stands still
    TestVector<T> x(n, ix, edge, seed), y(n, iy, edge, seed + 50), z(n, iy, edge, seed + 51);
    Blas<T>::axpy(c, n, a, x.data(), ix, y.data(), iy);
    for (int i = 0; i < n; ++i) y[i] += wide(a) * x[i];
    REQUIRE(y.matches(piled(n, iy)));
    Blas<T>::axpby(c, n, a, x.data(), ix, b, z.data(), iy);
    for (int i = 0; i < n; ++i) z[i] = wide(a) * x[i] + wide(b) * z[i];
    REQUIRE(z.matches(piled(n, iy)));
    REQUIRE(x.matches(0));
  });
}

TEMPLATE_TEST_CASE("level 1: copy, swap", "[blas]", ALL_TYPES) {
  using T = TestType;
  sweep([](int n, int ix, int iy, bool c, Edge edge, uint32_t seed) {
    TestVector<T> x(n, ix, edge, seed), y(n, iy, edge, seed + 50), z(n, iy, edge, seed + 51);
    Blas<T>::copy(c, n, x.data(), ix, y.data(), iy);
    for (int i = 0; i < n; ++i) y[i] = x[i];
    REQUIRE((y.matches(0) && x.matches(0)));
    Blas<T>::swap(c, n, x.data(), ix, z.data(), iy);
    for (int i = 0; i < n; ++i) std::swap(x[i], z[i]);
    REQUIRE((z.matches(0) && x.matches(0)));
  });
}

TEMPLATE_TEST_CASE("level 1: scal", "[blas]", ALL_TYPES) {
  using T = TestType;
  sweep([](int n, int ix, int, bool c, Edge edge, uint32_t seed) {
    const T a = scalar<T>(seed);
    TestVector<T> x(n, ix, edge, seed), y(n, ix, edge, seed);
    Blas<T>::scal(c, n, a, x.data(), ix);
    for (int i = 0; i < n && ix > 0; ++i) x[i] *= wide(a);
    REQUIRE(x.matches(8));
    if constexpr (kComplex<T>) {
      Blas<T>::scal_real(c, n, a.real(), y.data(), ix);
      for (int i = 0; i < n && ix > 0; ++i) y[i] *= static_cast<long double>(a.real());
      REQUIRE(y.matches(1));
    }
  });
}

TEMPLATE_TEST_CASE("level 1: rot, rotm", "[blas]", ALL_TYPES) {
  using T = TestType;
  sweep([](int n, int ix, int iy, bool c, Edge edge, uint32_t seed) {
    // Together of a length below 1, or numbers grow where one element is turned again and again.
    const Real<T> co = scalar<Real<T>>(seed) / 2, si = scalar<Real<T>>(seed + 1) / 2;
    const auto turn = [n](auto &x, auto &y, long double xx, long double yx, long double xy, long double yy) {
      for (int i = 0; i < n; ++i) {
        const auto new_x = xx * x[i] + xy * y[i], new_y = yx * x[i] + yy * y[i];
        x[i] = new_x;
        y[i] = new_y;
      }
    };
    const double roundings = std::max(piled(n, ix), piled(n, iy));
    TestVector<T> x(n, ix, edge, seed), y(n, iy, edge, seed + 50);
    Blas<T>::rot(c, n, x.data(), ix, y.data(), iy, co, si);
    const long double lc = static_cast<long double>(co), ls = static_cast<long double>(si);
    turn(x, y, lc, -ls, ls, lc);
    REQUIRE((x.matches(roundings) && y.matches(roundings)));
    if constexpr (!kComplex<T>) {
      for (int form = -2; form <= 1; ++form) {
        TestVector<T> u(n, ix, edge, seed), v(n, iy, edge, seed + 50);
        // What the form implies must not be read from here.
        T h[5] = {T(form), nan<T>(), nan<T>(), nan<T>(), nan<T>()};
        const T full[4] = {co / 2, si / 2, co / 3, si / 3};
        if (form == -1 || form == 1) h[1] = full[0], h[4] = full[3];
        if (form == -1 || form == 0) h[2] = full[1], h[3] = full[2];
        Blas<T>::rotm(c, n, u.data(), ix, v.data(), iy, h);
        const auto l = [&](int i) { return static_cast<long double>(full[i]); };
        if (form == -1) turn(u, v, l(0), l(1), l(2), l(3));
        // These make them grow all the same.
        if (form >= 0 && (ix == 0 || iy == 0)) continue;
        if (form == 0) turn(u, v, 1, l(1), l(2), 1);
        if (form == 1) turn(u, v, l(0), -1, 1, l(3));
        CAPTURE(form);
        REQUIRE((u.matches(roundings) && v.matches(roundings)));
      }
    }
  });
}

TEMPLATE_TEST_CASE("level 1: dot", "[blas]", ALL_TYPES) {
  using T = TestType;
  sweep([](int n, int ix, int iy, bool c, Edge edge, uint32_t seed) {
    TestVector<T> x(n, ix, edge, seed), y(n, iy, edge, seed + 50);
    Wide<T> sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    REQUIRE(near(Blas<T>::dot(c, n, x.data(), ix, y.data(), iy), sum, 4.0 * n));
    if constexpr (kComplex<T>) {
      sum = 0;
      for (int i = 0; i < n; ++i) sum += std::conj(x[i]) * y[i];
      REQUIRE(near(Blas<T>::dotc(c, n, x.data(), ix, y.data(), iy), sum, 4.0 * n));
    }
    if constexpr (std::is_same_v<T, float>) {
      const float b = 0.625F;
      const double in_double =
          c ? cblas_dsdot(n, x.data(), ix, y.data(), iy) : dsdot_(&n, x.data(), &ix, y.data(), &iy);
      REQUIRE(near(in_double, sum, 4.0 * n));
      const float rounded =
          c ? cblas_sdsdot(n, b, x.data(), ix, y.data(), iy) : sdsdot_(&n, &b, x.data(), &ix, y.data(), &iy);
      REQUIRE(rounded == static_cast<float>(static_cast<double>(b) + in_double));
    }
  });
}

TEMPLATE_TEST_CASE("level 1: nrm2, asum", "[blas]", ALL_TYPES) {
  using T = TestType;
  sweep([](int n, int ix, int, bool c, Edge edge, uint32_t seed) {
    TestVector<T> x(n, ix, edge, seed);
    long double squares = 0, sum = 0;
    for (int i = 0; i < n; ++i) {
      squares += std::norm(x[i]);
      sum += size_of(x[i]);
    }
    REQUIRE(near(Blas<T>::nrm2(c, n, x.data(), ix), Wide<Real<T>>(std::sqrt(squares)), 2 + n));
    REQUIRE(near(Blas<T>::asum(c, n, x.data(), ix), Wide<Real<T>>(ix > 0 ? sum : 0),
                 (2 + n) * (1 + static_cast<double>(sum))));
  });
}

TEMPLATE_TEST_CASE("level 1: nrm2 neither overflows nor underflows", "[blas]", ALL_TYPES) {
  using T = TestType;
  using R = Real<T>;
  using Limits = std::numeric_limits<R>;
  for (int n : {1, 2, 3, 17, 64, 1000, 70000}) {
    const R root = static_cast<R>(std::sqrt(static_cast<double>(n)));
    for (R size : {Limits::max() / (2 * root), Limits::min(), Limits::denorm_min() * 1000, R(1e-25F), R(1e25F), R(1)}) {
      const std::vector<T> x(static_cast<size_t>(n), T(size));
      CAPTURE(n, size);
      REQUIRE(Blas<T>::nrm2(n % 2 == 0, n, x.data(), 1) == Approx(static_cast<double>(size * root)).epsilon(1e-3));
    }
    // A large and a tiny one.
    std::vector<T> x(static_cast<size_t>(n), T(0));
    REQUIRE(Blas<T>::nrm2(true, n, x.data(), 1) == 0);
    x[static_cast<size_t>(n / 2)] = T(Limits::max());
    REQUIRE(Blas<T>::nrm2(true, n, x.data(), 1) == Limits::max());
    x[0] = T(Limits::denorm_min());
    if (n > 1) REQUIRE(Blas<T>::nrm2(true, n, x.data(), 1) == Limits::max());
    x[static_cast<size_t>(n - 1)] = T(-infinite<R>());
    REQUIRE(Blas<T>::nrm2(false, n, x.data(), 1) == infinite<R>());
    REQUIRE(Blas<T>::asum(false, n, x.data(), 1) == infinite<R>());
    x[0] = T(nan<R>());
    REQUIRE(std::isnan(Blas<T>::nrm2(false, n, x.data(), 1)));
    REQUIRE(std::isnan(Blas<T>::asum(true, n, x.data(), 1)));
    if (n > 1) REQUIRE(std::isnan(Blas<T>::nrm2(false, n, x.data(), -1)));
  }
}

TEMPLATE_TEST_CASE("level 1: amax takes the first of the largest", "[blas]", ALL_TYPES) {
  using T = TestType;
  const auto check = [](TestVector<T> &x, bool c) {
    // The reference's loop.
    int64_t best = 0;
    auto size = [&](int i) {
      const T v = x.data()[x.place(i)];
      if constexpr (kComplex<T>) {
        return std::abs(v.real()) + std::abs(v.imag());
      } else {
        return std::abs(v);
      }
    };
    for (int i = 1; i < x.n; ++i) {
      if (size(i) > size(static_cast<int>(best))) best = i;
    }
    const int64_t expected = x.n < 1 || x.inc <= 0 ? 0 : c ? best : best + 1;
    REQUIRE(Blas<T>::amax(c, x.n, x.data(), x.inc) == expected);
  };
  sweep([&](int n, int ix, int, bool c, Edge edge, uint32_t seed) {
    TestVector<T> x(n, ix, edge, seed);
    check(x, c);
    std::minstd_rand engine(seed);
    const auto some = [&] { return static_cast<size_t>(engine() % x.size); };
    if (n == 0) return;
    for (size_t i = 0; i < x.size; ++i) x.memory[i] = T(static_cast<Real<T>>(i % 3));  // ties
    check(x, c);
    for (int i = 0; i < 3; ++i) x.memory[some()] = T(-5);
    check(x, c);
    x.memory[some()] = T(nan<Real<T>>());
    check(x, c);
    x.memory[some()] = T(-infinite<Real<T>>());
    x.memory[some()] = T(infinite<Real<T>>());
    check(x, c);
    if (x.inc > 0) x.memory[0] = T(nan<Real<T>>());
    check(x, c);
    for (size_t i = 0; i < x.size; ++i) x.memory[i] = T(nan<Real<T>>());
    check(x, c);
    for (size_t i = 0; i < x.size; ++i) x.memory[i] = T(0);
    check(x, c);
  });
}

TEMPLATE_TEST_CASE("level 1: zeros, NaNs and infinities", "[blas]", ALL_TYPES) {
  using T = TestType;
  using R = Real<T>;
  for (int inc : {1, 2}) {
    for (int n : {1, 5, 40}) {
      TestVector<T> x(n, inc, Edge::End, 1), y(n, inc, Edge::End, 2);
      ForbiddenPage page;
      Blas<T>::axpy(true, n, T(0), page.as<T>(), 1, y.data(), inc);
      REQUIRE(y.matches(0));
      Blas<T>::axpby(true, n, T(0), page.as<T>(), 1, T(2), y.data(), inc);
      for (int i = 0; i < n; ++i) y[i] *= 2;
      REQUIRE(y.matches(0));
      y.data()[y.place(n - 1)] = T(nan<R>());
      Blas<T>::axpby(false, n, T(2), x.data(), inc, T(0), y.data(), inc);
      for (int i = 0; i < n; ++i) y[i] = x[i] * Wide<R>(2);
      REQUIRE(y.matches(0));
      y.data()[0] = T(infinite<R>());
      Blas<T>::axpby(false, n, T(0), page.as<T>(), inc, T(0), y.data(), inc);
      for (int i = 0; i < n; ++i) y[i] = 0;
      REQUIRE(y.matches(0));
      x.data()[0] = T(infinite<R>());
      Blas<T>::scal(true, n, T(0), x.data(), inc);
      REQUIRE(std::isnan(std::abs(wide(x.data()[0]))));
      if (n > 1) REQUIRE(x.data()[x.place(1)] == T(0));
      y.data()[y.place(n - 1)] = T(nan<R>());
      REQUIRE(std::isnan(std::abs(wide(Blas<T>::dot(false, n, x.data(), inc, y.data(), inc)))));
    }
  }
}

TEMPLATE_TEST_CASE("level 1: empty vectors are not touched", "[blas]", ALL_TYPES) {
  using T = TestType;
  ForbiddenPage page;
  T *p = page.as<T>();
  for (bool c : {false, true}) {
    for (int n : {0, -1, -1000}) {
      Blas<T>::axpy(c, n, T(2), p, 1, p, 1);
      Blas<T>::axpby(c, n, T(2), p, 1, T(2), p, 1);
      Blas<T>::copy(c, n, p, -1, p, 1);
      Blas<T>::swap(c, n, p, 1, p, -1);
      Blas<T>::scal(c, n, T(2), p, 1);
      Blas<T>::rot(c, n, p, 1, p, 1, 2, 2);
      REQUIRE(Blas<T>::dot(c, n, p, 1, p, 1) == T(0));
      REQUIRE(Blas<T>::nrm2(c, n, p, 1) == 0);
      REQUIRE(Blas<T>::asum(c, n, p, 1) == 0);
      REQUIRE(Blas<T>::amax(c, n, p, 1) == 0);
    }
    for (int inc : {0, -1}) {
      Blas<T>::scal(c, 5, T(2), p, inc);
      REQUIRE(Blas<T>::asum(c, 5, p, inc) == 0);
      REQUIRE(Blas<T>::amax(c, 5, p, inc) == 0);
    }
  }
  const float b = 3;
  const int none = 0, one = 1;
  REQUIRE(cblas_sdsdot(0, b, page.as<float>(), 1, page.as<float>(), 1) == 3);
  REQUIRE(sdsdot_(&none, &b, page.as<float>(), &one, page.as<float>(), &one) == 3);
}

// The same bits wherever vectors lie and however many threads there are.
TEMPLATE_TEST_CASE("level 1: sums do not depend on alignment", "[blas]", ALL_TYPES) {
  using T = TestType;
  alignas(64) static unsigned char at_x[64 + 1100 * sizeof(T)], at_y[64 + 1100 * sizeof(T)];
  for (int n : {130, 700, 1100}) {
    TestVector<T> x(n, 1, Edge::End, 3), y(n, 1, Edge::End, 4);
    const T dot = Blas<T>::dot(true, n, x.data(), 1, y.data(), 1);
    const Real<T> sum = Blas<T>::asum(true, n, x.data(), 1), norm = Blas<T>::nrm2(true, n, x.data(), 1);
    const int64_t place = Blas<T>::amax(true, n, x.data(), 1);
    for (size_t offset = 0; offset < 64; offset += alignof(T)) {
      std::memcpy(at_x + offset, x.data(), static_cast<size_t>(n) * sizeof(T));
      std::memcpy(at_y + 64 - alignof(T) - offset, y.data(), static_cast<size_t>(n) * sizeof(T));
      const T *px = reinterpret_cast<const T *>(at_x + offset);
      const T *py = reinterpret_cast<const T *>(at_y + 64 - alignof(T) - offset);
      CAPTURE(n, offset);
      REQUIRE(Blas<T>::dot(true, n, px, 1, py, 1) == dot);
      REQUIRE(Blas<T>::asum(true, n, px, 1) == sum);
      REQUIRE(Blas<T>::nrm2(true, n, px, 1) == norm);
      REQUIRE(Blas<T>::amax(true, n, px, 1) == place);
    }
  }
}

TEMPLATE_TEST_CASE("level 1: threads leave no trace in long vectors", "[blas]", ALL_TYPES) {
  using T = TestType;
  KnobScope knobs("GEMMKIT_GEMV_PARALLEL_BYTES", 1);
  knobs.set("GEMMKIT_GEMV_THREAD_CAP", 2);
  const auto all = [](int n, int ix, int iy) {
    TestVector<T> x(n, ix, Edge::End, 5), y(n, iy, Edge::End, 6);
    std::vector<T> results;
    results.push_back(Blas<T>::dot(true, n, x.data(), ix, y.data(), iy));
    results.push_back(T(Blas<T>::nrm2(true, n, x.data(), ix)));
    results.push_back(T(Blas<T>::asum(true, n, x.data(), ix)));
    x.data()[x.place(n / 2)] = T(100);
    x.data()[x.place(n - 5)] = T(-100);
    results.push_back(T(static_cast<Real<T>>(Blas<T>::amax(true, n, x.data(), ix))));
    Blas<T>::axpy(true, n, T(2), x.data(), ix, y.data(), iy);
    Blas<T>::scal(true, n, T(3), x.data(), ix);
    Blas<T>::rot(true, n, x.data(), ix, y.data(), iy, Real<T>(0.6F), Real<T>(0.8F));
    Blas<T>::swap(true, n, x.data(), ix, y.data(), iy);
    Blas<T>::axpby(true, n, T(2), x.data(), ix, T(-1), y.data(), iy);
    results.insert(results.end(), y.data(), y.data() + y.size);
    Blas<T>::copy(true, n, x.data(), ix, y.data(), iy);
    results.insert(results.end(), y.data(), y.data() + y.size);
    results.insert(results.end(), x.data(), x.data() + x.size);
    return results;
  };
  for (int n : {32768, 32769, scaled(300001, 70001)}) {
    for (const auto &inc : {std::pair(1, 1), std::pair(2, -1), std::pair(1, 0)}) {
      gemmkit_set_num_threads(1);
      const std::vector<T> serial = all(n, inc.first, inc.second);
      gemmkit_set_num_threads(2);
      const std::vector<T> parallel = all(n, inc.first, inc.second);
      gemmkit_set_num_threads(0);
      CAPTURE(n, inc.first, inc.second);
      REQUIRE(std::memcmp(serial.data(), parallel.data(), serial.size() * sizeof(T)) == 0);
      REQUIRE(std::abs(serial[3]) == static_cast<Real<T>>(n / 2));
    }
  }
}

TEST_CASE("level 1: a copy onto itself moved up or down", "[blas]") {
  // Not legal, but met: forwards, as the reference's loop does it.
  for (int n : {5, 100, 1000}) {
    std::vector<double> x(static_cast<size_t>(n) + 3);
    for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
    cblas_dcopy(n, x.data() + 3, 1, x.data(), 1);
    for (size_t i = 0; i < static_cast<size_t>(n); ++i) REQUIRE(x[i] == static_cast<double>(i + 3));
  }
}

TEST_CASE("level 1: small things", "[blas]") {
  const C32 c(3, -4);
  const C64 z(-3, 4);
  REQUIRE(scabs1_(&c) == 7);
  REQUIRE(cblas_scabs1(&c) == 7);
  REQUIRE(dcabs1_(&z) == 7);
  REQUIRE(cblas_dcabs1(&z) == 7);
  REQUIRE(lsame_("a", "A") == 1);
  REQUIRE(lsame_("Z", "z") == 1);
  REQUIRE(lsame_("a", "b") == 0);
  REQUIRE(lsame_("[", "{") == 0);
  reset_report();
  const int32_t length = 6, info = 5, long_length = 1000;
  xerbla_array_("DSYRKX", &length, &info);
  REQUIRE(reported.calls == 1);
  REQUIRE(reported.name_len == 32);
  REQUIRE(reported.name == "DSYRKX" + std::string(26, ' '));
  REQUIRE(reported.info == 5);
  xerbla_array_(std::string(40, 'X').c_str(), &long_length, &info);
  REQUIRE(reported.name == std::string(32, 'X'));
}
