// The option arguments of the C names.
#pragma once

#include "blas/args.h"

// It declares complex elements of Fortran names as void, where these sources name their type.
#define GEMMKIT_NO_FORTRAN_PROTOTYPES
#include "gemmkit_cblas.h"

#include <string.h>

#include <type_traits>

namespace gk::blas {

// CblasConjNoTrans is an extension, and makes sense for complex matrices only.
template <class T>
Op op_of_enum(int trans) {
  constexpr bool kReal = std::is_arithmetic_v<T>;
  switch (trans) {
    case CblasNoTrans: return Op::NoTrans;
    case CblasTrans: return Op::Trans;
    case CblasConjTrans: return Op::ConjTrans;
    case CblasConjNoTrans: return kReal ? Op::Invalid : Op::ConjNoTrans;
    default: return Op::Invalid;
  }
}

// A C caller can pass any integer, and one outside an enumeration must not be read as such.
template <class Enum>
int value_of(const Enum &e) {
  int value;
  static_assert(sizeof value == sizeof e);
  memcpy(&value, &e, sizeof value);
  return value;
}

}  // namespace gk::blas
