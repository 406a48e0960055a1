// Triangular blocks times, or divided into, many right-hand sides.
//
// The right-hand sides are taken a panel of a few registers at a time, copied to the stack so that each row of the
// block is a row of registers, whichever way it lies in memory. Rows are computed in groups: first everything that
// earlier rows contribute, which is a small product, then the triangle inside the group.
#pragma once

#include "abi/level3.h"
#include "core/complex_update.h"
#include "core/numbers.h"
#include "core/pack.h"
#include "core/panels.h"

namespace gk::kernels {
namespace {

constexpr int64_t kTriangleOrder = GK_TRIANGLE_ORDER;

// Rows of a group and registers of a panel, by the number of accumulators that there are registers for.
template <class O>
struct TriangleShape {
  static constexpr bool kMany = sizeof(typename O::Reg) == 64;
  static constexpr int kRows = ComplexOps<O> ? (kMany ? 4 : 2) : (kMany ? 8 : 4);
  static constexpr int kVecs = kMany ? 3 : 2;
  static_assert(kRows <= GK_TRIANGLE_GROUP);
};

// Numbers of the vocabulary's type, times registers.
template <class O>
struct Number {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Part = T;

  [[gnu::always_inline]] static Reg times(T f, Reg x) { return O::mul(O::splat(f), x); }
  [[gnu::always_inline]] static Reg times_part(Part f, Reg x) { return O::mul(O::splat(f), x); }

  // A sum of products t * x.
  struct Sum {
    Reg s;
    [[gnu::always_inline]] void start(Reg x) { s = x; }
    [[gnu::always_inline]] void add(const T *t, Reg x) { s = O::fma(O::splat(*t), x, s); }
    [[gnu::always_inline]] void add(Reg x) { s = O::add(s, x); }
    [[gnu::always_inline]] Reg value() const { return s; }
  };
};

template <ComplexOps O>
struct Number<O> {
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Part = typename O::Part;

  [[gnu::always_inline]] static Reg times(T f, Reg x) { return Factor<O>(f).times(x); }
  [[gnu::always_inline]] static Reg times_part(Part f, Reg x) { return O::mul(O::splat_part(f), x); }

  // The products with the parts of t are kept apart, as in complex_update.h.
  struct Sum {
    Reg p, q;
    [[gnu::always_inline]] void start(Reg x) {
      p = x;
      q = O::zero();
    }
    [[gnu::always_inline]] void add(const T *t, Reg x) {
      p = O::fma(O::splat_part(t->re), x, p);
      q = O::fma(O::splat_part(t->im), x, q);
    }
    [[gnu::always_inline]] void add(Reg x) { p = O::add(p, x); }
    [[gnu::always_inline]] Reg value() const { return O::fma(O::splat(&kSigns<Part>[0].q), O::exchange(q), p); }
  };
};

// What lies before a prepared triangle: groups of kRows rows follow, each with its columns up to the diagonal one after
// another, then one factor for each row.
struct alignas(64) TriangleHead {
  int32_t unit;
  int32_t scaled;   // whether any of the factors is not 1
  int64_t factors;  // where they begin, in bytes from here
};

static_assert(sizeof(TriangleHead) <= GK_TRIANGLE_HEAD);

template <class O>
size_t triangle_bytes(int64_t n) {
  constexpr int64_t kRows = TriangleShape<O>::kRows;
  const int64_t groups = (n + kRows - 1) / kRows;
  return sizeof(TriangleHead) +
         static_cast<size_t>(groups * (groups + 1) / 2 * kRows * kRows + groups * kRows) * sizeof(typename O::Elem);
}

// 1 / d, to be used as a factor and, where that would not be a normal number, a power of two as a second one.
template <class O>
typename O::Elem inverse(typename O::Elem d, typename Number<O>::Part &second) {
  using N = Number<O>;
  using Part = typename N::Part;
  constexpr bool kSingle = sizeof(Part) == 4;
  constexpr Part kLarge = kSingle ? Part(0x1p126) : Part(0x1p1022), kSmall = 1 / kLarge;
  const Part size = largest_part(d);
  second = 1;
  if (size < kSmall * 4 && size > 0) second = kLarge;
  if (size > kLarge / 4 && size <= kLarge * Part(3.9999)) second = kSmall;
  return reciprocal(second == 1 ? d : scaled_by(d, second));
}

// The triangle into groups of rows. What a solution subtracts is negated here.
template <class O, bool kSolve>
struct PackTriangle {
  using N = Number<O>;
  using T = typename O::Elem;
  static constexpr int kRows = TriangleShape<O>::kRows;

