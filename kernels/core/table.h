// How a kernel table is put together.
#pragma once

#include "abi/kernel_table.h"
#include "core/batch.h"
#include "core/diagonal_strip.h"
#include "core/dots.h"
#include "core/finish.h"
#include "core/gemv.h"
#include "core/microkernel.h"
#include "core/pack.h"
#include "core/scale.h"
#include "core/shallow.h"
#include "core/small.h"
#include "core/strip.h"
#include "core/thin.h"

namespace gk::kernels {
namespace {

template <class T>
constexpr gk_elem elem_of() {
  static_assert(Is<T, float> || Is<T, double>);
  return Is<T, float> ? GK_F32 : GK_F64;
}

// Kernels for real floating-point types: microtiles of up to kVecs vectors by kCols columns. Narrow: see BatchStrips.
template <SimdOps O, int kVecs, int kCols, class... Narrow>
struct Float {
  using T = typename O::Elem;
  static constexpr T kOne = 1;
  static constexpr bool kManyRegisters = has_32_registers<kVecs, kCols>();

  static constexpr auto thin() -> void (*)(const gk_thin_args *) {
    if constexpr (O::kLanes > 1) return Thin<O, kCols>::run;
    return nullptr;
  }

  static constexpr auto few_rows() -> void (*)(const gk_product *) {
    if constexpr (O::kLanes >= 4) return ShortRows<O>::alone;
    return nullptr;
  }

  static constexpr gk_kernel_table table(gk_isa isa, uint64_t cpu_features, const char *name,
                                         const gk_blas_table *blas) {
    return {.elem = elem_of<T>(),
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
            .run_small = Small<O, kVecs, kCols, Narrow...>::run,
            .run_shallow = Shallow<O, kVecs, kCols>::run,
            .run_batch = BatchStrips<O, kVecs, kCols, Narrow...>::run,
            .pack_lhs = pack_lhs<O, kVecs>,
            .pack_rhs = pack_rhs<O>,
            .scale_c = scale_c<O>,
            .finish = Finish<O>::run,
            .store = nullptr,
            .gemv_columns = GemvColumns<O>::run,
            .gemv_rows = GemvRows<O, (kManyRegisters ? 8 : 4)>::run,
            .dots = Dots<O, 4, (kManyRegisters ? 4 : 3), (kManyRegisters ? 16 : 12)>::run,
            .thin = thin(),
            .few_rows = few_rows(),
            .blas = blas,
            .sums = nullptr};
  }
};

}  // namespace
}  // namespace gk::kernels
