// How a kernel table for complex numbers is put together.
#pragma once

#include "abi/kernel_table.h"
#include "core/complex_finish.h"
#include "core/complex_gemv.h"
#include "core/complex_small.h"
#include "core/complex_tile.h"
#include "core/complex_update.h"
#include "core/diagonal_strip.h"
#include "core/pack.h"
#include "core/strip.h"

namespace gk::kernels {
namespace {

// Microtiles of up to kVecs vectors by kCols columns, two accumulators each.
template <ComplexOps O, int kVecs, int kCols>
struct ComplexFloat {
  using T = typename O::Elem;
  static constexpr T kOne = {1, 0};

  static constexpr gk_kernel_table table(gk_isa isa, uint64_t cpu_features, const char *name,
                                         const gk_blas_table *blas) {
    return {.elem = Is<typename O::Part, float> ? GK_C32 : GK_C64,
            .isa = isa,
            .cpu_features = cpu_features,
            .cpu_wants = 0,
            .name = name,
            .elem_size = sizeof(T),
            .out_size = sizeof(T),
            .packed_size = sizeof(T),
            .acc_size = 0,
            .depth_multiple = 1,
            .packs_lhs = 0,
            .mr = kVecs * O::kLanes,
            .nr = kCols,
            .row_quantum = O::kLanes,
            .one = &kOne,
            .run_strip = Strip<O, kVecs, kCols>::run,
            .run_diagonal_strip = DiagonalStrip<O, kVecs, kCols>::run,
            .run_small = ComplexSmall<O, kVecs, kCols>::run,
            .run_shallow = nullptr,
            .run_batch = ComplexSmall<O, kVecs, kCols>::run_batch,
            .pack_lhs = pack_lhs<O, kVecs>,
            .pack_rhs = pack_rhs<O>,
            .scale_c = complex_scale_c<O>,
            .finish = complex_finish<O>,
            .store = nullptr,
            .gemv_columns = ComplexGemvColumns<O>::run,
            .gemv_rows = ComplexGemvRows<O, (has_32_registers<2 * kVecs, kCols>() ? 4 : 2)>::run,
            .dots = nullptr,
            .thin = nullptr,
            .few_rows = nullptr,
            .blas = blas,
            .sums = nullptr};
  }
};

}  // namespace
}  // namespace gk::kernels
