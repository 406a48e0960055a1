// What the tables of f16 and bf16 have beside run_strip: gemv by columns and rows, small products and batches, copies
// of B, scaling.
#include "kernel/half.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gk::test;

namespace {

// An array of halves that ends at a forbidden page.
struct Halves {
  HalfFormat format;
  GuardedArray<uint16_t> array;
  size_t count;

  Halves(const gk_kernel_table &table, size_t n, uint32_t seed)
      : format(format_of(static_cast<gk_elem>(table.elem))), array(n, Edge::End), count(n) {
    std::vector<float> values(n);
    fill_random(values.data(), n, seed);
    for (size_t i = 0; i < n; ++i) array[i] = format.encode(values[i]);
  }
  float at(int64_t i) { return static_cast<float>(format.decode(array[static_cast<size_t>(i)])); }
};

// The sums that gemv.h documents.
float by_columns(const gk_kernel_table &table, Halves &a, Halves &x, int64_t i, int64_t k, int64_t rsa, int64_t csa,
                 int64_t incx) {
  float sum = 0;
  for (int64_t p = 0; p < k; ++p) sum = multiply_add(table, a.at(i * rsa + p * csa), x.at(p * incx), sum);
  return sum;
}

float by_rows(const gk_kernel_table &table, Halves &a, Halves &x, int64_t i, int64_t k, int64_t rsa, int64_t csa,
              int64_t incx) {
  const int64_t lanes = table.row_quantum, slice = 4096;
  float total = 0;
  for (int64_t from = 0; from < k; from += slice) {
    std::vector<float> chain(static_cast<size_t>(2 * lanes));
    for (int64_t p = from; p < std::min(k, from + slice); ++p) {
      float &sum = chain[static_cast<size_t>((p - from) % (2 * lanes))];
      sum = multiply_add(table, a.at(i * rsa + p * csa), x.at(p * incx), sum);
    }
    for (int64_t width = lanes; width > 0; width /= 2) {
      for (int64_t l = 0; l < width; ++l) chain[static_cast<size_t>(l)] += chain[static_cast<size_t>(l + width)];
    }
    total = from == 0 ? chain[0] : total + chain[0];
  }
  return total;
}

struct Gemv {
  int64_t m, k, rsa, csa, incx, incy;
  float alpha, beta;
};

void check_gemv(const gk_kernel_table &table, const Gemv &g) {
  const auto size = static_cast<size_t>(table.out_size);
  Halves a(table, static_cast<size_t>(1 + (g.m - 1) * g.rsa + (g.k - 1) * g.csa), 1);
  Halves x(table, static_cast<size_t>(1 + (g.k - 1) * g.incx), 2);
  const size_t count = static_cast<size_t>(1 + (g.m - 1) * g.incy);
  for (bool rows : {false, true}) {
    GuardedArray<unsigned char> y(count * size, Edge::End);
    std::vector<float> start(count);
    fill_random(start.data(), count, 3);
    const auto put = [&](unsigned char *at, float value) {
      const uint16_t bits = a.format.encode(value);
      std::memcpy(at, size == 4 ? static_cast<const void *>(&value) : &bits, size);
    };
    for (size_t i = 0; i < count; ++i) put(y.data() + i * size, start[i]);
    std::vector<unsigned char> want(y.data(), y.data() + count * size);
    for (int64_t i = 0; i < g.m; ++i) {
      const size_t at = static_cast<size_t>(i * g.incy);
      float sum = (rows ? by_rows : by_columns)(table, a, x, i, g.k, g.rsa, g.csa, g.incx);
      if (g.alpha != 1) sum = g.alpha * sum;
      const float old = size == 4 ? start[at] : static_cast<float>(a.format.decode(a.format.encode(start[at])));
      put(want.data() + at * size, g.beta == 0 ? sum : multiply_add(table, g.beta, old, sum));
      if (g.beta == 0) put(y.data() + at * size, std::numeric_limits<float>::quiet_NaN());
    }
    gk_gemv_args s = {};
    s.m = g.m, s.k = g.k, s.a = a.array.data(), s.rsa = g.rsa * 2, s.csa = g.csa * 2;
    s.x = x.array.data(), s.incx = g.incx * 2, s.y = y.data(), s.incy = g.incy * table.out_size;
    s.alpha = &g.alpha, s.beta = &g.beta;
    (rows ? table.gemv_rows : table.gemv_columns)(&s);
    INFO(table.name << (rows ? " rows" : " columns") << " m " << g.m << " k " << g.k << " strides " << g.rsa << " "
                    << g.csa << " " << g.incx << " " << g.incy << " alpha " << g.alpha << " beta " << g.beta);
    REQUIRE(std::memcmp(y.data(), want.data(), want.size()) == 0);
  }
}

struct Small {
  int64_t m, n, k;
  bool row_major_b;
  float alpha, beta;
};

// A small product, and a batch of three, against run_strip on packed operands.
void check_small(const gk_kernel_table &table, const Small &x) {
  const int64_t size = table.out_size, q = table.row_quantum, rows = (x.m + q - 1) / q * q;
  constexpr int64_t kCount = 3;
  Halves a(table, static_cast<size_t>(kCount * x.m * x.k), 1), b(table, static_cast<size_t>(kCount * x.k * x.n), 2);
  std::vector<unsigned char> start(static_cast<size_t>(kCount * x.m * x.n * size));
  for (size_t i = 0; i < start.size(); ++i) start[i] = static_cast<unsigned char>(i * 37 % 61);
  GuardedArray<unsigned char> c(start.size(), Edge::End);
  std::vector<unsigned char> want = start;
  std::vector<float> packed(static_cast<size_t>(rows * (x.k + 1)) + 16);
  const int64_t rsb = x.row_major_b ? x.n * 2 : 2, csb = x.row_major_b ? 2 : x.k * 2;
  for (int64_t e = 0; e < kCount; ++e) {
    gk_strip_args s = {};
    s.m = x.m, s.k = x.k, s.lhs = GK_LHS_PACKED;
    s.a_packed = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(packed.data()) + 63) / 64 * 64);
    const gk_pack_lhs_args pack = {x.m, x.k, a.array.data() + e * x.m * x.k, 2, x.m * 2, s.a_packed};
    table.pack_lhs(&pack);
    s.rsb = rsb, s.csb = csb, s.rsc = size, s.csc = x.m * size, s.alpha = &x.alpha, s.beta = &x.beta;
    for (int64_t j = 0; j < x.n; j += s.n) {
      s.n = static_cast<int32_t>(std::min<int64_t>(table.nr, x.n - j));
      s.b = reinterpret_cast<const char *>(b.array.data() + e * x.k * x.n) + j * csb;
      s.c = want.data() + (e * x.m * x.n + j * x.m) * size;
      table.run_strip(&s);
    }
  }
  const gk_product first = {
      x.m,      x.n,     x.k, {a.array.data(), 2, x.m * 2}, {b.array.data(), rsb, csb}, {c.data(), size, x.m * size},
      &x.alpha, &x.beta, 0};
  std::memcpy(c.data(), start.data(), start.size());
  for (int64_t e = 0; e < kCount; ++e) {
    gk_product p = first;
    p.a.data = a.array.data() + e * x.m * x.k, p.b.data = b.array.data() + e * x.k * x.n;
    p.c.data = c.data() + e * x.m * x.n * size;
    table.run_small(&p);
  }
  INFO(table.name << " " << x.m << "x" << x.n << "x" << x.k << " beta " << x.beta);
  REQUIRE(std::memcmp(c.data(), want.data(), want.size()) == 0);
  std::memcpy(c.data(), start.data(), start.size());
  const gk_batch_args batch = {first, kCount, x.m * x.k * 2, x.k * x.n * 2, x.m * x.n * size, 2};
  table.run_batch(&batch);
  REQUIRE(std::memcmp(c.data(), want.data(), want.size()) == 0);
}

}  // namespace

