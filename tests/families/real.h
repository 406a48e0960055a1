// f32 and f64 as families, so that what treats all element types alike needs no exception for the two.
#pragma once

#include "families/family.h"

namespace gk::test {

template <class R, class E>
struct RealFamily : Calls<RealFamily<R, E>, E> {
  using In = R;
  using Out = R;
  using Scalar = R;
  using Wide = test::Wide<R>;
  static constexpr bool kGroups = true;

  static In small(int64_t i, int64_t j, int64_t seed) { return static_cast<R>(g(i, j, seed)); }
  static In any(int64_t i, int64_t j, int64_t seed) { return fraction<R>(i, j, seed); }
  static Out small_out(int64_t i, int64_t j, int64_t seed) { return small(i, j, seed); }
  static Out any_out(int64_t i, int64_t j, int64_t seed) { return any(i, j, seed); }
  static Out poison() { return std::numeric_limits<R>::quiet_NaN(); }
  static In narrow_in(double x) { return static_cast<R>(x); }
  static Wide widen(In x) { return x; }
  static Wide widen_out(Out x) { return x; }
  static Out narrow(Wide x) { return static_cast<R>(x); }
  static Scalar scalar(double re, double) { return static_cast<R>(re); }
  static Wide conjugate(Wide x) { return x; }
  static Wide product(Wide x, Wide y) { return x * y; }
  static double size(Wide x) { return static_cast<double>(std::fabs(x)); }
  static double tolerance(Wide, double magnitude, int64_t k) {
    return 2.0 * static_cast<double>(k + 4) * static_cast<double>(std::numeric_limits<R>::epsilon()) * magnitude;
  }
};

using F32Family = RealFamily<float, F32Entries>;
using F64Family = RealFamily<double, F64Entries>;

#define GK_TEST_ALL_FAMILIES F32Family, F64Family, GK_TEST_FAMILIES

// Calls f<Family>() for the family of this number, modulo their count.
template <class Function>
void with_family(int which, Function f) {
  switch (which % 9) {
    case 0: return f.template operator()<F32Family>();
    case 1: return f.template operator()<F64Family>();
    case 2: return f.template operator()<F16Family>();
    case 3: return f.template operator()<Bf16Family>();
    case 4: return f.template operator()<F16F32Family>();
    case 5: return f.template operator()<Bf16F32Family>();
    case 6: return f.template operator()<I8Family>();
    case 7: return f.template operator()<C32Family>();
    default: return f.template operator()<C64Family>();
  }
}

}  // namespace gk::test
