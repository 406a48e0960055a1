// The element types of the BLAS, s d c z: what belongs to each, and how the C names hand them over.
#pragma once

#include "abi/elem.h"
#include "gemmkit.h"

#include <type_traits>

namespace gk::blas {

template <class T>
inline constexpr bool kComplex = !std::is_arithmetic_v<T>;

template <class T>
struct Type;
template <>
struct Type<float> {
  using Real = float;
  static constexpr gk_elem kElem = GK_F32;
};
template <>
struct Type<double> {
  using Real = double;
  static constexpr gk_elem kElem = GK_F64;
};
template <>
struct Type<gemmkit_c32> {
  using Real = float;
  static constexpr gk_elem kElem = GK_C32;
};
template <>
struct Type<gemmkit_c64> {
  using Real = double;
  static constexpr gk_elem kElem = GK_C64;
};
template <class T>
using RealOf = typename Type<T>::Real;
template <class T>
inline constexpr gk_elem kElemOf = Type<T>::kElem;

template <class T>
T from_real(RealOf<T> x) {
  if constexpr (kComplex<T>) {
    return {x, 0};
  } else {
    return x;
  }
}
template <class T>
T conj(T x) {
  if constexpr (kComplex<T>) {
    return {x.re, -x.im};
  } else {
    return x;
  }
}

// The types in which the C names take scalars and elements: complex ones come without a type. Members, not alias
// templates: gcc describes all uses of one of those by one name, and gate.abi would take float for double.
template <class T, bool kIsComplex = kComplex<T>>
struct CTypes {
  using Scalar = T;
  using Input = const T *;
  using Output = T *;
};
template <class T>
struct CTypes<T, true> {
  using Scalar = const void *;
  using Input = const void *;
  using Output = void *;
};

template <class T>
T scalar_of(typename CTypes<T>::Scalar x) {
  if constexpr (kComplex<T>) {
    return *static_cast<const T *>(x);
  } else {
    return x;
  }
}
template <class T>
const T *input_of(typename CTypes<T>::Input x) {
  return static_cast<const T *>(x);
}
template <class T>
T *output_of(typename CTypes<T>::Output x) {
  return static_cast<T *>(x);
}

}  // namespace gk::blas
