// Packing of 16-bit operands. A step of the depth is one element of each row that the microkernel multiplies in 32
// bits: one half widened to f32, or a pair of them for an instruction that multiplies pairs.
#pragma once

#include "core/pack.h"
#include "core/panels.h"
#include "simd/half.h"

namespace gk::kernels {
namespace {

// Steps are elements widened to f32.
template <HalfOps H>
struct Widening {
  using Elem = typename H::Elem;
  using Tile = typename H::Float;  // the microkernel's vocabulary
  using Reg = typename Tile::Reg;
  static constexpr int kGroup = 1;  // elements of a step

  // `count` adjacent elements of the depth to steps, whole vectors of them.
  [[gnu::always_inline]] static void line(const Elem *src, int64_t count, float *out) {
    int64_t i = 0;
    for (; i + Tile::kLanes <= count; i += Tile::kLanes) Tile::store(out + i, H::load(src + i));
    if (i < count) Tile::store(out + i, H::load_masked(src + i, Tile::first_lanes(static_cast<int>(count - i))));
  }
  // One step of adjacent rows: kLanes of them, or the first `count` and then zeros. The elements of a step lie in lines
  // of their own, `second` being unused here.
  [[gnu::always_inline]] static Reg rows(const Elem *first, const Elem * /*second*/) { return H::load(first); }
  [[gnu::always_inline]] static Reg rows(const Elem *first, const Elem * /*second*/, int count) {
    return H::load_masked(first, Tile::first_lanes(count));
  }
};

// Steps are pairs of elements, for O's instruction that multiplies such.
template <HalfOps H, class O>
struct Pairs {
  using Elem = typename H::Elem;
  using Tile = O;
  using Reg = typename Tile::Reg;
  static constexpr int kGroup = 2;

