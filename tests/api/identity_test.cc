// The knob registry, version, ISA and configuration through their C functions.
#include "api/views.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <limits>
#include <set>

using namespace gk::test;

namespace {

constexpr const char *kTypes[] = {"f32", "f64", "f16", "bf16", "f16_f32", "bf16_f32", "i8", "c32", "c64"};

}  // namespace

TEST_CASE("the registry can be walked", "[api]") {
  const int32_t count = gemmkit_knob_count();
  REQUIRE(count > 0);
  std::set<std::string> names;
  for (int32_t i = 0; i < count; ++i) {
    const char *name = gemmkit_knob_name(i);
    REQUIRE(name != nullptr);
    REQUIRE(gemmkit_knob_help(i) != nullptr);
    INFO(name);
    CHECK(std::string(name).rfind("GEMMKIT_", 0) == 0);
    CHECK(std::strlen(gemmkit_knob_help(i)) > 10);
    CHECK(std::strchr(gemmkit_knob_help(i), '\n') == nullptr);
    CHECK(names.insert(name).second);
    uint64_t value;
    CHECK(gemmkit_knob_get(name, &value) == GEMMKIT_OK);
  }
  CHECK(gemmkit_knob_name(-1) == nullptr);
  CHECK(gemmkit_knob_name(count) == nullptr);
  CHECK(gemmkit_knob_help(-1) == nullptr);
  CHECK(gemmkit_knob_help(count) == nullptr);
}

TEST_CASE("set, get, reset", "[api]") {
  const char *name = "GEMMKIT_PARALLEL_THRESHOLD";
  uint64_t before = 0, value = 0;
  REQUIRE(gemmkit_knob_get(name, &before) == GEMMKIT_OK);
  REQUIRE(gemmkit_knob_set(name, 12345) == GEMMKIT_OK);
  CHECK(gemmkit_knob_get(name, &value) == GEMMKIT_OK);
  CHECK(value == 12345);
  REQUIRE(gemmkit_knob_set(name, UINT64_MAX) == GEMMKIT_OK);
  CHECK(gemmkit_knob_get(name, &value) == GEMMKIT_OK);
  CHECK(value == UINT64_MAX);
  REQUIRE(gemmkit_knob_reset(name) == GEMMKIT_OK);
  CHECK(gemmkit_knob_get(name, &value) == GEMMKIT_OK);
  CHECK(value == before);
}

TEST_CASE("unknown and null knob names", "[api]") {
  uint64_t value = 77;
  CHECK(gemmkit_knob_get("GEMMKIT_NO_SUCH", &value) == GEMMKIT_ERR_ARGUMENT);
  CHECK(last_error() == "gemmkit: there is no knob GEMMKIT_NO_SUCH");
  CHECK(gemmkit_knob_set("gemmkit_parallel_threshold", 1) == GEMMKIT_ERR_ARGUMENT);
  CHECK(gemmkit_knob_reset("") == GEMMKIT_ERR_ARGUMENT);
  CHECK(last_error() == "gemmkit: there is no knob ");
  CHECK(gemmkit_knob_get(nullptr, &value) == GEMMKIT_ERR_ARGUMENT);
  CHECK(last_error() == "gemmkit: the knob's name is null");
  CHECK(gemmkit_knob_set(nullptr, 1) == GEMMKIT_ERR_ARGUMENT);
  CHECK(gemmkit_knob_reset(nullptr) == GEMMKIT_ERR_ARGUMENT);
  CHECK(gemmkit_knob_get("GEMMKIT_PARALLEL_THRESHOLD", nullptr) == GEMMKIT_ERR_ARGUMENT);
  CHECK(last_error() == "gemmkit: knob_get: value is null");
  CHECK(value == 77);
}

TEST_CASE("version", "[api]") {
  const std::string expected = std::to_string(GEMMKIT_VERSION_MAJOR) + "." + std::to_string(GEMMKIT_VERSION_MINOR) +
                               "." + std::to_string(GEMMKIT_VERSION_PATCH);
  CHECK(gemmkit_version() == expected);
}

TEST_CASE("the kernel in force can be asked for", "[api]") {
  const std::set<std::string> known{"scalar", "fma",     "avx512f", "avxvnni", "avx512vnni", "avx512bf16",
                                    "neon",   "dotprod", "i8mm",    "simd128", "bfdot"};
  for (const char *type : kTypes) {
    CAPTURE(type);
    const char *isa = gemmkit_isa(type);
    REQUIRE(isa != nullptr);
    CHECK(known.count(isa) == 1);
    // The suite is pinned to instruction sets that have kernels for every type.
    if (const char *pin = std::getenv("GEMMKIT_REQUIRE_ISA")) CHECK(std::string(isa) == pin);
  }
  CHECK(gemmkit_isa("f128") == nullptr);
  CHECK(last_error() == "gemmkit: there is no element type f128");
  CHECK(gemmkit_isa(nullptr) == nullptr);
  CHECK(last_error() == "gemmkit: the element type's name is null");
}

TEST_CASE("the configuration names what a bug report needs", "[api]") {
  const std::string text = gemmkit_config();
  INFO(text);
  CHECK(text.find(std::string("gemmkit ") + gemmkit_version()) == 0);
  CHECK(text.find("families f32 f64 f16 bf16 f16_f32 bf16_f32 i8 c32 c64;") != std::string::npos);
  for (const char *type : kTypes)
    CHECK(text.find(std::string(" ") + type + "=" + gemmkit_isa(type)) != std::string::npos);
  CHECK(text.find("threads " + std::to_string(gemmkit_get_max_threads())) != std::string::npos);
  CHECK(text.find("L1d ") != std::string::npos);
#if defined(GK_TEST_OPENMP)
  CHECK(text.find("; teams by openmp") != std::string::npos);
#else
  CHECK(text.find("; teams by ") != std::string::npos);
  CHECK(text.find("openmp") == std::string::npos);
#endif
  CHECK(text.find('\n') == std::string::npos);
}
