// What C entries tell the error handlers.
#pragma once

#include "blas/args.h"

namespace gk::blas {

// Announces to the handlers for the time of one report that they serve a C entry (see xerbla.cc).
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

}  // namespace gk::blas
