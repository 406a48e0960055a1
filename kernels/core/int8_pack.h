// Copies of int8 operands: A in panels of parts (see DotOps), columns of B for a strip, and columns of B as they are.
#pragma once

#include "abi/kernel_table.h"
#include "core/panels.h"
#include "simd/int8.h"

namespace gk::kernels {
namespace {

// Dwords of a row of packed A, or of a column of B, that k elements make.
template <class O>
[[gnu::always_inline]] constexpr int64_t steps_of(int64_t k) {
  return (k + 3) / 4 * O::kParts;
}

// Packed A is a sequence of row panels; a panel holds, for each step of the depth, a dword of each of its rows.
template <class O, int kMaxVecs>
class Int8Pack {
 public:
  static void run(const gk_pack_lhs_args *args) { Int8Pack(*args).vectors(); }

 private:
  using Reg = typename O::Reg;
  static constexpr int64_t kBytes = 4 * O::kLanes;  // of a register

  // Where the vectors of rows go, in order.
  struct Target {
    int32_t *out;
    int64_t step;  // dwords from one step of the depth to the next: the height of the panel
  };

  explicit Int8Pack(const gk_pack_lhs_args &args) : args_(args), split_(args.m), steps_(steps_of<O>(args.k)) {
    base_ = static_cast<int32_t *>(args.out);
  }

  Target next_target() {
    const int64_t rows = split_.rows(panel_);
    const Target target = {base_ + row_, rows};
    row_ += O::kLanes;
    if (row_ == rows) base_ += rows * steps_, row_ = 0, ++panel_;
    return target;
  }

  void vectors() {
    const int8_t *a = static_cast<const int8_t *>(args_.a);
    if (args_.rsa == 1) {
      for (int64_t left = args_.m; left > 0; left -= kBytes, a += kBytes) {
        const int rows = static_cast<int>(left < kBytes ? left : kBytes);
        Target to[4];
        for (int v = 0; v * O::kLanes < rows; ++v) to[v] = next_target();
        if (rows == kBytes) {
          adjacent_rows<true>(a, kBytes, to);
        } else {
          adjacent_rows<false>(a, rows, to);
        }
      }
      return;
    }
    for (int64_t left = args_.m; left > 0; left -= O::kLanes, a = shifted(a, O::kLanes * args_.rsa)) {
      strided_rows(a, static_cast<int>(left < O::kLanes ? left : O::kLanes), next_target());
    }
  }

  [[gnu::always_inline]] static void put(Target &to, Reg quads) {
    Reg parts[O::kParts];
    O::split_lhs(quads, parts);
#pragma GCC unroll 4
    for (int i = 0; i < O::kParts; ++i, to.out += to.step) O::store(to.out, parts[i]);
  }

  // Four vectors of rows.
  template <bool kWhole>
  [[gnu::always_inline]] void adjacent_rows(const int8_t *a, int rows, Target (&to)[4]) const {
    const int vecs = kWhole ? 4 : (rows + O::kLanes - 1) / O::kLanes;
    for (int64_t p = 0; p < args_.k; p += 4) {
      Reg quads[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i, a = shifted(a, args_.csa)) {
        quads[i] = p + i >= args_.k ? O::zero() : kWhole ? O::load_bytes(a) : O::load_bytes(a, rows);
      }
      O::interleave(quads);
#pragma GCC unroll 4
      for (int v = 0; v < 4; ++v) {
        if (kWhole || v < vecs) put(to[v], quads[v]);
      }
    }
  }

  // One vector of rows. What is not 16 adjacent steps is gathered first.
  void strided_rows(const int8_t *a, int rows, Target to) const {
    for (int64_t p = 0; p < args_.k; p += 16, a = shifted(a, 16 * args_.csa)) {
      const int depth = static_cast<int>(args_.k - p < 16 ? args_.k - p : 16);
      Reg quads[4];
      if (depth == 16 && args_.csa == 1) {
        O::load_quads(a, args_.rsa, rows, quads);
      } else {
        int8_t gathered[O::kLanes][16] = {};
        for (int i = 0; i < rows; ++i) {
          for (int d = 0; d < depth; ++d) gathered[i][d] = *shifted(a, i * args_.rsa + d * args_.csa);
        }
        O::load_quads(gathered[0], 16, rows, quads);
      }
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) {
        if (4 * i < depth) put(to, quads[i]);
      }
    }
  }

  const gk_pack_lhs_args &args_;
  const PanelSplit<O, kMaxVecs> split_;
  const int64_t steps_;
  int32_t *base_;  // the panel that the next vector belongs to
  int64_t panel_ = 0, row_ = 0;
};

// How the parts of B near the core lie: those of a column, or of a step, one behind the other.
enum class NearOrder { Columns, Steps };

// The columns of a strip of B over a piece of the depth, spread to parts. The copy is small, is made just in time and
// solves every layout; a copy of all of B beforehand was slower for short A and needs memory.
template <class O, int kCols>
class NearColumns {
  static constexpr int kPaddedCols = (kCols + 3) / 4 * 4;
  static constexpr int64_t kSteps = 512;  // of a piece

 public:
  static constexpr int64_t kDepth = 4 * kSteps / O::kParts;
  // Dwords from one column or step to the next. An odd number of cache lines, so that columns do not collide.
  static constexpr int64_t column_stride(NearOrder order) { return order == NearOrder::Columns ? kSteps + 16 : 1; }
  static constexpr int64_t step_stride(NearOrder order) { return order == NearOrder::Columns ? 1 : kCols; }

  NearOrder order;
  alignas(64) int32_t parts[kCols * column_stride(NearOrder::Columns)];
  int32_t start[kPaddedCols + O::kLanes];  // of the sums of a column, where O is biased

