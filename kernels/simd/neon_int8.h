// The vocabularies of the int8 kernels in 128-bit registers: pairs of 16-bit elements (NEON), and quads of bytes (the
// dot product and matrix product instructions of later CPUs).
#pragma once

#include "simd/int8.h"
#include "simd/neon.h"

namespace gk::kernels {
namespace {

struct DotProd {};
struct I8mm {};

// `count` bytes, 1 to 16, then zeros; nothing behind them is read.
[[gnu::always_inline]] inline int8x16_t load_few(const int8_t *p, int count) {
  if (count == 16) return vld1q_s8(p);
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
  return vcombine_s8(vcreate_s8(low), vcreate_s8(high));
}

// Loads `count` bytes again and again: two pieces that overlap, brought together by one table look-up.
class FewBytesNeon {
 public:
  [[gnu::always_inline]] explicit FewBytesNeon(int count) : count_(count), second_(count - (count >= 8 ? 8 : 4)) {
    // Byte i comes from place i, or from 8 + i - second_ if that piece has it; a place beyond the table makes a zero.
    const uint8x16_t place = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const uint8x16_t first = vdupq_n_u8(static_cast<uint8_t>(second_)), end = vdupq_n_u8(static_cast<uint8_t>(count));
    const uint8x16_t shift = vandq_u8(vcgeq_u8(place, first), vdupq_n_u8(static_cast<uint8_t>(8 - second_)));
    order_ = vorrq_u8(vaddq_u8(place, shift), vcgeq_u8(place, end));
  }
  [[gnu::always_inline]] int8x16_t load(const int8_t *p) const {
    if (count_ < 4) return load_few(p, count_);
    return vqtbl1q_s8(vcombine_s8(piece(p), piece(p + second_)), order_);
  }

 private:
  [[gnu::always_inline]] int8x8_t piece(const int8_t *p) const {
    uint64_t bits = 0;
    memcpy(&bits, p, count_ >= 8 ? 8 : 4);
    return vcreate_s8(bits);
  }

  int count_, second_;
  uint8x16_t order_;
};

// Byte by byte, registers i and i + 8 make 2i and 2i + 1. Of a register's number and a byte's place in it, taken
// together as one number in binary, that is a rotation by a digit: four of them make rows of 16 bytes columns.
[[gnu::always_inline]] inline void interleave_bytes(int8x16_t (&r)[16]) {
  int8x16_t t[16];
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) t[i] = r[i];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    r[2 * i] = vzip1q_s8(t[i], t[i + 8]);
    r[2 * i + 1] = vzip2q_s8(t[i], t[i + 8]);
  }
}

// `rows` rows of 1 to 16 adjacent bytes to as many lines, out_stride bytes apart. Lines are written up to the next
// multiple of 16 rows, with zeros.
[[gnu::noinline]] inline void transpose_bytes(const int8_t *src, int64_t stride, int rows, int columns, int8_t *out,
                                              int64_t out_stride) {
  const FewBytesNeon few(columns);
  for (int p = 0; p < rows; p += 16, out += 16) {
    int8x16_t r[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i, src = shifted(src, stride)) r[i] = p + i < rows ? few.load(src) : vdupq_n_s8(0);
#pragma GCC unroll 4
    for (int digit = 0; digit < 4; ++digit) interleave_bytes(r);
    int8_t *line = out;
#pragma GCC unroll 16
    for (int j = 0; j < 16; ++j, line = shifted(line, out_stride)) {
      if (j < columns) vst1q_s8(line, r[j]);
    }
  }
}

// What both have in common.
struct NeonBytes {
  using Reg = int32x4_t;
  using Mask = int;
  static constexpr int kLanes = 4;
  static constexpr bool kBiased = false;

