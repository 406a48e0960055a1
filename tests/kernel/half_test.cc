// The tables of f16 and bf16: run_strip against the documented chain of operations, and every rounding of a store.
#include "kernel/half.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gk::test;

namespace {

// Arrays that end at a forbidden page; a case uses the last elements.
struct Arenas {
  static constexpr size_t kCount = 1 << 18;
  GuardedArray<uint16_t> a{kCount, Edge::End}, b{kCount, Edge::End};
  GuardedArray<unsigned char> c{4 * kCount, Edge::End};

  static uint16_t *last(GuardedArray<uint16_t> &array, size_t count) {
    REQUIRE(count <= kCount);
    return array.data() + kCount - count;
  }
};

struct Case {
  int64_t m, k;
  int32_t n;
  int a, b, c;  // layouts
  float alpha, beta;
  int slices;
  bool prefetch;
};

// Runs the slices of a product as the driver does.
class Product {
 public:
  Product(const gk_kernel_table &table, const Case &x, Arenas &arenas)
      : table_(table),
        x_(x),
        format_(format_of(static_cast<gk_elem>(table.elem))),
        out_{format_, has_float_output(table)},
        sa_(strides_of(x.a, x.m, x.k)),
        sb_(strides_of(x.b, x.k, x.n)),
        sc_(strides_of(x.c, x.m, x.n)) {
    const size_t a_size = extent(sa_, x.m, x.k), b_size = extent(sb_, x.k, x.n);
    a_ = Arenas::last(arenas.a, a_size);
    b_ = Arenas::last(arenas.b, b_size);
    c_bytes_ = extent(sc_, x.m, x.n) * static_cast<size_t>(table.out_size);
    c_ = arenas.c.data() + 4 * Arenas::kCount - c_bytes_;
    const auto seed = static_cast<uint32_t>(x.m * 131 + x.n * 17 + x.k);
    fill_halves(a_, a_size, format_, seed);
    fill_halves(b_, b_size, format_, seed + 1);
    std::vector<float> start(extent(sc_, x.m, x.n));
    fill_random(start.data(), start.size(), seed + 2);
    start_.resize(c_bytes_);
    for (size_t i = 0; i < start.size(); ++i)
      out_.write(start_.data() + i * static_cast<size_t>(table.out_size), start[i]);
    if (x.beta == 0) {  // then C is not read
      for (int64_t j = 0; j < x.n; ++j) {
        for (int64_t i = 0; i < x.m; ++i)
          out_.write(start_.data() + c_at(i, j), std::numeric_limits<float>::quiet_NaN());
      }
    }
  }

  void run() {
    std::memcpy(c_, start_.data(), c_bytes_);
    const int64_t rows = (x_.m + table_.row_quantum - 1) / table_.row_quantum * table_.row_quantum;
    const int64_t step = slice();
    std::vector<float> sums(static_cast<size_t>((rows + 16) * x_.n) + 16),
        packed(static_cast<size_t>(rows * (step + 1)) + 16);
    const auto aligned = [](std::vector<float> &v) {
      return reinterpret_cast<float *>((reinterpret_cast<uintptr_t>(v.data()) + 63) / 64 * 64);
    };
    gk_strip_args s = {};
    s.m = x_.m, s.n = x_.n, s.lhs = GK_LHS_PACKED, s.a_packed = aligned(packed);
    s.rsb = sb_.row * 2, s.csb = sb_.col * 2;
    s.c = c_ + c_at(0, 0), s.rsc = sc_.row * table_.out_size, s.csc = sc_.col * table_.out_size;
    s.alpha = &x_.alpha;
    s.prefetch_c = x_.prefetch;
    const bool waits = table_.acc_size != 0 && step < x_.k;
    if (waits) s.acc = aligned(sums), s.cs_acc = (rows + 16) * 4;
    for (int64_t p = 0; p < x_.k; p += step) {
      s.k = std::min(step, x_.k - p);
      const gk_pack_lhs_args pack = {x_.m, s.k, a_ + a_at(0, p), sa_.row * 2, sa_.col * 2, s.a_packed};
      table_.pack_lhs(&pack);
      s.b = b_ + b_at(p, 0);
      s.b_next = x_.prefetch ? s.b : nullptr;
      s.beta = p == 0 || waits ? static_cast<const void *>(&x_.beta) : table_.one;
      s.acc_in = waits && p > 0, s.acc_out = waits && p + s.k < x_.k;
      table_.run_strip(&s);
    }
  }

