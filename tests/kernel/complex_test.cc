// Complex kernel tables, called directly: bit for bit against the documented chains of operations.
#include "kernel/complex.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace gk::test;

namespace {

// In elements; `first` is the index of element (0, 0) in an array that the matrix just fills.
struct Layout {
  int64_t row, col, first;

  size_t extent(int64_t rows, int64_t cols) const {
    return static_cast<size_t>(1 + std::abs(row) * (rows - 1) + std::abs(col) * (cols - 1));
  }
  size_t at(int64_t i, int64_t j) const { return static_cast<size_t>(first + i * row + j * col); }
};

constexpr size_t kLayouts = 6;
Layout layout(size_t kind, int64_t rows, int64_t cols) {
  switch (kind % kLayouts) {
    case 0: return {1, rows, 0};
    case 1: return {1, rows + 3, 0};
    case 2: return {cols, 1, 0};
    case 3: return {2, 2 * rows + 1, 0};
    case 4: return {-1, -rows, rows * cols - 1};
    default: return {-cols - 1, 1, (rows - 1) * (cols + 1)};
  }
}

constexpr int32_t kConjugations[] = {0, GK_CONJ_A, GK_CONJ_B, GK_CONJ_A | GK_CONJ_B};
constexpr int32_t kModes[] = {GK_LHS_IN_PLACE, GK_LHS_IN_PLACE_PACK, GK_LHS_PACKED};

template <class R>
struct Scalars {
  std::complex<R> alpha, beta;
};
template <class R>
constexpr Scalars<R> kScalars[] = {{1, 0},         {1, 1},         {{R(0.5), R(-1.3)}, 0}, {{0, 1}, {R(-0.7), R(0.2)}},
                                   {2, {0, R(1)}}, {1, {R(-1.5)}}, {{R(1), R(1)}, 1}};

// Arrays that end at a forbidden page; a case uses their last elements.
template <class R>
struct Arena {
  static constexpr size_t kCount = 1 << 16;
  GuardedArray<std::complex<R>> array{kCount, Edge::End};
  std::complex<R> *last(size_t count) {
    REQUIRE(count <= kCount);
    return array.data() + kCount - count;
  }
};

// A product whose A has adjacent rows, its operands, and the C it must leave, gaps included.
template <class R>
struct Problem {
  using C = std::complex<R>;
  const gk_kernel_table &table;
  int64_t m, n, k, lda;
  Layout b_layout, c_layout;
  Scalars<R> scalars;
  int32_t conj;
  C *a, *b, *c;
  size_t c_size;
  std::vector<C> start, expected;

  Problem(const gk_kernel_table &kernels, int64_t rows, int64_t cols, int64_t depth, size_t b_kind, size_t c_kind,
          const Scalars<R> &by, int32_t conjugation, Arena<R> (&arenas)[3])
      : table(kernels),
        m(rows),
        n(cols),
        k(depth),
        lda(rows + static_cast<int64_t>(b_kind % 2)),
        b_layout(layout(b_kind, k, n)),
        c_layout(layout(c_kind, m, n)),
        scalars(by),
        conj(conjugation),
        c_size(c_layout.extent(m, n)) {
    const size_t a_size = static_cast<size_t>(lda * (k - 1) + m), b_size = b_layout.extent(k, n);
    a = arenas[0].last(a_size), b = arenas[1].last(b_size), c = arenas[2].last(c_size);
    const auto seed = static_cast<uint32_t>(m * 131 + n * 17 + k);
    fill_random(a, a_size, seed);
    fill_random(b, b_size, seed + 1);
    start.resize(c_size);
    fill_random(start.data(), c_size, seed + 2);
    expected = start;
    const R nan = std::numeric_limits<R>::quiet_NaN();
    for (int64_t j = 0; j < n; ++j) {
      for (int64_t i = 0; i < m; ++i) {
        ComplexSums<R> sums = {};
        for (int64_t p = 0; p < k; ++p) sums.add(table, a[i + p * lda], b[b_layout.at(p, j)]);
        const size_t at = c_layout.at(i, j);
        expected[at] = updated(table, scalars.alpha, sums.joined(conj), scalars.beta, start[at]);
        if (scalars.beta == C(0)) start[at] = {nan, nan};  // must not be read
      }
    }
  }

