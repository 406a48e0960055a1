// What to believe about a machine that reports nothing, or nonsense.
#include "cache/machine.h"

#include "base/checked.h"

namespace gk {

// The smallest caches among current server and desktop cores (Zen 2/3, Skylake client with a larger L2):
// a block that fits here fits everywhere, and being too small costs a few per cent only.
constinit const Machine kFallbackMachine = {{32 << 10, 8, 64, 1}, {512 << 10, 8, 64, 1}, {8 << 20, 16, 64, 1}, 1};

namespace {

struct Range {
  int64_t least, most;
};
// Anything outside was never built; virtual machines do report such sizes.
constexpr Range kL1Range = {4 << 10, 1 << 20};
constexpr Range kL2Range = {64 << 10, int64_t{256} << 20};
constexpr Range kL3Range = {256 << 10, int64_t{16} << 30};
constexpr int32_t kMostCores = 1 << 16;

bool within(int64_t value, Range range) { return value >= range.least && value <= range.most; }

// Geometry of a level whose size is believed.
CacheLevel repaired(CacheLevel level, const CacheLevel &fallback) {
  bool power_of_two = level.line > 0 && (level.line & (level.line - 1)) == 0;
  if (!power_of_two || level.line < 16 || level.line > 1024) level.line = fallback.line;
  if (level.ways < 1 || level.ways > level.bytes / level.line) {
    level.ways = static_cast<int32_t>(min64(fallback.ways, level.bytes / level.line));
  }
  if (level.shared_by < 1) level.shared_by = 1;
  return level;
}

}  // namespace

Machine plausible(const Machine &reported) {
  Machine result = reported;
  bool l1_known = within(reported.l1d.bytes, kL1Range);
  bool l2_known = within(reported.l2.bytes, kL2Range);
  if (!l1_known) result.l1d = kFallbackMachine.l1d;
  if (!l2_known || result.l2.bytes < result.l1d.bytes) result.l2 = kFallbackMachine.l2;
  if (result.l2.bytes < result.l1d.bytes) result.l1d = kFallbackMachine.l1d;

  // No L3 is a fact about many machines; no cache at all is a lack of information.
  bool nothing_known = !l1_known && !l2_known;
  if (reported.l3.bytes == 0 && !nothing_known) {
    result.l3 = CacheLevel{0, 0, kFallbackMachine.l3.line, 1};
  } else {
    if (!within(reported.l3.bytes, kL3Range) || reported.l3.bytes < result.l2.bytes) result.l3 = kFallbackMachine.l3;
    if (result.l3.bytes < result.l2.bytes) result.l3 = CacheLevel{0, 0, kFallbackMachine.l3.line, 1};
    if (result.l3.bytes != 0) result.l3 = repaired(result.l3, kFallbackMachine.l3);
  }

  result.l1d = repaired(result.l1d, kFallbackMachine.l1d);
  result.l2 = repaired(result.l2, kFallbackMachine.l2);
  // A share of L2 below L1 means that the sharers were miscounted.
  result.l2.shared_by = static_cast<int32_t>(max64(1, min64(result.l2.shared_by, result.l2.bytes / result.l1d.bytes)));
  result.l1d.shared_by = 1;
  if (result.cores < 1 || result.cores > kMostCores) result.cores = kFallbackMachine.cores;
  return result;
}

}  // namespace gk
