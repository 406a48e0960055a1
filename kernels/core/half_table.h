// How the tables of 16-bit operands are put together.
#pragma once

#include "core/half_gemv.h"
#include "core/half_scale.h"
#include "core/half_small.h"
#include "core/half_store.h"
#include "core/half_strip.h"

namespace gk::kernels {
namespace {

// Products of H's elements into Out's, multiplied as Scheme has it in microtiles of up to kVecs vectors by kCols
// columns. Sums wait in C itself where that is f32.
template <HalfOps H, class Scheme, class Out, int kVecs, int kCols>
struct Half {
  using O = typename Scheme::Tile;
  static constexpr float kOne = 1;
  static constexpr int kAccBytes = sizeof(typename Out::Elem) < sizeof(float) ? sizeof(float) : 0;
  using Strip = HalfStrip<Scheme, Out, kVecs, kCols, kAccBytes>;
  using Small = HalfSmall<Scheme, Out, kVecs, kCols, kAccBytes>;
  static constexpr int kGemvRows = has_32_registers<kVecs, kCols>() ? 8 : 6;

  // Where C is f32, its epilogue is that of f32.
  static constexpr auto finish() -> void (*)(const gk_finish_args *) {
    if constexpr (kAccBytes == 0) return FinishHalf<O>::run;
    return nullptr;
  }
  static constexpr auto store() -> void (*)(const gk_store_args *) {
    if constexpr (kAccBytes != 0) return HalfStore<O, Out>::run;
    return nullptr;
  }

  static constexpr gk_kernel_table table(gk_elem elem, gk_isa isa, uint64_t cpu_features, uint64_t cpu_wants,
                                         const char *name) {
    return {.elem = elem,
            .isa = isa,
            .cpu_features = cpu_features,
            .cpu_wants = cpu_wants,
            .name = name,
            .elem_size = sizeof(typename H::Elem),
            .out_size = sizeof(typename Out::Elem),
            .packed_size = sizeof(float) / Scheme::kGroup,
            .acc_size = kAccBytes,
            .depth_multiple = Scheme::kGroup,
            .packs_lhs = 1,
            .mr = kVecs * O::kLanes,
            .nr = kCols,
            .row_quantum = O::kLanes,
            .one = &kOne,
            .run_strip = Strip::run,
            .run_diagonal_strip = nullptr,
            .run_small = Small::run,
            .run_shallow = nullptr,
            .run_batch = Small::run_batch,
            .pack_lhs = pack_half_lhs<Scheme, kVecs>,
            .pack_rhs = pack_half_rhs<H>,
            .scale_c = HalfScale<O, Out>::run,
            .finish = finish(),
            .store = store(),
            .gemv_columns = HalfGemvColumns<H, Out>::run,
            .gemv_rows = HalfGemvRows<H, Out, kGemvRows>::run,
            .dots = nullptr,
            .thin = nullptr,
            .few_rows = nullptr,
            .blas = nullptr,
            .sums = nullptr};
  }
};

}  // namespace
}  // namespace gk::kernels
