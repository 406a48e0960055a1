// src/cache: the blocking model on real, odd and impossible machines.
#include <stdint.h>

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <vector>

#include "base/checked.h"
#include "cache/blocking.h"
#include "cache/machine.h"
#include "tuning/knobs.h"

using namespace gk;

namespace {

constexpr int64_t kKiB = 1024, kMiB = 1024 * kKiB;

const Machine kSapphireRapids = {{48 * kKiB, 12, 64, 1}, {2 * kMiB, 16, 64, 1}, {300 * kMiB, 20, 64, 1}, 2};
const Machine kHaswell = {{32 * kKiB, 8, 64, 1}, {256 * kKiB, 8, 64, 1}, {8 * kMiB, 16, 64, 1}, 4};
const Machine kZen5 = {{48 * kKiB, 12, 64, 1}, {1 * kMiB, 16, 64, 1}, {32 * kMiB, 16, 64, 1}, 16};
const Machine kAppleLike = {{128 * kKiB, 8, 128, 1}, {16 * kMiB, 16, 128, 4}, {0, 0, 0, 1}, 8};
const Machine kZeros = {};
const Machine kGarbage = {{-1, -1, 3, -4}, {INT64_MAX, 1 << 30, 0, 0}, {-5, 0, -64, 0}, -7};
const Machine kOneWay = {{32 * kKiB, 1, 64, 1}, {512 * kKiB, 1, 64, 1}, {4 * kMiB, 1, 64, 1}, 1};
const Machine kMany = {{32 * kKiB, 8, 64, 1}, {1 * kMiB, 8, 64, 256}, {256 * kMiB, 16, 64, 256}, 256};
const Machine kShrinking = {{64 * kKiB, 8, 64, 1}, {64 * kKiB, 8, 64, 1}, {48 * kKiB, 8, 64, 1}, 2};

const std::vector<Machine> kMachines = {kSapphireRapids, kHaswell, kZen5, kAppleLike, kZeros,
                                        kGarbage,        kOneWay,  kMany, kShrinking};

// The tiles of this build's kernels and some that could come.
const std::vector<TileShape> kTiles = {{48, 8, 16, 4}, {24, 8, 8, 8},   {16, 6, 8, 4},  {8, 6, 4, 8}, {4, 4, 1, 4},
                                       {4, 4, 1, 8},   {32, 12, 16, 4}, {64, 6, 16, 1}, {1, 1, 1, 16}};

bool same(const CacheLevel &a, const CacheLevel &b) {
  return a.bytes == b.bytes && a.ways == b.ways && a.line == b.line && a.shared_by == b.shared_by;
}

bool same(const Machine &a, const Machine &b) {
  return same(a.l1d, b.l1d) && same(a.l2, b.l2) && same(a.l3, b.l3) && a.cores == b.cores;
}

bool sane(const Blocking &blocking, int64_t m, int64_t n, int64_t k) {
  return blocking.mc >= 1 && blocking.mc <= m && blocking.nc >= 1 && blocking.nc <= n && blocking.kc >= 1 &&
         blocking.kc <= k;
}

}  // namespace

TEST_CASE("believable machines are believed", "[cache]") {
  CHECK(same(plausible(kSapphireRapids), kSapphireRapids));
  CHECK(same(plausible(kHaswell), kHaswell));
  CHECK(same(plausible(kZen5), kZen5));
  CHECK(same(plausible(kOneWay), kOneWay));
  CHECK(same(plausible(kFallbackMachine), kFallbackMachine));
  // No L3 stays no L3.
  CHECK(plausible(kAppleLike).l3.bytes == 0);
  CHECK(same(plausible(kAppleLike).l2, kAppleLike.l2));
}

