// int8 matrix times vector, bound by reading A. Sums modulo 2^32 are the same in any order.
#pragma once

#include "abi/kernel_table.h"
#include "core/int8_pack.h"
#include "simd/int8.h"

namespace gk::kernels {
namespace {

// y <- alpha * sums + beta * y modulo 2^32.
template <class O>
[[gnu::noinline]] void int8_update(const gk_gemv_args &s, int64_t row, int64_t rows, const int32_t *sums) {
  const uint32_t alpha = *static_cast<const uint32_t *>(s.alpha), beta = *static_cast<const uint32_t *>(s.beta);
  int32_t *y = shifted(static_cast<int32_t *>(s.y), row * s.incy);
  int64_t i = 0;
  if (s.incy == static_cast<int64_t>(sizeof(int32_t))) {
    const typename O::Reg a = O::splat(static_cast<int32_t>(alpha)), b = O::splat(static_cast<int32_t>(beta));
    for (; i + O::kLanes <= rows; i += O::kLanes, y += O::kLanes) {
      const typename O::Reg product = O::mul(a, O::load(sums + i));
      O::store(y, beta == 0 ? product : O::add(product, O::mul(b, O::load(y))));
    }
  }
  for (; i < rows; ++i, y = shifted(y, s.incy)) {
    const uint32_t product = alpha * static_cast<uint32_t>(sums[i]);
    *y = static_cast<int32_t>(beta == 0 ? product : product + beta * static_cast<uint32_t>(*y));
  }
}

// By rows: kRows dot products at a time share the loads of x and hide each other's latency.
template <class O>
class Int8GemvRows {
 public:
  static void run(const gk_gemv_args *args) {
    const gk_gemv_args &s = *args;
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      int32_t sums[kBlockRows + kRows] = {};
      for (int64_t p = 0; p < s.k; p += kSlice) {
        const int64_t depth = s.k - p < kSlice ? s.k - p : kSlice;
        const Vector x(shifted(static_cast<const int8_t *>(s.x), p * s.incx), s.incx, depth);
        const int8_t *a = shifted(static_cast<const int8_t *>(s.a), row * s.rsa + p * s.csa);
        if (s.csa == 1) {
          slice(a, s.rsa, rows, x, sums);
        } else {
          gathered(a, s.rsa, s.csa, rows, x, sums);
        }
      }
      int8_update<O>(s, row, rows, sums);
    }
  }

 private:
  using Reg = typename O::Reg;
  static constexpr int kRows = 8;
  static constexpr int64_t kBlockRows = 64;
  static constexpr int64_t kBytes = 4 * O::kLanes;
  static constexpr int64_t kSlice = 4096;  // of x and its parts in L1, beside the rows of A that pass through

  // A slice of x in parts, its end filled with zeros.
  struct Vector {
    alignas(64) int32_t parts[kSlice / 4 * O::kParts];
    int64_t depth;
    uint32_t bias;  // 128 times its sum, where O is biased

    Vector(const int8_t *x, int64_t incx, int64_t count) : depth(count) {
      if (incx == 1) {
        split(x);
      } else {
        gather(x, incx);
      }
    }

   private:
    [[gnu::noinline]] void gather(const int8_t *x, int64_t incx) {
      int8_t line[kSlice];
      for (int64_t p = 0; p < depth; ++p) line[p] = *shifted(x, p * incx);
      split(line);
    }
    [[gnu::noinline]] void split(const int8_t *x) {
      Reg sum = O::zero();
      int32_t *out = parts;
      for (int64_t p = 0; p < depth; p += kBytes) {
        const bool whole = p + kBytes <= depth;
        const Reg quads = whole ? O::load_bytes(x + p) : O::load_bytes(x + p, static_cast<int>(depth - p));
        Reg of_quads[O::kParts];
        O::split_rhs(quads, of_quads);
#pragma GCC unroll 4
        for (int i = 0; i < O::kParts; ++i, out += O::kLanes) O::store(out, of_quads[i]);
        if constexpr (O::kBiased) sum = O::add_bias(sum, quads);
      }
      int32_t sums[4];
      O::reduce_sums({sum, sum, sum, sum}, sums);
      bias = static_cast<uint32_t>(sums[0]);
    }
  };

