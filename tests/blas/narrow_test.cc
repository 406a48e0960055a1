// cblas_sbgemm and sbgemm_, cblas_gemm_s8s8s32 and cblas_gemm_s8u8s32: what they compute, and their argument numbers.
#include "blas/recorder.h"
#include "support/env.h"
#include "support/guard.h"
#include "support/half.h"
#include "support/matrix.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace gk::test;

namespace {

constexpr int kNo = CblasNoTrans, kTr = CblasTrans, kRow = CblasRowMajor, kCol = CblasColMajor;

CBLAS_LAYOUT layout_of(int x) { return static_cast<CBLAS_LAYOUT>(x); }
CBLAS_TRANSPOSE trans_of(int x) { return static_cast<CBLAS_TRANSPOSE>(x); }

using Int8Gemm = void (*)(CBLAS_LAYOUT, CBLAS_TRANSPOSE, CBLAS_TRANSPOSE, CBLAS_OFFSET, int, int, int, float,
                          const void *, int, int8_t, const void *, int, int8_t, float, int32_t *, int, const int32_t *);

// One call of an integer entry; the matrices are filled with numbers over the whole range.
struct Int8Call {
  bool unsigned_entry = false;
  int layout = kCol, ta = kNo, tb = kNo, offsetc = CblasFixOffset;
  int m = 1, n = 1, k = 1;
  float alpha = 1, beta = 0;
  int8_t ao = 0, bo = 0;
  int pad = 0;

  Int8Gemm entry() const { return unsigned_entry ? cblas_gemm_s8u8s32 : cblas_gemm_s8s8s32; }
  bool row() const { return layout == kRow; }
  static uint8_t byte(int i, int j, int salt) { return static_cast<uint8_t>(i * 37 + j * 101 + salt * 59 + i * j); }
  // As the entry understands a byte of A or B.
  int a(int i, int p) const {
    return unsigned_entry && row() ? int{byte(i, p, 1)} : int{static_cast<int8_t>(byte(i, p, 1))};
  }
  int b(int p, int j) const {
    return unsigned_entry && !row() ? int{byte(p, j, 2)} : int{static_cast<int8_t>(byte(p, j, 2))};
  }
  int32_t c(int i, int j) const { return i * 7919 - j * 104729 + 12345; }
  int32_t oc(int at) const { return at * 1000003 - 77; }
  int32_t addend(int i, int j) const { return oc(offsetc == CblasFixOffset ? 0 : offsetc == CblasRowOffset ? j : i); }

  // What C(i, j) must be.
  int32_t want(int i, int j) const {
    int64_t sum = 0;
    for (int p = 0; p < k; ++p) sum += int64_t{a(i, p) + ao} * (b(p, j) + bo);
    const bool whole = alpha == std::nearbyint(alpha) && beta == std::nearbyint(beta);
    if (whole) {
      const auto word = [](double x) { return static_cast<uint32_t>(static_cast<int64_t>(x)); };
      return static_cast<int32_t>(word(alpha) * static_cast<uint32_t>(sum) +
                                  word(beta) * static_cast<uint32_t>(c(i, j)) + static_cast<uint32_t>(addend(i, j)));
    }
    const double value =
        double{alpha} * static_cast<int32_t>(sum) + (beta == 0 ? 0 : double{beta} * c(i, j)) + addend(i, j);
    return static_cast<int32_t>(std::nearbyint(std::fmax(INT32_MIN, std::fmin(INT32_MAX, value))));
  }

