// How the table of an int8 kernel is put together.
#pragma once

#include "abi/kernel_table.h"
#include "core/int8_gemv.h"
#include "core/int8_pack.h"
#include "core/int8_small.h"
#include "core/int8_strip.h"
#include "core/requant.h"

namespace gk::kernels {
namespace {

// C <- beta * C modulo 2^32.
template <class O>
void int8_scale_c(const gk_scale_args *args) {
  gk_scale_args s = *args;
  constexpr int64_t kAdjacent = sizeof(int32_t);
  const int32_t beta = *static_cast<const int32_t *>(s.beta);
  if (s.csc == kAdjacent && s.rsc != kAdjacent) s = {s.n, s.m, s.c, s.csc, s.rsc, s.beta};
  const typename O::Reg factor = O::splat(beta);
  auto *column = static_cast<int32_t *>(s.c);
  for (int64_t j = 0; j < s.n; ++j, column = shifted(column, s.csc)) {
    int64_t i = 0;
    for (; s.rsc == kAdjacent && i + O::kLanes <= s.m; i += O::kLanes) {
      O::store(column + i, beta == 0 ? O::zero() : O::mul(factor, O::load(column + i)));
    }
    for (; i < s.m; ++i) {
      int32_t *c = shifted(column, i * s.rsc);
      *c = beta == 0 ? 0 : static_cast<int32_t>(static_cast<uint32_t>(beta) * static_cast<uint32_t>(*c));
    }
  }
}

// Microtiles of up to kVecs vectors by kCols columns.
template <DotOps O, int kVecs, int kCols>
struct Int8 {
  static constexpr int32_t kOne = 1;

  static constexpr gk_kernel_table table(gk_isa isa, uint64_t cpu_features, const char *name) {
    return {.elem = GK_I8,
            .isa = isa,
            .cpu_features = cpu_features,
            .cpu_wants = 0,
            .name = name,
            .elem_size = 1,
            .out_size = sizeof(int32_t),
            .packed_size = O::kParts,
            .acc_size = 0,
            .depth_multiple = 4,
            .packs_lhs = 1,
            .mr = kVecs * O::kLanes,
            .nr = kCols,
            .row_quantum = O::kLanes,
            .one = &kOne,
            .run_strip = Int8Strip<O, kVecs, kCols>::run,
            .run_diagonal_strip = nullptr,
            .run_small = Int8Small<O, kVecs, kCols>::run,
            .run_shallow = nullptr,
            .run_batch = Int8Small<O, kVecs, kCols>::run_batch,
            .pack_lhs = Int8Pack<O, kVecs>::run,
            .pack_rhs = int8_pack_rhs<O>,
            .scale_c = int8_scale_c<O>,
            .finish = nullptr,
            .store = nullptr,
            .gemv_columns = Int8GemvColumns<O>::run,
            .gemv_rows = Int8GemvRows<O>::run,
            .dots = nullptr,
            .thin = nullptr,
            .few_rows = nullptr,
            .blas = nullptr,
            .sums = nullptr};
  }

  // The requantising tables: Out is int8_t or uint8_t.
  template <class Out>
  static constexpr gk_kernel_table requantised(gk_kernel_table wide, const gk_kernel_table *sums, const char *name) {
    constexpr gk_elem kElem = static_cast<Out>(-1) < 0 ? GK_I8_I8 : GK_I8_U8;
    wide.sums = sums;
    return Requantised<O, Out, Int8Strip<O, kVecs, kCols>::run>::table(kElem, wide, name);
  }
};

}  // namespace
}  // namespace gk::kernels
