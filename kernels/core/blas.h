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
#if defined(GK_MINIMAL)  // which have no BLAS face: the kernels of level 1 to 3 would be half of the library
  return {};
#else
  return {.level1 = level1<O>(), .level2 = level2<O>(), .level3 = level3<O>(), .matcopy = matcopy<O>()};
#endif
}

}  // namespace
}  // namespace gk::kernels