TEST_CASE("16-bit gemv: heights, depths, strides and scalars", "[kernel]") {
  for (const gk_kernel_table *table : runnable_half_tables()) {
    for (int64_t m : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 64, 65, 130}) {
      for (int64_t k : {1, 2, 5, 8, 15, 16, 31, 32, 33, 64, 65, 100}) {
        check_gemv(*table, {m, k, 1, m, 1, 1, 1, 0});
        check_gemv(*table, {m, k, k + 3, 1, 1, 2, -1.25f, 0.75f});
        check_gemv(*table, {m, k, 1, m + 1, 3, 1, 0.5f, 1});
        check_gemv(*table, {m, k, 2, 2 * m + 1, 2, 3, 1, -1});
        check_gemv(*table, {m, k, 2 * k, 2, 2, 1, 1, 0});
      }
    }
    check_gemv(*table, {scaled(5000, 4100), 9, 1, 5001, 1, 1, 1, 0});
    check_gemv(*table, {67, scaled(9000, 4099), 9001, 1, 1, 1, 1, 1});
  }
}

TEST_CASE("16-bit small products and batches have the bits of run_strip", "[kernel]") {
  for (const gk_kernel_table *table : runnable_half_tables()) {
    size_t turn = 0;
    for (int64_t m : {1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64}) {
      for (int64_t n : {1, 2, 3, 5, 7, 8, 9, 11, 16, 17, 33, 64}) {
        for (int64_t k : {1, 2, 3, 8, 15, 16, 33, 64}) {
          const size_t t = turn++;
          if (fast() && t % 7 != 0) continue;
          check_small(*table, {m, n, k, t % 3 == 0, t % 2 != 0 ? 1.0f : -1.5f, t % 5 < 3 ? 0.0f : 0.75f});
        }
      }
    }
  }
}

