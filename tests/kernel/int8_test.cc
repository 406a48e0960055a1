// The int8 tables, called directly: every result exact modulo 2^32, whatever the instruction set, and no byte touched
// that is not the kernel's.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>

#if defined(GK_HAVE_AVX512VNNI) && !defined(GK_MINIMAL)
extern "C" const gk_kernel_table gk_table_evex256_i8;
#endif

using namespace gk::test;

namespace {

struct Strides {
  int64_t row, col;
  int64_t first(int64_t rows, int64_t cols) const {
    return (row < 0 ? -row * (rows - 1) : 0) + (col < 0 ? -col * (cols - 1) : 0);
  }
  size_t extent(int64_t rows, int64_t cols) const {
    return static_cast<size_t>(1 + std::abs(row) * (rows - 1) + std::abs(col) * (cols - 1));
  }
};

// Both orders, tight and padded; general, and reversed.
std::vector<Strides> layouts(int64_t rows, int64_t cols) {
  return {{1, rows}, {1, rows + 3}, {cols, 1}, {cols + 5, 1}, {2, 2 * rows + 1}, {-1, -rows}, {-cols, 1}};
}

// What an operand is filled with.
enum class Fill { Random, Lowest, Highest, Extremes, Zero };
constexpr Fill kFills[] = {Fill::Random, Fill::Random, Fill::Lowest, Fill::Highest, Fill::Extremes, Fill::Zero};

void fill(int8_t *out, size_t count, Fill kind, uint32_t seed) {
  std::minstd_rand engine(seed + 1);
  for (size_t i = 0; i < count; ++i) {
    const auto random = static_cast<uint32_t>(engine()) >> 7;
    switch (kind) {
      case Fill::Random: out[i] = static_cast<int8_t>(random); break;
      case Fill::Lowest: out[i] = -128; break;
      case Fill::Highest: out[i] = 127; break;
      case Fill::Extremes: out[i] = random % 2 != 0 ? 127 : -128; break;
      case Fill::Zero: out[i] = 0; break;
    }
  }
}

// Pages end where the operand does, so that one byte further is a fault.
struct Arena {
  static constexpr size_t kBytes = 1 << 20;
  GuardedArray<int8_t> end{kBytes, Edge::End}, begin{kBytes, Edge::Begin};
  template <class T>
  T *last(size_t count) {
    REQUIRE(count * sizeof(T) <= kBytes);
    return reinterpret_cast<T *>(end.data() + kBytes) - count;
  }
};
struct Arenas {
  Arena a, b, c;
};

struct Case {
  int64_t m, n, k;
  Strides a, b, c;
  int32_t alpha, beta;
  Fill fill_a, fill_b;
};

std::string describe(const gk_kernel_table &table, const Case &x) {
  std::string text = table.name;
  for (const int64_t value : {x.m, x.n, x.k, x.a.row, x.a.col, x.b.row, x.b.col, x.c.row, x.c.col, int64_t{x.alpha},
                              int64_t{x.beta}, int64_t(x.fill_a), int64_t(x.fill_b)})
    text += " " + std::to_string(value);
  return text;
}

// The operands of a case, laid out in the arenas, and what C must be afterwards.
struct Problem {
  gk_product product;
  int32_t *c;
  std::vector<int32_t> start, expected;  // all of C's memory
  std::vector<int8_t> a_copy, b_copy;