  [[gnu::always_inline]] static Reg zero() { return vdupq_n_s32(0); }
  [[gnu::always_inline]] static Reg splat(int32_t x) { return vdupq_n_s32(x); }
  [[gnu::always_inline]] static Reg load(const int32_t *p) { return vld1q_s32(p); }
  [[gnu::always_inline]] static void store(int32_t *p, Reg r) { vst1q_s32(p, r); }
  [[gnu::always_inline]] static Mask first_lanes(int n) { return first_of<kLanes>(n); }
  // As bits, they are floats.
  [[gnu::always_inline]] static Reg load_masked(const int32_t *p, Mask m) {
    return vreinterpretq_s32_f32(Ops<Neon, float>::load_masked(reinterpret_cast<const float *>(p), m));
  }
  [[gnu::always_inline]] static void store_masked(int32_t *p, Mask m, Reg r) {
    Ops<Neon, float>::store_masked(reinterpret_cast<float *>(p), m, vreinterpretq_f32_s32(r));
  }
  [[gnu::always_inline]] static Reg keep(Mask m, Reg r) {
    return vreinterpretq_s32_f32(Ops<Neon, float>::keep(m, vreinterpretq_f32_s32(r)));
  }
  [[gnu::always_inline]] static Reg add(Reg a, Reg b) { return vaddq_s32(a, b); }
  [[gnu::always_inline]] static Reg mul(Reg a, Reg b) { return vmulq_s32(a, b); }
  [[gnu::always_inline]] static void hold(Reg r) { asm("" : : "w"(r)); }
  [[gnu::always_inline]] static Reg renew(Reg r) {
    asm("" : "+w"(r));
    return r;
  }
  [[gnu::always_inline]] static void reduce_sums(const Reg (&r)[4], int32_t *out) {
    store(out, vpaddq_s32(vpaddq_s32(r[0], r[1]), vpaddq_s32(r[2], r[3])));
  }

  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p) { return vreinterpretq_s32_s8(vld1q_s8(p)); }
  [[gnu::always_inline]] static Reg load_bytes(const int8_t *p, int count) {
    return vreinterpretq_s32_s8(load_few(p, count));
  }

  // `count` <= 16 bytes again and again, then zeros.
  class FewBytes {
   public:
    [[gnu::always_inline]] explicit FewBytes(int count) : few_(count) {}
    [[gnu::always_inline]] Reg load(const int8_t *p) const { return vreinterpretq_s32_s8(few_.load(p)); }

   private:
    FewBytesNeon few_;
  };

  [[gnu::always_inline]] static void interleave(Reg (&r)[4]) {
    int8x16_t c[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) c[i] = vreinterpretq_s8_s32(r[i]);
    const int16x8_t low01 = vreinterpretq_s16_s8(vzip1q_s8(c[0], c[1]));
    const int16x8_t high01 = vreinterpretq_s16_s8(vzip2q_s8(c[0], c[1]));
    const int16x8_t low23 = vreinterpretq_s16_s8(vzip1q_s8(c[2], c[3]));
    const int16x8_t high23 = vreinterpretq_s16_s8(vzip2q_s8(c[2], c[3]));
    r[0] = vreinterpretq_s32_s16(vzip1q_s16(low01, low23));
    r[1] = vreinterpretq_s32_s16(vzip2q_s16(low01, low23));
    r[2] = vreinterpretq_s32_s16(vzip1q_s16(high01, high23));
    r[3] = vreinterpretq_s32_s16(vzip2q_s16(high01, high23));
  }

  // As bits, quads are 32-bit floats.
  [[gnu::always_inline]] static void load_quads(const int8_t *src, int64_t stride, int rows, Reg (&out)[4]) {
    float32x4_t quads[4];
    Ops<Neon, float>::load_transposed(reinterpret_cast<const float *>(src), stride, rows, quads);
    const Mask mask = first_lanes(rows);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) out[i] = keep(mask, vreinterpretq_s32_f32(quads[i]));
  }

  [[gnu::always_inline]] static void transpose(const int8_t *src, int64_t stride, int rows, int columns, int8_t *out,
                                               int64_t out_stride) {
    transpose_bytes(src, stride, rows, columns, out, out_stride);
  }

  struct Scales {
    float64x2_t low, high;
  };
  [[gnu::always_inline]] static Scales splat_scale(float x) {
    const float64x2_t scale = vdupq_n_f64(static_cast<double>(x));
    return {scale, scale};
  }
  [[gnu::always_inline]] static Scales load_scales(const float *p) { return widened(vld1q_f32(p)); }
  [[gnu::always_inline]] static Scales load_scales(const float *p, int count) {
    return widened(Ops<Neon, float>::load_masked(p, first_lanes(count)));
  }
  // Every step towards narrower integers clamps.
  class Bytes {
   public:
    [[gnu::always_inline]] Bytes(int32_t, int32_t zero_point) : zero_point_(vdupq_n_s32(zero_point)) {}
    [[gnu::always_inline]] void store(int8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      vst1_s8(p, vqmovn_s16(words(sums, scales)));
    }
    [[gnu::always_inline]] void store(uint8_t *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      vst1_u8(p, vqmovun_s16(words(sums, scales)));
    }

   private:
    [[gnu::always_inline]] static int32x2_t rounded(int32x2_t sum, float64x2_t scale) {
      return vqmovn_s64(vcvtnq_s64_f64(vmulq_f64(vcvtq_f64_s64(vmovl_s32(sum)), scale)));
    }
    [[gnu::always_inline]] int16x4_t words(Reg sum, const Scales &scale) const {
      const Reg whole = vcombine_s32(rounded(vget_low_s32(sum), scale.low), rounded(vget_high_s32(sum), scale.high));
      return vqmovn_s32(vqaddq_s32(whole, zero_point_));
    }
    [[gnu::always_inline]] int16x8_t words(const Reg (&sums)[2], const Scales (&scales)[2]) const {
      return vcombine_s16(words(sums[0], scales[0]), words(sums[1], scales[1]));
    }

    int32x4_t zero_point_;
  };

 private:
  [[gnu::always_inline]] static Scales widened(float32x4_t x) {
    return {vcvt_f64_f32(vget_low_f32(x)), vcvt_high_f64_f32(x)};
  }
};