  const gk_pack_triangle_args &s;
  bool conj;

  [[gnu::always_inline]] T value(const T *at) const {
    const T x = conj_if(conj, *at);
    return kSolve ? negated(x) : x;
  }

  // A column of a whole group. Rows are adjacent in most triangles.
  [[gnu::always_inline]] void column(const T *at, T *out) const {
    if (s.rsa == static_cast<int64_t>(sizeof(T))) {
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) out[r] = value(at + r);
      return;
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) out[r] = value(shifted(at, r * s.rsa));
  }

  // The square on the diagonal, of which `rows` rows exist.
  void diagonal(const T *at, int rows, T *out, TriangleHead *head, typename N::Part *factors) const {
    for (int q = 0; q < kRows; ++q, out += kRows, at = shifted(at, s.csa)) {
      factors[q] = 1;
      for (int r = 0; r < kRows; ++r) out[r] = r > q && r < rows ? value(shifted(at, r * s.rsa)) : T();
      if (q >= rows || head->unit) continue;
      const T x = conj_if(conj, *shifted(at, q * s.rsa));
      out[q] = kSolve ? inverse<O>(x, factors[q]) : x;
      if (factors[q] != 1) head->scaled = 1;
    }
  }

  void run() const {
    auto *head = static_cast<TriangleHead *>(s.out);
    const int64_t groups = (s.n + kRows - 1) / kRows, size = sizeof(T);
    *head = {(s.flags & GK_TRIANGLE_UNIT) != 0, 0,
             static_cast<int64_t>(triangle_bytes<O>(s.n)) - groups * kRows * size};
    auto *factors = shifted(static_cast<typename N::Part *>(s.out), head->factors);
    T *out = reinterpret_cast<T *>(head + 1);
    for (int64_t i = 0; i < s.n; i += kRows) {
      const int rows = s.n - i < kRows ? static_cast<int>(s.n - i) : kRows;
      const T *at = shifted(static_cast<const T *>(s.a), i * s.rsa);
      for (int64_t p = 0; p < i; ++p, out += kRows, at = shifted(at, s.csa)) {
        if (rows == kRows) {
          column(at, out);
        } else {
          for (int r = 0; r < kRows; ++r) out[r] = r < rows ? value(shifted(at, r * s.rsa)) : T();
        }
      }
      diagonal(at, rows, out, head, factors + i);
      out += kRows * kRows;
    }
  }
};

template <class O>
void pack_triangle(const gk_pack_triangle_args *args) {
  const bool conj = (args->flags & GK_TRIANGLE_CONJ) != 0;
  if (args->flags & GK_TRIANGLE_SOLVE) return PackTriangle<O, true>{*args, conj}.run();
  PackTriangle<O, false>{*args, conj}.run();
}

template <class O, bool kSolve>
struct TriangularBlock {
  using N = Number<O>;
  using T = typename O::Elem;
  using Reg = typename O::Reg;
  using Sum = typename N::Sum;
  static constexpr int kRows = TriangleShape<O>::kRows;
  static constexpr int kMaxVecs = TriangleShape<O>::kVecs;

  // The panel: row i of the triangle's order begins at x + i * step.
  struct Panel {
    T *x;
    int64_t step;
    [[gnu::always_inline]] T *row(int64_t i) const { return x + i * step; }
  };

