// What the int8 vocabularies of x86-64 share: pieces of 16 bytes.
#pragma once

#include "simd/concept.h"

#include <immintrin.h>
#include <string.h>

namespace gk::kernels {
namespace {

// `count` bytes, 1 to 16, then zeros; nothing behind them is read.
[[gnu::always_inline]] inline __m128i load_few(const int8_t *p, int count) {
  if (count == 16) return _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
  uint64_t low = 0, high = 0;
  const auto *bytes = reinterpret_cast<const uint8_t *>(p);
  if (count > 8) {
    memcpy(&low, p, 8);
    memcpy(&high, p + count - 8, 8);
    high >>= 8 * (16 - count);
  } else if (count == 8) {
    memcpy(&low, p, 8);
  } else if (count >= 4) {
    uint32_t head, tail;
    memcpy(&head, p, 4);
    memcpy(&tail, p + count - 4, 4);
    low = head | static_cast<uint64_t>(tail) << 8 * (count - 4);
  } else {
    low = bytes[0] | static_cast<uint64_t>(bytes[count / 2]) << 8 * (count / 2) |
          static_cast<uint64_t>(bytes[count - 1]) << 8 * (count - 1);
  }
  return _mm_set_epi64x(static_cast<int64_t>(high), static_cast<int64_t>(low));
}

// 16 rows of 16 bytes to their transpose.
[[gnu::always_inline]] inline void transpose_16(__m128i (&r)[16]) {
  __m128i t[16];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    t[2 * i] = _mm_unpacklo_epi8(r[i], r[i + 8]);
    t[2 * i + 1] = _mm_unpackhi_epi8(r[i], r[i + 8]);
  }
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    r[2 * i] = _mm_unpacklo_epi8(t[i], t[i + 8]);
    r[2 * i + 1] = _mm_unpackhi_epi8(t[i], t[i + 8]);
  }
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    t[2 * i] = _mm_unpacklo_epi8(r[i], r[i + 8]);
    t[2 * i + 1] = _mm_unpackhi_epi8(r[i], r[i + 8]);
  }
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    r[2 * i] = _mm_unpacklo_epi8(t[i], t[i + 8]);
    r[2 * i + 1] = _mm_unpackhi_epi8(t[i], t[i + 8]);
  }
}

// Rows of `columns` <= 16 adjacent bytes to lines of kLine >= 16, one per column; rows up to the next multiple of 16
// read as zeros.
template <int kLine>
[[gnu::noinline]] void transpose_bytes(const int8_t *src, int64_t stride, int rows, int columns,
                                       int8_t (*lines)[kLine]) {
  for (int p = 0; p < rows; p += 16) {
    __m128i r[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
      r[i] = p + i < rows ? load_few(shifted(src, (p + i) * stride), columns) : _mm_setzero_si128();
    }
    transpose_16(r);
#pragma GCC unroll 16
    for (int j = 0; j < 16; ++j) {
      if (j < columns) _mm_store_si128(reinterpret_cast<__m128i *>(lines[j] + p), r[j]);
    }
  }
}

}  // namespace
}  // namespace gk::kernels
