// Tuning knobs: thresholds of the engine, by name. The registry is knobs.inc.
#pragma once

#include <stdint.h>
#include <atomic>

namespace gk {

// One enumerator per row of knobs.inc: Knob::GEMMKIT_KC and so on.
enum class Knob : int32_t {
#define GK_KNOB(name, default_value, help) name,
#include "tuning/knobs.inc"
#undef GK_KNOB
  COUNT
};

inline constexpr uint64_t kNever = UINT64_MAX;

// What readers load, by knob; kUnread where nobody has asked yet. Should a user choose this very number, it still
// works: reads then take the slow path, which looks at the rest of the registry.
inline constexpr uint64_t kUnread = 0xa51c'3d5e'11f0'0b57;
extern std::atomic<uint64_t> knob_values[static_cast<int32_t>(Knob::COUNT)];
uint64_t knob_first_read(Knob id);

// The value in force: setter, else environment (read once), else default. One atomic load when warm.
inline uint64_t knob(Knob id) {
  const uint64_t value = knob_values[static_cast<int32_t>(id)].load(std::memory_order_relaxed);
  return value != kUnread ? value : knob_first_read(id);
}
// The same as an extent: what does not fit 63 bits becomes INT64_MAX, which no extent exceeds ("no limit").
inline int64_t knob_extent(Knob id) {
  const uint64_t value = knob(id);
  return value > uint64_t{INT64_MAX} ? INT64_MAX : static_cast<int64_t>(value);
}

// The registry behind gemmkit_knob_*; find returns Knob::COUNT for an unknown name.
const char *knob_name(Knob id);
const char *knob_help(Knob id);
uint64_t knob_default(Knob id);
Knob knob_find(const char *name);
void knob_set(Knob id, uint64_t value);
void knob_reset(Knob id);

}  // namespace gk