  void copy(const int8_t *b, int64_t rsb, int64_t csb, int64_t depth, int columns) {
    order = rsb != 1 && csb == 1 ? NearOrder::Steps : NearOrder::Columns;
    if (order == NearOrder::Steps) return copy_rows(b, rsb, depth, columns);
    if (rsb != 1) return copy_strided(b, rsb, csb, depth, columns);
    for (int first = 0; first < columns; first += 4) {
      Reg four[4] = {O::zero(), O::zero(), O::zero(), O::zero()};
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) {
        if (first + i == columns) break;
        four[i] = copy_column(b, depth, parts + (first + i) * kStride);
        b = shifted(b, csb);
      }
      set_starts(first, four);
    }
  }

 private:
  using Reg = typename O::Reg;
  static constexpr int64_t kStride = column_stride(NearOrder::Columns);
  static constexpr int64_t kBytes = 4 * O::kLanes;
  static constexpr int kColumnVecs = (kCols + O::kLanes - 1) / O::kLanes;
  static_assert(kDepth % kBytes == 0 && kColumnVecs <= 4);
  static_assert(sizeof parts >= 4 * (kSteps * kCols + O::kLanes), "as steps, the last store reaches further");

  [[gnu::always_inline]] static Reg copy_column(const int8_t *b, int64_t depth, int32_t *column) {
    Reg bias = O::zero();
    const auto put = [&](int64_t p, Reg quads) {
      O::spread_rhs(quads, column + p / 4 * O::kParts);
      if constexpr (O::kBiased) bias = O::add_bias(bias, quads);
    };
    int64_t p = 0;
    for (; p + kBytes <= depth; p += kBytes) put(p, O::load_bytes(b + p));
    if (p < depth) put(p, O::load_bytes(b + p, static_cast<int>(depth - p)));
    return bias;
  }

  // Modulo 2^32, as everything: 128 times the sum of a long column is too large.
  [[gnu::always_inline]] void set_starts(int first, const Reg (&bias)[4]) {
    if constexpr (O::kBiased) {
      int32_t sums[4];
      O::reduce_sums(bias, sums);
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) start[first + i] = static_cast<int32_t>(0u - static_cast<uint32_t>(sums[i]));
    }
  }

  // Adjacent columns: rows of B become quads, and stay side by side.
  [[gnu::noinline]] void copy_rows(const int8_t *b, int64_t rsb, int64_t depth, int columns) {
    const typename O::FewBytes few(columns);
    Reg bias[kColumnVecs];
#pragma GCC unroll 4
    for (int v = 0; v < kColumnVecs; ++v) bias[v] = O::zero();
    int32_t *out = parts;
    for (int64_t p = 0; p < depth; p += 4) {
      Reg quads[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i, b = shifted(b, rsb)) quads[i] = p + i < depth ? few.load(b) : O::zero();
      O::interleave(quads);
      Reg split[kColumnVecs][O::kParts];
#pragma GCC unroll 4
      for (int v = 0; v < kColumnVecs; ++v) {
        O::split_rhs(quads[v], split[v]);
        if constexpr (O::kBiased) bias[v] = O::add_bias(bias[v], quads[v]);
      }
      // A vector may reach into the step that follows, which comes later.
#pragma GCC unroll 4
      for (int i = 0; i < O::kParts; ++i, out += kCols) {
#pragma GCC unroll 4
        for (int v = 0; v < kColumnVecs; ++v) O::store(out + v * O::kLanes, split[v][i]);
      }
    }
    if constexpr (O::kBiased) {
#pragma GCC unroll 4
      for (int v = 0; v < kColumnVecs; ++v) O::store(start + v * O::kLanes, O::mul(O::splat(-1), bias[v]));
    }
  }

  [[gnu::noinline]] void copy_strided(const int8_t *b, int64_t rsb, int64_t csb, int64_t depth, int columns) {
    int8_t column[kDepth];
    for (int j = 0; j < columns; ++j, b = shifted(b, csb)) {
      for (int64_t p = 0; p < depth; ++p) column[p] = *shifted(b, p * rsb);
      const Reg bias[4] = {copy_column(column, depth, parts + j * kStride), O::zero(), O::zero(), O::zero()};
      set_starts(j, bias);
    }
  }
};

// Columns of B made adjacent.
template <class O>
void int8_pack_rhs(const gk_pack_rhs_args *args) {
  constexpr int kBytes = 4 * O::kLanes;
  const gk_pack_rhs_args &s = *args;
  for (int64_t p = 0; p < s.k; p += kBytes) {
    const int depth = static_cast<int>(s.k - p < kBytes ? s.k - p : kBytes);
    for (int64_t j = 0; j < s.n; j += 16) {
      const int columns = static_cast<int>(s.n - j < 16 ? s.n - j : 16);
      const int8_t *b = shifted(static_cast<const int8_t *>(s.b), p * s.rsb + j * s.csb);
      int8_t *out = shifted(static_cast<int8_t *>(s.out), p + j * s.csb_out);
      if (s.csb != 1) {
        for (int c = 0; c < columns; ++c) {
          for (int i = 0; i < depth; ++i) shifted(out, c * s.csb_out)[i] = *shifted(b, i * s.rsb + c * s.csb);
        }
        continue;
      }
      if (depth == kBytes) {
        O::transpose(b, s.rsb, depth, columns, out, s.csb_out);
        continue;
      }
      alignas(64) int8_t lines[16][kBytes];
      O::transpose(b, s.rsb, depth, columns, lines[0], kBytes);
      for (int c = 0; c < columns; ++c) memcpy(shifted(out, c * s.csb_out), lines[c], static_cast<size_t>(depth));
    }
  }
}

}  // namespace
}  // namespace gk::kernels
