// Reports of illegal arguments by the protocol of xerbla.cc.
#include "blas/level2/level2.h"

namespace {

// Announces to the handlers for the time of one report that they serve a C entry.
class CallFromC {
 public:
  explicit CallFromC(bool row_major) {
    RowMajorStrg = row_major;
    CBLAS_CallFromC = 1;
  }
  ~CallFromC() { CBLAS_CallFromC = RowMajorStrg = 0; }
  CallFromC(const CallFromC &) = delete;
  CallFromC &operator=(const CallFromC &) = delete;
};

}  // namespace

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
