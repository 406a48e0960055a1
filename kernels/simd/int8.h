// What the int8 kernels are written in, and the portable form of it.
#pragma once

#include "simd/concept.h"

#include <stdint.h>
#include <string.h>

namespace gk::kernels {
namespace {

// Reg holds kLanes 32-bit sums, or as many quads: four elements that are neighbours along the depth, one byte each. A
// quad enters a product as kParts dwords, each of which `dot` multiplies with its counterpart and adds up; how elements
// spread over the parts is the vocabulary's own affair, and the same on both sides.
//
// kBiased: the parts of a left operand hold each element plus 128, since the instruction wants it unsigned; sums then
// start at -128 times the sum of the right one's elements.
//
// Scales holds kLanes factors of f32 in f64. Bytes, made from the largest value of an int8_t or uint8_t and a zero
// point in its range, stores 2 * kLanes sums as such bytes: each times its factor, rounded to f64, then to an integer,
// half to even, the zero point added and the result clamped.
template <class O>
concept DotOps = requires(typename O::Reg r, typename O::Mask mask, typename O::Reg (&parts)[O::kParts],
                          typename O::Reg (&four)[4], const int8_t *bytes, int8_t *lines, int32_t *dwords,
                          const int32_t *values, int64_t stride, int count, float factor, const float *factors,
                          const typename O::Reg (&sums)[2], const typename O::Scales (&scales)[2],
                          const typename O::Bytes &narrow, uint8_t *unsigned_bytes) {
  { O::zero() } -> Is<typename O::Reg>;
  { O::splat(*values) } -> Is<typename O::Reg>;
  { O::load(values) } -> Is<typename O::Reg>;
  { O::store(dwords, r) } -> Is<void>;
  { O::first_lanes(count) } -> Is<typename O::Mask>;  // 1 <= count <= kLanes
  { O::load_masked(values, mask) } -> Is<typename O::Reg>;
  { O::store_masked(dwords, mask, r) } -> Is<void>;
  { O::keep(mask, r) } -> Is<typename O::Reg>;
  { O::add(r, r) } -> Is<typename O::Reg>;  // both modulo 2^32
  { O::mul(r, r) } -> Is<typename O::Reg>;
  { O::dot(r, r, r) } -> Is<typename O::Reg>;    // sum, left part, right part
  { O::hold(r) } -> Is<void>;                    // r stays in its register up to here
  { O::renew(r) } -> Is<typename O::Reg>;        // r, of which the compiler knows nothing any more
  { O::reduce_sums(four, dwords) } -> Is<void>;  // the sum of the lanes of each, to dwords[0:4]
  { O::load_bytes(bytes) } -> Is<typename O::Reg>;
  { O::load_bytes(bytes, count) } -> Is<typename O::Reg>;              // the first `count` >= 1 of them, then zeros
  { typename O::FewBytes(count).load(bytes) } -> Is<typename O::Reg>;  // the same, for 1 to 16 again and again
  { O::split_lhs(r, parts) } -> Is<void>;
  { O::split_rhs(r, parts) } -> Is<void>;
  { O::spread_rhs(r, dwords) } -> Is<void>;                   // quads to memory, the parts of each side by side
  { O::interleave(four) } -> Is<void>;                        // 4 columns of 4 * kLanes rows to as many quads
  { O::load_quads(bytes, stride, count, four) } -> Is<void>;  // 16 bytes of each of kLanes rows, from row `count` on 0
  { O::splat_scale(factor) } -> Is<typename O::Scales>;
  { O::load_scales(factors) } -> Is<typename O::Scales>;
  { O::load_scales(factors, count) } -> Is<typename O::Scales>;  // the first `count` >= 1 of them, then any
  requires __is_constructible(typename O::Bytes, int32_t, int32_t);
  { narrow.store(lines, sums, scales) } -> Is<void>;
  { narrow.store(unsigned_bytes, sums, scales) } -> Is<void>;
  // `count` rows of 1 to 16 adjacent bytes to as many lines; may write up to the next 16th row.
  { O::transpose(bytes, stride, count, count, lines, stride) } -> Is<void>;
  requires !O::kBiased || requires {
    { O::add_bias(r, r) } -> Is<typename O::Reg>;  // sum + 128 times the elements of each quad
  };
};

struct Scalar;

template <>
struct Ops<Scalar, int8_t> {
  using Reg = uint32_t;
  struct Mask {};
  static constexpr int kLanes = 1, kParts = 4;
  static constexpr bool kBiased = false;