  // What rows 0 .. end-1 contribute to a group of rows, whose part of the triangle begins at t.
  template <int kVecs>
  [[gnu::always_inline]] static void earlier_rows(const Panel &panel, const T *t, int64_t end,
                                                  Sum (&sums)[kRows][kVecs]) {
    const T *x = panel.x;
    for (int64_t p = 0; p < end; ++p, t += kRows, x += panel.step) {
      Reg at[kVecs];
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; ++v) at[v] = O::load(x + v * O::kLanes);
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
        for (int v = 0; v < kVecs; ++v) sums[r][v].add(t + r, at[v]);
      }
    }
  }

  template <int kVecs>
  [[gnu::always_inline]] static void solve_group(const Panel &panel, const T *t, int64_t i, int64_t rows, T alpha,
                                                 bool unit, const typename N::Part *factors) {
    Sum sums[kRows][kVecs];
    const bool plain = is_number(alpha, 1);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; ++v) {
        const Reg old = r < rows ? O::load(panel.row(i + r) + v * O::kLanes) : O::zero();
        sums[r][v].start(plain ? old : N::times(alpha, old));
      }
    }
    earlier_rows<kVecs>(panel, t, i, sums);
    t += i * kRows;
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r, t += kRows) {
      if (r >= rows) return;
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; ++v) {
        Reg x = sums[r][v].value();
        if (!unit) x = N::times(t[r], x);
        if (factors != nullptr) x = N::times_part(factors[i + r], x);
        O::store(panel.row(i + r) + v * O::kLanes, x);
#pragma GCC unroll 8
        for (int later = r + 1; later < kRows; ++later) sums[later][v].add(t + later, x);
      }
    }
  }

  template <int kVecs>
  [[gnu::always_inline]] static void multiply_group(const Panel &panel, const T *t, int64_t i, int64_t rows, T alpha,
                                                    bool unit) {
    Sum sums[kRows][kVecs];
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; ++v) sums[r][v].start(O::zero());
    }
    earlier_rows<kVecs>(panel, t, i, sums);
    t += i * kRows;
