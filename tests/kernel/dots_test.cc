// dots of every table this CPU can run, bit for bit against the documented order of operations.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace gk::test;

namespace {

template <class T>
T dot(const gk_kernel_table &table, const T *a, const T *b, int64_t k, int64_t elements) {
  const int64_t lanes = table.row_quantum, most = table.mr / lanes * table.nr >= 24 ? 16 : 12;
  const int64_t chains = elements * 4 <= most ? 4 : elements * 2 <= most ? 2 : 1;
  std::vector<T> sums(static_cast<size_t>(chains * lanes), T(0));
  for (int64_t p = 0; p < k; ++p) {
    T &sum = sums[static_cast<size_t>(p % (chains * lanes))];
    sum = multiply_add(table, a[p], b[p], sum);
  }
  for (size_t width = static_cast<size_t>(lanes); sums.size() > width;) {  // neighbouring chains
    std::vector<T> half;
    for (size_t i = 0; i < sums.size(); ++i) {
      if (i / width % 2 == 0) half.push_back(sums[i] + sums[i + width]);
    }
    sums = half;
  }
  for (size_t half = sums.size() / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
  }
  return sums[0];
}

struct Case {
  int64_t m, n, k;
  int64_t pad;       // between the lines of A and B
  int64_t rsc, csc;  // elements; 0: the tight column-major ones
  double alpha, beta;
};

template <class T>
struct Arena {
  static constexpr size_t kCount = 1 << 18;
  GuardedArray<T> array{kCount, Edge::End};
  T *last(size_t count) {
    REQUIRE(count <= kCount);
    return array.data() + kCount - count;
  }
};

template <class T>
struct Arenas {
  Arena<T> a, b, c;
};

template <class T>
void check(const gk_kernel_table &table, Case x, Arenas<T> &arenas) {
  const int64_t m = x.m, n = x.n, k = x.k, line = k + x.pad;
  if (x.rsc == 0) x.rsc = 1, x.csc = m;
  const size_t a_size = static_cast<size_t>((m - 1) * line + k), b_size = static_cast<size_t>((n - 1) * line + k);
  const size_t c_size = static_cast<size_t>((m - 1) * x.rsc + (n - 1) * x.csc + 1);
  T *a = arenas.a.last(a_size), *b = arenas.b.last(b_size), *c = arenas.c.last(c_size);
  fill_random(a, a_size, static_cast<uint32_t>(m + k));
  fill_random(b, b_size, static_cast<uint32_t>(n * 3 + k));
  const T alpha = static_cast<T>(x.alpha), beta = static_cast<T>(x.beta);
  std::vector<T> start(c_size);
  fill_random(start.data(), c_size, 5);
  std::vector<T> want = start;
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) {
      const size_t at = static_cast<size_t>(i * x.rsc + j * x.csc);
      if (beta == 0) start[at] = std::numeric_limits<T>::quiet_NaN();
      T sum = dot(table, a + i * line, b + j * line, k, m * n);
      if (alpha != 1) sum = alpha * sum;
      want[at] = beta == 0 ? sum : multiply_add(table, beta, start[at], sum);
    }
  }
  constexpr int64_t es = sizeof(T);
  for (const int64_t cut : {int64_t{0}, m / 2}) {  // the whole, then two parts of it
    std::copy(start.begin(), start.end(), c);
    for (int part = 0; part < 2; ++part) {
      const int64_t from = part == 0 ? 0 : cut, to = part == 0 ? cut : m;
      if (from == to) continue;
      const gk_dots_args s = {
          to - from,  n,          k,      m * n, a + from * line, line * es, b, line * es, c + from * x.rsc,
          x.rsc * es, x.csc * es, &alpha, &beta};
      table.dots(&s);
    }
    if (std::memcmp(c, want.data(), c_size * sizeof(T)) == 0) continue;
    for (size_t i = 0; i < c_size; ++i) {
      INFO(table.name << " " << m << "x" << n << "x" << k << " pad " << x.pad << " rsc " << x.rsc << " csc " << x.csc
                      << " alpha " << x.alpha << " beta " << x.beta << " cut " << cut << " index " << i << ": " << c[i]
                      << " instead of " << want[i]);
      REQUIRE(same_bits(c[i], want[i]));
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("dots: every small C and every remainder of the depth", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  const double alphas[] = {1, -1.25}, betas[] = {0, 1, 0.75};
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    size_t turn = 0;
    for (int64_t m = 1; m <= 9; ++m) {
      for (int64_t n = 1; n <= 9; ++n) {
        for (int64_t k = 1; k <= 4 * table->row_quantum + 1; k += fast() ? 5 : 1) {
          const size_t t = turn++;
          check<TestType>(*table, {m, n, k, static_cast<int64_t>(t % 3), 0, 0, alphas[t % 2], betas[t / 2 % 3]},
                          arenas);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("dots: blocks, slices and layouts of C", "[kernel]", float, double) {
  Arenas<TestType> arenas;
  constexpr int64_t kSlice = 4096 / sizeof(TestType);
  for (const gk_kernel_table *table : runnable_tables<TestType>()) {
    for (const int64_t k : {kSlice - 1, kSlice, kSlice + 1, 3 * kSlice + 5}) {
      for (const int64_t m : {2, 15, 16, 17, 35}) {
        for (const int64_t n : {1, 5, 16, 33}) {
          if (!fast() || (m + n + k) % 3 == 0) check<TestType>(*table, {m, n, k, 3, 0, 0, 1, 0.5}, arenas);
        }
      }
    }
    for (const double beta : {0.0, -2.0}) {
      check<TestType>(*table, {7, 18, 40, 0, 18, 1, 1, beta}, arenas);
      check<TestType>(*table, {18, 7, 40, 0, 2, 37, 0.5, beta}, arenas);
    }
  }
}