  gk_product product() const {
    const int64_t es = sizeof(C);
    return {m,
            n,
            k,
            {a, es, lda * es},
            {b + b_layout.first, b_layout.row * es, b_layout.col * es},
            {c + c_layout.first, c_layout.row * es, c_layout.col * es},
            &scalars.alpha,
            &scalars.beta,
            conj};
  }
  void reset() const { std::copy(start.begin(), start.end(), c); }
  void check(const char *what) const {
    if (std::memcmp(c, expected.data(), c_size * sizeof(C)) == 0) return;
    for (size_t i = 0; i < c_size; ++i) {
      INFO(table.name << " " << what << " m " << m << " n " << n << " k " << k << " B strides " << b_layout.row << " "
                      << b_layout.col << " C strides " << c_layout.row << " " << c_layout.col << " conj " << conj
                      << " alpha " << scalars.alpha << " beta " << scalars.beta << " index " << i << ": " << c[i]
                      << " instead of " << expected[i]);
      REQUIRE(same_bits(c[i], expected[i]));
    }
  }
};

// run_strip in every lhs mode; the mode that packs on the way leaves what pack_lhs writes.
template <class R>
void check_strip(const Problem<R> &x, bool prefetch) {
  using C = std::complex<R>;
  const int64_t es = sizeof(C), quantum = x.table.row_quantum;
  const size_t size = static_cast<size_t>((x.m + quantum - 1) / quantum * quantum * x.k);
  std::vector<C> store(size + 8, C(77));
  C *packed = reinterpret_cast<C *>((reinterpret_cast<uintptr_t>(store.data()) + 63) / 64 * 64);
  const gk_product p = x.product();
  gk_strip_args s = {};
  s.m = x.m, s.k = x.k, s.n = static_cast<int32_t>(x.n), s.csa = p.a.cs, s.a_packed = packed;
  s.b = p.b.data, s.rsb = p.b.rs, s.csb = p.b.cs, s.c = p.c.data, s.rsc = p.c.rs, s.csc = p.c.cs;
  s.alpha = p.alpha, s.beta = p.beta, s.conj = p.conj;
  if (prefetch) s.b_next = s.b, s.prefetch_c = 1;
  for (int32_t mode : kModes) {
    s.lhs = mode;
    s.a = mode == GK_LHS_PACKED ? nullptr : x.a;
    x.reset();
    x.table.run_strip(&s);
    x.check("run_strip");
  }
  std::vector<C> oracle(size);
  const gk_pack_lhs_args pack = {x.m, x.k, x.a, es, p.a.cs, oracle.data()};
  x.table.pack_lhs(&pack);
  REQUIRE(std::memcmp(packed, oracle.data(), size * sizeof(C)) == 0);
}

}  // namespace