  Problem(const Case &x, Arenas &arenas) {
    const size_t a_size = x.a.extent(x.m, x.k), b_size = x.b.extent(x.k, x.n), c_size = x.c.extent(x.m, x.n);
    auto *a = arenas.a.last<int8_t>(a_size), *b = arenas.b.last<int8_t>(b_size);
    c = arenas.c.last<int32_t>(c_size);
    const auto seed = static_cast<uint32_t>(x.m * 131 + x.n * 17 + x.k);
    fill(a, a_size, x.fill_a, seed);
    fill(b, b_size, x.fill_b, seed + 1);
    a += x.a.first(x.m, x.k), b += x.b.first(x.k, x.n);
    start.resize(c_size);
    std::minstd_rand engine(seed + 2);
    for (int32_t &value : start) value = static_cast<int32_t>(static_cast<uint32_t>(engine()) * 0x9e3779b9u);
    expected = start;
    const int64_t c_first = x.c.first(x.m, x.n);
    for (int64_t j = 0; j < x.n; ++j) {
      for (int64_t i = 0; i < x.m; ++i) {
        uint32_t sum = 0;
        for (int64_t p = 0; p < x.k; ++p)
          sum += static_cast<uint32_t>(a[i * x.a.row + p * x.a.col] * b[p * x.b.row + j * x.b.col]);
        int32_t &out = expected[static_cast<size_t>(c_first + i * x.c.row + j * x.c.col)];
        const uint32_t old = static_cast<uint32_t>(out);
        out = static_cast<int32_t>(static_cast<uint32_t>(x.alpha) * sum + static_cast<uint32_t>(x.beta) * old);
      }
    }
    product = {
        x.m,     x.n,     x.k, {a, x.a.row, x.a.col}, {b, x.b.row, x.b.col}, {c + c_first, x.c.row * 4, x.c.col * 4},
        nullptr, nullptr, 0};
  }
  void reset() { std::memcpy(c, start.data(), start.size() * sizeof(int32_t)); }
  void check(const gk_kernel_table &table, const Case &x) const {
    if (std::memcmp(c, expected.data(), expected.size() * sizeof(int32_t)) == 0) return;
    for (size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(table, x) << " index " << i);
      REQUIRE(c[i] == expected[i]);
    }
  }
};

int64_t round_up(int64_t value, int64_t step) { return (value + step - 1) / step * step; }

struct Aligned {
  explicit Aligned(size_t bytes) : store(bytes + 64, int8_t(77)) {}
  std::vector<int8_t> store;
  int8_t *data() { return reinterpret_cast<int8_t *>((reinterpret_cast<uintptr_t>(store.data()) + 63) / 64 * 64); }
};

size_t packed_bytes(const gk_kernel_table &table, int64_t m, int64_t k) {
  return static_cast<size_t>(round_up(m, table.row_quantum) * round_up(k, table.depth_multiple) * table.packed_size);
}

// pack_lhs and run_strip, strip by strip, as the driver calls them.
void check_strips(const gk_kernel_table &table, const Case &x, Arenas &arenas) {
  Problem problem(x, arenas);
  gk_product &p = problem.product;
  const size_t bytes = packed_bytes(table, x.m, x.k);
  Aligned packed(bytes + 64);
  const gk_pack_lhs_args pack = {x.m, x.k, p.a.data, p.a.rs, p.a.cs, packed.data()};
  table.pack_lhs(&pack);
  REQUIRE(std::all_of(packed.data() + bytes, packed.data() + bytes + 64, [](int8_t byte) { return byte == 77; }));
  problem.reset();
  gk_strip_args s = {};
  s.m = x.m, s.k = x.k, s.lhs = GK_LHS_PACKED, s.a_packed = packed.data();
  s.rsb = p.b.rs, s.csb = p.b.cs, s.rsc = p.c.rs, s.csc = p.c.cs, s.alpha = &x.alpha, s.beta = &x.beta;
  for (int64_t j = 0; j < x.n; j += table.nr) {
    s.n = static_cast<int32_t>(std::min<int64_t>(table.nr, x.n - j));
    s.b = static_cast<const int8_t *>(p.b.data) + j * p.b.cs;
    s.c = static_cast<char *>(p.c.data) + j * p.c.cs;
    s.b_next = j + s.n < x.n ? static_cast<const int8_t *>(s.b) + s.n * p.b.cs : nullptr;
    s.prefetch_c = static_cast<int32_t>(x.m % 2);
    table.run_strip(&s);
  }
  problem.check(table, x);
}

const std::vector<const gk_kernel_table *> &tables() {
  static const std::vector<const gk_kernel_table *> all = [] {
    std::vector<const gk_kernel_table *> out = runnable_tables(GK_I8);
#if defined(GK_HAVE_AVX512VNNI) && !defined(GK_MINIMAL)
    if (cpu_has(gk_table_evex256_i8.cpu_features)) out.push_back(&gk_table_evex256_i8);
#endif
    return out;
  }();
  return all;
}

