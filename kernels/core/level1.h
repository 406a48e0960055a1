// How the level 1 part of a BLAS table is put together.
#pragma once

#include "abi/level1.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {

template <class O>
constexpr gk_level1 level1() {
  return {};
}

}  // namespace
}  // namespace gk::kernels