  void check() {
    std::vector<unsigned char> expected = start_;
    for (int64_t j = 0; j < x_.n; ++j) {
      for (int64_t i = 0; i < x_.m; ++i) compute(i, j, expected.data() + c_at(i, j));
    }
    if (std::memcmp(c_, expected.data(), c_bytes_) == 0) return;
    for (int64_t j = 0; j < x_.n; ++j) {
      for (int64_t i = 0; i < x_.m; ++i) {
        unsigned char *got = c_ + c_at(i, j), *want = expected.data() + c_at(i, j);
        INFO(table_.name << " m " << x_.m << " n " << x_.n << " k " << x_.k << " layouts " << x_.a << x_.b << x_.c
                         << " alpha " << x_.alpha << " beta " << x_.beta << " slices " << x_.slices << " element " << i
                         << "," << j << ": " << out_.read(got) << " instead of " << out_.read(want));
        REQUIRE(std::memcmp(got, want, static_cast<size_t>(table_.out_size)) == 0);
      }
    }
    INFO(table_.name << ": bytes between the elements of C changed");
    REQUIRE(std::memcmp(c_, expected.data(), c_bytes_) == 0);
  }

 private:
  int64_t slice() const {
    const int64_t q = table_.depth_multiple, each = (x_.k + x_.slices - 1) / x_.slices;
    return (each + q - 1) / q * q;
  }
  int64_t a_at(int64_t i, int64_t p) const { return sa_.first + i * sa_.row + p * sa_.col; }
  int64_t b_at(int64_t p, int64_t j) const { return sb_.first + p * sb_.row + j * sb_.col; }
  size_t c_at(int64_t i, int64_t j) const {
    return static_cast<size_t>((sc_.first + i * sc_.row + j * sc_.col) * table_.out_size);
  }
  float a(int64_t i, int64_t p) const { return static_cast<float>(format_.decode(a_[a_at(i, p)])); }
  float b(int64_t p, int64_t j) const { return static_cast<float>(format_.decode(b_[b_at(p, j)])); }

  // The chain of one slice.
  float chain(int64_t i, int64_t j, int64_t from, int64_t depth) const {
    float sum = 0;
    for (int64_t p = from; p < from + depth; ++p) sum = multiply_add(table_, a(i, p), b(p, j), sum);
    return sum;
  }

  void compute(int64_t i, int64_t j, unsigned char *at) const {
    if (multiplies_pairs(table_)) return compute_loosely(i, j, at);
    const float old = out_.read(at);
    const int64_t step = slice();
    float waiting = 0, value = 0;
    for (int64_t p = 0; p < x_.k; p += step) {
      float sum = chain(i, j, p, std::min(step, x_.k - p));
      if (table_.acc_size != 0) {
        waiting = p == 0 ? sum : waiting + sum;
        sum = waiting;
      }
      if (x_.alpha != 1) sum = x_.alpha * sum;
      if (table_.acc_size != 0 || p == 0) {
        value = x_.beta == 0 ? sum : multiply_add(table_, x_.beta, old, sum);
      } else {
        value += sum;
      }
    }
    out_.write(at, value);
  }