// run_small and run_batch of three products.
void check_small(const gk_kernel_table &table, const Case &x, Arenas &arenas) {
  Problem problem(x, arenas);
  gk_product p = problem.product;
  p.alpha = &x.alpha, p.beta = &x.beta;
  problem.reset();
  table.run_small(&p);
  problem.check(table, x);
  if (x.c.row < 0 || x.c.col < 0) return;
  const size_t size = problem.start.size();
  std::vector<int32_t> three;
  for (int i = 0; i < 3; ++i) three.insert(three.end(), problem.start.begin(), problem.start.end());
  p.c.data = three.data();
  const gk_batch_args batch = {p, 3, 0, 0, static_cast<int64_t>(size * sizeof(int32_t)), 2};
  table.run_batch(&batch);
  for (size_t i = 0; i < 3 * size; ++i) {
    INFO(describe(table, x) << " batch index " << i);
    if (three[i] != problem.expected[i % size]) REQUIRE(three[i] == problem.expected[i % size]);
  }
}

// Both walks, on a product with one column.
void check_gemv(const gk_kernel_table &table, const Case &x, Arenas &arenas) {
  Problem problem(x, arenas);
  const gk_product &p = problem.product;
  const gk_gemv_args args = {x.m,      x.k,    p.a.data, p.a.rs,  p.a.cs,   p.b.data, p.b.rs,
                             p.c.data, p.c.rs, &x.alpha, &x.beta, x.k < 32, 0,        0};
  for (const auto run : {table.gemv_columns, table.gemv_rows}) {
    problem.reset();
    run(&args);
    problem.check(table, x);
  }
}

}  // namespace

TEST_CASE("int8 strips: every height, width and depth", "[int8]") {
  Arenas arenas;
  const int32_t alphas[] = {1, 1, -3, 0x12345679}, betas[] = {0, 1, 1, -7, INT32_MIN};
  for (const gk_kernel_table *table : tables()) {
    size_t t = 0;
    for (int64_t m = 1; m <= 2 * table->mr + 1; m += fast() ? table->row_quantum + 1 : 1) {
      for (int64_t n = 1; n <= table->nr; ++n) {
        for (const int64_t k : {1, 2, 3, 4, 5, 7, 8, 16, 31, 33, 64, 100}) {
          if (fast() && k % 4 == 0 && k != 64) continue;
          const std::vector<Strides> as = layouts(m, k), bs = layouts(k, n), cs = layouts(m, n);
          check_strips(*table,
                       {m, n, k, as[t % as.size()], bs[t / 3 % bs.size()], cs[t / 5 % cs.size()], alphas[t % 4],
                        betas[t / 2 % 5], kFills[t % 6], kFills[t / 6 % 6]},
                       arenas);
          ++t;
        }
      }
    }
  }
}

TEST_CASE("int8 strips: every combination of layout and scalar", "[int8]") {
  Arenas arenas;
  for (const gk_kernel_table *table : tables()) {
    for (const int64_t m : {int64_t{1}, int64_t{table->mr}, int64_t{3 * table->mr - 1}}) {
      for (const int64_t n : {1, int(table->nr), 2 * table->nr + 1}) {
        const int64_t k = 37;
        for (const Strides &a : layouts(m, k)) {
          for (const Strides &b : layouts(k, n)) {
            for (const Strides &c : layouts(m, n)) {
              check_strips(*table, {m, n, k, a, b, c, 1, 0, Fill::Random, Fill::Random}, arenas);
            }
          }
        }
        for (const int32_t alpha : {1, 0, -1, 5, INT32_MAX, INT32_MIN}) {
          for (const int32_t beta : {0, 1, -1, 3, INT32_MAX, INT32_MIN}) {
            for (const Strides &c : layouts(m, n))
              check_strips(*table, {m, n, k, {1, m}, {1, k}, c, alpha, beta, Fill::Random, Fill::Random}, arenas);
          }
        }
      }
    }
  }
}

