// Knob values: setter over environment over default.
#include "tuning/knobs.h"

#include "base/env.h"
#include "base/format.h"

#include <string.h>
#include <atomic>

namespace gk {
namespace {

constexpr uint64_t per_arch([[maybe_unused]] uint64_t x86_64, [[maybe_unused]] uint64_t aarch64,
                            [[maybe_unused]] uint64_t others) {
#if defined(__x86_64__)
  return x86_64;
#elif defined(__aarch64__)
  return aarch64;
#else
  return others;
#endif
}

struct KnobRow {
  const char *name;
  uint64_t default_value;
  const char *help;
};

constexpr KnobRow kRows[] = {
#define GK_KNOB(name, default_value, help) {#name, default_value, help},
#include "tuning/knobs.inc"
#undef GK_KNOB
};

constexpr int32_t kCount = static_cast<int32_t>(Knob::COUNT);

// What stands behind a value. inherited is the environment's or the default one, kept apart so that a reset neither
// reads the environment twice nor warns twice. Plain zero-initialised-by-constant data: usable from any static
// constructor.
struct KnobSlot {
  std::atomic<uint64_t> inherited{0};
  std::atomic<bool> inherited_known{false};
  std::atomic<bool> set{false};
  std::atomic<bool> warned{false};
};

constinit KnobSlot slots[kCount];

const KnobRow &row(Knob id) { return kRows[static_cast<int32_t>(id)]; }
KnobSlot &slot(Knob id) { return slots[static_cast<int32_t>(id)]; }
std::atomic<uint64_t> &value_of(Knob id) { return knob_values[static_cast<int32_t>(id)]; }

[[gnu::cold]] void warn_once(Knob id, const char *text) {
  if (slot(id).warned.exchange(true, std::memory_order_relaxed)) return;
  char used[24];
  write_text(used, sizeof used, "%llu", static_cast<unsigned long long>(row(id).default_value));
  report_ignored(row(id).name, text, used);
}

// Threads that come here at the same time compute the same value, so no lock is needed.
uint64_t inherited_value(Knob id) {
  KnobSlot &s = slot(id);
  if (s.inherited_known.load(std::memory_order_acquire)) return s.inherited.load(std::memory_order_relaxed);
  uint64_t value = row(id).default_value;
  const char *text = env_text(row(id).name);
  if (text && !parse_decimal(text, &value)) {
    value = row(id).default_value;
    warn_once(id, text);
  }
  s.inherited.store(value, std::memory_order_relaxed);
  s.inherited_known.store(true, std::memory_order_release);
  return value;
}

}  // namespace

// All unread before any constructor runs.
#define GK_KNOB(name, default_value, help) kUnread,
constinit std::atomic<uint64_t> knob_values[] = {
#include "tuning/knobs.inc"
};
#undef GK_KNOB

[[gnu::cold]] uint64_t knob_first_read(Knob id) {
  if (slot(id).set.load(std::memory_order_acquire)) return value_of(id).load(std::memory_order_relaxed);
  uint64_t value = inherited_value(id);
  // A setter that came in between wins: only an untouched slot is filled.
  uint64_t expected = kUnread;
  return value_of(id).compare_exchange_strong(expected, value, std::memory_order_relaxed) ? value : expected;
}

const char *knob_name(Knob id) { return row(id).name; }
const char *knob_help(Knob id) { return row(id).help; }
uint64_t knob_default(Knob id) { return row(id).default_value; }

Knob knob_find(const char *name) {
  if (!name) return Knob::COUNT;
  for (int32_t i = 0; i < kCount; ++i) {
    if (strcmp(kRows[i].name, name) == 0) return static_cast<Knob>(i);
  }
  return Knob::COUNT;
}

void knob_set(Knob id, uint64_t value) {
  value_of(id).store(value, std::memory_order_relaxed);
  slot(id).set.store(true, std::memory_order_release);
}

void knob_reset(Knob id) {
  slot(id).set.store(false, std::memory_order_relaxed);
  value_of(id).store(inherited_value(id), std::memory_order_relaxed);
}

}  // namespace gk
