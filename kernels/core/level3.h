// How the level 3 part of a BLAS table is put together.
#pragma once

#include "abi/level3.h"
#include "core/level3_symmetric.h"
#include "core/level3_triangular.h"

namespace gk::kernels {
namespace {

template <class O>
constexpr gk_level3 level3() {
  return {.order = kTriangleOrder,
          .triangle_bytes = triangle_bytes<O>,
          .pack_triangle = pack_triangle<O>,
          .solve = TriangularBlock<O, true>::run,
          .multiply = TriangularBlock<O, false>::run,
          .expand = Expand<O>::run,
          .add_triangle = add_triangle<O>};
}

}  // namespace
}  // namespace gk::kernels
