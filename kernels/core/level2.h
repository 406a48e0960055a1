// How the level 2 part of a BLAS table is put together.
#pragma once

#include "abi/level2.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

template <class O>
constexpr gk_level2 level2() {
  return {};
}

}  // namespace
}  // namespace gk::kernels