TEMPLATE_TEST_CASE("complex run_strip: every height, width, depth and conjugation", "[kernel]", float, double) {
  Arena<TestType> arenas[3];
  for (const gk_kernel_table *table : complex_tables<TestType>()) {
    size_t turn = 0;
    for (int64_t m = 1; m <= 2 * table->mr + 1; m += fast() ? table->row_quantum + 1 : 1) {
      for (int32_t n = 1; n <= table->nr; ++n) {
        for (int64_t k : {1, 2, 3, 4, 5, 7, 8, 16, 33, 100}) {
          const size_t t = turn++;
          check_strip(
              Problem<TestType>(*table, m, n, k, t, t / 5, kScalars<TestType>[t % 7], kConjugations[t / 3 % 4], arenas),
              t % 4 == 0);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("complex run_strip: every combination of layout, scalar and conjugation", "[kernel]", float,
                   double) {
  Arena<TestType> arenas[3];
  for (const gk_kernel_table *table : complex_tables<TestType>()) {
    for (int64_t m : {int64_t{1}, int64_t{table->mr}, int64_t{2 * table->mr - 1}}) {
      for (int32_t n : {1, table->nr}) {
        for (size_t b = 0; b < kLayouts; ++b) {
          for (size_t c = 0; c < kLayouts; ++c) {
            for (const Scalars<TestType> &scalars : kScalars<TestType>) {
              for (int32_t conj : kConjugations)
                check_strip(Problem<TestType>(*table, m, n, 17, b, c, scalars, conj, arenas), true);
            }
          }
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("complex run_small and run_batch: the bits of run_strip", "[kernel]", float, double) {
  Arena<TestType> arenas[3];
  for (const gk_kernel_table *table : complex_tables<TestType>()) {
    size_t turn = 0;
    for (int64_t m = 1; m <= 40; m += fast() ? 5 : 1) {
      for (int64_t n = 1; n <= 20; ++n) {
        const size_t t = turn++;
        const Problem<TestType> x(*table, m, n, 1 + static_cast<int64_t>(t % 9), t, t % 3 == 0 ? t / 3 : 0,
                                  kScalars<TestType>[t % 7], kConjugations[t / 3 % 4], arenas);
        const gk_product p = x.product();
        x.reset();
        table->run_small(&p);
        x.check("run_small");
        // A batch that sweeps the columns of C, one product each.
        gk_batch_args batch = {p, n, 0, p.b.cs, p.c.cs, 2};
        batch.first.n = 1;
        x.reset();
        table->run_batch(&batch);
        x.check("run_batch");
      }
    }
  }
}

TEMPLATE_TEST_CASE("complex products of small integers are exact under every conjugation", "[kernel]", float, double) {
  using C = std::complex<TestType>;
  for (const gk_kernel_table *table : complex_tables<TestType>()) {
    const int64_t m = 2 * table->mr + 1, k = 40, es = sizeof(C);
    const int32_t n = table->nr;
    std::vector<C> a(static_cast<size_t>(m * k)), b(static_cast<size_t>(k * n)), c(static_cast<size_t>(m * n));
    std::minstd_rand engine(3);
    const auto integer = [&] { return static_cast<TestType>(static_cast<int>(engine() % 17) - 8); };
    for (C &x : a) x = {integer(), integer()};
    for (C &x : b) x = {integer(), integer()};
    const C alpha(2, -3), beta = 0;
    for (int32_t conj : kConjugations) {
      gk_strip_args s = {};
      s.m = m, s.k = k, s.n = n, s.a = a.data(), s.csa = m * es, s.b = b.data(), s.rsb = es, s.csb = k * es;
      s.c = c.data(), s.rsc = es, s.csc = m * es, s.alpha = &alpha, s.beta = &beta, s.conj = conj;
      table->run_strip(&s);
      for (int64_t j = 0; j < n; ++j) {
        for (int64_t i = 0; i < m; ++i) {
          std::complex<double> sum = 0;
          for (int64_t p = 0; p < k; ++p) {
            const C x = conjugated(a[static_cast<size_t>(i + p * m)], (conj & GK_CONJ_A) != 0),
                    y = conjugated(b[static_cast<size_t>(p + j * k)], (conj & GK_CONJ_B) != 0);
            sum += std::complex<double>(x) * std::complex<double>(y);
          }
          sum *= std::complex<double>(alpha);
          REQUIRE(std::complex<double>(c[static_cast<size_t>(i + j * m)]) == sum);
        }
      }
    }
  }
}

// No part of an operand meets less than the formula says: an infinity times a zero part is a NaN.
TEMPLATE_TEST_CASE("complex run_strip: infinities and NaNs as in the plain formula", "[kernel]", float, double) {
  using R = TestType;
  using C = std::complex<R>;
  const R inf = std::numeric_limits<R>::infinity(), nan = std::numeric_limits<R>::quiet_NaN();
  const C specials[] = {{inf, 0}, {0, inf}, {-inf, 1}, {1, nan}, {nan, 0}, {inf, inf}, {1, 1}, {0, 0}};
  for (const gk_kernel_table *table : complex_tables<R>()) {
    const int64_t m = table->mr - 1, es = sizeof(C);
    for (C x : specials) {
      for (C y : specials) {
        for (C alpha : {C(1), C(2), C(0, 1)}) {
          for (C beta : {C(0), C(1), C(2)}) {
            std::vector<C> a(static_cast<size_t>(m), x), c(static_cast<size_t>(m), C(inf, 1));
            gk_strip_args s = {};
            s.m = m, s.k = 1, s.n = 1, s.a = a.data(), s.csa = m * es, s.b = &y, s.rsb = es, s.csb = es;
            s.c = c.data(), s.rsc = es, s.csc = m * es, s.alpha = &alpha, s.beta = &beta;
            table->run_strip(&s);
            const auto product = [](C f, C g) {
              return C(f.real() * g.real() - f.imag() * g.imag(), f.imag() * g.real() + f.real() * g.imag());
            };
            C want = product(x, y);
            if (alpha != C(1)) want = product(alpha, want);
            if (beta != C(0)) want += beta == C(1) ? C(inf, 1) : product(beta, C(inf, 1));
            for (C got : c) {
              INFO(table->name << " " << x << " * " << y << ", alpha " << alpha << ", beta " << beta << ": " << got
                               << " instead of " << want);
              REQUIRE((got.real() == want.real() || (std::isnan(got.real()) && std::isnan(want.real()))));
              REQUIRE((got.imag() == want.imag() || (std::isnan(got.imag()) && std::isnan(want.imag()))));
            }
          }
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("complex packing: every extent and layout", "[kernel]", float, double) {
  using C = std::complex<TestType>;
  const int64_t es = sizeof(C);
  Arena<TestType> from, to;
  for (const gk_kernel_table *table : complex_tables<TestType>()) {
    const int64_t quantum = table->row_quantum, most = table->mr / quantum;
    for (int64_t m = 1; m <= 2 * table->mr + 1; ++m) {
      for (int64_t k : {1, 2, 3, 4, 7, 16}) {
        for (size_t kind = 0; kind < kLayouts; ++kind) {
          const Layout l = layout(kind, m, k);
          C *a = from.last(l.extent(m, k));
          fill_random(a, l.extent(m, k), static_cast<uint32_t>(m + k));
          // Panels of whole vectors, as equal as possible, taller ones first; a row beyond m is zero.
          std::vector<C> want;
          const int64_t vecs = (m + quantum - 1) / quantum, panels = (vecs + most - 1) / most;
          for (int64_t panel = 0, row = 0; panel < panels; ++panel) {
            const int64_t height = (vecs / panels + (panel < vecs % panels ? 1 : 0)) * quantum;
            for (int64_t p = 0; p < k; ++p) {
              for (int64_t i = row; i < row + height; ++i) want.push_back(i < m ? a[l.at(i, p)] : C(0));
            }
            row += height;
          }
          C *out = to.last(want.size());
          std::fill_n(out, want.size(), C(99));
          const gk_pack_lhs_args lhs = {m, k, a + l.first, l.row * es, l.col * es, out};
          table->pack_lhs(&lhs);
          INFO(table->name << " m " << m << " k " << k << " layout " << kind);
          REQUIRE(std::memcmp(out, want.data(), want.size() * sizeof(C)) == 0);

          // The same matrix as a B, whose columns become adjacent.
          const int64_t out_stride = m + 3;
          const size_t size = static_cast<size_t>(out_stride * (k - 1) + m);
          want.assign(size, C(99));
          for (int64_t p = 0; p < k; ++p) {
            for (int64_t i = 0; i < m; ++i) want[static_cast<size_t>(i + p * out_stride)] = a[l.at(i, p)];
          }
          out = to.last(size);
          std::fill_n(out, size, C(99));
          const gk_pack_rhs_args rhs = {m, k, a + l.first, l.row * es, l.col * es, out, out_stride * es};
          table->pack_rhs(&rhs);
          REQUIRE(std::memcmp(out, want.data(), size * sizeof(C)) == 0);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("complex scale_c: every layout and factor", "[kernel]", float, double) {
  using C = std::complex<TestType>;
  const int64_t es = sizeof(C);
  const TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  Arena<TestType> arena;
  for (const gk_kernel_table *table : complex_tables<TestType>()) {
    for (int64_t m : {1, 3, 8, 21}) {
      for (int64_t n : {1, 4, 9}) {
        for (size_t kind = 0; kind < kLayouts; ++kind) {
          for (C beta : {C(0), C(2, TestType(-0.3)), C(0, 1)}) {
            const Layout l = layout(kind, m, n);
            const size_t size = l.extent(m, n);
            C *c = arena.last(size);
            fill_random(c, size, static_cast<uint32_t>(m + n));
            std::vector<C> want(c, c + size);
            for (int64_t j = 0; j < n; ++j) {
              for (int64_t i = 0; i < m; ++i) {
                C &at = want[l.at(i, j)];
                at = beta == C(0) ? C(0) : times(*table, beta, at);
                if (beta == C(0)) c[l.at(i, j)] = {nan, nan};
              }
            }
            const gk_scale_args args = {m, n, c + l.first, l.row * es, l.col * es, &beta};
            table->scale_c(&args);
            INFO(table->name << " m " << m << " n " << n << " layout " << kind << " beta " << beta);
            REQUIRE(std::memcmp(c, want.data(), size * sizeof(C)) == 0);
          }
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("complex kernel tables describe themselves", "[kernel]", float, double) {
  using C = std::complex<TestType>;
  for (const gk_kernel_table *table : all_tables(std::is_same_v<TestType, float> ? GK_C32 : GK_C64)) {
    INFO(table->name);
    REQUIRE(table->elem_size == static_cast<int32_t>(sizeof(C)));
    REQUIRE(table->out_size == table->elem_size);
    REQUIRE(table->packed_size == table->elem_size);
    REQUIRE(table->mr % table->row_quantum == 0);
    REQUIRE(std::string(table->name).find(std::to_string(table->mr) + "x" + std::to_string(table->nr)) !=
            std::string::npos);
    REQUIRE(*static_cast<const C *>(table->one) == C(1));
    REQUIRE((table->isa == GK_ISA_SCALAR) == (table->cpu_features == 0));
    REQUIRE((table->gemv_columns == nullptr) == (table->gemv_rows == nullptr));
  }
  REQUIRE(!complex_tables<TestType>().empty());
}
