// Tuning knobs: every threshold of the engine, by name. The registry is knobs.inc.
#pragma once

#include <stdint.h>

namespace gk {

// One enumerator per row of knobs.inc: Knob::GEMMKIT_KC and so on.
enum class Knob : int32_t {
#define GK_KNOB(name, default_value, help) name,
#include "tuning/knobs.inc"
#undef GK_KNOB
  COUNT
};

inline constexpr uint64_t kNever = UINT64_MAX;

// The value in force: setter, else environment (read once), else default. One atomic load when warm.
uint64_t knob(Knob id);
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
