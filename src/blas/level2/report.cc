// Reports of illegal arguments by the protocol of xerbla.cc.
#include "blas/call_from_c.h"
#include "blas/level2/level2.h"

namespace gk::blas {

void report(const Caller &caller, Int info) {
  const char *name = caller.names.fortran;
  if (!caller.from_c) return GK_FORTRAN_NAME(xerbla)(name, &info, strlen(name));
  CallFromC scope(caller.row_major);
  GK_FORTRAN_NAME(xerbla)(name, &info, strlen(name));
}

void report_option(const Names &names, int layout, Int position, const char *option, int value) {
  CallFromC scope(layout == CblasRowMajor);
  GK_CBLAS_NAME(xerbla)(position, names.c, "Illegal %s setting, %d\n", option, value);
}

}  // namespace gk::blas