  void expect_right() const {
    const auto place = [this](bool trans, int rows, int cols) {
      const bool has_rows = row() != trans;
      const int ld = std::max((has_rows ? cols : rows) + pad, 1);
      return std::pair{has_rows ? Strides{ld, 1} : Strides{1, ld}, ld};
    };
    const auto [sa, lda] = place(ta != kNo, m, k);
    const auto [sb, ldb] = place(tb != kNo, k, n);
    const auto [sc, ldc] = place(false, m, n);
    Matrix<int8_t> am(m, k, sa), bm(k, n, sb);
    Matrix<int32_t> cm(m, n, sc);
    am.fill([](int64_t i, int64_t p) { return static_cast<int8_t>(byte(int(i), int(p), 1)); });
    bm.fill([](int64_t p, int64_t j) { return static_cast<int8_t>(byte(int(p), int(j), 2)); });
    cm.fill([this](int64_t i, int64_t j) { return c(int(i), int(j)); });
    std::vector<int32_t> o;
    for (int i = 0; i < std::max({m, n, 1}); ++i) o.push_back(oc(i));
    entry()(layout_of(layout), trans_of(ta), trans_of(tb), static_cast<CBLAS_OFFSET>(offsetc), m, n, k, alpha,
            am.data(), lda, ao, bm.data(), ldb, bo, beta, cm.data(), ldc, o.data());
    CAPTURE(unsigned_entry, layout, ta, tb, offsetc, m, n, k, alpha, beta, int{ao}, int{bo}, pad);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        if (cm(i, j) == want(i, j)) continue;
        CAPTURE(i, j, cm(i, j), want(i, j));
        FAIL("wrong");
      }
    REQUIRE(cm.padding_intact());
  }
};

}  // namespace

TEST_CASE("sbgemm: bfloat16 into float", "[blas]") {
  const int m = 21, n = 9, k = 17;
  reset_report();
  for (int layout : {kCol, kRow, 0})  // 0: the Fortran entry
    for (bool ta : {false, true})
      for (bool tb : {false, true}) {
        const bool row = layout == kRow;
        const auto strides = [row](bool trans, int rows, int cols) {
          return row != trans ? Strides{cols + 2, 1} : Strides{1, rows + 2};
        };
        const auto ld = [](const auto &x) { return static_cast<int>(std::max(x.rs(), x.cs())); };
        Matrix<uint16_t> a(m, k, strides(ta, m, k)), b(k, n, strides(tb, k, n));
        Matrix<float> c(m, n, strides(false, m, n));
        a.fill([](int64_t i, int64_t p) { return kBf16Format.encode(g(i, p, 1)); });
        b.fill([](int64_t p, int64_t j) { return kBf16Format.encode(g(p, j, 5)); });
        c.generate(2);
        if (layout == 0) {
          const float alpha = 2, beta = -3;
          const int lda = ld(a), ldb = ld(b), ldc = ld(c);
          sbgemm_(ta ? "T" : "N", tb ? "c" : "n", &m, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta, c.data(),
                  &ldc);
        } else {
          cblas_sbgemm(layout_of(layout), trans_of(ta ? kTr : kNo), trans_of(tb ? kTr : kNo), m, n, k, 2, a.data(),
                       ld(a), b.data(), ld(b), -3, c.data(), ld(c));
        }
        CAPTURE(layout, ta, tb);
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < m; ++i) {
            float sum = 0;
            for (int p = 0; p < k; ++p) sum += static_cast<float>(g(i, p, 1) * g(p, j, 5));
            REQUIRE(c(i, j) == 2 * sum - 3 * static_cast<float>(g(i, j, 2)));
          }
        CHECK(c.padding_intact());
      }
  CHECK(reported.calls == 0);
}

TEST_CASE("sbgemm: argument numbers", "[blas]") {
  ForbiddenPage page;
  uint16_t *in = page.as<uint16_t>();
  float *out = page.as<float>();
  const auto position = [&](int layout, int ta, int m, int lda, int ldb, int ldc) {
    reset_report();
    cblas_sbgemm(layout_of(layout), trans_of(ta), CblasNoTrans, m, 2, 4, 1, in, lda, in, ldb, 0, out, ldc);
    CHECK(reported.calls == 1);
    CHECK(reported.name == (reported.name_len ? "SBGEMM" : "cblas_sbgemm"));
    return reported.name_len ? own_position(reported.info + 1, reported.row_major) : reported.info;
  };
  CHECK(position(7, kNo, 3, 3, 4, 3) == 1);
  CHECK(position(kCol, 114, 3, 3, 4, 3) == 2);
  CHECK(position(kCol, kNo, -3, 3, 4, 3) == 4);
  CHECK(position(kCol, kNo, 3, 2, 4, 3) == 9);
  CHECK(position(kRow, kNo, 3, 4, 1, 2) == 11);
  CHECK(position(kRow, kNo, 3, 4, 2, 1) == 14);
}

