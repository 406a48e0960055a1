// Copies of matrices with a factor: B <- alpha * A, alpha * A^T, and of conj(A).
#pragma once

#include "abi/matcopy.h"
#include "simd/complex.h"

namespace gk::kernels {
namespace {
namespace matcopies {

template <class O>
struct Plain {
  [[gnu::always_inline]] typename O::Reg operator()(typename O::Reg r) const { return r; }
};

template <class O>
struct Scaled;
template <SimdOps O>
struct Scaled<O> {
  typename O::Reg alpha;
  [[gnu::always_inline]] explicit Scaled(typename O::Elem x) : alpha(O::splat(x)) {}
  [[gnu::always_inline]] typename O::Reg operator()(typename O::Reg r) const { return O::mul(alpha, r); }
};
// No product of parts is left out, so that each NaN and infinity arrives.
template <ComplexOps O>
struct Scaled<O> {
  typename O::Reg re, im;  // im: minus and plus the imaginary part
  [[gnu::always_inline]] explicit Scaled(typename O::Elem x) : re(O::splat_part(x.re)), im(turned(x)) {}
  [[gnu::always_inline]] typename O::Reg operator()(typename O::Reg r) const {
    return O::fma(re, r, O::mul(im, O::exchange(r)));
  }
  static typename O::Reg turned(typename O::Elem x) {
    const typename O::Elem pair = {-x.im, x.im};
    return O::splat(&pair);
  }
};

// The conjugate, and then another map.
template <class O, class Map>
struct Conjugated {
  static constexpr typename O::Elem kSigns = {1, -1};
  Map map;
  typename O::Reg signs = O::splat(&kSigns);
  [[gnu::always_inline]] typename O::Reg operator()(typename O::Reg r) const { return map(O::mul(signs, r)); }
};

template <class O>
void fill_zero(int64_t m, int64_t n, typename O::Elem *b, int64_t csb) {
  const int64_t whole = m / O::kLanes * O::kLanes;
  for (int64_t j = 0; j < n; ++j, b = shifted(b, csb)) {
    for (int64_t i = 0; i < whole; i += O::kLanes) O::store(b + i, O::zero());
    if (whole < m) O::store_masked(b + whole, O::first_lanes(static_cast<int>(m - whole)), O::zero());
  }
}

struct CopyAsItLies {
  template <class O>
  static void zero(const gk_matcopy_args &s) {
    fill_zero<O>(s.m, s.n, static_cast<typename O::Elem *>(s.b), s.csb);
  }

  template <class O, class Map>
  static void run(const gk_matcopy_args &s, const Map &map) {
    using T = typename O::Elem;
    int64_t m = s.m, n = s.n;
    if (s.csa == s.csb && s.csa == m * static_cast<int64_t>(sizeof(T))) {  // one long column
      m *= n;
      n = 1;
    }
    const T *a = static_cast<const T *>(s.a);
    T *b = static_cast<T *>(s.b);
    const int64_t whole = m / O::kLanes * O::kLanes;
    for (int64_t j = 0; j < n; ++j, a = shifted(a, s.csa), b = shifted(b, s.csb)) {
      for (int64_t i = 0; i < whole; i += O::kLanes) O::store(b + i, map(O::load(a + i)));
      if (whole == m) continue;
      const typename O::Mask mask = O::first_lanes(static_cast<int>(m - whole));
      O::store_masked(b + whole, mask, map(O::load_masked(a + whole, mask)));
    }
  }
};

struct CopyTransposed {
  template <class O>
  static void zero(const gk_matcopy_args &s) {
    fill_zero<O>(s.n, s.m, static_cast<typename O::Elem *>(s.b), s.csb);
  }

  // `lanes` columns of A, and kBlock rows, to as many columns of B. `lanes` is a literal in the calls that matter.
  template <class O, class Map>
  [[gnu::always_inline]] static void block(const typename O::Elem *a, int64_t csa, int lanes, typename O::Elem *b,
                                           int64_t csb, const Map &map) {
    typename O::Reg rows[O::kBlock];
    O::load_transposed(a, csa, lanes, rows);
    const typename O::Mask mask = O::first_lanes(lanes);
#pragma GCC unroll 4
    for (int i = 0; i < O::kBlock; ++i) {
      if (lanes == O::kLanes) {
        O::store(shifted(b, i * csb), map(rows[i]));
      } else {
        O::store_masked(shifted(b, i * csb), mask, map(rows[i]));
      }
    }
  }

  // `lanes` columns of A, `depth` rows. The last block overlaps its neighbour instead of reading past the end.
  template <class O, class Map>
  [[gnu::always_inline]] static void strip(const typename O::Elem *a, int64_t csa, int lanes, int64_t depth,
                                           typename O::Elem *b, int64_t csb, const Map &map) {
    if (depth < O::kBlock) {
      const typename O::Mask one = O::first_lanes(1);
      for (int64_t p = 0; p < depth; ++p)
        for (int i = 0; i < lanes; ++i)
          O::store_masked(shifted(b + i, p * csb), one, map(O::load_masked(shifted(a + p, i * csa), one)));
      return;
    }
    int64_t p = 0;
    for (; p + O::kBlock <= depth; p += O::kBlock) block<O>(a + p, csa, lanes, shifted(b, p * csb), csb, map);
    if (p == depth) return;
    p = depth - O::kBlock;
    block<O>(a + p, csa, lanes, shifted(b, p * csb), csb, map);
  }

  // In stripes of so many rows that their columns of B, a page each in the worst case, stay known to the CPU while
  // whole lines are written to them.
  template <class O, class Map>
  static void run(const gk_matcopy_args &s, const Map &map) {
    using T = typename O::Elem;
    constexpr int64_t kStripe = 32;
    for (int64_t i = 0; i < s.m; i += kStripe) {
      const int64_t depth = s.m - i < kStripe ? s.m - i : kStripe;
      const T *a = static_cast<const T *>(s.a) + i;
      T *b = shifted(static_cast<T *>(s.b), i * s.csb);
      int64_t j = 0;
      for (; j + O::kLanes <= s.n; j += O::kLanes, a = shifted(a, O::kLanes * s.csa))
        strip<O>(a, s.csa, O::kLanes, depth, b + j, s.csb, map);
      if (j < s.n) strip<O>(a, s.csa, static_cast<int>(s.n - j), depth, b + j, s.csb, map);
    }
  }
};

template <class O, class Way>
void matrix_copy(const gk_matcopy_args *args) {
  using T = typename O::Elem;
  const T alpha = *static_cast<const T *>(args->alpha);
  if constexpr (ComplexOps<O>) {
    if (alpha.is(0)) return Way::template zero<O>(*args);
    if (alpha.is(1)) {
      if (args->conj == 0) return Way::template run<O>(*args, Plain<O>());
      return Way::template run<O>(*args, Conjugated<O, Plain<O>>{Plain<O>()});
    }
    if (args->conj == 0) return Way::template run<O>(*args, Scaled<O>(alpha));
    Way::template run<O>(*args, Conjugated<O, Scaled<O>>{Scaled<O>(alpha)});
  } else {
    if (alpha == 0) return Way::template zero<O>(*args);
    if (alpha == 1) return Way::template run<O>(*args, Plain<O>());
    Way::template run<O>(*args, Scaled<O>(alpha));
  }
}

}  // namespace matcopies

template <class O>
constexpr gk_matcopy matcopy() {
  using namespace matcopies;
  return {.copy = matrix_copy<O, CopyAsItLies>, .transpose = matrix_copy<O, CopyTransposed>};
}

}  // namespace
}  // namespace gk::kernels
