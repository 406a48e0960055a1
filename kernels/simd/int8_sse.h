// What the int8 vocabularies of x86-64 share: pieces of 16 bytes.
#pragma once

#include "simd/concept.h"

#include <immintrin.h>
#include <string.h>

namespace gk::kernels {
namespace {

// The sum of the lanes of each register.
[[gnu::always_inline]] inline void sum_lanes(const __m256i (&r)[4], int32_t *out) {
  const __m256i x = _mm256_hadd_epi32(_mm256_hadd_epi32(r[0], r[1]), _mm256_hadd_epi32(r[2], r[3]));
  _mm_storeu_si128(reinterpret_cast<__m128i *>(out),
                   _mm_add_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1)));
}

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

// Byte by byte, registers i and i + kRegs / 2 make 2i and 2i + 1. Of a register's number and a byte's place in it,
// taken together as one number in binary, that is a rotation by a digit.
template <int kRegs>
[[gnu::always_inline]] inline void interleave_bytes(__m128i (&r)[kRegs]) {
  __m128i t[kRegs];
#pragma GCC unroll 16
  for (int i = 0; i < kRegs; ++i) t[i] = r[i];
#pragma GCC unroll 8
  for (int i = 0; i < kRegs / 2; ++i) {
    r[2 * i] = _mm_unpacklo_epi8(t[i], t[i + kRegs / 2]);
    r[2 * i + 1] = _mm_unpackhi_epi8(t[i], t[i + kRegs / 2]);
  }
}

// 16 rows of 16 or of 8 bytes to their columns: place in the row and row change places.
[[gnu::always_inline]] inline void transpose_rows(__m128i (&r)[16]) {
#pragma GCC unroll 4
  for (int digit = 0; digit < 4; ++digit) interleave_bytes(r);
}
[[gnu::always_inline]] inline void transpose_rows(const __m128i (&rows)[16], __m128i (&r)[8]) {
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) r[i] = _mm_unpacklo_epi8(rows[i], rows[i + 8]);
#pragma GCC unroll 3
  for (int digit = 0; digit < 3; ++digit) interleave_bytes(r);
}

// Loads `count` bytes again and again: two pieces that overlap, brought together by one shuffle.
class FewBytesSse {
 public:
  [[gnu::always_inline]] explicit FewBytesSse(int count) : count_(count), second_(count - (count >= 8 ? 8 : 4)) {
    // Byte i comes from place i, or from 8 + i - second_ if that piece has it; a negative place makes a zero.
    const __m128i place = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i last = _mm_set1_epi8(static_cast<char>(count - 1)), first = _mm_set1_epi8(static_cast<char>(second_));
    const __m128i before = _mm_cmpgt_epi8(first, place), behind = _mm_cmpgt_epi8(place, last);
    const __m128i shift = _mm_andnot_si128(before, _mm_set1_epi8(static_cast<char>(8 - second_)));
    order_ = _mm_or_si128(_mm_add_epi8(place, shift), behind);
  }
  [[gnu::always_inline]] __m128i load(const int8_t *p) const {
    if (count_ < 4) return load_few(p, count_);
    const int8_t *q = p + second_;
    const __m128i pieces = count_ >= 8 ? _mm_unpacklo_epi64(_mm_loadu_si64(p), _mm_loadu_si64(q))
                                       : _mm_unpacklo_epi64(_mm_loadu_si32(p), _mm_loadu_si32(q));
    return _mm_shuffle_epi8(pieces, order_);
  }

 private:
  int count_, second_;
  __m128i order_;
};

template <int kRegs>
[[gnu::always_inline]] inline void store_lines(const __m128i (&r)[kRegs], int count, int8_t *out, int64_t stride) {
#pragma GCC unroll 16
  for (int j = 0; j < kRegs; ++j, out = shifted(out, stride)) {
    if (j < count) _mm_storeu_si128(reinterpret_cast<__m128i *>(out), r[j]);
  }
}

// `rows` rows of 1 to 16 adjacent bytes to as many lines, out_stride bytes apart. Lines are written up to the next
// multiple of 16 rows, with zeros. Loader: see FewBytesSse.
template <class Loader>
[[gnu::noinline]] void transpose_bytes(const int8_t *src, int64_t stride, int rows, int columns, int8_t *out,
                                       int64_t out_stride) {
  const Loader loader(columns);
  for (int p = 0; p < rows; p += 16, out += 16) {
    __m128i r[16];
    if (p + 16 <= rows) {
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i, src = shifted(src, stride)) r[i] = loader.load(src);
    } else {
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i, src = shifted(src, stride)) {
        r[i] = p + i < rows ? loader.load(src) : _mm_setzero_si128();
      }
    }
    if (columns <= 8) {
      __m128i narrow[8];
      transpose_rows(r, narrow);
      store_lines(narrow, columns, out, out_stride);
    } else {
      transpose_rows(r);
      store_lines(r, columns, out, out_stride);
    }
  }
}

}  // namespace
}  // namespace gk::kernels