TEST_CASE("8-bit gemm: every layout, offset and scalar", "[blas]") {
  constexpr int kShapes[][3] = {{1, 1, 1},   {3, 5, 7}, {17, 9, 33},    {40, 35, 66},  {1, 20, 15},
                                {20, 1, 15}, {5, 4, 0}, {130, 520, 40}, {520, 30, 300}};
  constexpr float kScalars[][2] = {{1, 0}, {1, 1}, {-3, 2}, {0, 1}, {0.5f, 0}, {1, 0.25f}, {1e-3f, -1.5f}, {3e9f, 0}};
  reset_report();
  int turn = 0;
  for (const auto &s : kShapes)
    for (bool unsigned_entry : {false, true})
      for (int layout : {kCol, kRow})
        for (int ta : {kNo, kTr})
          for (int tb : {kNo, kTr})
            for (int offsetc : {CblasRowOffset, CblasColOffset, CblasFixOffset}) {
              ++turn;
              if (s[0] * s[1] > 5000 && turn % (fast() ? 11 : 3) != 0) continue;
              for (int i = 0; i < 3; ++i) {
                Int8Call x;
                x.unsigned_entry = unsigned_entry;
                x.layout = layout, x.ta = ta, x.tb = tb, x.offsetc = offsetc;
                x.m = s[0], x.n = s[1], x.k = s[2];
                constexpr int8_t kOffsets[] = {0, -128, 127, 5};
                x.ao = kOffsets[(turn + i) % 4], x.bo = kOffsets[(turn / 4 + i) % 4];
                const auto &scalars = kScalars[(turn * 3 + i) % 8];
                x.alpha = scalars[0], x.beta = scalars[1];
                if (x.alpha > 1e9f) x.alpha = 0.125f, x.ao = x.bo = 0;  // exact halves
                x.pad = i;
                x.expect_right();
              }
            }
  CHECK(reported.calls == 0);
}

TEST_CASE("8-bit gemm: sums wrap", "[blas]") {
  Int8Call x;
  x.m = 3, x.n = 2, x.k = 200000;
  x.ao = 127, x.bo = 127;
  for (bool unsigned_entry : {false, true}) {
    x.unsigned_entry = unsigned_entry;
    x.expect_right();
  }
}

TEST_CASE("H33: extreme bytes through the unsigned entry", "[blas][case]") {
  for (int m : {1, 4, 32})
    for (int k : {2, 4})
      for (int8_t b : {int8_t{127}, int8_t{-128}}) {
        const std::vector<uint8_t> a(size_t(m * k), 255);
        const std::vector<int8_t> right(size_t(k * m), b);
        std::vector<int32_t> c(size_t(m * m), -777);
        const int32_t zero = 0;
        cblas_gemm_s8u8s32(CblasRowMajor, CblasNoTrans, CblasNoTrans, CblasFixOffset, m, m, k, 1, a.data(), k, 0,
                           right.data(), m, 0, 0, c.data(), m, &zero);
        CHECK(c == std::vector<int32_t>(c.size(), 255 * b * k));
      }
}

