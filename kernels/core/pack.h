// Packing: copies of A and B in the order in which the microkernel reads them.
#pragma once

#include "abi/kernel_table.h"
#include "core/panels.h"
#include "simd/concept.h"

namespace gk::kernels {
namespace {

// The padding of a vector whose last lanes have no element: PadStore::Zero fills it, PadStore::Keep leaves the
// memory behind the last element alone.
enum class PadStore { Zero, Keep };

// Elements (i, p), i < lanes <= kLanes, p < depth, to out[p * out_stride + i].
template <class O, PadStore kPad>
struct VectorCopy {
  using T = typename O::Elem;
  using Reg = typename O::Reg;

  [[gnu::always_inline]] static void put(T *out, int lanes, typename O::Mask mask, Reg r) {
    if (lanes == O::kLanes) {
      O::store(out, r);
    } else if constexpr (kPad == PadStore::Zero) {
      O::store(out, O::keep(mask, r));
    } else {
      O::store_masked(out, mask, r);
    }
  }

  // One block of kBlock depth steps. `lanes` is a literal in the calls that matter: the row clamping folds away.
  [[gnu::always_inline]] static void put_block(const T *src, int64_t row_stride, int lanes, typename O::Mask mask,
                                               T *out, int64_t out_stride) {
    Reg block[O::kBlock];
    O::load_transposed(src, row_stride, lanes, block);
#pragma GCC unroll 4
    for (int i = 0; i < O::kBlock; ++i) put(out + i * out_stride, lanes, mask, block[i]);
  }

  // Depth steps adjacent in memory: transposed in registers. The last block overlaps its neighbour instead of
  // reading past the end.
  [[gnu::always_inline]] static void transposed(const T *src, int64_t row_stride, int lanes, int64_t depth, T *out,
                                                int64_t out_stride) {
    const typename O::Mask mask = O::first_lanes(lanes);
    int64_t p = 0;
    for (; p + O::kBlock <= depth; p += O::kBlock)
      put_block(src + p, row_stride, lanes, mask, out + p * out_stride, out_stride);
    if (p == depth) return;
    p = depth - O::kBlock;
    put_block(src + p, row_stride, lanes, mask, out + p * out_stride, out_stride);
  }

  // Any strides, and depths too short for a block.
  static void elementwise(const T *src, int64_t row_stride, int64_t depth_stride, int lanes, int64_t depth, T *out,
                          int64_t out_stride) {
    for (int64_t p = 0; p < depth; ++p, src = shifted(src, depth_stride), out += out_stride) {
      for (int i = 0; i < lanes; ++i) out[i] = *shifted(src, i * row_stride);
      if constexpr (kPad == PadStore::Zero) {
        for (int i = lanes; i < O::kLanes; ++i) out[i] = T();
      }
    }
  }

  // Rows more than one element apart.
  static void strided(const T *src, int64_t row_stride, int64_t depth_stride, int lanes, int64_t depth, T *out,
                      int64_t out_stride) {
    if (depth_stride != static_cast<int64_t>(sizeof(T)) || depth < O::kBlock)
      return elementwise(src, row_stride, depth_stride, lanes, depth, out, out_stride);
    if (lanes == O::kLanes) return transposed(src, row_stride, O::kLanes, depth, out, out_stride);
    transposed(src, row_stride, lanes, depth, out, out_stride);
  }
};

// A panel with rows adjacent in memory: a strided sequence of wide copies.
template <class O, int kVecs>
void copy_panel(const typename O::Elem *src, int64_t depth_stride, int64_t rows, int64_t depth, typename O::Elem *out) {
  constexpr int kTail = (kVecs - 1) * O::kLanes;
  const bool whole = rows == kVecs * O::kLanes;
  const typename O::Mask mask = O::first_lanes(static_cast<int>(rows) - kTail);
  for (int64_t p = 0; p < depth; ++p, src = shifted(src, depth_stride), out += kVecs * O::kLanes) {
#pragma GCC unroll 8
    for (int i = 0; i < kTail; i += O::kLanes) O::store(out + i, O::load(src + i));
    O::store(out + kTail, whole ? O::load(src + kTail) : O::load_masked(src + kTail, mask));
  }
}

template <class O, int kVecs>
void pack_panel(const gk_pack_lhs_args &s, int64_t row, int64_t rows, int vecs) {
  using T = typename O::Elem;
  if constexpr (kVecs > 1) {
    if (vecs < kVecs) return pack_panel<O, kVecs - 1>(s, row, rows, vecs);
  }
  const T *src = shifted(static_cast<const T *>(s.a), row * s.rsa);
  T *out = static_cast<T *>(s.out) + row * s.k;
  if (s.rsa == static_cast<int64_t>(sizeof(T))) return copy_panel<O, kVecs>(src, s.csa, rows, s.k, out);
  for (int v = 0; v < kVecs; ++v) {
    const int64_t left = rows - v * O::kLanes;
    const int lanes = left < O::kLanes ? static_cast<int>(left) : O::kLanes;
    VectorCopy<O, PadStore::Zero>::strided(shifted(src, v * O::kLanes * s.rsa), s.rsa, s.csa, lanes, s.k,
                                           out + v * O::kLanes, kVecs * O::kLanes);
  }
}

template <class O, int kMaxVecs>
void pack_lhs(const gk_pack_lhs_args *args) {
  const gk_pack_lhs_args &s = *args;
  const PanelSplit<O, kMaxVecs> split(s.m);
  int64_t row = 0;
  for (int64_t i = 0; i < split.panels; ++i) {
    const int64_t full = split.rows(i), rows = full < s.m - row ? full : s.m - row;
    pack_panel<O, kMaxVecs>(s, row, rows, static_cast<int>(full / O::kLanes));
    row += full;
  }
}

// Columns of B: kLanes rows at a time across all columns, so that the lines of a row are used whole while they are
// there. Rows far apart (a page each, often the same cache set) are fetched ahead by hand.
template <class O>
void pack_rhs(const gk_pack_rhs_args *args) {
  using T = typename O::Elem;
  constexpr int kLine = 64 / static_cast<int>(sizeof(T));
  const gk_pack_rhs_args &s = *args;
  const T *rows = static_cast<const T *>(s.b);
  T *out = static_cast<T *>(s.out);
  const int64_t out_stride = s.csb_out / static_cast<int64_t>(sizeof(T));
  for (int64_t p = 0; p < s.k; p += O::kLanes, out += O::kLanes, rows = shifted(rows, O::kLanes * s.rsb)) {
    const int lanes = s.k - p < O::kLanes ? static_cast<int>(s.k - p) : O::kLanes;
    if (s.rsb == static_cast<int64_t>(sizeof(T))) {
      const typename O::Mask mask = O::first_lanes(lanes);
      for (int64_t j = 0; j < s.n; ++j)
        O::store_masked(out + j * out_stride, mask, O::load_masked(shifted(rows, j * s.csb), mask));
      continue;
    }
    for (int r = O::kLanes; r < 2 * O::kLanes && s.csb == static_cast<int64_t>(sizeof(T)); ++r) {
      for (int64_t j = 0; j < s.n; j += kLine) __builtin_prefetch(shifted(rows + j, r * s.rsb));
    }
    VectorCopy<O, PadStore::Keep>::strided(rows, s.rsb, s.csb, lanes, s.n, out, out_stride);
  }
}

}  // namespace
}  // namespace gk::kernels
