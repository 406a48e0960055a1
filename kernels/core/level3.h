// How the level 3 part of a BLAS table is put together.
#pragma once

#include "abi/level3.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

template <class O>
constexpr gk_level3 level3() {
  return {};
}

}  // namespace
}  // namespace gk::kernels
