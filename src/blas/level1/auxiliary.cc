// Small things the reference exports: |re| + |im|, letters compared, errors reported from C strings of Fortran arrays.
#include "blas/args.h"

#include <string.h>

using gk::blas::Int;

GK_FORTRAN(float, scabs1)(const gemmkit_c32 *z) { return __builtin_fabsf(z->re) + __builtin_fabsf(z->im); }
GK_CBLAS(float, scabs1)(const void *z) {
  const auto *x = static_cast<const gemmkit_c32 *>(z);
  return __builtin_fabsf(x->re) + __builtin_fabsf(x->im);
}
GK_FORTRAN(double, dcabs1)(const gemmkit_c64 *z) { return __builtin_fabs(z->re) + __builtin_fabs(z->im); }
GK_CBLAS(double, dcabs1)(const void *z) {
  const auto *x = static_cast<const gemmkit_c64 *>(z);
  return __builtin_fabs(x->re) + __builtin_fabs(x->im);
}

// Whether two letters are the same in whichever case: a Fortran LOGICAL, as wide as an INTEGER.
GK_FORTRAN(Int, lsame)(const char *a, const char *b) {
  const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; };
  return upper(*a) == upper(*b);
}

// xerbla for callers that have the name as an array of characters and its length.
GK_FORTRAN(void, xerbla_array)(const char *name, const Int *length, const Int *info) {
  char padded[32];
  memset(padded, ' ', sizeof padded);
  const Int size = static_cast<Int>(sizeof padded), used = *length < 0 ? 0 : *length < size ? *length : size;
  memcpy(padded, name, static_cast<size_t>(used));
  GK_FORTRAN_NAME(xerbla)(padded, info, sizeof padded);
}