  // Takes over what is in C if it is near enough to the exact value.
  void compute_loosely(int64_t i, int64_t j, unsigned char *at) const {
    double sum = 0, size = 0;
    for (int64_t p = 0; p < x_.k; ++p) {
      const double product = double{a(i, p)} * double{b(p, j)};
      sum += product;
      size += std::fabs(product);
    }
    const double old = x_.beta == 0 ? 0 : double{x_.beta} * double{out_.read(at)};
    const double exact = double{x_.alpha} * sum + old;
    const double rounding = out_.is_float ? 0 : std::ldexp(std::fabs(exact), -format_.fraction_bits - 1) * 1.01;
    const double bound = 1e-6 * (size * std::fabs(double{x_.alpha}) + std::fabs(old)) + rounding;
    const unsigned char *got = c_ + c_at(i, j);
    if (std::fabs(double{out_.read(got)} - exact) <= bound) {
      std::memcpy(at, got, static_cast<size_t>(table_.out_size));
    } else {
      out_.write(at, static_cast<float>(exact));
    }
  }

  const gk_kernel_table &table_;
  Case x_;
  HalfFormat format_;
  Out out_;
  Strides sa_, sb_, sc_;
  uint16_t *a_, *b_;
  unsigned char *c_;
  size_t c_bytes_;
  std::vector<unsigned char> start_;
};

void check(const gk_kernel_table &table, const Case &x, Arenas &arenas) {
  Product product(table, x, arenas);
  product.run();
  product.check();
}

// One multiplication by one: C <- A * 1, or alpha * A, with all of A's elements equal rows of `values`.
struct StoreCheck {
  const gk_kernel_table &table;
  HalfFormat format;

  explicit StoreCheck(const gk_kernel_table &t) : table(t), format(format_of(static_cast<gk_elem>(t.elem))) {}

  // Stores alpha * values[i] from every row of `columns` columns, and compares with one rounding.
  void run(const std::vector<uint16_t> &values, float alpha, int32_t columns) const {
    const auto m = static_cast<int64_t>(values.size());
    const int64_t rows = (m + table.row_quantum - 1) / table.row_quantum * table.row_quantum;
    std::vector<float> packed(static_cast<size_t>(rows) + 16);
    const uint16_t one = format.encode(1);
    std::vector<uint16_t> b(static_cast<size_t>(columns), one), c(static_cast<size_t>(m * columns), 0x1234);
    const float beta = 0;
    gk_strip_args s = {};
    s.m = m, s.k = 1, s.n = columns, s.lhs = GK_LHS_PACKED;
    s.a_packed = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(packed.data()) + 63) / 64 * 64);
    s.b = b.data(), s.rsb = 2, s.csb = 2, s.c = c.data(), s.rsc = 2, s.csc = m * 2, s.alpha = &alpha, s.beta = &beta;
    const gk_pack_lhs_args pack = {m, 1, values.data(), 2, m * 2, s.a_packed};
    table.pack_lhs(&pack);
    table.run_strip(&s);
    for (int32_t j = 0; j < columns; ++j) {
      for (int64_t i = 0; i < m; ++i) {
        const uint16_t in = values[static_cast<size_t>(i)], got = c[static_cast<size_t>(i + j * m)];
        float value = static_cast<float>(format.decode(in));
        // The instruction for pairs takes denormals for zero, as operands and as results.
        if (multiplies_pairs(table) && std::fabs(value) < std::numeric_limits<float>::min()) value = 0;
        const float sum = value * 1.0f + 0.0f, scaled = alpha == 1 ? sum : alpha * sum;
        const uint16_t want = format.encode(scaled);
        INFO(table.name << " " << in << " times " << alpha << " row " << i << " column " << j << ": " << got
                        << " instead of " << want);
        if (std::isnan(value)) {
          REQUIRE(std::isnan(format.decode(got)));
        } else {
          REQUIRE(got == want);
        }
      }
    }
  }
};

}  // namespace