// Elements sign-extended to 16 bits: the first two of a quad in one dword, the others in the second. In a left part
// the first elements of the four dwords come before the second ones, as the multiply-add with widening takes them.
template <>
struct Ops<Neon, int8_t> : NeonBytes {
  static constexpr int kParts = 2;

  [[gnu::always_inline]] static int16x8_t by_place(Reg part) {
    return vuzp1q_s16(vreinterpretq_s16_s32(part), vreinterpretq_s16_s32(vshrq_n_s32(part, 16)));
  }
  [[gnu::always_inline]] static Reg dot(Reg sum, Reg a, Reg b) {
    const int16x8_t left = vreinterpretq_s16_s32(a), right = by_place(b);
    return vmlal_high_s16(vmlal_s16(sum, vget_low_s16(left), vget_low_s16(right)), left, right);
  }
  [[gnu::always_inline]] static void split_lhs(Reg quads, Reg (&parts)[kParts]) {
    split_rhs(quads, parts);
#pragma GCC unroll 2
    for (int i = 0; i < kParts; ++i) parts[i] = vreinterpretq_s32_s16(by_place(parts[i]));
  }
  [[gnu::always_inline]] static void split_rhs(Reg quads, Reg (&parts)[kParts]) {
    const Reg low = half<0>(quads), high = half<1>(quads);
    parts[0] = vuzp1q_s32(low, high);
    parts[1] = vuzp2q_s32(low, high);
  }
  [[gnu::always_inline]] static void spread_rhs(Reg quads, int32_t *out) {
    store(out, half<0>(quads));
    store(out + kLanes, half<1>(quads));
  }

 private:
  template <int kHigh>
  [[gnu::always_inline]] static Reg half(Reg quads) {
    const int8x16_t bytes = vreinterpretq_s8_s32(quads);
    return vreinterpretq_s32_s16(kHigh != 0 ? vmovl_high_s8(bytes) : vmovl_s8(vget_low_s8(bytes)));
  }
};
static_assert(DotOps<Ops<Neon, int8_t>>);

#if defined(__ARM_FEATURE_DOTPROD)
template <>
struct Ops<DotProd, int8_t> : NeonBytes {
  static constexpr int kParts = 1;

  [[gnu::always_inline]] static Reg dot(Reg sum, Reg a, Reg b) {
    return vdotq_s32(sum, vreinterpretq_s8_s32(a), vreinterpretq_s8_s32(b));
  }
  [[gnu::always_inline]] static void split_lhs(Reg quads, Reg (&parts)[kParts]) { parts[0] = quads; }
  [[gnu::always_inline]] static void split_rhs(Reg quads, Reg (&parts)[kParts]) { parts[0] = quads; }
  [[gnu::always_inline]] static void spread_rhs(Reg quads, int32_t *out) { store(out, quads); }
};
static_assert(DotOps<Ops<DotProd, int8_t>>);
#endif

// Two rows by two columns, eight elements deep: see core/int8_strip.h.
#if defined(__ARM_FEATURE_MATMUL_INT8)
template <>
struct Ops<I8mm, int8_t> : Ops<DotProd, int8_t> {
  [[gnu::always_inline]] static Reg dot_pairs(Reg sum, Reg rows, Reg columns) {
    return vmmlaq_s32(sum, vreinterpretq_s8_s32(rows), vreinterpretq_s8_s32(columns));
  }
  [[gnu::always_inline]] static void pair_rows(Reg first, Reg second, Reg (&out)[2]) {
    out[0] = vzip1q_s32(first, second);
    out[1] = vzip2q_s32(first, second);
  }
  template <int64_t kColumn, int64_t kStep>
  [[gnu::always_inline]] static Reg pair_columns(const int32_t *near) {
    if constexpr (kStep == 1) return vcombine_s32(vld1_s32(near), vld1_s32(near + kColumn));
    const int32x2_t first = vld1_s32(near), second = vld1_s32(near + kStep);
    return vcombine_s32(vzip1_s32(first, second), vzip2_s32(first, second));
  }
  [[gnu::always_inline]] static void part_columns(Reg &low, Reg &high) {
    const Reg first = vuzp1q_s32(low, high);
    high = vuzp2q_s32(low, high);
    low = first;
  }
};
static_assert(DotOps<Ops<I8mm, int8_t>>);
#endif

}  // namespace
}  // namespace gk::kernels