  static Reg zero() { return 0; }
  static Reg splat(int32_t x) { return static_cast<Reg>(x); }
  static Reg load(const int32_t *p) { return static_cast<Reg>(*p); }
  static void store(int32_t *p, Reg r) { *p = static_cast<int32_t>(r); }
  static Mask first_lanes(int) { return {}; }
  static Reg load_masked(const int32_t *p, Mask) { return load(p); }
  static void store_masked(int32_t *p, Mask, Reg r) { store(p, r); }
  static Reg keep(Mask, Reg r) { return r; }
  static Reg add(Reg a, Reg b) { return a + b; }
  static Reg mul(Reg a, Reg b) { return a * b; }
  static Reg dot(Reg sum, Reg a, Reg b) { return sum + a * b; }
  static void hold(Reg) {}
  static Reg renew(Reg r) { return r; }
  static void reduce_sums(const Reg (&r)[4], int32_t *out) {
    for (int i = 0; i < 4; ++i) out[i] = static_cast<int32_t>(r[i]);
  }

  static Reg load_bytes(const int8_t *p) { return load_bytes(p, 4); }
  static Reg load_bytes(const int8_t *p, int count) {
    Reg r = 0;
    for (int i = 0; i < count; ++i) r |= static_cast<Reg>(static_cast<uint8_t>(p[i])) << 8 * i;
    return r;
  }
  struct FewBytes {
    int count;
    explicit FewBytes(int of) : count(of) {}
    Reg load(const int8_t *p) const { return load_bytes(p, count); }
  };
  static void split_lhs(Reg quad, Reg (&parts)[kParts]) {
    for (int i = 0; i < 4; ++i) parts[i] = static_cast<Reg>(static_cast<int8_t>(quad >> 8 * i & 0xff));
  }
  static void split_rhs(Reg quad, Reg (&parts)[kParts]) { split_lhs(quad, parts); }
  static void spread_rhs(Reg quad, int32_t *out) {
    for (int i = 0; i < 4; ++i) out[i] = static_cast<int8_t>(quad >> 8 * i & 0xff);
  }
  static void interleave(Reg (&r)[4]) {
    const Reg in[4] = {r[0], r[1], r[2], r[3]};
    for (int row = 0; row < 4; ++row) {
      r[row] = 0;
      for (int p = 0; p < 4; ++p) r[row] |= (in[p] >> 8 * row & 0xff) << 8 * p;
    }
  }
  static void load_quads(const int8_t *src, int64_t, int, Reg (&out)[4]) {
    for (int i = 0; i < 4; ++i) out[i] = load_bytes(src + 4 * i);
  }
  static void transpose(const int8_t *src, int64_t stride, int rows, int columns, int8_t *out, int64_t out_stride) {
    for (int i = 0; i < rows; ++i, src = shifted(src, stride)) {
      for (int j = 0; j < columns; ++j) shifted(out, j * out_stride)[i] = src[j];
    }
  }

  using Scales = double;
  static Scales splat_scale(float x) { return x; }
  static Scales load_scales(const float *p) { return *p; }
  static Scales load_scales(const float *p, int) { return *p; }
  class Bytes {
   public:
    Bytes(int32_t high, int32_t zero_point) : high_(high - zero_point), low_(high_ - 255), zero_point_(zero_point) {}
    template <class Out>
    void store(Out *p, const Reg (&sums)[2], const Scales (&scales)[2]) const {
      for (int i = 0; i < 2; ++i) {
        // Clamped before it is rounded, which for integer bounds is the same. Added to a value below 2^51, the rounder
        // leaves no bits behind the point, and the integer in the sum's low bits.
        constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52
        double x = static_cast<double>(static_cast<int32_t>(sums[i])) * scales[i];
        x = x < low_ ? low_ : x;
        x = x > high_ ? high_ : x;
        x += kRounder;
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        p[i] = static_cast<Out>(static_cast<int32_t>(static_cast<uint32_t>(bits)) + zero_point_);
      }
    }

   private:
    double high_, low_;
    int32_t zero_point_;
  };
};
static_assert(DotOps<Ops<Scalar, int8_t>>);

}  // namespace
}  // namespace gk::kernels
