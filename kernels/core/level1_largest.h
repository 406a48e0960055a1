// The first element of a vector that is the largest.
#pragma once

#include "core/level1_chains.h"
#include "core/numbers.h"

namespace gk::kernels {
namespace {

template <class O>
struct Largest {
  using T = typename O::Elem;
  using R = typename Kin<O>::Part;
  using Parts = typename Kin<O>::Parts;
  using Find = typename Kin<O>::Find;
  using Reg = typename Parts::Reg;

  static int64_t run(int64_t n, const void *x, int64_t incx, void *largest) {
    R most = largest != nullptr ? *static_cast<const R *>(largest) : R(-1);
    const int64_t at = incx == static_cast<int64_t>(sizeof(T)) && Parts::kLanes > 1
                           ? adjacent(n * Kin<O>::kParts, static_cast<const R *>(x), most)
                           : strided(n, static_cast<const T *>(x), incx, most);
    if (at >= 0 && largest != nullptr) *static_cast<R *>(largest) = most;
    return at;
  }

 private:
  // The largest so far, lane by lane.
  struct Top {
    Reg r;
    // Of a NaN and another, the other.
    [[gnu::always_inline]] Top joined(const Top &o) const { return {Parts::max(o.r, r)}; }
    [[gnu::always_inline]] static Top at(const R *x) { return {magnitudes(Parts::load(x))}; }
  };

  static constexpr int kChains = 4;
  static constexpr int64_t kBlock = int64_t{32} * kChains * Parts::kLanes;  // parts searched once more for the place

  static R magnitude(const T &x) {
    if constexpr (Kin<O>::kComplex) {
      return absolute(x.re) + absolute(x.im);
    } else {
      return absolute(x);
    }
  }
  // The magnitude of a complex number stands in the lanes of both its parts.
  [[gnu::always_inline]] static Reg magnitudes(Reg r) {
    r = Parts::abs(r);
    if constexpr (Kin<O>::kComplex && Parts::kLanes > 1) r = Parts::add(r, O::exchange(r));
    return r;
  }

  [[gnu::noinline]] static int64_t strided(int64_t n, const T *x, int64_t incx, R &most) {
    int64_t at = -1;
    for (int64_t i = 0; i < n; ++i, x = shifted(x, incx)) {
      const R size = magnitude(*x);
      if (size > most) {
        most = size;
        at = i;
      }
    }
    return at;
  }

  [[gnu::always_inline]] static int64_t adjacent(int64_t parts, const R *x, R &most) {
    if (parts > kBlock) return in_blocks(parts, x, most);
    if (parts < Parts::kLanes) return parts > 0 ? in_register(static_cast<int>(parts), x, most) : -1;
    const R top = top_of(parts, x, most);
    if (!(top > most)) return -1;
    most = top;
    return first_equal(parts, x, top) / Kin<O>::kParts;
  }
  // Lanes that the mask leaves out are zeros after the last element: they win only where there are NaNs alone, and are
  // then found to lie beyond the end.
  [[gnu::noinline]] static int64_t in_register(int parts, const R *x, R &most) {
    const Reg sizes = magnitudes(Parts::load_masked(x, Parts::first_lanes(parts)));
    const R top = Find::reduce_max(Parts::max(sizes, Parts::splat(most)));
    const uint32_t lanes = Find::equal(sizes, Parts::splat(top));
    if (!(top > most) || __builtin_ctz(lanes) >= parts) return -1;
    most = top;
    return __builtin_ctz(lanes) / Kin<O>::kParts;
  }
  [[gnu::noinline]] static int64_t in_blocks(int64_t parts, const R *x, R &most) {
    int64_t best = -1;
    const auto look = [&](int64_t from, int64_t count) {
      const R top = top_of(count, x + from, most);
      if (top > most) {
        most = top;
        best = from;
      }
    };
    // The first register ends where the second is aligned, and the last one begins early: no harm in looking twice.
    const int ahead = elements_ahead<sizeof(Reg)>(x);
    int64_t from = 0;
    if (ahead % Kin<O>::kParts == 0 && ahead > 0) {
      look(0, Parts::kLanes);
      from = ahead;
    }
    for (; parts - from >= kBlock; from += kBlock) look(from, kBlock);
    if (from < parts) {
      const int64_t count = parts - from < Parts::kLanes ? Parts::kLanes : parts - from;
      look(parts - count, count);
    }
    return best < 0 ? -1 : (best + first_equal(parts - best, x + best, most)) / Kin<O>::kParts;
  }

  // The largest magnitude of a register's number of parts or more, and `most`. The last register overlaps the one
  // before it.
  [[gnu::always_inline]] static R top_of(int64_t parts, const R *x, R most) {
    constexpr int64_t kRound = int64_t{kChains} * Parts::kLanes;
    const Top least{Parts::splat(most)};
    Chains<Top, kChains> tops;
    tops.each([&](int, const Top &) __attribute__((always_inline)) { return least; });
    const R *const last = x + parts - Parts::kLanes;
    for (; parts >= kRound; parts -= kRound, x += kRound) {
      tops.each([&](int u, const Top &top)
                    __attribute__((always_inline)) { return top.joined(Top::at(x + u * Parts::kLanes)); });
    }
    for (; x < last; x += Parts::kLanes) tops.pushed_out_by(tops.first.joined(Top::at(x)));
    tops.first = tops.first.joined(Top::at(last));
    return Find::reduce_max(tops.total().r);
  }
  static int64_t first_equal(int64_t parts, const R *x, R value) {
    const Reg wanted = Parts::splat(value);
    const auto at = [&](int64_t i) __attribute__((always_inline)) {
      return Find::equal(magnitudes(Parts::load(x + i)), wanted);
    };
    int64_t i = 0;
    for (; i < parts - Parts::kLanes; i += Parts::kLanes) {
      if (const uint32_t lanes = at(i); lanes != 0) return i + __builtin_ctz(lanes);
    }
    i = parts - Parts::kLanes;
    return i + __builtin_ctz(at(i));
  }
};

}  // namespace
}  // namespace gk::kernels
