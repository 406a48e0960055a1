// Kernel selection as a pure function of features and pin, and what a selected table promises.
#include "dispatch/select.h"

#include "dispatch/cpu.h"

#include <catch2/catch.hpp>

#include <string>

namespace {

#if defined(__x86_64__)
constexpr uint64_t kAvx2 = GK_CPU_AVX2 | GK_CPU_FMA;
constexpr uint64_t kAvx512 = kAvx2 | GK_CPU_AVX512F | GK_CPU_AVX512BW | GK_CPU_AVX512DQ | GK_CPU_AVX512VL;
#endif

}  // namespace

TEST_CASE("H31 the best kernel the features allow is chosen, whatever the CPU is called") {
  for (gk_elem elem : {GK_F32, GK_F64}) {
    CAPTURE(elem);
    REQUIRE(gk::choose_kernel(elem, 0, -1)->isa == GK_ISA_SCALAR);
#if defined(__x86_64__)
    CHECK(gk::choose_kernel(elem, kAvx512, -1)->isa == GK_ISA_AVX512F);
    CHECK(gk::choose_kernel(elem, ~uint64_t{0}, -1)->isa == GK_ISA_AVX512F);
    CHECK(gk::choose_kernel(elem, kAvx2, -1)->isa == GK_ISA_FMA);
    // Half a feature set is none: AVX2 without FMA, AVX-512F without the companions the kernels use.
    CHECK(gk::choose_kernel(elem, GK_CPU_AVX2, -1)->isa == GK_ISA_SCALAR);
    CHECK(gk::choose_kernel(elem, kAvx2 | GK_CPU_AVX512F, -1)->isa == GK_ISA_FMA);
#elif defined(__aarch64__)
    CHECK(gk::choose_kernel(elem, GK_CPU_NEON, -1)->isa == GK_ISA_NEON);
    CHECK(gk::choose_kernel(elem, ~uint64_t{0}, -1)->isa == GK_ISA_NEON);
#endif
  }
#if defined(__aarch64__)
  for (gk_elem elem : {GK_I8, GK_I8_I8, GK_I8_U8}) {
    CAPTURE(elem);
    CHECK(gk::choose_kernel(elem, GK_CPU_NEON, -1)->isa == GK_ISA_NEON);
    CHECK(gk::choose_kernel(elem, GK_CPU_NEON | GK_CPU_DOTPROD, -1)->isa == GK_ISA_DOTPROD);
    CHECK(gk::choose_kernel(elem, ~uint64_t{0}, -1)->isa == GK_ISA_I8MM);
    CHECK(gk::choose_kernel(elem, ~uint64_t{0}, GK_ISA_NEON)->isa == GK_ISA_NEON);
  }
  constexpr uint64_t kPairs = GK_CPU_NEON | GK_CPU_BFDOT;
  for (gk_elem elem : {GK_BF16, GK_BF16_F32}) {
    CAPTURE(elem);
    for (uint64_t knob : {0, 1, 2}) {
      CHECK(gk::choose_kernel(elem, gk::wished_features(GK_CPU_NEON, knob), -1)->isa == GK_ISA_NEON);
      CHECK(gk::choose_kernel(elem, gk::wished_features(kPairs, knob), -1)->isa ==
            (knob == 1 ? GK_ISA_BFDOT : GK_ISA_NEON));
    }
    CHECK(gk::choose_kernel(elem, kPairs, GK_ISA_BFDOT)->isa == GK_ISA_BFDOT);
  }
  CHECK(gk::choose_kernel(GK_F16, ~uint64_t{0}, GK_ISA_BFDOT)->isa == GK_ISA_NEON);
#endif
}

TEST_CASE("A pinned choice is that ISA or nothing") {
  CHECK(gk::choose_kernel(GK_F32, ~uint64_t{0}, GK_ISA_SCALAR)->isa == GK_ISA_SCALAR);
#if defined(__x86_64__)
  CHECK(gk::choose_kernel(GK_F64, ~uint64_t{0}, GK_ISA_FMA)->isa == GK_ISA_FMA);
  CHECK(gk::choose_kernel(GK_F64, kAvx2, GK_ISA_AVX512F) == nullptr);
#elif defined(__aarch64__)
  CHECK(gk::choose_kernel(GK_F32, ~uint64_t{0}, GK_ISA_DOTPROD)->isa == GK_ISA_NEON);
#endif
  CHECK(gk::choose_kernel(GK_F32, ~uint64_t{0}, GK_ISA_COUNT) == nullptr);
}

