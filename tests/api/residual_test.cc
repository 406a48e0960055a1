// Residuals: what is refused, and how they go along a batch.
#include "api/views.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gk::test;

namespace {

// One f32 product with a residual of `len` elements by the checked entry.
struct Residual {
  std::vector<float> a = std::vector<float>(6, 1), b = std::vector<float>(12, 1), c = std::vector<float>(8, 77),
                     residual = std::vector<float>(8, 5);
  gemmkit_epilogue_f32 e{};

  Residual() {
    e.struct_size = sizeof e;
    e.residual = residual.data(), e.residual_len = 8, e.residual_rs = 4, e.residual_cs = 1;
  }
  gemmkit_status run(int64_t batch = 1) const {
    const auto av = gemmkit_cview_f32_row_major(a.data(), 2, 3), bv = gemmkit_cview_f32_row_major(b.data(), 3, 4);
    auto cv = gemmkit_view_f32_row_major(const_cast<float *>(c.data()), 2, 4);
    if (batch == 1) return gemmkit_gemm_f32(1, &av, &bv, 0, &cv, &e, nullptr);
    cv = gemmkit_view_f32_row_major(const_cast<float *>(c.data()), 1, 4);
    cv.len = 8;
    const auto one = gemmkit_cview_f32_row_major(a.data(), 1, 3);
    return gemmkit_gemm_batched_f32(batch, 1, &one, 0, &bv, 0, 0, &cv, 4, &e, nullptr);
  }
  void refused(gemmkit_status status, const std::string &message, int64_t batch = 1) const {
    CHECK(run(batch) == status);
    CHECK(last_error() == "gemmkit: " + message);
    for (const float x : c) CHECK(x == 77);
  }
};

}  // namespace

TEST_CASE("bad residuals are refused", "[api][epilogue]") {
  Residual r;
  r.e.residual_len = 7;
  r.refused(GEMMKIT_ERR_BOUNDS, "residual view of 2x4 (strides 4,1) needs 8 elements but has 7");
  r.e.residual_len = 8, r.e.residual_rs = -4;
  r.refused(GEMMKIT_ERR_BOUNDS,
            "residual view (strides -4,1) has a negative stride or is too large to address; use the unchecked entry");
  r.e.residual_rs = INT64_MAX / 2;
  r.refused(GEMMKIT_ERR_TOO_LARGE, "problem too large to size its workspace");
  r.e.residual_rs = 4, r.e.residual = r.c.data();
  r.refused(GEMMKIT_ERR_ALIAS, "C overlaps residual");
  r.e.residual = r.residual.data();
  r.e.map = [](float x, int64_t, int64_t, void *) { return x; };
  r.refused(GEMMKIT_ERR_ARGUMENT, "epilogue.map excludes a residual");
  r.e.map = nullptr;
  r.e.residual_batch = 5;
  r.refused(GEMMKIT_ERR_BOUNDS, "residual view of 1x4 (strides 4,1, batch of 2, stride 5) needs 9 elements but has 8",
            2);
  // What an older caller does not know is not there.
  r.e.struct_size = offsetof(gemmkit_epilogue_f32, residual);
  r.e.residual = r.c.data();
  REQUIRE(r.run() == GEMMKIT_OK);
  for (const float x : r.c) CHECK(x == 3);
}

TEST_CASE("a residual may be one for all of a batch, broadcast, or an operand", "[api][epilogue]") {
  Residual r;
  for (int i = 0; i < 8; ++i) r.residual[static_cast<size_t>(i)] = static_cast<float>(i);
  r.e.residual_batch = 4;
  REQUIRE(r.run(2) == GEMMKIT_OK);
  for (int i = 0; i < 8; ++i) CHECK(r.c[static_cast<size_t>(i)] == static_cast<float>(3 + i));
  r.e.residual_batch = 0;
  REQUIRE(r.run(2) == GEMMKIT_OK);
  for (int i = 0; i < 8; ++i) CHECK(r.c[static_cast<size_t>(i)] == static_cast<float>(3 + i % 4));
  r.e.residual_rs = 0, r.e.residual_cs = 0, r.e.residual_len = 1;
  r.residual[0] = -9;
  r.e.activation = GEMMKIT_ACT_RELU;
  REQUIRE(r.run() == GEMMKIT_OK);
  for (const float x : r.c) CHECK(x == 0);
  r.e.residual = r.b.data(), r.e.residual_len = 12, r.e.residual_rs = 4, r.e.residual_cs = 1;
  REQUIRE(r.run() == GEMMKIT_OK);
  for (const float x : r.c) CHECK(x == 4);
}

TEST_CASE("batches and packed operands take a residual", "[api][epilogue]") {
  // Through a team, and one after another; entries large enough for the driver, and small.
  for (const int64_t size : {int64_t{5}, int64_t{70}})
    for (const int32_t threads : {1, 3}) {
      constexpr int64_t kBatch = 6;
      const int64_t area = size * size;
      std::vector<double> a(area * kBatch), b(area), c(area * kBatch, 0), r(area * kBatch);
      for (size_t i = 0; i < a.size(); ++i) a[i] = g(static_cast<int64_t>(i), 1, 1);
      for (size_t i = 0; i < b.size(); ++i) b[i] = g(static_cast<int64_t>(i), 2, 1);
      for (size_t i = 0; i < r.size(); ++i) r[i] = g(static_cast<int64_t>(i), 3, 1) * 100;
      std::vector<double> want = c;
      REQUIRE(gemmkit_gemm_batched_f64_unchecked(kBatch, size, size, size, 1, a.data(), 1, size, area, b.data(), 1,
                                                 size, 0, 0, want.data(), size, 1, area, nullptr,
                                                 nullptr) == GEMMKIT_OK);
      for (size_t i = 0; i < r.size(); ++i) {
        const int64_t e = static_cast<int64_t>(i) / area, row = static_cast<int64_t>(i) % area / size,
                      col = static_cast<int64_t>(i) % size;
        want[i] += r[static_cast<size_t>(e * area + col * size + row)];
      }
      gemmkit_epilogue_f64 epilogue{};
      epilogue.struct_size = sizeof epilogue;
      epilogue.residual = r.data(), epilogue.residual_rs = 1, epilogue.residual_cs = size;
      epilogue.residual_batch = area;
      gemmkit_exec exec{};
      exec.struct_size = sizeof exec, exec.threads = threads;
      REQUIRE(gemmkit_gemm_batched_f64_unchecked(kBatch, size, size, size, 1, a.data(), 1, size, area, b.data(), 1,
                                                 size, 0, 0, c.data(), size, 1, area, &epilogue, &exec) == GEMMKIT_OK);
      CHECK(c == want);
      gemmkit_packed *packed = nullptr;
      REQUIRE(gemmkit_prepack_lhs_f64_unchecked(size, size, a.data(), 1, size, &exec, &packed) == GEMMKIT_OK);
      std::fill(c.begin(), c.end(), 0);
      REQUIRE(gemmkit_gemm_packed_a_f64_unchecked(size, 1, packed, b.data(), 1, size, 0, c.data(), size, 1, &epilogue,
                                                  &exec) == GEMMKIT_OK);
      CHECK(std::equal(c.begin(), c.begin() + area, want.begin()));
      gemmkit_packed_free(packed);
    }
}
