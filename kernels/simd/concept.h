// What a SIMD vocabulary offers: the only words the kernel templates in core/ are written in.
//
// Everything under kernels/ lives in an unnamed namespace and includes no C++ standard header, so that no
// function compiled for one instruction set can be picked by the linker for code meant to run without it.
#pragma once

#include <stdint.h>

namespace gk::kernels {
namespace {

// Specialised once per (instruction set tag, element type), in simd/<isa>.h.
template <class Isa, class T>
struct Ops;

template <class A, class B>
concept Is = __is_same(A, B);

// Reg holds kLanes elements. Addresses need only element alignment. Masks select the first lanes of a register:
// masked-off lanes are neither read nor written, and load as zero.
//
// The pair operations exist where kLanes > 1: lanes 2i and 2i + 1 belong together. load_pairs takes the first kLanes /
// 2 elements (or the first `count` of them, then zeros) of two lines and hands out pairs of one each.
//
// load_transposed reads kBlock adjacent elements from each of kLanes rows, row_stride bytes apart, and hands back
// kBlock registers with one row per lane. From lane `rows` on it repeats the last row instead of reading further.
template <class O>
concept SimdOps = requires(typename O::Elem x, const typename O::Elem *src, typename O::Elem *dst, typename O::Reg r,
                           typename O::Mask mask, typename O::Reg (&block)[O::kBlock], const typename O::Reg (&four)[4],
                           int64_t row_stride, int count) {
  { O::zero() } -> Is<typename O::Reg>;
  { O::splat(x) } -> Is<typename O::Reg>;
  { O::load(src) } -> Is<typename O::Reg>;
  { O::store(dst, r) } -> Is<void>;
  { O::stream(dst, r) } -> Is<void>;                  // past the caches; dst aligned to the register's size
  { O::stream_end() } -> Is<void>;                    // what was streamed is in order with the stores that follow
  { O::first_lanes(count) } -> Is<typename O::Mask>;  // 1 <= count <= kLanes
  { O::load_masked(src, mask) } -> Is<typename O::Reg>;
  { O::store_masked(dst, mask, r) } -> Is<void>;
  { O::keep(mask, r) } -> Is<typename O::Reg>;  // other lanes become zero
  { O::mul(r, r) } -> Is<typename O::Reg>;
  { O::add(r, r) } -> Is<typename O::Reg>;
  { O::sub(r, r) } -> Is<typename O::Reg>;
  { O::div(r, r) } -> Is<typename O::Reg>;
  { O::fma(r, r, r) } -> Is<typename O::Reg>;          // a * b + c
  { O::fnma(r, r, r) } -> Is<typename O::Reg>;         // c - a * b
  { O::max(r, r) } -> Is<typename O::Reg>;             // a > b ? a : b
  { O::min(r, r) } -> Is<typename O::Reg>;             // a < b ? a : b
  { O::mul_error(r, r, r) } -> Is<typename O::Reg>;    // a * b - c in one rounding, for a c that is nearly a * b
  { O::if_positive(r, r, r) } -> Is<typename O::Reg>;  // x > 0 ? a : b
  { O::abs(r) } -> Is<typename O::Reg>;
  { O::with_sign(r, r) } -> Is<typename O::Reg>;  // |a| with the sign of b
  { O::round(r) } -> Is<typename O::Reg>;         // to the nearest integer, ties to even; |a| < 2^22
  // a * 2^n, rounded once: integers n from -250 to 250 in f32, -2000 to 2000 in f64, and normal a of which a * 2^(n /
  // 2) is normal too, or n = 0.
  { O::scale(r, r) } -> Is<typename O::Reg>;
  { O::hold(r) } -> Is<void>;  // r stays in its register up to here
  // r, as if computed here: a compiler that knew it for a loaded value would load it again for each use.
  { O::renew(r) } -> Is<typename O::Reg>;
  { O::reduce_sum(r) } -> Is<typename O::Elem>;  // lanes added by halves
  { O::reduce_sums(four, dst) } -> Is<void>;     // the same of four registers, to dst[0:4]
  { O::load_transposed(src, row_stride, count, block) } -> Is<void>;
  requires O::kLanes == 1 || requires {
    { O::splat_pair(src) } -> Is<typename O::Reg>;  // src[0], src[1], src[0], ...
    { O::load_pairs(src, src) } -> Is<typename O::Reg>;
    { O::load_pairs(src, src, count) } -> Is<typename O::Reg>;
  };
  requires O::kLanes >= 1 && (O::kLanes & (O::kLanes - 1)) == 0;
};

// A pointer moved by a number of bytes.
template <class T>
[[gnu::always_inline]] inline T *shifted(T *p, int64_t bytes) {
  return reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(p) + static_cast<uintptr_t>(bytes));
}

}  // namespace
}  // namespace gk::kernels
