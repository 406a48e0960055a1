// src/base: number parsing, messages, size arithmetic, aligned memory.
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <string>
#include <thread>

#include "base/checked.h"
#include "base/env.h"
#include "base/error.h"
#include "base/memory.h"

using namespace gk;

TEST_CASE("parse_decimal accepts whole non-negative decimals only", "[base]") {
  uint64_t value = 77;
  REQUIRE(parse_decimal("0", &value));
  CHECK(value == 0);
  REQUIRE(parse_decimal(" \t12 \n", &value));
  CHECK(value == 12);
  REQUIRE(parse_decimal("007", &value));
  CHECK(value == 7);
  REQUIRE(parse_decimal("18446744073709551615", &value));
  CHECK(value == UINT64_MAX);

  value = 77;
  for (const char *bad : {"", " ", "-1", "+1", "1.5", "1e3", "0x10", "12a", "a12", "1 2", "18446744073709551616",
                          "99999999999999999999999", "\xc2\xb2", "inf"}) {
    INFO(bad);
    CHECK_FALSE(parse_decimal(bad, &value));
    CHECK(value == 77);
  }
  CHECK_FALSE(parse_decimal(nullptr, &value));
}

TEST_CASE("parse_decimal inverts printing", "[base]") {
  rc::prop("every uint64 survives", [](uint64_t value) {
    uint64_t parsed = ~value;
    RC_ASSERT(parse_decimal(std::to_string(value).c_str(), &parsed));
    RC_ASSERT(parsed == value);
  });
}

TEST_CASE("env_text reads the environment", "[base]") {
  setenv("GEMMKIT_TEST_VARIABLE", "text", 1);
  REQUIRE(env_text("GEMMKIT_TEST_VARIABLE") != nullptr);
  CHECK(strcmp(env_text("GEMMKIT_TEST_VARIABLE"), "text") == 0);
  unsetenv("GEMMKIT_TEST_VARIABLE");
  CHECK(env_text("GEMMKIT_TEST_VARIABLE") == nullptr);
}

TEST_CASE("fail keeps the message of its thread", "[base]") {
  std::thread fresh([] { CHECK(strcmp(last_error(), "") == 0); });
  fresh.join();
  errno = EDOM;
  CHECK(fail(GEMMKIT_ERR_SHAPE, "A.cols (%d) != B.rows (%d)", 3, 4) == GEMMKIT_ERR_SHAPE);
  CHECK(errno == EDOM);
  CHECK(strcmp(last_error(), "gemmkit: A.cols (3) != B.rows (4)") == 0);
  std::thread other([] { fail(GEMMKIT_ERR_ALIAS, "other"); });
  other.join();
  CHECK(strcmp(last_error(), "gemmkit: A.cols (3) != B.rows (4)") == 0);
}

TEST_CASE("fail cuts what is too long and may quote the old message", "[base]") {
  fail(GEMMKIT_ERR_ARGUMENT, "%s", std::string(1000, 'x').c_str());
  CHECK(strlen(last_error()) == 255);
  CHECK(std::string(last_error()).rfind("gemmkit: xxx", 0) == 0);
  fail(GEMMKIT_ERR_ARGUMENT, "first");
  fail(GEMMKIT_ERR_ARGUMENT, "after <%s>", last_error());
  CHECK(std::string(last_error()) == "gemmkit: after <gemmkit: first>");
}

TEST_CASE("checked arithmetic reports overflow", "[base]") {
  int64_t product;
  CHECK(checked_mul(INT64_MAX, int64_t{1}, &product));
  CHECK_FALSE(checked_mul(INT64_MAX, int64_t{2}, &product));
  CHECK_FALSE(checked_add(INT64_MAX, int64_t{1}, &product));
  size_t bytes;
  CHECK_FALSE(checked_mul(SIZE_MAX, size_t{2}, &bytes));
  CHECK(saturating_volume(3, 4, 5) == 60);
  CHECK(saturating_volume(INT64_MAX, INT64_MAX, 5) == UINT64_MAX);
  CHECK(saturating_volume(INT64_MAX, INT64_MAX, 0) == 0);
  CHECK(saturating_volume(INT64_MAX, 2, INT64_MAX) == UINT64_MAX);
  CHECK(magnitude(-3) == 3);
  CHECK(magnitude(INT64_MIN) == INT64_MAX);
}

TEST_CASE("balanced slices cover the total and are nearly equal", "[base]") {
  rc::prop("balanced", [] {
    const int64_t step = *rc::gen::inRange<int64_t>(1, 64);
    const int64_t most = step * *rc::gen::inRange<int64_t>(1, 200);
    const int64_t total = *rc::gen::inRange<int64_t>(1, 1'000'000);
    const int64_t slice = balanced(total, most, step);
    RC_ASSERT(slice >= 1);
    RC_ASSERT(slice <= most);
    RC_ASSERT(slice == total || slice % step == 0);
    // As few slices as the unbalanced cut makes.
    RC_ASSERT(ceil_div(total, slice) == ceil_div(total, most));
  });
}

TEST_CASE("aligned_allocate aligns, counts and leaves errno alone", "[base]") {
  const uint64_t before = allocation_count();
  for (size_t bytes : {size_t{1}, size_t{63}, size_t{64}, size_t{100'000}}) {
    errno = ERANGE;
    void *block = aligned_allocate(bytes);
    REQUIRE(block != nullptr);
    CHECK(reinterpret_cast<uintptr_t>(block) % kBufferAlignment == 0);
    memset(block, 0x5a, bytes);
    aligned_free(block);
    CHECK(errno == ERANGE);
  }
  CHECK(allocation_count() == before + 4);
  aligned_free(nullptr);
}

TEST_CASE("large blocks are aligned to huge pages from the threshold on", "[base]") {
  for (size_t bytes : {kHugePage, kHugePage + 1, 5 * kHugePage - 4096}) {
    void *block = aligned_allocate(bytes, kHugePage);
    REQUIRE(block != nullptr);
    CHECK(reinterpret_cast<uintptr_t>(block) % kHugePage == 0);
    memset(block, 1, bytes);
    aligned_free(block);
  }
  // A threshold below a huge page does not waste one on a small block.
  void *small = aligned_allocate(128, 1);
  REQUIRE(small != nullptr);
  aligned_free(small);
}

TEST_CASE("aligned_allocate returns null when memory is short", "[base]") {
  const uint64_t before = allocation_count();
  errno = EDOM;
  CHECK(aligned_allocate(SIZE_MAX / 2) == nullptr);
  CHECK(aligned_allocate(SIZE_MAX / 2, kHugePage) == nullptr);
  CHECK(aligned_allocate(SIZE_MAX, kHugePage) == nullptr);
  CHECK(errno == EDOM);
  CHECK(allocation_count() == before);
}