  static void slice(const int8_t *a, int64_t rsa, int64_t rows, const Vector &x, int32_t *sums) {
    for (; rows >= kRows; rows -= kRows, a = shifted(a, kRows * rsa), sums += kRows) dots<kRows>(a, rsa, x, sums);
    for (; rows >= 2; rows -= 2, a = shifted(a, 2 * rsa), sums += 2) dots<2>(a, rsa, x, sums);
    if (rows > 0) dots<1>(a, rsa, x, sums);
  }

  [[gnu::noinline]] static void gathered(const int8_t *a, int64_t rsa, int64_t csa, int64_t rows, const Vector &x,
                                         int32_t *sums) {
    int8_t line[kSlice];
    for (; rows > 0; --rows, a = shifted(a, rsa), ++sums) {
      for (int64_t p = 0; p < x.depth; ++p) line[p] = *shifted(a, p * csa);
      dots<1>(line, 0, x, sums);
    }
  }

  [[gnu::always_inline]] static Reg dot(Reg sum, Reg quads, const int32_t *x) {
    Reg parts[O::kParts];
    O::split_lhs(quads, parts);
#pragma GCC unroll 4
    for (int i = 0; i < O::kParts; ++i) sum = O::dot(sum, parts[i], O::load(x + i * O::kLanes));
    return sum;
  }

  // sums += rows of A times x
  template <int kCount>
  [[gnu::noinline]] static void dots(const int8_t *a, int64_t rsa, const Vector &vector, int32_t *sums) {
    constexpr int kFours = (kCount + 3) / 4;
    Reg sum[kFours][4];
#pragma GCC unroll 8
    for (int i = 0; i < 4 * kFours; ++i) sum[i / 4][i % 4] = O::renew(O::zero());
    const int32_t *x = vector.parts;
    int64_t left = vector.depth;
    for (; left >= kBytes; left -= kBytes, a += kBytes, x += O::kLanes * O::kParts) {
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) {
        sum[i / 4][i % 4] = O::renew(dot(sum[i / 4][i % 4], O::load_bytes(shifted(a, i * rsa)), x));
      }
    }
    if (left > 0) {
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) {
        const Reg quads = O::load_bytes(shifted(a, i * rsa), static_cast<int>(left));
        sum[i / 4][i % 4] = dot(sum[i / 4][i % 4], quads, x);
      }
    }
#pragma GCC unroll 2
    for (int f = 0; f < kFours; ++f) {
      int32_t values[4];
      O::reduce_sums(sum[f], values);
      for (int i = 0; i < 4 && 4 * f + i < kCount; ++i) {
        const uint32_t value = static_cast<uint32_t>(values[i]) - vector.bias;
        sums[4 * f + i] = static_cast<int32_t>(static_cast<uint32_t>(sums[4 * f + i]) + value);
      }
    }
  }
};

// By columns: a block of sums in a buffer, kQuads times four columns at a time.
template <class O>
class Int8GemvColumns {
 public:
  static void run(const gk_gemv_args *args) {
    const gk_gemv_args &s = *args;
    if (s.rsa != 1 && s.m > 1) return Int8GemvRows<O>::run(args);
    alignas(64) int32_t sums[kBlockRows];
    for (int64_t row = 0; row < s.m; row += kBlockRows) {
      const int64_t rows = s.m - row < kBlockRows ? s.m - row : kBlockRows;
      memset(sums, 0, sizeof(int32_t) * static_cast<size_t>((rows + kBytes - 1) / kBytes * kBytes));
      const int8_t *a = static_cast<const int8_t *>(s.a) + row, *x = static_cast<const int8_t *>(s.x);
      int64_t p = 0;
      for (; p + 4 * kQuads <= s.k; p += 4 * kQuads) {
        add_columns<kQuads, true>(a, s.csa, x, s.incx, 4 * kQuads, rows, sums);
        a = shifted(a, 4 * kQuads * s.csa);
        x = shifted(x, 4 * kQuads * s.incx);
      }
      for (; p < s.k; p += 4, a = shifted(a, 4 * s.csa), x = shifted(x, 4 * s.incx)) {
        add_columns<1, false>(a, s.csa, x, s.incx, static_cast<int>(s.k - p < 4 ? s.k - p : 4), rows, sums);
      }
      int8_update<O>(s, row, rows, sums);
    }
  }