TEST_CASE("16-bit pack_rhs and scale_c", "[kernel]") {
  for (const gk_kernel_table *table : runnable_half_tables()) {
    const HalfFormat format = format_of(static_cast<gk_elem>(table->elem));
    const Out element{format, has_float_output(*table)};
    for (int64_t k : {1, 2, 3, 15, 16, 31, 33, 65, 70}) {
      for (int64_t n : {1, 2, 7, 16, 63, 65, 100}) {
        for (int layout = 0; layout < kLayouts; ++layout) {
          const Strides sb = strides_of(layout, k, n);
          GuardedArray<uint16_t> b(extent(sb, k, n), Edge::End);
          fill_halves(b.data(), extent(sb, k, n), format, static_cast<uint32_t>(k + n));
          for (int64_t column : {k, (k + 33) / 32 * 32}) {
            std::vector<uint16_t> out(static_cast<size_t>(column * n), 0x1234), want = out;
            for (int64_t j = 0; j < n; ++j) {
              for (int64_t p = 0; p < k; ++p)
                want[static_cast<size_t>(p + j * column)] = b[static_cast<size_t>(sb.first + p * sb.row + j * sb.col)];
            }
            const gk_pack_rhs_args pack = {k, n, b.data() + sb.first, sb.row * 2, sb.col * 2, out.data(), column * 2};
            table->pack_rhs(&pack);
            INFO(table->name << " k " << k << " n " << n << " layout " << layout << " column " << column);
            REQUIRE(out == want);
          }
          if (k > 33) continue;
          for (float beta : {0.0f, -1.5f}) {
            const auto size = static_cast<size_t>(table->out_size), count = extent(sb, k, n);
            std::vector<unsigned char> c(count * size);
            for (size_t i = 0; i < count; ++i)
              element.write(c.data() + i * size, static_cast<float>(i % 37) * 0.37f - 5.0f);
            std::vector<unsigned char> want = c;
            for (int64_t j = 0; j < n; ++j) {
              for (int64_t p = 0; p < k; ++p) {
                unsigned char *at = want.data() + static_cast<size_t>(sb.first + p * sb.row + j * sb.col) * size;
                element.write(at, beta == 0 ? 0.0f : beta * element.read(at));
              }
            }
            const int64_t bytes = table->out_size;
            const gk_scale_args scale = {k, n, c.data() + sb.first * bytes, sb.row * bytes, sb.col * bytes, &beta};
            table->scale_c(&scale);
            INFO(table->name << " m " << k << " n " << n << " layout " << layout << " beta " << beta);
            REQUIRE(c == want);
          }
        }
      }
    }
  }
}
