// src/minimal/format: as the C library has it.
#include "base/format.h"

#include <catch2/catch.hpp>

#include <cinttypes>
#include <cstdio>
#include <string>

using namespace gk;

#define CHECK_FORMAT(...)                                          \
  do {                                                             \
    char ours[64], theirs[64];                                     \
    const int length = write_text(ours, sizeof ours, __VA_ARGS__); \
    CHECK(length == snprintf(theirs, sizeof theirs, __VA_ARGS__)); \
    CHECK(std::string(ours) == theirs);                            \
  } while (0)

TEST_CASE("formats", "[minimal]") {
  CHECK_FORMAT("%s", "");
  CHECK_FORMAT("100%% %s-%.3s|%.64s", "text", "precision", "short");
  CHECK_FORMAT("%d %d %u %zu", -17, 0, 4000000000U, sizeof(int));
  CHECK_FORMAT("%" PRId64 " %" PRId64 " %lld", INT64_MIN, INT64_MAX, 123456789012LL);
  CHECK_FORMAT("%llu", 18446744073709551615ULL);
  const std::string text(70, 'x');
  CHECK_FORMAT("cut: %s", text.c_str());
  for (double x : {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 3.14159265358979, 1e-4, 1e-5, 1.25e-7, 123456.0, 1234567.0, 999999.4,
                   1e6, 1e300, -2.5e-30, 100.0, 0.001234, 1e308})
    CHECK_FORMAT("(%g)", x);
  CHECK_FORMAT("%g", __builtin_inf());
}