TEST_CASE("16-bit run_strip: every height, width and depth", "[kernel]") {
  Arenas arenas;
  const float alphas[] = {1, 1, -1.25f}, betas[] = {0, 1, 0.75f, 0, -1};
  const std::vector<int64_t> full = {1, 2, 3, 4, 5, 7, 8, 16, 33, 100}, quick = {1, 5, 33};
  for (const gk_kernel_table *table : runnable_half_tables()) {
    size_t turn = 0;
    for (int64_t m = 1; m <= 2 * table->mr + 1; m += fast() ? table->row_quantum + 1 : 1) {
      for (int32_t n = 1; n <= table->nr; ++n) {
        for (int64_t k : fast() ? quick : full) {
          const size_t t = turn++;
          check(*table,
                {m, k, n, static_cast<int>(t % 5), static_cast<int>(t / 5 % 5), static_cast<int>(t / 7 % 5),
                 alphas[t % 3], betas[t / 3 % 5], 1 + static_cast<int>(t / 2 % 3), t % 7 == 0},
                arenas);
        }
      }
    }
  }
}

TEST_CASE("16-bit run_strip: every combination of layout, scalar and slice", "[kernel]") {
  Arenas arenas;
  int turn = 0;
  for (const gk_kernel_table *table : runnable_half_tables()) {
    for (int64_t m : {int64_t{1}, int64_t{table->mr}, int64_t{table->mr + 1}, int64_t{3 * table->mr - 1}}) {
      for (int32_t n : {1, table->nr}) {
        for (int layouts = 0; layouts < kLayouts * kLayouts * kLayouts; ++layouts) {
          for (float alpha : {1.0f, -1.3f}) {
            for (float beta : {0.0f, 1.0f, -0.7f}) {
              if (fast() && ++turn % 23 != 0) continue;
              check(*table, {m, 71, n, layouts % 5, layouts / 5 % 5, layouts / 25, alpha, beta, 1 + layouts % 3, true},
                    arenas);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("16-bit run_strip: the deepest slices", "[kernel]") {
  Arenas arenas;
  for (const gk_kernel_table *table : runnable_half_tables()) {
    const int64_t bytes = table->acc_size != 0 ? 24 << 10 : 32 << 10;
    const int64_t deepest = bytes / (table->row_quantum * table->packed_size);
    for (int b = 0; b < kLayouts; ++b) {
      for (int64_t k : {deepest, deepest - 1, 2 * deepest, 3 * deepest - 1}) {
        const int slices = static_cast<int>((k + deepest - 1) / deepest);
        check(*table, {table->row_quantum + 1, k, table->nr, b % 2, b, 0, 1, 0, slices, b % 2 == 0}, arenas);
      }
    }
  }
}

TEST_CASE("16-bit stores round once, to nearest even, at every position", "[kernel]") {
  constexpr float kFactors[] = {1.0f,
                                1.0f + 0x1p-11f,
                                1.0f + 0x1p-8f,
                                1.0f + 0x1.8p-8f,
                                1.0f + 0x1p-23f,
                                0x1p-11f,
                                0x1.fffffep-14f,
                                0x1p-120f,
                                0x1.8p-126f,
                                0x1.000002p+12f,
                                0x1.fep+120f,
                                -3.0f};
  for (const gk_kernel_table *table : runnable_half_tables()) {
    if (has_float_output(*table)) continue;
    const StoreCheck store(*table);
    // Ones leave every value as it is. Factors just beside one make ties and what lies beside them; tiny and huge ones
    // make denormals and overflow.
    // Every value by every factor; in fast runs by one of them.
    for (size_t f = 0; f < std::size(kFactors); ++f) {
      std::vector<uint16_t> values;
      for (size_t i = fast() ? f : 0; i < 1 << 16; i += fast() ? std::size(kFactors) : 1)
        values.push_back(static_cast<uint16_t>(i));
      store.run(values, kFactors[f], 1);
    }
    // At every lane and column: short columns that begin at every value class.
    const std::vector<uint16_t> classes = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x007f, 0x0080,
                                           0x3c00, 0x3f80, 0x7bff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0x7f7f,
                                           0x7f80, 0xff80, 0x7f81, 0xffc0, 0x7fff, 0x4248, 0xc248};
    for (size_t height = 1; height <= static_cast<size_t>(table->mr) + 1; ++height) {
      for (size_t from = 0; from < classes.size(); ++from) {
        std::vector<uint16_t> values(height);
        for (size_t i = 0; i < height; ++i) values[i] = classes[(from + i) % classes.size()];
        store.run(values, height % 2 != 0 ? 1.0f : 1.0f + 0x1p-8f, table->nr);
      }
    }
  }
}

TEST_CASE("16-bit run_strip: the bits do not depend on the position", "[kernel]") {
  for (const gk_kernel_table *table : runnable_half_tables()) {
    const int64_t k = 37, m = 2 * table->mr + 3, size = table->out_size;
    const int32_t n = table->nr;
    const HalfFormat format = format_of(static_cast<gk_elem>(table->elem));
    std::vector<uint16_t> b(static_cast<size_t>(k * n)), row(static_cast<size_t>(k)), a(static_cast<size_t>(m * k));
    fill_halves(b.data(), b.size(), format, 1);
    fill_halves(row.data(), row.size(), format, 2);
    for (int64_t p = 0; p < k; ++p) std::fill_n(a.begin() + p * m, m, row[static_cast<size_t>(p)]);
    const float alpha = 0.3f, beta = 0;
    const int64_t padded = (m + table->row_quantum - 1) / table->row_quantum * table->row_quantum;
    std::vector<float> packed(static_cast<size_t>(padded * (k + 1)) + 16);
    std::vector<unsigned char> c(static_cast<size_t>(m * n * size)), alone(static_cast<size_t>(size));
    gk_strip_args s = {};
    s.m = m, s.k = k, s.n = n, s.lhs = GK_LHS_PACKED;
    s.a_packed = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(packed.data()) + 63) / 64 * 64);
    s.b = b.data(), s.rsb = 2, s.csb = k * 2, s.c = c.data(), s.rsc = size, s.csc = m * size;
    s.alpha = &alpha, s.beta = &beta;
    gk_pack_lhs_args pack = {m, k, a.data(), 2, m * 2, s.a_packed};
    table->pack_lhs(&pack);
    table->run_strip(&s);
    for (int32_t j = 0; j < n; ++j) {
      // The same column alone, in a strip one row high and one column wide, of a row whose depth is adjacent.
      gk_strip_args t = s;
      t.m = 1, t.n = 1, t.b = b.data() + j * k, t.c = alone.data();
      pack = {1, k, row.data(), 2 * k, 2, s.a_packed};
      table->pack_lhs(&pack);
      table->run_strip(&t);
      for (int64_t i = 0; i < m; ++i) {
        INFO(table->name << " row " << i << " column " << j);
        REQUIRE(std::memcmp(c.data() + (i + j * m) * size, alone.data(), alone.size()) == 0);
      }
    }
  }
}

TEST_CASE("16-bit tables describe themselves", "[kernel]") {
  for (gk_elem elem : kHalfElems) {
    REQUIRE(!runnable_tables(elem).empty());
    for (const gk_kernel_table *table : all_tables(elem)) {
      INFO(table->name);
      REQUIRE(table->elem_size == 2);
      REQUIRE(table->out_size == (elem == GK_F16 || elem == GK_BF16 ? 2 : 4));
      REQUIRE((table->acc_size != 0) == (table->out_size == 2));
      REQUIRE(table->packs_lhs != 0);
      REQUIRE(table->mr % table->row_quantum == 0);
      REQUIRE(std::string(table->name).find(std::to_string(table->mr) + "x" + std::to_string(table->nr)) !=
              std::string::npos);
      REQUIRE(*static_cast<const float *>(table->one) == 1);
      REQUIRE((table->isa == GK_ISA_SCALAR) == (table->cpu_features == 0));
    }
  }
}
