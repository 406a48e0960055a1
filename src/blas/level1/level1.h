// Vectors of the BLAS: where they begin, and how long ones are shared among workers.
#pragma once

#include "abi/private.h"
#include "blas/args.h"

namespace gk::blas {

// The kernels in force. Before the first call, stand-ins that look them up: on short vectors a call to ask, or even the
// question whether they are known, would be noticed.
template <class T>
struct Level1 {
  static const gk_level1 &look_up() {
    const gk_level1 *table = &blas_table<T>().level1;
    __atomic_store_n(&known, table, __ATOMIC_RELEASE);
    return *table;
  }
  // The kernel at the end of a path of members.
  template <auto... kPath>
  static constexpr auto at(const gk_level1 &table) {
    return (table.*....*kPath);
  }
  template <class Kernel>
  struct StandIn;
  template <class R, class... A>
  struct StandIn<R (*)(A...)> {
    template <auto... kPath>
    [[gnu::cold]] static R run(A... args) {
      return at<kPath...>(look_up())(args...);
    }
  };
  template <auto... kPath>
  static constexpr auto stand_in() {
    return &StandIn<decltype(at<kPath...>({}))>::template run<kPath...>;
  }
  static constexpr gk_level1 stand_ins() {
    using K = gk_level1;
    K t = {.axpy = stand_in<&K::axpy>(),
           .axpby = stand_in<&K::axpby>(),
           .scal = stand_in<&K::scal>(),
           .scal_real = stand_in<&K::scal_real>(),
           .copy = stand_in<&K::copy>(),
           .swap = stand_in<&K::swap>(),
           .rot = stand_in<&K::rot>(),
           .rotm = stand_in<&K::rotm>(),
           .dot = {},
           .dotu = stand_in<&K::dotu>(),
           .dotc = stand_in<&K::dotc>(),
           .dot_f64 = stand_in<&K::dot_f64>(),
           .asum = {},
           .sumsq = stand_in<&K::sumsq>(),
           .iamax = stand_in<&K::iamax>()};
    if constexpr (std::is_same_v<RealOf<T>, float>) {
      t.dot.f32 = stand_in<&K::dot, &gk_level1_dot::f32>();
      t.asum.f32 = stand_in<&K::asum, &gk_level1_sum::f32>();
    } else {
      t.dot.f64 = stand_in<&K::dot, &gk_level1_dot::f64>();
      t.asum.f64 = stand_in<&K::asum, &gk_level1_sum::f64>();
    }
    return t;
  }
  static constexpr gk_level1 kStandIns = stand_ins();
  static inline const gk_level1 *known = &kStandIns;
};
template <class T>
const gk_level1 &level1() {
  return *__atomic_load_n(&Level1<T>::known, __ATOMIC_ACQUIRE);
}

// A vector by its first element, which a negative increment puts last in memory; inc in bytes.
template <class T>
struct Strided {
  T *data;
  int64_t inc;
  Strided(T *p, int64_t n, int64_t increment)
      : data(increment < 0 ? p - (n - 1) * increment : p), inc(bytes<T>(increment)) {}
  T *at(int64_t i) const { return reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(data) + offset(i)); }
  uintptr_t offset(int64_t i) const { return static_cast<uintptr_t>(i) * static_cast<uintptr_t>(inc); }
};

// Two vectors walked together. Both backwards and adjacent is the same as both forwards.
template <class X, class Y>
struct Pair {
  Strided<X> x;
  Strided<Y> y;
  Pair(X *px, int64_t incx, Y *py, int64_t incy, int64_t n)
      : x(px, n, incx == -1 && incy == -1 ? 1 : incx), y(py, n, incx == -1 && incy == -1 ? 1 : incy) {}
};

// A job of a parallel loop over elements, and a part of a sum. A sum is cut in the same way whoever computes it.
constexpr int64_t kPiece = int64_t{1} << 15;
constexpr int64_t kMostPieces = 1024;
inline int64_t piece_of(int64_t n) {
  const int64_t pieces = (n + kPiece - 1) / kPiece;
  return pieces <= kMostPieces ? kPiece : (pieces + kMostPieces - 1) / kMostPieces * kPiece;
}

