// The option arguments of the C names.
#pragma once

#include "blas/args.h"
#include "gemmkit_cblas.h"

namespace gk::blas {

inline Op op_of_enum(int trans) {
  if (trans == CblasNoTrans) return Op::NoTrans;
  return trans == CblasTrans || trans == CblasConjTrans ? Op::Trans : Op::Invalid;
}

}  // namespace gk::blas