TEST_CASE("implausible levels are replaced", "[cache]") {
  CHECK(same(plausible(kZeros), kFallbackMachine));
  for (const Machine &reported : kMachines) {
    const Machine machine = plausible(reported);
    for (const CacheLevel *level : {&machine.l1d, &machine.l2, &machine.l3}) {
      if (level == &machine.l3 && level->bytes == 0) continue;
      CHECK(level->bytes >= 4 * kKiB);
      CHECK(level->line >= 16);
      CHECK(level->ways >= 1);
      CHECK(level->ways <= level->bytes / level->line);
      CHECK(level->shared_by >= 1);
    }
    CHECK(machine.l2.bytes >= machine.l1d.bytes);
    CHECK((machine.l3.bytes == 0 || machine.l3.bytes >= machine.l2.bytes));
    CHECK(machine.l2.bytes / machine.l2.shared_by >= machine.l1d.bytes);
    CHECK(machine.cores >= 1);
    // Nothing left to repair.
    CHECK(same(plausible(machine), machine));
  }
}

TEST_CASE("caches of all zeros with features known still block sanely", "[cache]") {
  // One level missing at a time: new families of CPUs report only some of their leaves.
  for (int missing = 0; missing < 8; ++missing) {
    Machine machine = kZen5;
    if (missing & 1) machine.l1d = {};
    if (missing & 2) machine.l2 = {};
    if (missing & 4) machine.l3 = {};
    for (const TileShape &tile : kTiles) {
      const Blocking blocking = choose_blocking(machine, tile, {}, 5000, 5000, 5000);
      CHECK(sane(blocking, 5000, 5000, 5000));
      CHECK(blocking.kc >= 64);
      CHECK(blocking.mc >= tile.mr);
      CHECK(blocking.nc >= tile.nr);
    }
  }
}

TEST_CASE("blocking on the calibration machine", "[cache]") {
  const TileShape f32 = {48, 8, 16, 4}, f64 = {24, 8, 8, 8};
  Blocking blocking = choose_blocking(kSapphireRapids, f32, {}, 100'000, 100'000, 512 * 20);
  CHECK(blocking.kc == 512);
  CHECK(blocking.mc % 48 == 0);
  CHECK(blocking.mc * blocking.kc * 4 > kMiB);
  CHECK(blocking.mc * blocking.kc * 4 <= kMiB * 12 / 10);
  blocking = choose_blocking(kSapphireRapids, f64, {}, 100'000, 100'000, 512 * 20);
  CHECK(blocking.kc == 512);
  CHECK(blocking.mc % 24 == 0);
  CHECK(blocking.mc * blocking.kc * 8 > kMiB);
  CHECK(blocking.mc * blocking.kc * 8 <= kMiB * 12 / 10);
  // AVX2 tiles on 32 KiB of L1.
  CHECK(choose_blocking(kHaswell, {16, 6, 8, 4}, {}, 4000, 4000, 512 * 20).kc == 512);
  CHECK(choose_blocking(kHaswell, {8, 6, 4, 8}, {}, 4000, 4000, 448 * 20).kc == 448);  // two thirds of L1
}

TEST_CASE("blocks fit the caches they are meant for", "[cache]") {
  for (const Machine &reported : kMachines) {
    const Machine machine = plausible(reported);
    for (const TileShape &tile : kTiles) {
      const Blocking blocking = choose_blocking(reported, tile, {}, 1'000'000, 10'000'000, 1'000'000);
      REQUIRE(sane(blocking, 1'000'000, 10'000'000, 1'000'000));
      CHECK(blocking.mc % tile.mr == 0);
      CHECK(blocking.nc % tile.nr == 0);
      const int64_t a_block = blocking.mc * blocking.kc * tile.elem_size;
      const bool one_panel = blocking.mc == tile.mr;  // the floor, which KC_MIN may push beyond the share
      CHECK((one_panel || a_block <= machine.l2.bytes / machine.l2.shared_by * 6 / 10));
      if (machine.l3.bytes > 0) {
        CHECK((blocking.nc == tile.nr || blocking.nc * blocking.kc * tile.elem_size <= machine.l3.bytes));
      } else {
        CHECK(blocking.nc <= 512 * tile.nr);
      }
    }
  }
}

TEST_CASE("slices are balanced", "[cache]") {
  const TileShape tile = {48, 8, 16, 4};
  CHECK(choose_blocking(kSapphireRapids, tile, {}, 100, 100, 512).kc == 512);
  CHECK(choose_blocking(kSapphireRapids, tile, {}, 100, 100, 513).kc == 264);
  CHECK(choose_blocking(kSapphireRapids, tile, {}, 100, 100, 1000).kc == 504);
  CHECK(choose_blocking(kSapphireRapids, tile, {}, 100, 100, 3).kc == 3);
  const Blocking blocking = choose_blocking(kSapphireRapids, tile, {}, 600, 100, 512);
  CHECK(ceil_div(600, blocking.mc) == 2);
  CHECK(blocking.mc == 336);  // not 528 + 72
}

