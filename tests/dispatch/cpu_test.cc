// src/dispatch/cpu: feature detection and the ISA pin.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "dispatch/cpu.h"

using namespace gk;

namespace {

#if defined(__x86_64__) || defined(__aarch64__)
// What the operating system says; it lists only features whose registers it saves.
bool in_cpuinfo(const std::string &flag) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("flags", 0) != 0 && line.rfind("Features", 0) != 0) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word == flag) return true;
    }
    return false;
  }
  return false;
}
#endif

}  // namespace

TEST_CASE("features agree with the operating system and do not change", "[cpu]") {
  const uint64_t features = cpu_features();
  CHECK(cpu_features() == features);
#if defined(__x86_64__)
  CHECK(((features & GK_CPU_AVX2) != 0) == in_cpuinfo("avx2"));
  CHECK(((features & GK_CPU_FMA) != 0) == in_cpuinfo("fma"));
  CHECK(((features & GK_CPU_AVX512F) != 0) == in_cpuinfo("avx512f"));
  CHECK(((features & GK_CPU_AVX512BW) != 0) == in_cpuinfo("avx512bw"));
  CHECK(((features & GK_CPU_AVX512DQ) != 0) == in_cpuinfo("avx512dq"));
  CHECK(((features & GK_CPU_AVX512VL) != 0) == in_cpuinfo("avx512vl"));
#elif defined(__aarch64__)
  CHECK((features & GK_CPU_NEON) != 0);
  // An emulator of one process shows it the /proc/cpuinfo of its host.
  if (in_cpuinfo("asimd")) CHECK(((features & GK_CPU_DOTPROD) != 0) == in_cpuinfo("asimddp"));
#else
  CHECK(features == 0);
#endif
}

TEST_CASE("parse_pin knows names and aliases in any case", "[cpu]") {
  for (const char *text : {"", " ", "\t\n", "auto", "AUTO", " Auto "}) {
    INFO(text);
    CHECK(parse_pin(text).kind == PinKind::Auto);
  }
  CHECK(parse_pin(nullptr).kind == PinKind::Auto);

  const struct {
    const char *text;
    gk_isa isa;
  } known[] = {{"scalar", GK_ISA_SCALAR},   {"fma", GK_ISA_FMA},
               {"avx2", GK_ISA_FMA},        {" FMA\n", GK_ISA_FMA},
               {"AvX512F", GK_ISA_AVX512F}, {"\tavx512f ", GK_ISA_AVX512F},
               {"vnni", GK_ISA_AVX512VNNI}, {"avx512vnni", GK_ISA_AVX512VNNI},
               {"bfdot", GK_ISA_BFDOT},     {"avxvnni", GK_ISA_AVXVNNI},
               {"NEON", GK_ISA_NEON},       {"dotprod", GK_ISA_DOTPROD},
               {"i8mm", GK_ISA_I8MM},       {"simd128", GK_ISA_SIMD128},
               {"SIMD128", GK_ISA_SIMD128}, {"wasm", GK_ISA_SIMD128}};
  for (const auto &pin : known) {
    INFO(pin.text);
    REQUIRE(parse_pin(pin.text).kind == PinKind::Isa);
    CHECK(parse_pin(pin.text).isa == pin.isa);
  }
  // The instructions that multiply pairs of bf16, on the architecture at hand.
#if defined(__aarch64__)
  CHECK(parse_pin("bf16").isa == GK_ISA_BFDOT);
#else
  CHECK(parse_pin("bf16").isa == GK_ISA_AVX512BF16);
#endif
  for (const char *text : {"avx", "avx5", "avx512", "avx512ff", "scalar fma", "sca lar", "0", "fma,avx2", "auto0"}) {
    INFO(text);
    CHECK(parse_pin(text).kind == PinKind::Unknown);
  }
}

TEST_CASE("isa names are pin names", "[cpu]") {
  for (int32_t i = 0; i < GK_ISA_COUNT; ++i) {
    const gk_isa isa = static_cast<gk_isa>(i);
    const Pin pin = parse_pin(isa_name(isa));
    CHECK(pin.kind == PinKind::Isa);
    CHECK(pin.isa == isa);
  }
  CHECK(std::string(isa_name(GK_ISA_COUNT)) == "unknown");
}