  [[gnu::always_inline]] static void line(const Elem *src, int64_t count, float *out) {
    __builtin_memcpy(out, src, static_cast<uint64_t>(count) * sizeof(Elem));
    if (count % 2 != 0) __builtin_memset(shifted(out, count * static_cast<int64_t>(sizeof(Elem))), 0, sizeof(Elem));
  }
  [[gnu::always_inline]] static Reg rows(const Elem *first, const Elem *second) {
    return H::load_interleaved(first, second, Tile::kLanes);
  }
  [[gnu::always_inline]] static Reg rows(const Elem *first, const Elem *second, int count) {
    return H::load_interleaved(first, second, count);
  }
};

// What stands for the missing element of the last step of an odd depth.
template <class Elem>
constexpr Elem kNoRow[32] = {};

template <class Scheme>
constexpr int64_t steps_of(int64_t depth) {
  return (depth + Scheme::kGroup - 1) / Scheme::kGroup;
}

// Calls at(step, first line, second line) for each step of a matrix whose depth steps are depth_stride bytes apart.
template <class Scheme, class At>
[[gnu::always_inline]] inline void for_steps(const typename Scheme::Elem *src, int64_t depth_stride, int64_t depth,
                                             At at) {
  using Elem = typename Scheme::Elem;
  if constexpr (Scheme::kGroup == 1) {
    for (int64_t p = 0; p < depth; ++p, src = shifted(src, depth_stride)) at(p, src, src);
  } else {
    for (int64_t p = 0; p < depth / 2; ++p, src = shifted(src, 2 * depth_stride))
      at(p, src, shifted(src, depth_stride));
    if (depth % 2 != 0) at(depth / 2, src, static_cast<const Elem *>(kNoRow<Elem>));
  }
}

// Elements along the depth, depth_stride bytes apart, to steps.
template <class Scheme>
[[gnu::always_inline]] inline void depth_line(const typename Scheme::Elem *src, int64_t depth_stride, int64_t depth,
                                              float *out) {
  using Elem = typename Scheme::Elem;
  if (depth_stride == static_cast<int64_t>(sizeof(Elem))) return Scheme::line(src, depth, out);
  constexpr int kPiece = 2 * Scheme::Tile::kLanes;
  for (int64_t p = 0; p < depth; p += kPiece, out += kPiece / Scheme::kGroup) {
    const auto count = static_cast<int>(depth - p < kPiece ? depth - p : kPiece);
    Elem piece[kPiece];
    for (int i = 0; i < count; ++i, src = shifted(src, depth_stride)) piece[i] = *src;
    Scheme::line(piece, count, out);
  }
}

// A panel of kVecs vectors whose rows are adjacent.
template <class Scheme, int kVecs>
void copy_rows(const typename Scheme::Elem *src, int64_t depth_stride, int64_t rows, int64_t depth, float *out) {
  using O = typename Scheme::Tile;
  using Elem = typename Scheme::Elem;
  constexpr int kTail = (kVecs - 1) * O::kLanes;
  const int last = static_cast<int>(rows) - kTail;
  for_steps<Scheme>(src, depth_stride, depth, [&](int64_t step, const Elem *first, const Elem *second) {
    float *to = out + step * kVecs * O::kLanes;
#pragma GCC unroll 8
    for (int i = 0; i < kTail; i += O::kLanes) {
      O::store(to + i, Scheme::rows(first + i, second == kNoRow<Elem> ? second : second + i));
    }
    const Elem *second_tail = second == kNoRow<Elem> ? second : second + kTail;
    O::store(to + kTail, last == O::kLanes ? Scheme::rows(first + kTail, second_tail)
                                           : Scheme::rows(first + kTail, second_tail, last));
  });
}

// Any other rows: some steps of a vector of them at a time to a buffer, and from there transposed.
template <class Scheme>
void transpose_rows(const typename Scheme::Elem *src, int64_t row_stride, int64_t depth_stride, int lanes,
                    int64_t depth, float *out, int64_t out_stride) {
  using O = typename Scheme::Tile;
  constexpr int kSteps = 64, kStride = kSteps + O::kLanes;
  alignas(64) float lines[O::kLanes * kStride];
  for (int64_t p = 0; p < depth; p += kSteps * Scheme::kGroup) {
    const int64_t left = depth - p, piece = left < kSteps * Scheme::kGroup ? left : kSteps * Scheme::kGroup;
    for (int i = 0; i < lanes; ++i)
      depth_line<Scheme>(shifted(src, i * row_stride), depth_stride, piece, lines + i * kStride);
    constexpr auto kFloat = static_cast<int64_t>(sizeof(float));
    VectorCopy<O, PadStore::Zero>::strided(lines, kStride * kFloat, kFloat, lanes, steps_of<Scheme>(piece), out,
                                           out_stride);
    src = shifted(src, piece * depth_stride);
    out += kSteps * out_stride;
  }
}

template <class Scheme, int kVecs>
void pack_half_panel(const gk_pack_lhs_args &s, int64_t row, int64_t rows, int vecs) {
  using O = typename Scheme::Tile;
  using Elem = typename Scheme::Elem;
  if constexpr (kVecs > 1) {
    if (vecs < kVecs) return pack_half_panel<Scheme, kVecs - 1>(s, row, rows, vecs);
  }
  const Elem *src = shifted(static_cast<const Elem *>(s.a), row * s.rsa);
  float *out = static_cast<float *>(s.out) + row * steps_of<Scheme>(s.k);
  if (s.rsa == static_cast<int64_t>(sizeof(Elem))) return copy_rows<Scheme, kVecs>(src, s.csa, rows, s.k, out);
  for (int v = 0; v < kVecs; ++v) {
    const int64_t left = rows - v * O::kLanes;
    transpose_rows<Scheme>(shifted(src, v * O::kLanes * s.rsa), s.rsa, s.csa,
                           left < O::kLanes ? static_cast<int>(left) : O::kLanes, s.k, out + v * O::kLanes,
                           kVecs * O::kLanes);
  }
}

template <class Scheme, int kMaxVecs>
void pack_half_lhs(const gk_pack_lhs_args *args) {
  using O = typename Scheme::Tile;
  const gk_pack_lhs_args &s = *args;
  const PanelSplit<O, kMaxVecs> split(s.m);
  int64_t row = 0;
  for (int64_t i = 0; i < split.panels; ++i) {
    const int64_t full = split.rows(i), rows = full < s.m - row ? full : s.m - row;
    pack_half_panel<Scheme, kMaxVecs>(s, row, rows, static_cast<int>(full / O::kLanes));
    row += full;
  }
}

// Columns of B, copied as they are: pairs of rows are interleaved, and the pairs transposed as the floats that they are
// as long as.
template <HalfOps H>
void pack_half_rhs(const gk_pack_rhs_args *args) {
  using O = typename H::Float;
  using Elem = typename H::Elem;
  constexpr int64_t kAdjacent = sizeof(Elem), kFloat = sizeof(float), kLine = 64 / kAdjacent;
  const gk_pack_rhs_args &s = *args;
  const Elem *b = static_cast<const Elem *>(s.b);
  Elem *out = static_cast<Elem *>(s.out);
  int64_t p = 0;
  if (s.csb == kAdjacent && s.csb_out % kFloat == 0) {
    constexpr int kColumns = 64, kStride = kColumns + O::kLanes;
    alignas(64) float pairs[O::kLanes * kStride];
    for (; p + 1 < s.k; p += 2 * O::kLanes) {
      const int lanes = (s.k - p) / 2 < O::kLanes ? static_cast<int>((s.k - p) / 2) : O::kLanes;
      const Elem *rows = shifted(b, p * s.rsb);
      // Rows far apart, often in the same few cache sets, are not fetched ahead by themselves.
      for (int64_t r = 2 * O::kLanes; r < 4 * O::kLanes; ++r) {
        for (int64_t j = 0; j < s.n; j += kLine) __builtin_prefetch(shifted(rows + j, r * s.rsb));
      }
      for (int64_t j = 0; j < s.n; j += kColumns) {
        const int64_t columns = s.n - j < kColumns ? s.n - j : kColumns;
        for (int i = 0; i < lanes; ++i) {
          const Elem *even = shifted(rows + j, 2 * i * s.rsb), *odd = shifted(even, s.rsb);
          for (int64_t c = 0; c < columns; c += O::kLanes) {
            const int count = columns - c < O::kLanes ? static_cast<int>(columns - c) : O::kLanes;
            O::store(pairs + i * kStride + c, H::load_interleaved(even + c, odd + c, count));
          }
        }
        VectorCopy<O, PadStore::Keep>::strided(pairs, kStride * kFloat, kFloat, lanes, columns,
                                               reinterpret_cast<float *>(shifted(out + p, j * s.csb_out)),
                                               s.csb_out / kFloat);
      }
    }
    p = s.k & ~int64_t{1};
  }
  for (int64_t j = 0; j < s.n; ++j) {
    const Elem *column = shifted(b, j * s.csb);
    Elem *to = shifted(out, j * s.csb_out);
    if (s.rsb == kAdjacent) {
      __builtin_memcpy(to, column, static_cast<uint64_t>(s.k) * sizeof(Elem));
      continue;
    }
    for (int64_t q = p; q < s.k; ++q) to[q] = *shifted(column, q * s.rsb);
  }
}

}  // namespace
}  // namespace gk::kernels
