// run_diagonal_strip of every table: what is asked for has the bits that run_strip gives it, the rest is left alone.
#include "kernel/tables.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <complex>

using namespace gk::test;

namespace {

template <class T>
struct Element {
  using Part = T;
  static constexpr gk_elem kElem = kElemOf<T>;
};
template <class R>
struct Element<std::complex<R>> {
  using Part = R;
  static constexpr gk_elem kElem = std::is_same_v<R, float> ? GK_C32 : GK_C64;
};

struct Case {
  int64_t m, k;
  int32_t n;
  int64_t below;
  int32_t part;
  double alpha, beta;
};

// Arrays large enough for every case, ending at a forbidden page; a case uses their last elements.
template <class T>
struct Arena {
  static constexpr int64_t kCount = 1 << 14;
  GuardedArray<T> array{static_cast<size_t>(kCount), Edge::End};
  T *last(int64_t count) {
    REQUIRE(count <= kCount);
    return array.data() + (kCount - count);
  }
};
template <class T>
struct Arenas {
  Arena<T> a, b, c;
};

bool asked(const Case &x, int64_t i, int64_t j) {
  return (x.part & GK_LOWER) != 0 ? i + x.below >= j : i + x.below <= j;
}

template <class T>
void check(const gk_kernel_table &table, const Case &x, Arenas<T> &arenas) {
  using Part = typename Element<T>::Part;
  constexpr size_t kParts = sizeof(T) / sizeof(Part);
  const int64_t m = x.m, n = x.n, k = x.k, es = sizeof(T), ldc = m + 3;
  const auto count = [](int64_t elements) { return static_cast<size_t>(elements); };
  const size_t c_count = count(ldc * (n - 1) + m);
  T *a = arenas.a.last(m * k), *b = arenas.b.last(k * n), *c = arenas.c.last(ldc * (n - 1) + m);
  fill_random(reinterpret_cast<Part *>(a), count(m * k) * kParts, 1);
  fill_random(reinterpret_cast<Part *>(b), count(k * n) * kParts, 2);
  std::vector<T> start(c_count), whole;
  fill_random(reinterpret_cast<Part *>(start.data()), c_count * kParts, 3);
  const T alpha = static_cast<Part>(x.alpha), beta = static_cast<Part>(x.beta);

  const int64_t padded = (m + table.row_quantum - 1) / table.row_quantum * table.row_quantum;
  std::vector<T> store(count(padded * k) + 64);
  gk_strip_args s = {};
  s.m = m, s.k = k, s.n = x.n, s.a = a, s.csa = m * es;
  s.a_packed = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(store.data()) + 63) / 64 * 64);
  s.b = b, s.rsb = es, s.csb = k * es;
  s.c = c, s.rsc = es, s.csc = ldc * es, s.alpha = &alpha, s.beta = &beta;
  std::memcpy(c, start.data(), c_count * sizeof(T));
  table.run_strip(&s);
  whole.assign(c, c + c_count);

  for (int32_t mode : {GK_LHS_IN_PLACE, GK_LHS_IN_PLACE_PACK, GK_LHS_PACKED}) {
    std::memcpy(c, start.data(), c_count * sizeof(T));
    gk_diagonal_strip_args args{s, x.part, x.below};
    args.strip.lhs = mode;
    if (mode == GK_LHS_PACKED) args.strip.a = nullptr;
    table.run_diagonal_strip(&args);
    for (int64_t j = 0; j < n; ++j) {
      for (int64_t i = 0; i < ldc && i + j * ldc < static_cast<int64_t>(c_count); ++i) {
        const size_t at = count(i + j * ldc);
        T expected = i < m && asked(x, i, j) ? whole[at] : start[at];
        if constexpr (kParts == 2) {
          if (i < m && (x.part & GK_REAL_DIAGONAL) != 0 && i + x.below == j) expected.imag(0);
        }
        if (same_bits(c[at], expected)) continue;
        CAPTURE(table.name, m, n, k, x.below, x.part, mode, i, j, x.alpha, x.beta);
        FAIL("wrong");
      }
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("run_diagonal_strip: wherever the diagonal passes", "[kernel]", float, double, std::complex<float>,
                   std::complex<double>) {
  const double alphas[] = {1, -1.25}, betas[] = {0, 1, 0.75};
  const int32_t parts[] = {GK_LOWER, GK_UPPER, GK_LOWER | GK_REAL_DIAGONAL, GK_UPPER | GK_REAL_DIAGONAL};
  Arenas<TestType> arenas;
  for (const gk_kernel_table *table : runnable_tables(Element<TestType>::kElem)) {
    REQUIRE(table->run_diagonal_strip != nullptr);
    size_t turn = 0;
    const int64_t mr = table->mr;
    for (int64_t m : {int64_t{1}, mr - 1, mr, mr + table->row_quantum, 2 * mr + 1})
      for (int32_t n : {1, 2, table->nr - 1, table->nr})
        for (int64_t below = -m - 1; below <= n + 1; below += turn % 8 == 0 ? 1 : 2)
          for (int32_t part : parts) {
            if (m < 1 || n < 1 || n > table->nr) continue;
            const size_t t = turn++;
            check<TestType>(*table, {m, t % 5 == 0 ? 37 : 4, n, below, part, alphas[t / 4 % 2], betas[t / 8 % 3]},
                            arenas);
          }
  }
}
