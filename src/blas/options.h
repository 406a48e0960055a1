// The options of both faces: letters of the Fortran names, enumerators of the C names. That of the transposition is in
// args.h.
#pragma once

#include "blas/args.h"

// It declares complex elements of Fortran names as void, where these sources name their type.
#define GEMMKIT_NO_FORTRAN_PROTOTYPES
#include "gemmkit_cblas.h"

#include <string.h>

namespace gk::blas {

enum class Side : int8_t { Left, Right, Invalid };
enum class Uplo : int8_t { Upper, Lower, Invalid };
enum class Diag : int8_t { NonUnit, Unit, Invalid };

template <class Option>
Option option_of(char c, char first, char second) {
  const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return upper == first ? Option{0} : upper == second ? Option{1} : Option::Invalid;
}
inline Side side_of_char(char c) { return option_of<Side>(c, 'L', 'R'); }
inline Uplo uplo_of_char(char c) { return option_of<Uplo>(c, 'U', 'L'); }
inline Diag diag_of_char(char c) { return option_of<Diag>(c, 'N', 'U'); }

template <class Option>
Option option_of(int value, int first, int second) {
  return value == first ? Option{0} : value == second ? Option{1} : Option::Invalid;
}
inline Side side_of_enum(int value) { return option_of<Side>(value, CblasLeft, CblasRight); }
inline Uplo uplo_of_enum(int value) { return option_of<Uplo>(value, CblasUpper, CblasLower); }
inline Diag diag_of_enum(int value) { return option_of<Diag>(value, CblasNonUnit, CblasUnit); }

// What the transposed problem has instead.
inline Side other(Side side) { return side == Side::Left ? Side::Right : side == Side::Right ? Side::Left : side; }
inline Uplo other(Uplo uplo) { return uplo == Uplo::Upper ? Uplo::Lower : uplo == Uplo::Lower ? Uplo::Upper : uplo; }

// CblasConjNoTrans is an extension, and makes sense for complex matrices only.
template <class T>
Op op_of_enum(int trans) {
  switch (trans) {
    case CblasNoTrans: return Op::NoTrans;
    case CblasTrans: return Op::Trans;
    case CblasConjTrans: return Op::ConjTrans;
    case CblasConjNoTrans: return kComplex<T> ? Op::ConjNoTrans : Op::Invalid;
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
