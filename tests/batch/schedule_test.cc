// The choice of a schedule and the order of a group.
#include "batch/schedule.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

using gk::choose_schedule;
using gk::Schedule;

constexpr uint64_t kNoSplit = UINT64_MAX;

Schedule schedule(int64_t count, int64_t batch, int64_t product) {
  return choose_schedule({count, batch, product, 1 << 20, 10, kNoSplit});
}

}  // namespace

TEST_CASE("work that pays for one worker is serial", "[batch]") {
  CHECK(schedule(10000, 1, 1) == Schedule::Serial);
  CHECK(schedule(2, 1, 1) == Schedule::Serial);
}

TEST_CASE("small products are shared out whole", "[batch]") {
  CHECK(schedule(10000, 2, 1) == Schedule::Shared);
  CHECK(schedule(3, 64, 1) == Schedule::Shared);
}

TEST_CASE("large products are split when whole ones would leave workers idle", "[batch]") {
  CHECK(schedule(2, 8, 8) == Schedule::Internal);
  CHECK(schedule(3, 2, 2) == Schedule::Internal);  // a quarter idle
  CHECK(schedule(2, 2, 2) == Schedule::Shared);    // nobody idle
  CHECK(schedule(101, 2, 2) == Schedule::Shared);  // one round in 51 half idle
  CHECK(schedule(1000, 8, 8) == Schedule::Shared);
  CHECK(schedule(9, 8, 2) == Schedule::Shared);    // 4.5 workers busy on average, split only 2
  CHECK(schedule(9, 8, 8) == Schedule::Internal);  // 7.2 against 4.5
}

TEST_CASE("the loss of splitting decides", "[batch]") {
  CHECK(choose_schedule({3, 2, 2, 1, 24, kNoSplit}) == Schedule::Internal);
  CHECK(choose_schedule({3, 2, 2, 1, 25, kNoSplit}) == Schedule::Shared);
  CHECK(choose_schedule({3, 2, 2, 1, 100, kNoSplit}) == Schedule::Shared);
  CHECK(choose_schedule({3, 2, 2, 1, UINT64_MAX, kNoSplit}) == Schedule::Shared);
}

TEST_CASE("products too large for a worker's share of the caches are split", "[batch]") {
  CHECK(choose_schedule({1000, 4, 4, 4 << 17, 10, 1 << 17}) == Schedule::Internal);
  CHECK(choose_schedule({1000, 4, 4, (4 << 17) - 1, 10, 1 << 17}) == Schedule::Shared);
  CHECK(choose_schedule({1000, 4, 1, UINT64_MAX, 10, 1 << 17}) == Schedule::Shared);  // cannot be split
}

TEST_CASE("absurd counts do not overflow", "[batch]") {
  CHECK(choose_schedule({INT64_MAX, 1 << 16, 1 << 16, UINT64_MAX, 0, kNoSplit}) == Schedule::Shared);
}

TEST_CASE("a group is ordered by falling weight", "[batch]") {
  rc::prop("a permutation, heaviest first", [](const std::vector<uint64_t> &weight) {
    std::vector<int64_t> order(weight.size());
    std::iota(order.begin(), order.end(), 0);
    gk::order_by_weight(order.data(), weight.data(), static_cast<int64_t>(order.size()));
    for (size_t i = 1; i < order.size(); ++i)
      RC_ASSERT(weight[static_cast<size_t>(order[i - 1])] >= weight[static_cast<size_t>(order[i])]);
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < order.size(); ++i) RC_ASSERT(order[i] == static_cast<int64_t>(i));
  });
}