 private:
  using Reg = typename O::Reg;
  static constexpr int kQuads = 2;
  static constexpr int64_t kBytes = 4 * O::kLanes;
  static constexpr int64_t kBlockRows = 4096;

  // sums += A[0:rows, 0:columns] * x, columns <= 4 * kCount; kWhole: equal.
  template <int kCount, bool kWhole>
  [[gnu::always_inline]] static void add_columns(const int8_t *a, int64_t csa, const int8_t *x, int64_t incx,
                                                 int columns, int64_t rows, int32_t *sums) {
    const int8_t *column[4 * kCount];
    alignas(64) int8_t near[kBytes < 4 * kQuads ? 4 * kQuads : kBytes] = {};
    uint32_t total = 0;
#pragma GCC unroll 8
    for (int j = 0; j < 4 * kCount; ++j) {
      const bool there = kWhole || j < columns;
      column[j] = there ? shifted(a, j * csa) : a;  // read for nothing: x is zero there
      near[j] = there ? *shifted(x, j * incx) : int8_t(0);
      total += static_cast<uint32_t>(near[j]);
    }
    int32_t parts[sizeof near / 4 * O::kParts];
    for (int q = 0; q < kCount; q += O::kLanes) O::spread_rhs(O::load_bytes(near + 4 * q), parts + q * O::kParts);
    Reg factor[kCount][O::kParts];
#pragma GCC unroll 8
    for (int i = 0; i < kCount * O::kParts; ++i) factor[i / O::kParts][i % O::kParts] = O::splat(parts[i]);
    const Reg start = O::kBiased ? O::splat(static_cast<int32_t>(0u - (total << 7))) : O::zero();
    int64_t i = 0;
    for (; i + kBytes <= rows; i += kBytes) {
      add<kCount>(start, factor, sums + i, [&](int j) { return O::load_bytes(column[j] + i); });
    }
    if (i == rows) return;
    const int left = static_cast<int>(rows - i);
    add<kCount>(start, factor, sums + i, [&](int j) { return O::load_bytes(column[j] + i, left); });
  }

  // Four vectors of sums. load hands out 4 * kLanes rows of a column.
  template <int kCount, class Load>
  [[gnu::always_inline]] static void add(Reg start, const Reg (&factor)[kCount][O::kParts], int32_t *sums, Load load) {
    Reg sum[4];
#pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) sum[v] = O::load(sums + v * O::kLanes);
    if constexpr (O::kBiased) {
#pragma GCC unroll 4
      for (int v = 0; v < 4; ++v) sum[v] = O::add(sum[v], start);
    }
#pragma GCC unroll 2
    for (int q = 0; q < kCount; ++q) {
      Reg quads[4];
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j) quads[j] = load(4 * q + j);
      O::interleave(quads);
#pragma GCC unroll 4
      for (int v = 0; v < 4; ++v) {
        Reg parts[O::kParts];
        O::split_lhs(quads[v], parts);
#pragma GCC unroll 4
        for (int i = 0; i < O::kParts; ++i) sum[v] = O::dot(sum[v], parts[i], factor[q][i]);
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < 4; ++v) O::store(sums + v * O::kLanes, sum[v]);
  }
};

}  // namespace
}  // namespace gk::kernels