#if defined(__x86_64__)
TEST_CASE("bf16 is multiplied in pairs where that is fast, where GEMMKIT_BF16_DOT says so, and under its pin") {
  constexpr uint64_t kF16 = kAvx512 | GK_CPU_F16C, kSlow = kF16 | GK_CPU_AVX512BF16,
                     kFast = kSlow | GK_CPU_FAST_BF16_DOT;
  for (gk_elem elem : {GK_BF16, GK_BF16_F32}) {
    CAPTURE(elem);
    const auto chosen = [&](uint64_t features, uint64_t knob) {
      return gk::choose_kernel(elem, gk::wished_features(features, knob), -1)->isa;
    };
    for (uint64_t knob : {0, 1, 2, 3}) {
      CAPTURE(knob);
      CHECK(chosen(kF16, knob) == GK_ISA_AVX512F);
      CHECK(chosen(kSlow, knob) == (knob == 1 ? GK_ISA_AVX512BF16 : GK_ISA_AVX512F));
      CHECK(chosen(kFast, knob) == (knob == 2 ? GK_ISA_AVX512F : GK_ISA_AVX512BF16));
    }
    CHECK(gk::choose_kernel(elem, kSlow, GK_ISA_AVX512BF16)->isa == GK_ISA_AVX512BF16);
    CHECK(gk::choose_kernel(elem, kAvx2, -1)->isa == GK_ISA_FMA);
  }
  for (gk_elem elem : {GK_F16, GK_F16_F32}) {
    CAPTURE(elem);
    CHECK(gk::choose_kernel(elem, kFast, -1)->isa == GK_ISA_AVX512F);
    CHECK(gk::choose_kernel(elem, kFast, GK_ISA_AVX512BF16)->isa == GK_ISA_AVX512F);
    CHECK(gk::choose_kernel(elem, kAvx2 | GK_CPU_F16C, -1)->isa == GK_ISA_FMA);
    CHECK(gk::choose_kernel(elem, kAvx2, -1)->isa == GK_ISA_SCALAR);
  }
}
#endif

#if defined(__x86_64__)
// Every state a CPU, a hypervisor and an operating system may be in: what the latter does not save counts as missing.
TEST_CASE("H31 no combination of features gets kernels that need another") {
  constexpr uint64_t kBits[] = {GK_CPU_AVX2,     GK_CPU_FMA,        GK_CPU_F16C,         GK_CPU_AVX512F,
                                GK_CPU_AVX512BW, GK_CPU_AVX512DQ,   GK_CPU_AVX512VL,     GK_CPU_AVX512VNNI,
                                GK_CPU_AVXVNNI,  GK_CPU_AVX512BF16, GK_CPU_FAST_BF16_DOT};
  constexpr unsigned kCombinations = 1u << (sizeof kBits / sizeof kBits[0]);
  uint64_t wrong = 0;
  for (unsigned combination = 0; combination < kCombinations; ++combination) {
    uint64_t features = 0;
    for (unsigned bit = 0; kCombinations >> bit > 1; ++bit)
      if (combination >> bit & 1) features |= kBits[bit];
    for (int32_t elem = 0; elem < GK_ELEM_COUNT; ++elem) {
      if (!gk::is_built(static_cast<gk_elem>(elem))) continue;
      const gk_kernel_table *best = gk::choose_kernel(static_cast<gk_elem>(elem), features, -1);
      wrong += best == nullptr || (best->cpu_features & ~features) != 0;
      for (int32_t isa = 0; isa < GK_ISA_COUNT; ++isa) {
        const gk_kernel_table *pinned = gk::choose_kernel(static_cast<gk_elem>(elem), features, isa);
        wrong += pinned != nullptr && (pinned->cpu_features & ~features) != 0;
      }
    }
  }
  CHECK(wrong == 0);
}
#endif

TEST_CASE("Every table the build offers is well formed") {
  for (gk_elem elem : {GK_F32, GK_F64}) {
    for (int32_t isa = 0; isa < GK_ISA_COUNT; ++isa) {
      const gk_kernel_table *table = gk::choose_kernel(elem, ~uint64_t{0}, isa);
      if (table == nullptr) continue;
      CAPTURE(table->name);
      CHECK(table->elem == elem);
      CHECK(table->elem_size == (elem == GK_F32 ? 4 : 8));
      CHECK(table->mr >= 1);
      CHECK(table->nr >= 1);
      CHECK(table->row_quantum >= 1);
      CHECK(table->mr % table->row_quantum == 0);
      CHECK(std::string(table->name).find(elem == GK_F32 ? "f32" : "f64") != std::string::npos);
      CHECK(table->run_strip != nullptr);
      CHECK(table->pack_lhs != nullptr);
      CHECK(table->pack_rhs != nullptr);
      CHECK(table->scale_c != nullptr);
      if (elem == GK_F32) CHECK(*static_cast<const float *>(table->one) == 1.0f);
      if (elem == GK_F64) CHECK(*static_cast<const double *>(table->one) == 1.0);
    }
  }
}

TEST_CASE("The kernel in force needs nothing the CPU lacks and is remembered") {
  for (gk_elem elem : {GK_F32, GK_F64}) {
    gemmkit_status status = GEMMKIT_OK;
    const gk_kernel_table *table = gk::selected_kernel(elem, &status);
    REQUIRE(table != nullptr);
    CHECK((table->cpu_features & ~gk::cpu_features()) == 0);
    CHECK(gk::selected_kernel(elem, &status) == table);
  }
}
