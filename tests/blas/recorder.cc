// The handlers behind recorder.h.
#include "blas/recorder.h"

using gk::test::reported;

extern "C" void xerbla_(const char *name, const int *info, size_t name_len) {
  ++reported.calls;
  reported.name.assign(name, name_len < 32 ? name_len : 32);
  reported.name_len = name_len;
  reported.info = *info;
  reported.row_major = RowMajorStrg != 0;
  reported.from_c = CBLAS_CallFromC != 0;
}

extern "C" void cblas_xerbla(int32_t info, const char *routine, const char *, ...) {
  ++reported.calls;
  reported.name = routine;
  reported.name_len = 0;
  reported.info = info;
  reported.row_major = RowMajorStrg != 0;
  reported.from_c = CBLAS_CallFromC != 0;
}
