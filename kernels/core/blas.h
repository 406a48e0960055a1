// How a table of BLAS kernels is put together, from the vocabulary of a real or complex element.
#pragma once

#include "abi/blas_table.h"
#include "core/level1.h"
#include "core/level2.h"
#include "core/level3.h"
#include "core/matcopy.h"

namespace gk::kernels {
namespace {

template <class O>
constexpr gk_blas_table blas_table() {
  return {.level1 = level1<O>(), .level2 = level2<O>(), .level3 = level3<O>(), .matcopy = matcopy<O>()};
}

}  // namespace
}  // namespace gk::kernels
