// A product with everything that can vary about it, checked against the oracle: shared by the sweeps, the random
// properties and the fuzzers.
#pragma once

#include "support/call.h"
#include "support/oracle.h"

#include <cmath>
#include <limits>
#include <string>

namespace gk::test {

struct Problem {
  int64_t m = 1, n = 1, k = 1;
  double alpha = 1, beta = 0;  // exact in f32
  int a_layout = 0, b_layout = 0, c_layout = 0;
  int misalign = 0;  // elements off a 64-byte boundary
  int32_t threads = 1;
  bool integers = true;  // small integers, checked for equality; else fractions, checked to tolerance
  int seed = 0;
};

inline std::string describe(const Problem &p) {
  return std::to_string(p.m) + "x" + std::to_string(p.n) + "x" + std::to_string(p.k) + ", alpha " +
         std::to_string(p.alpha) + ", beta " + std::to_string(p.beta) + ", A " + kLayouts[p.a_layout].name + ", B " +
         kLayouts[p.b_layout].name + ", C " + kLayouts[p.c_layout].name + ", misalign " + std::to_string(p.misalign) +
         ", threads " + std::to_string(p.threads) + (p.integers ? ", integers" : ", fractions") + ", seed " +
         std::to_string(p.seed);
}

// A fraction in (-1, 1) with a full mantissa, so that every rounding shows in the last bits.
template <class T>
T fraction(int64_t i, int64_t j, int64_t seed) {
  uint64_t x = static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15u + static_cast<uint64_t>(j) * 0xC2B2AE3D27D4EB4Fu +
               static_cast<uint64_t>(seed + 1) * 0x165667B19E3779F9u;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 32;
  return static_cast<T>(static_cast<double>(static_cast<int64_t>(x)) / 9223372036854775808.0);
}

template <class T>
Matrix<T> operand(const Problem &p, int64_t rows, int64_t cols, int layout, int salt) {
  Matrix<T> x(rows, cols, kLayouts[layout], p.misalign);
  const int64_t seed = p.seed + salt;
  if (p.integers) return x.generate(seed);
  return x.fill([seed](int64_t i, int64_t j) { return fraction<T>(i, j, seed); });
}

// The operands of a problem, filled.
template <class T>
struct Operands {
  Matrix<T> a, b, c;
  explicit Operands(const Problem &p)
      : a(operand<T>(p, p.m, p.k, p.a_layout, 0)),
        b(operand<T>(p, p.k, p.n, p.b_layout, 5)),
        c(operand<T>(p, p.m, p.n, p.c_layout, 2)) {}
};

// Runs the problem and returns what is wrong with the result, or "".
template <class T>
std::string mistake(const Problem &p) {
  Operands<T> x(p);
  const Expected<T> want = expected_product<T>(p.m, p.n, p.k, T(p.alpha), x.a, x.b, T(p.beta), x.c);
  if (p.beta == 0) x.c.fill([](int64_t, int64_t) { return std::numeric_limits<T>::quiet_NaN(); });  // never read
  const gemmkit_status status = gemm<T>(T(p.alpha), x.a, x.b, T(p.beta), x.c, p.threads);
  if (status != GEMMKIT_OK) return std::string("status ") + gemmkit_status_name(status) + ": " + gemmkit_last_error();
  if (!x.c.padding_intact()) return "wrote outside C";
  if (p.integers) return equal(x.c, want) ? "" : "values differ";
  const double ratio = error_ratio(x.c, want);
  return ratio <= 1 ? "" : "error is " + std::to_string(ratio) + " of the tolerance";
}

}  // namespace gk::test