// body(piece, begin, count) for all pieces of n elements, of which the work touches so many bytes each.
template <class Body>
[[gnu::noinline]] void in_pieces(int64_t n, size_t bytes, bool serial, const Body &body) {
  struct Context {
    const Body *body;
    int64_t n, piece;
    static void run(void *context, int64_t job) {
      const Context &c = *static_cast<const Context *>(context);
      const int64_t begin = job * c.piece;
      (*c.body)(job, begin, c.n - begin < c.piece ? c.n - begin : c.piece);
    }
  } context{&body, n, piece_of(n)};
  const int64_t jobs = (n + context.piece - 1) / context.piece;
  const uint64_t touched = static_cast<uint64_t>(n) * bytes;
  gemmkit_private_run(serial ? 1 : gemmkit_private_bandwidth_workers(touched, jobs), jobs, Context::run, &context);
}

// Whether the elements of a long vector may be written in any order: those of one that stands still, or overlaps the
// other one without being it, may not.
template <class X, class Y>
bool ordered(const Pair<X, Y> &p, int64_t n) {
  if (p.x.inc == 0 || p.y.inc == 0) return true;
  const auto x = reinterpret_cast<uintptr_t>(p.x.data), y = reinterpret_cast<uintptr_t>(p.y.data);
  if (x == y && p.x.inc == p.y.inc) return false;
  const auto low = [n](const auto &v) { return reinterpret_cast<uintptr_t>(v.inc < 0 ? v.at(n - 1) : v.at(0)); };
  const auto end = [n](const auto &v) {
    return reinterpret_cast<uintptr_t>(v.inc < 0 ? v.at(0) : v.at(n - 1)) + sizeof(X);
  };
  return low(p.x) < end(p.y) && low(p.y) < end(p.x);
}

// Of each routine the short way, for short vectors that lie forwards, is no more than a call of the kernel. All else is
// a function of its own: registers that only that needs would be saved by every call.
constexpr bool is_short(int64_t n) { return n <= kPiece; }

// run(count, x, incx, y, incy) on all of n > 0 elements, increments in bytes.
template <class X, class Y, class Run>
[[gnu::noinline]] void over_any(int64_t n, X *x, int64_t incx, Y *y, int64_t incy, Run run) {
  const Pair<X, Y> p(x, incx, y, incy, n);
  if (is_short(n)) return run(n, p.x.data, p.x.inc, p.y.data, p.y.inc);
  in_pieces(n, 3 * sizeof(X), ordered(p, n),
            [&](int64_t, int64_t begin, int64_t count) { run(count, p.x.at(begin), p.x.inc, p.y.at(begin), p.y.inc); });
}
template <class X, class Y, class Run>
[[gnu::always_inline]] inline void over(int64_t n, X *x, int64_t incx, Y *y, int64_t incy, Run run) {
  if (!is_short(n) || (incx | incy) < 0) [[unlikely]]
    return over_any(n, x, incx, y, incy, run);
  run(n, x, bytes<X>(incx), y, bytes<Y>(incy));
}
// The same of one vector, which lies forwards: run(count, x, incx).
template <class X, class Run>
[[gnu::noinline]] void over_long(int64_t n, X *x, int64_t incx, Run run) {
  const Strided<X> v(x, n, incx);
  in_pieces(n, 2 * sizeof(X), v.inc == 0,
            [&](int64_t, int64_t begin, int64_t count) { run(count, v.at(begin), v.inc); });
}
template <class X, class Run>
[[gnu::always_inline]] inline void over(int64_t n, X *x, int64_t incx, Run run) {
  if (!is_short(n)) [[unlikely]]
    return over_long(n, x, incx, run);
  run(n, x, bytes<X>(incx));
}

inline void accumulate(double &sum, double more) { sum += more; }
inline void accumulate(float &sum, float more) { sum += more; }
template <class C>
void accumulate(C &sum, const C &more) {
  sum.re += more.re;
  sum.im += more.im;
}

// The sum of part(begin, count) over all pieces, in order.
template <class S, class Part>
[[gnu::noinline]] S long_sum_of(int64_t n, size_t bytes, Part part) {
  S parts[kMostPieces];
  in_pieces(n, bytes, false, [&](int64_t piece, int64_t begin, int64_t count) { parts[piece] = part(begin, count); });
  const int64_t pieces = (n + piece_of(n) - 1) / piece_of(n);
  S sum = parts[0];
  for (int64_t i = 1; i < pieces; ++i) accumulate(sum, parts[i]);
  return sum;
}
template <class S, class Part>
S sum_of(int64_t n, size_t bytes, Part part) {
  return is_short(n) ? part(0, n) : long_sum_of<S>(n, bytes, part);
}

}  // namespace gk::blas
