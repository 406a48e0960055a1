// The entries that copy operands give the same results when there is no memory for the copies.
#include "gemmkit_cblas.h"
#include "support/inject.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace gk::test;

TEST_CASE("8-bit gemm without memory for the signed copy", "[blas][robust]") {
  const int m = 150, n = 140, k = 700;
  std::vector<uint8_t> a(size_t(m * k)), b(size_t(k * n));
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<uint8_t>(i * 37 + i / 91);
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<uint8_t>(i * 59 + i / 83);
  const int32_t oc = 3;
  for (CBLAS_LAYOUT layout : {CblasColMajor, CblasRowMajor})
    for (CBLAS_TRANSPOSE op : {CblasNoTrans, CblasTrans})
      for (float alpha : {2.0f, 0.5f}) {
        std::vector<int32_t> roomy(size_t(m * n), 9), tight = roomy;
        const auto run = [&](std::vector<int32_t> &c) {
          const bool row = layout == CblasRowMajor, trans = op == CblasTrans;
          cblas_gemm_s8u8s32(layout, op, op, CblasFixOffset, m, n, k, alpha, a.data(), row != trans ? k : m, 7,
                             b.data(), row != trans ? n : k, -5, 1, c.data(), row ? n : m, &oc);
        };
        run(roomy);
        const unsigned long before = inject_failures();
        inject_fail_allocations(16000);
        run(tight);
        inject_fail_allocations(~0ul);
        CHECK(inject_failures() > before);
        CHECK(tight == roomy);
      }
}