TEST_CASE("8-bit gemm: nothing is read that does not count", "[blas]") {
  ForbiddenPage page;
  const auto *nowhere = page.as<void *>();
  const int32_t oc[] = {1, 2};
  reset_report();
  std::vector<int32_t> c(6, 5);
  cblas_gemm_s8u8s32(CblasColMajor, CblasNoTrans, CblasNoTrans, CblasRowOffset, 3, 2, 9, 0, nowhere, 3, 4, nowhere, 9,
                     -4, 2, c.data(), 3, oc);
  CHECK(c == std::vector<int32_t>{11, 11, 11, 12, 12, 12});
  cblas_gemm_s8s8s32(CblasColMajor, CblasNoTrans, CblasNoTrans, CblasFixOffset, 3, 2, 0, 1, nowhere, 3, 4, nowhere, 1,
                     -4, 0, c.data(), 3, oc);
  CHECK(c == std::vector<int32_t>(6, 1));
  cblas_gemm_s8s8s32(CblasColMajor, CblasNoTrans, CblasNoTrans, CblasFixOffset, 3, 0, 5, 1, nowhere, 3, 4, nowhere, 5,
                     -4, 0, nullptr, 3, nullptr);
  CHECK(reported.calls == 0);
}

TEST_CASE("8-bit gemm: argument numbers", "[blas]") {
  ForbiddenPage page;
  const auto position = [&page](int layout, int ta, int tb, int offsetc, int m, int n, int k, int lda, int ldb,
                                int ldc) {
    reset_report();
    for (Int8Gemm entry : {&cblas_gemm_s8s8s32, &cblas_gemm_s8u8s32})
      entry(layout_of(layout), trans_of(ta), trans_of(tb), static_cast<CBLAS_OFFSET>(offsetc), m, n, k, 1,
            page.as<void>(), lda, 0, page.as<void>(), ldb, 0, 0, page.as<int32_t>(), ldc, page.as<int32_t>());
    CHECK(reported.calls == 2);
    CHECK(reported.name == "cblas_gemm_s8u8s32");
    return reported.info;
  };
  CHECK(position(100, kNo, kNo, 171, 3, 2, 4, 3, 4, 3) == 1);
  CHECK(position(kCol, 110, kNo, 171, 3, 2, 4, 3, 4, 3) == 2);
  CHECK(position(kCol, kNo, 114, 171, 3, 2, 4, 3, 4, 3) == 3);
  CHECK(position(kCol, kNo, kNo, 170, 3, 2, 4, 3, 4, 3) == 4);
  CHECK(position(kCol, kNo, kNo, 171, -3, 2, 4, 3, 4, 3) == 5);
  CHECK(position(kCol, kNo, kNo, 171, 3, -2, 4, 3, 4, 3) == 6);
  CHECK(position(kCol, kNo, kNo, 171, 3, 2, -4, 3, 4, 3) == 7);
  CHECK(position(kCol, kNo, kNo, 172, 3, 2, 4, 2, 4, 3) == 10);
  CHECK(position(kRow, kNo, kNo, 172, 3, 2, 4, 3, 2, 2) == 10);
  CHECK(position(kCol, kNo, kNo, 173, 3, 2, 4, 3, 3, 3) == 13);
  CHECK(position(kRow, kNo, kTr, 173, 3, 2, 4, 4, 3, 2) == 13);
  CHECK(position(kCol, kNo, kNo, 173, 3, 2, 4, 3, 4, 2) == 17);
}

TEST_CASE("scaled 8-bit products fit a stack of 128 KiB", "[blas]") {
  if (GK_TEST_SANITIZED) return;  // whose frames are larger
  const int k = 20;
  std::vector<uint8_t> a(size_t(k * k), 3), b(size_t(k * k), 2);
  std::vector<int32_t> c(size_t(k * k));
  const int32_t oc = 0;
  {
    StackThread thread(128 << 10, [&] {
      cblas_gemm_s8u8s32(CblasColMajor, CblasTrans, CblasNoTrans, CblasFixOffset, k, k, k, 0.5f, a.data(), k, 1,
                         b.data(), k, 1, 0, c.data(), k, &oc);
    });
  }
  CHECK(c[0] == k * 4 * 3 / 2);
}
