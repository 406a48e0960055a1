// src/tuning: the knob registry and the order in which a knob gets its value.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/child.h"
#include "tuning/knobs.h"

using namespace gk;

namespace {

constexpr int32_t kCount = static_cast<int32_t>(Knob::COUNT);

}  // namespace

TEST_CASE("every knob has a name, a help line and is found", "[knobs]") {
  std::set<std::string> names;
  for (int32_t i = 0; i < kCount; ++i) {
    const Knob id = static_cast<Knob>(i);
    INFO(knob_name(id));
    CHECK(std::string(knob_name(id)).rfind("GEMMKIT_", 0) == 0);
    CHECK(names.insert(knob_name(id)).second);
    CHECK(strlen(knob_help(id)) > 10);
    CHECK(strchr(knob_help(id), '\n') == nullptr);
    CHECK(knob_find(knob_name(id)) == id);
    CHECK(knob(id) == knob_default(id));
  }
  CHECK(knob_find("GEMMKIT_NO_SUCH_KNOB") == Knob::COUNT);
  CHECK(knob_find("gemmkit_kc") == Knob::COUNT);
  CHECK(knob_find("") == Knob::COUNT);
  CHECK(knob_find(nullptr) == Knob::COUNT);
}

TEST_CASE("a setter wins until it is reset, whatever the value", "[knobs]") {
  rc::prop("set, get, reset", [] {
    const Knob id = static_cast<Knob>(*rc::gen::inRange<int32_t>(0, kCount));
    const uint64_t value = *rc::gen::arbitrary<uint64_t>();
    knob_set(id, value);
    RC_ASSERT(knob(id) == value);
    knob_reset(id);
    RC_ASSERT(knob(id) == knob_default(id));
  });
  // 0xa51c... marks unread values inside: it must still be an ordinary value outside.
  for (uint64_t value : {uint64_t{0}, kNever, uint64_t{0xa51c3d5e11f00b57}}) {
    knob_set(Knob::GEMMKIT_KC, value);
    CHECK(knob(Knob::GEMMKIT_KC) == value);
    CHECK(knob(Knob::GEMMKIT_KC) == value);
  }
  knob_reset(Knob::GEMMKIT_KC);
  CHECK(knob(Knob::GEMMKIT_KC) == 0);
}

TEST_CASE("knobs may be read and set from many threads", "[knobs]") {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 10'000; ++i) {
        if (t == 0) knob_set(Knob::GEMMKIT_MC, i % 2 ? 100 : 200);
        if (t == 1 && i % 16 == 0) knob_reset(Knob::GEMMKIT_MC);
        const uint64_t value = knob(Knob::GEMMKIT_MC);
        if (value != 0 && value != 100 && value != 200) abort();
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  knob_reset(Knob::GEMMKIT_MC);
  CHECK(knob(Knob::GEMMKIT_MC) == 0);
}

// Runs in a child process only.
TEST_CASE("child: print knobs", "[.child]") {
  for (int round = 0; round < 2; ++round) {
    for (Knob id : {Knob::GEMMKIT_KC, Knob::GEMMKIT_MC, Knob::GEMMKIT_NC, Knob::GEMMKIT_KC_MIN}) {
      printf("[%s=%llu]\n", knob_name(id), static_cast<unsigned long long>(knob(id)));
    }
  }
  setenv("GEMMKIT_KC", "999", 1);  // read once: too late
  knob_set(Knob::GEMMKIT_KC, 5);
  printf("[set %llu]\n", static_cast<unsigned long long>(knob(Knob::GEMMKIT_KC)));
  knob_reset(Knob::GEMMKIT_KC);
  printf("[reset %llu]\n", static_cast<unsigned long long>(knob(Knob::GEMMKIT_KC)));
  // Set before the first read, then reset: the environment applies.
  knob_set(Knob::GEMMKIT_PREFETCH_MIN_BYTES, 1);
  knob_reset(Knob::GEMMKIT_PREFETCH_MIN_BYTES);
  printf("[late %llu]\n", static_cast<unsigned long long>(knob(Knob::GEMMKIT_PREFETCH_MIN_BYTES)));
}

TEST_CASE("the environment is read once and bad values warn once", "[knobs]") {
  const test::ChildResult child = test::run_case("child: print knobs", {{"GEMMKIT_KC", " 384 "},
                                                                        {"GEMMKIT_MC", "-3"},
                                                                        {"GEMMKIT_NC", "18446744073709551615"},
                                                                        {"GEMMKIT_KC_MIN", "many"},
                                                                        {"GEMMKIT_PREFETCH_MIN_BYTES", "4096"}});
  INFO(child.output);
  CHECK(child.status == 0);
  CHECK(test::occurrences(child.output, "[GEMMKIT_KC=384]") == 2);
  CHECK(test::occurrences(child.output, "[GEMMKIT_MC=0]") == 2);
  CHECK(test::occurrences(child.output, "[GEMMKIT_NC=18446744073709551615]") == 2);
  CHECK(test::occurrences(child.output, "[GEMMKIT_KC_MIN=512]") == 2);
  CHECK(test::occurrences(child.output, "[set 5]") == 1);
  CHECK(test::occurrences(child.output, "[reset 384]") == 1);
  CHECK(test::occurrences(child.output, "[late 4096]") == 1);
  CHECK(test::occurrences(child.output, "gemmkit: ignoring GEMMKIT_MC=-3") == 1);
  CHECK(test::occurrences(child.output, "gemmkit: ignoring GEMMKIT_KC_MIN=many") == 1);
  CHECK(test::occurrences(child.output, "ignoring") == 2);
}