#pragma GCC unroll 8
    for (int q = 0; q < kRows; ++q, t += kRows) {
      if (q >= rows) break;
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; ++v) {
        const Reg x = O::load(panel.row(i + q) + v * O::kLanes);
        if (unit) {
          sums[q][v].add(x);
        } else {
          sums[q][v].add(t + q, x);
        }
#pragma GCC unroll 8
        for (int later = q + 1; later < kRows; ++later) sums[later][v].add(t + later, x);
      }
    }
    const bool plain = is_number(alpha, 1);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      if (r >= rows) return;
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; ++v) {
        const Reg x = sums[r][v].value();
        O::store(panel.row(i + r) + v * O::kLanes, plain ? x : N::times(alpha, x));
      }
    }
  }

  template <int kVecs>
  [[gnu::noinline]] static void on_panel(const Panel &panel, const TriangleHead *head, int64_t n, T alpha) {
    const T *t = reinterpret_cast<const T *>(head + 1);
    const bool unit = head->unit != 0;
    if constexpr (kSolve) {
      const auto *factors =
          head->scaled ? shifted(reinterpret_cast<const typename N::Part *>(head), head->factors) : nullptr;
      for (int64_t i = 0; i < n; t += kRows * (i + kRows), i += kRows)
        solve_group<kVecs>(panel, t, i, n - i, alpha, unit, factors);
    } else {
      const int64_t groups = (n + kRows - 1) / kRows;
      t += groups * (groups + 1) / 2 * kRows * kRows;
      for (int64_t i = (groups - 1) * kRows; i >= 0; i -= kRows) {
        t -= kRows * (i + kRows);
        multiply_group<kVecs>(panel, t, i, n - i, alpha, unit);
      }
    }
  }

  // `rhs` columns of b, rows in memory order, to and from the panel, whose rows are `width` long.
  static void fetch(const T *b, int64_t rs, int64_t cs, int64_t n, int64_t rhs, T *panel, int64_t width) {
    constexpr int64_t kSize = sizeof(T), kLine = 64 / kSize, kAhead = 8;
    if (cs != kSize) {
      for (int64_t j = 0; j < rhs; j += O::kLanes, b = shifted(b, O::kLanes * cs), panel += O::kLanes) {
        const int lanes = rhs - j < O::kLanes ? static_cast<int>(rhs - j) : O::kLanes;
        VectorCopy<O, PadStore::Zero>::strided(b, cs, rs, lanes, n, panel, width);
      }
      return;
    }
    for (int64_t i = 0; i < n; ++i, b = shifted(b, rs), panel += width) {
      for (int64_t j = 0; j < rhs && i + kAhead < n; j += kLine) __builtin_prefetch(shifted(b, kAhead * rs) + j, 1, 3);
      int64_t j = 0;
      for (; j + O::kLanes <= rhs; j += O::kLanes) O::store(panel + j, O::load(b + j));
      if (j < rhs) O::store(panel + j, O::load_masked(b + j, O::first_lanes(static_cast<int>(rhs - j))));
    }
  }
  static void deliver(const T *panel, int64_t width, T *b, int64_t rs, int64_t cs, int64_t n, int64_t rhs) {
    constexpr int64_t kSize = sizeof(T);
    if (cs != kSize) {
      for (int64_t i = 0; i < n; i += O::kLanes, panel += O::kLanes * width, b = shifted(b, O::kLanes * rs)) {
        const int lanes = n - i < O::kLanes ? static_cast<int>(n - i) : O::kLanes;
        VectorCopy<O, PadStore::Keep>::strided(panel, width * kSize, kSize, lanes, rhs, b, cs / kSize);
      }
      return;
    }
    // A few rows at a time, the next ones on their way: rows a page apart share so few sets of the first cache that
    // those fetched for reading are gone by now, and stores wait for each other.
    constexpr int64_t kFew = 8, kLine = 64 / kSize;
    for (int64_t i = 0; i < n; i += kFew) {
      const int64_t end = n - i < kFew ? n : i + kFew, next = n - end < kFew ? n : end + kFew;
      for (int64_t r = end; r < next; ++r)
        for (int64_t j = 0; j < rhs; j += kLine) __builtin_prefetch(shifted(b, r * rs) + j, 1, 3);
      for (int64_t r = i; r < end; ++r) {
        const T *from = panel + r * width;
        T *to = shifted(b, r * rs);
        int64_t j = 0;
        for (; j + O::kLanes <= rhs; j += O::kLanes) O::store(to + j, O::load(from + j));
        if (j < rhs) O::store_masked(to + j, O::first_lanes(static_cast<int>(rhs - j)), O::load(from + j));
      }
    }
  }

  template <int kVecs>
  [[gnu::always_inline]] static void by_vecs(int vecs, const Panel &panel, const TriangleHead *head, int64_t n,
                                             T alpha) {
    if constexpr (kVecs > 1) {
      if (vecs < kVecs) return by_vecs<kVecs - 1>(vecs, panel, head, n, alpha);
    }
    on_panel<kVecs>(panel, head, n, alpha);
  }

  static void run(const gk_triangular_args *args) {
    const gk_triangular_args &s = *args;
    alignas(64) T buffer[kTriangleOrder * kMaxVecs * O::kLanes];
    const auto *head = static_cast<const TriangleHead *>(s.t);
    const T alpha = *static_cast<const T *>(s.alpha);
    const bool reversed = s.rsb < 0;
    const int64_t rs = reversed ? -s.rsb : s.rsb;
    T *b = reversed ? shifted(static_cast<T *>(s.b), (s.n - 1) * s.rsb) : static_cast<T *>(s.b);
    // As in PanelSplit, widths differ by one register at most.
    const PanelSplit<O, kMaxVecs> split(s.rhs);
    int64_t left = s.rhs;
    for (int64_t i = 0; i < split.panels; ++i) {
      const int64_t width = split.rows(i), rhs = left < width ? left : width;
      const int vecs = static_cast<int>(width / O::kLanes);
      fetch(b, rs, s.csb, s.n, rhs, buffer, width);
      const Panel panel{reversed ? buffer + (s.n - 1) * width : buffer, reversed ? -width : width};
      by_vecs<kMaxVecs>(vecs, panel, head, s.n, alpha);
      deliver(buffer, width, b, rs, s.csb, s.n, rhs);
      b = shifted(b, rhs * s.csb);
      left -= rhs;
    }
  }
};

}  // namespace
}  // namespace gk::kernels
