// Reports of the C names' illegal arguments; the protocol is described in xerbla.cc.
#include "blas/call_from_c.h"
#include "blas/level3/level3.h"

namespace gk::blas {

void report_c_option(const CName &name, int layout, Int position, const char *complaint, int value) {
  CallFromC scope(layout == CblasRowMajor);
  GK_CBLAS_NAME(xerbla)(position, name.c, complaint, value);
}

void report_c_argument(const CName &name, bool row_major, Int info) {
  CallFromC scope(row_major);
  GK_FORTRAN_NAME(xerbla)(name.fortran, &info, strlen(name.fortran));
}

}  // namespace gk::blas