TEST_CASE("int8 strips: deep products of extreme values wrap", "[int8]") {
  Arenas arenas;
  for (const gk_kernel_table *table : tables()) {
    // Around the depth of a copied piece of B; the longest sums leave 32 bits.
    for (const int64_t k : {511, 512, 513, 1023, 1025, 2047, 2048, 2049, 4100, 20000, 140000}) {
      if (fast() && k > 5000) continue;
      for (const Fill a : {Fill::Random, Fill::Lowest, Fill::Highest, Fill::Extremes}) {
        for (const Fill b : {Fill::Random, Fill::Lowest, Fill::Highest}) {
          const int64_t n = k > 20000 ? 3 : table->nr, m = k > 20000 ? 5 : 17;
          check_strips(*table, {m, n, k, {1, m}, {1, k}, {1, m}, 3, -5, a, b}, arenas);
          if (k > 2049) continue;
          check_strips(*table, {m, n, k, {k, 1}, {n, 1}, {1, m}, 1, 1, a, b}, arenas);
        }
      }
    }
  }
}

TEST_CASE("int8 small products and batches", "[int8]") {
  Arenas arenas;
  const int32_t alphas[] = {1, 1, -3}, betas[] = {0, 1, -7, 1};
  for (const gk_kernel_table *table : tables()) {
    size_t t = 0;
    const auto next = [&](int64_t m, int64_t n, int64_t k) {
      const std::vector<Strides> bs = layouts(k, n), cs = layouts(m, n);
      const Strides a = {1, t % 2 == 0 ? m : m + 5};
      check_small(*table,
                  {m, n, k, a, bs[t / 3 % bs.size()], cs[t / 5 % cs.size()], alphas[t % 3], betas[t / 2 % 4],
                   kFills[t % 6], kFills[t / 6 % 6]},
                  arenas);
      ++t;
    };
    for (int64_t m = 1; m <= 70; m += fast() ? 9 : 3) {
      for (int64_t n = 1; n <= 30; n += fast() ? 4 : 1) {
        for (const int64_t k : {1, 4, 7, 24, 70}) next(m, n, k);
      }
    }
    // Past what the stack holds of A, in both directions.
    for (const int64_t k : {255, 513, 1025, 2050, 9000}) {
      for (const int64_t m : {1, 33, 200}) {
        if (k * m < 300000) next(m, 13, k);
      }
    }
    // A lone row of any stride.
    check_small(*table, {1, 9, 33, {77, 3}, {1, 33}, {1, 1}, 1, 0, Fill::Random, Fill::Random}, arenas);
  }
}

TEST_CASE("int8 gemv: every remainder, layout, increment and scalar", "[int8]") {
  Arenas arenas;
  const int32_t alphas[] = {1, 1, -3}, betas[] = {0, 1, -7, 1}, increments[] = {1, 2, -1, 3};
  for (const gk_kernel_table *table : tables()) {
    size_t t = 0;
    const auto next = [&](int64_t m, int64_t k) {
      const std::vector<Strides> as = layouts(m, k);
      const int64_t incx = increments[t / 2 % 4], incy = increments[t / 3 % 4];
      check_gemv(*table,
                 {m,
                  1,
                  k,
                  as[t % as.size()],
                  {incx, 1},
                  {incy, 1},
                  alphas[t % 3],
                  betas[t / 2 % 4],
                  kFills[t % 6],
                  kFills[t / 6 % 6]},
                 arenas);
      ++t;
    };
    for (int64_t m = 1; m <= 140; m += fast() ? 13 : 1) {
      for (const int64_t k : {1, 2, 3, 4, 5, 7, 8, 9, 12, 31, 33, 63, 64, 65, 100, 130}) next(m, k);
    }
    // Around blocks of sums and slices of x.
    for (const int64_t m : {4095, 4096, 4097, 8200}) {
      for (const int64_t k : {3, 16, 19}) next(m, k);
    }
    for (const int64_t k : {4095, 4096, 4097, 8300, 20001}) {
      for (const int64_t m : {1, 9, 11}) {
        for (int turn = 0; turn < 3; ++turn) next(m, k);
      }
    }
  }
}