TEST_CASE("KC depends on nothing but machine, tile, limits and k", "[cache]") {
  rc::prop("kc", [] {
    const Machine &machine = kMachines[*rc::gen::inRange<size_t>(0, kMachines.size())];
    const TileShape &tile = kTiles[*rc::gen::inRange<size_t>(0, kTiles.size())];
    const int64_t k = *rc::gen::inRange<int64_t>(1, 100'000);
    const Blocking one = choose_blocking(machine, tile, {}, 1, 1, k);
    const Blocking other = choose_blocking(machine, tile, {}, *rc::gen::inRange<int64_t>(1, 100'000),
                                           *rc::gen::inRange<int64_t>(1, 100'000), k);
    RC_ASSERT(one.kc == other.kc);
  });
}

TEST_CASE("blocking is sane for any machine, shape and limits", "[cache]") {
  rc::prop("sane", [] {
    const auto level = [] {
      return CacheLevel{*rc::gen::oneOf(rc::gen::arbitrary<int64_t>(), rc::gen::inRange<int64_t>(0, 64 * kMiB)),
                        *rc::gen::oneOf(rc::gen::arbitrary<int32_t>(), rc::gen::inRange<int32_t>(0, 20)),
                        *rc::gen::element<int32_t>(0, 1, 32, 64, 128, 4096, -64),
                        *rc::gen::oneOf(rc::gen::arbitrary<int32_t>(), rc::gen::inRange<int32_t>(0, 8))};
    };
    const Machine machine = {level(), level(), level(), *rc::gen::arbitrary<int32_t>()};
    const TileShape &tile = kTiles[*rc::gen::inRange<size_t>(0, kTiles.size())];
    const auto extent = [] {
      return *rc::gen::oneOf(rc::gen::inRange<int64_t>(1, 3000), rc::gen::element<int64_t>(INT64_MAX, INT64_MAX / 8));
    };
    const auto limit = [] {
      return *rc::gen::oneOf(rc::gen::just<int64_t>(0), rc::gen::inRange<int64_t>(0, 2000),
                             rc::gen::just<int64_t>(INT64_MAX));
    };
    BlockingLimits limits;
    limits.kc = limit();
    limits.mc = limit();
    limits.nc = limit();
    limits.kc_min = limit();
    limits.mc_panels = limit();
    limits.nc_no_l3_panels = limit();
    const int64_t m = extent(), n = extent(), k = extent();
    const Blocking blocking = choose_blocking(machine, tile, limits, m, n, k);
    RC_ASSERT(sane(blocking, m, n, k));
    RC_ASSERT(blocking.mc == m || blocking.mc % tile.row_quantum == 0);
    if (limits.kc > 0) RC_ASSERT(blocking.kc == min64(k, limits.kc));
    if (limits.nc > 0) RC_ASSERT(blocking.nc == min64(n, limits.nc));
  });
}

TEST_CASE("limits come from the knobs", "[cache]") {
  BlockingLimits limits = blocking_limits();
  CHECK(limits.kc == 0);
  CHECK(limits.kc_min == 512);
  knob_set(Knob::GEMMKIT_KC, 40);
  knob_set(Knob::GEMMKIT_MC, 33);
  knob_set(Knob::GEMMKIT_NC, kNever);
  limits = blocking_limits();
  CHECK(limits.kc == 40);
  CHECK(limits.mc == 33);
  CHECK(limits.nc == INT64_MAX);
  const Blocking blocking = choose_blocking(kZen5, {16, 6, 8, 4}, limits, 1000, 1000, 1000);
  CHECK(blocking.kc == 40);
  CHECK(blocking.mc == 40);  // up to whole vectors
  CHECK(blocking.nc == 1000);
  for (Knob id : {Knob::GEMMKIT_KC, Knob::GEMMKIT_MC, Knob::GEMMKIT_NC}) knob_reset(id);
}
