// Reports of illegal arguments; xerbla.cc has the protocol and the handlers.
#include "blas/report.h"

#include <string.h>

namespace gk::blas {

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

void report(Caller caller, Int info) {
  if (!caller.from_c) return GK_FORTRAN_NAME(xerbla)(caller.fortran, &info, strlen(caller.fortran));
  const CallFromC scope(caller.row_major);
  GK_FORTRAN_NAME(xerbla)(caller.fortran, &info, strlen(caller.fortran));
}

void report_option(const Names &names, int layout, const Mistake &mistake) {
  const CallFromC scope(layout == CblasRowMajor);
  report(names.c, mistake);
}

void report(const char *name, const Mistake &mistake) {
  GK_CBLAS_NAME(xerbla)
  (mistake.position, name, "Illegal %s setting, %d\n", mistake.what, static_cast<int>(mistake.value));
}

void report_in_group(const char *name, const Mistake &mistake, Int group) {
  GK_CBLAS_NAME(xerbla)
  (mistake.position, name, "Illegal %s setting in group %d, %d\n", mistake.what, static_cast<int>(group),
   static_cast<int>(mistake.value));
}

}  // namespace gk::blas