TEST_CASE("int8 packing of B and scaling of C touch what they should and nothing else", "[int8]") {
  GuardedArray<int8_t> source(1 << 16, Edge::End), target(1 << 17, Edge::End);
  for (const gk_kernel_table *table : tables()) {
    for (const int64_t k : {1, 3, 15, 16, 17, 63, 64, 65, 130}) {
      for (const int64_t n : {1, 5, 12, 16, 17, 40}) {
        for (const Strides &s : layouts(k, n)) {
          const size_t size = s.extent(k, n);
          int8_t *b = source.data() + (1 << 16) - size;
          fill(b, size, Fill::Random, static_cast<uint32_t>(k + n));
          const int64_t ld = k + 3, count = ld * (n - 1) + k;
          int8_t *out = target.data() + (1 << 17) - count;
          std::fill_n(out, count, int8_t(77));
          std::vector<int8_t> expected(out, out + count);
          for (int64_t j = 0; j < n; ++j) {
            for (int64_t p = 0; p < k; ++p)
              expected[static_cast<size_t>(j * ld + p)] = b[s.first(k, n) + p * s.row + j * s.col];
          }
          const gk_pack_rhs_args pack = {k, n, b + s.first(k, n), s.row, s.col, out, ld};
          table->pack_rhs(&pack);
          INFO(table->name << " " << k << " " << n << " " << s.row << " " << s.col);
          REQUIRE(std::equal(expected.begin(), expected.end(), out));
        }
      }
    }
    for (const int64_t m : {1, 7, 16, 33}) {
      for (const Strides &s : layouts(m, 5)) {
        for (const int32_t beta : {0, -3, 1 << 30}) {
          std::vector<int32_t> c(s.extent(m, 5)), expected;
          for (size_t i = 0; i < c.size(); ++i) c[i] = static_cast<int32_t>(i * 0x9e3779b9u);
          expected = c;
          const int64_t first = s.first(m, 5);
          for (int64_t i = 0; i < m; ++i) {
            for (int64_t j = 0; j < 5; ++j) {
              int32_t &value = expected[static_cast<size_t>(first + i * s.row + j * s.col)];
              value = static_cast<int32_t>(static_cast<uint32_t>(beta) * static_cast<uint32_t>(value));
            }
          }
          const gk_scale_args scale = {m, 5, c.data() + first, s.row * 4, s.col * 4, &beta};
          table->scale_c(&scale);
          REQUIRE(c == expected);
        }
      }
    }
  }
}

// The padding of a packed A is what contributes nothing, so that packed bytes depend on the operand alone.
TEST_CASE("int8 packing of A: the same bytes from every layout", "[int8]") {
  Arenas arenas;
  for (const gk_kernel_table *table : tables()) {
    for (const int64_t m : {int64_t{1}, int64_t{table->row_quantum + 1}, int64_t{2 * table->mr + 3}, int64_t{150}}) {
      for (const int64_t k : {1, 4, 15, 16, 31, 50}) {
        std::vector<int8_t> values(static_cast<size_t>(m * k));
        fill(values.data(), values.size(), Fill::Random, static_cast<uint32_t>(m));
        const size_t bytes = packed_bytes(*table, m, k);
        std::vector<int8_t> first;
        for (const Strides &s : layouts(m, k)) {
          const size_t size = s.extent(m, k);
          for (int8_t *a : {arenas.a.last<int8_t>(size), arenas.b.begin.data()}) {
            std::fill_n(a, size, int8_t(55));
            for (int64_t i = 0; i < m; ++i) {
              for (int64_t p = 0; p < k; ++p)
                a[s.first(m, k) + i * s.row + p * s.col] = values[static_cast<size_t>(i + p * m)];
            }
            Aligned packed(bytes);
            const gk_pack_lhs_args pack = {m, k, a + s.first(m, k), s.row, s.col, packed.data()};
            table->pack_lhs(&pack);
            if (first.empty()) first.assign(packed.data(), packed.data() + bytes);
            INFO(table->name << " " << m << " " << k << " " << s.row << " " << s.col);
            REQUIRE(std::equal(first.begin(), first.end(), packed.data()));
          }
        }
      }
    }
  }
}
