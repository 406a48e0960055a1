// store of the requantising tables, called directly: the bytes of the definition for sums of the whole 32-bit range,
// ties and clamps, and no byte touched that is not the kernel's.
#include "kernel/tables.h"
#include "support/env.h"
#include "support/guard.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace gk::test;

namespace {

// Ties at scales of a power of two, sums around the clamps of all scales, the ends of the range, and anything.
std::vector<int32_t> sums_of(int64_t count) {
  std::minstd_rand engine(7);
  std::vector<int32_t> out;
  for (int64_t i = 0; i < count; ++i) {
    const auto random = static_cast<uint32_t>(engine()) * 2654435761u;
    switch (i % 5) {
      case 0: out.push_back(static_cast<int32_t>(random)); break;
      case 1: out.push_back(static_cast<int32_t>(random % 1025) - 512); break;
      case 2: out.push_back(static_cast<int32_t>(random % 65) * 64 - 2048); break;
      case 3: out.push_back(i % 2 != 0 ? INT32_MAX - i % 3 : INT32_MIN + i % 3); break;
      default: out.push_back(static_cast<int32_t>(random >> random % 32)); break;
    }
  }
  return out;
}

int by_definition(uint32_t sum, int32_t bias, float scale, int32_t zero_point, int low) {
  const double x = static_cast<double>(scale) * static_cast<int32_t>(sum + static_cast<uint32_t>(bias));
  return static_cast<int>(std::min(std::max(std::nearbyint(x) + zero_point, double(low)), double(low + 255)));
}

struct Pick {
  int32_t scale_kind, bias_kind, turned;
  bool columns;  // C's columns adjacent instead of its rows
};

void check(const gk_kernel_table &table, int64_t m, int64_t n, const Pick &pick, float unit, int32_t zero_point) {
  constexpr int64_t kRow = 3, kCol = 5;  // where the rectangle is in the whole
  const int low = table.elem == GK_I8_U8 ? 0 : -128;
  // The last sum, scale, bias and byte of C lie at the end of a page.
  const int64_t cs_sums = m + 2, count = cs_sums * (n - 1) + m, lines = 1000;
  GuardedArray<int32_t> sums(static_cast<size_t>(count), Edge::End), bias(lines, Edge::End);
  GuardedArray<float> scale(lines, Edge::End);
  GuardedArray<int8_t> c(static_cast<size_t>(m * n), Edge::End);
  std::copy_n(sums_of(count).begin(), count, sums.data());
  const int64_t rows = kRow + m, cols = kCol + n;
  // The vectors end with the rectangle.
  const auto length = [&](int32_t kind) { return (kind == GK_BIAS_PER_ROW) == (pick.turned == 0) ? rows : cols; };
  int32_t *const biases = bias.data() + lines - length(pick.bias_kind);
  const int64_t scales_count = pick.scale_kind == GK_BIAS_NONE ? 1 : length(pick.scale_kind);
  float *const scales = scale.data() + lines - scales_count;
  for (int64_t i = 0; i < length(pick.bias_kind); ++i) biases[i] = static_cast<int32_t>(i * 37 % 401 - 200);
  if (length(pick.bias_kind) > 4) biases[4] = INT32_MIN;
  for (int64_t i = 0; i < scales_count; ++i) scales[i] = unit * static_cast<float>(1 + i % 4);
  gk_epilogue e{};
  e.scale = scales, e.scale_kind = pick.scale_kind, e.zero_point = zero_point;
  e.bias = biases, e.bias_kind = pick.bias_kind;
  const int32_t one = 1, zero = 0;
  const int64_t rsc = pick.columns ? n : 1, csc = pick.columns ? 1 : m;
  const gk_store_args args{
      sums.data(), cs_sums * 4, &one, &zero, {m, n, c.data(), rsc, csc, kRow, kCol, pick.turned, &e, nullptr, 0, 0}};
  table.store(&args);
  const auto of = [&](int32_t kind, const auto *values, int64_t i, int64_t j) {
    if (kind == GK_BIAS_NONE) return values[0];
    return values[(kind == GK_BIAS_PER_ROW) == (pick.turned == 0) ? kRow + i : kCol + j];
  };
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      const int8_t byte = c.data()[i * rsc + j * csc];
      const int got = low == 0 ? static_cast<uint8_t>(byte) : byte;
      const int32_t sum = sums.data()[i + j * cs_sums];
      const int want = by_definition(static_cast<uint32_t>(sum),
                                     pick.bias_kind == GK_BIAS_NONE ? 0 : of(pick.bias_kind, biases, i, j),
                                     of(pick.scale_kind, scales, i, j), zero_point, low);
      if (got == want) continue;
      INFO(table.name << " " << m << "x" << n << " at " << i << ", " << j << ", sum " << sum << ", scales "
                      << pick.scale_kind << ", bias " << pick.bias_kind << ", turned " << pick.turned << ", unit "
                      << unit << ", zero point " << zero_point);
      REQUIRE(got == want);
    }
}

}  // namespace

TEST_CASE("requantised stores are the definition's", "[kernel][requant]") {
  int turn = 0;
  for (const gk_elem elem : {GK_I8_I8, GK_I8_U8})
    for (const gk_kernel_table *table : runnable_tables(elem)) {
      const int32_t low = elem == GK_I8_U8 ? 0 : -128;
      for (const int64_t m : {1, 2, 7, 8, 9, 16, 31, 33, 200})
        for (const int64_t n : {1, 2, 12, 40})
          for (int32_t scale_kind = 0; scale_kind < 3; ++scale_kind)
            for (int32_t bias_kind = 0; bias_kind < 3; ++bias_kind)
              for (const bool columns : {false, true})
                for (const float unit :
                     {0.5f, 0.015625f, 0.1f, 3e-8f, 1e30f, std::numeric_limits<float>::denorm_min()}) {
                  if (fast() && turn++ % 8 != 0) continue;
                  const int32_t zero_points[] = {low, 0, low + 255, low + 100};
                  check(*table, m, n, {scale_kind, bias_kind, turn / 2 % 2, columns}, unit,
                        zero_points[(m + n + scale_kind + turn) % 4]);
                  ++turn;
                }
    }
}
