// The knob registry as C functions.
#include "tuning/knobs.h"

#include "base/error.h"

namespace {

bool in_registry(int32_t i) { return i >= 0 && i < static_cast<int32_t>(gk::Knob::COUNT); }

// The knob of that name; COUNT, with the message set, if there is none.
gk::Knob find(const char *name) {
  if (name == nullptr) {
    gk::fail(GEMMKIT_ERR_ARGUMENT, "the knob's name is null");
    return gk::Knob::COUNT;
  }
  gk::Knob id = gk::knob_find(name);
  if (id == gk::Knob::COUNT) gk::fail(GEMMKIT_ERR_ARGUMENT, "there is no knob %.64s", name);
  return id;
}

}  // namespace

extern "C" {

int32_t gemmkit_knob_count(void) { return static_cast<int32_t>(gk::Knob::COUNT); }

const char *gemmkit_knob_name(int32_t i) { return in_registry(i) ? gk::knob_name(static_cast<gk::Knob>(i)) : nullptr; }

const char *gemmkit_knob_help(int32_t i) { return in_registry(i) ? gk::knob_help(static_cast<gk::Knob>(i)) : nullptr; }

gemmkit_status gemmkit_knob_get(const char *name, uint64_t *value) {
  if (value == nullptr) return gk::fail(GEMMKIT_ERR_ARGUMENT, "knob_get: value is null");
  gk::Knob id = find(name);
  if (id == gk::Knob::COUNT) return GEMMKIT_ERR_ARGUMENT;
  *value = gk::knob(id);
  return GEMMKIT_OK;
}

gemmkit_status gemmkit_knob_set(const char *name, uint64_t value) {
  gk::Knob id = find(name);
  if (id == gk::Knob::COUNT) return GEMMKIT_ERR_ARGUMENT;
  gk::knob_set(id, value);
  return GEMMKIT_OK;
}

gemmkit_status gemmkit_knob_reset(const char *name) {
  gk::Knob id = find(name);
  if (id == gk::Knob::COUNT) return GEMMKIT_ERR_ARGUMENT;
  gk::knob_reset(id);
  return GEMMKIT_OK;
}

}  // extern "C"
