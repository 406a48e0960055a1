// Kernel selection: one atomic pointer per element type, filled on first use.
#include "dispatch/select.h"

#include "base/env.h"
#include "base/error.h"
#include "dispatch/cpu.h"
#include "tuning/knobs.h"

#define GK_KERNEL(isa, type) extern "C" const gk_kernel_table gk_table_##isa##_##type;
#include "registry.inc"
#undef GK_KERNEL

namespace gk {

namespace {

#define GK_KERNEL(isa, type) &gk_table_##isa##_##type,
const gk_kernel_table *const kBuilt[] = {
#include "registry.inc"
};
#undef GK_KERNEL

const gk_kernel_table *refuse(const char *pin, const char *why, const char *what, gemmkit_status *status) {
  *status = fail(GEMMKIT_ERR_ISA, "GEMMKIT_REQUIRE_ISA=%s but %s%s", pin, why, what);
  return nullptr;
}

// The feature a pinned ISA lacks, in the order a user would look for it.
const char *missing_feature(uint64_t missing) {
  static constexpr struct {
    uint64_t bit;
    const char *name;
  } kNames[] = {{GK_CPU_AVX512F, "avx512f"},
                {GK_CPU_AVX512BW, "avx512bw"},
                {GK_CPU_AVX512DQ, "avx512dq"},
                {GK_CPU_AVX512VL, "avx512vl"},
                {GK_CPU_AVX512VNNI, "avx512vnni"},
                {GK_CPU_AVX512BF16, "avx512bf16"},
                {GK_CPU_AVXVNNI, "avxvnni"},
                {GK_CPU_AVX2, "avx2"},
                {GK_CPU_FMA, "fma"},
                {GK_CPU_F16C, "f16c"},
                {GK_CPU_NEON, "neon"},
                {GK_CPU_I8MM, "i8mm"},
                {GK_CPU_DOTPROD, "dotprod"},
                {GK_CPU_BFDOT, "bfdot"},
                {GK_CPU_SIMD128, "simd128"}};
  for (const auto &entry : kNames) {
    if (missing & entry.bit) return entry.name;
  }
  return "it";
}

// What a pinned ISA needs, also where the element type runs on the kernels of its base; 0 when there are none of it.
uint64_t features_of(gk_isa isa) {
  for (const gk_kernel_table *table : kBuilt) {
    if (table->isa == isa) return table->cpu_features;
  }
  return 0;
}

const gk_kernel_table *select(gk_elem elem, gemmkit_status *status) {
  if (!is_built(elem)) {
    *status = fail(GEMMKIT_ERR_UNSUPPORTED, "this element type was left out of the build");
    return nullptr;
  }
  const char *text = env_text("GEMMKIT_REQUIRE_ISA");
  const Pin pin = parse_pin(text);
  const uint64_t features = cpu_features();
  if (pin.kind == PinKind::Auto)
    return choose_kernel(elem, wished_features(features, knob(Knob::GEMMKIT_BF16_DOT)), -1);
  if (pin.kind == PinKind::Unknown) return refuse(text, "no such ISA is known", "", status);
  const uint64_t needed = features_of(pin.isa);
  const gk_kernel_table *built =
      needed != 0 || pin.isa == GK_ISA_SCALAR ? choose_kernel(elem, UINT64_MAX, pin.isa) : nullptr;
  if (built == nullptr) return refuse(text, "this build has no kernels for it", "", status);
  const uint64_t missing = (needed | built->cpu_features) & ~features;
  if (missing != 0) return refuse(text, "this CPU does not report ", missing_feature(missing), status);
  return built;
}

}  // namespace

bool is_built(gk_elem elem) {
  for (const gk_kernel_table *table : kBuilt) {
    if (table->elem == elem) return true;
  }
  return false;
}

uint64_t wished_features(uint64_t features, uint64_t bf16_dot) {
  constexpr uint64_t kWhereverPresent = 1, kNowhere = 2, kPresent = GK_CPU_AVX512BF16 | GK_CPU_BFDOT;
  if (bf16_dot == kNowhere) return features & ~uint64_t{GK_CPU_FAST_BF16_DOT};
  if (bf16_dot == kWhereverPresent && (features & kPresent) != 0) return features | GK_CPU_FAST_BF16_DOT;
  return features;
}

const gk_kernel_table *choose_kernel(gk_elem elem, uint64_t features, int32_t pinned) {
  for (const gk_kernel_table *table : kBuilt) {
    if (table->elem != elem || (pinned >= 0 && table->isa != pinned)) continue;
    const uint64_t wanted = table->cpu_features | (pinned >= 0 ? 0 : table->cpu_wants);
    if ((wanted & ~features) == 0) return table;
  }
  // An ISA for other types: this one runs on what that ISA extends.
  if (pinned >= 0 && base_of(static_cast<gk_isa>(pinned)) != pinned) {
    return choose_kernel(elem, features, base_of(static_cast<gk_isa>(pinned)));
  }
  return nullptr;
}

constinit std::atomic<const gk_kernel_table *> kernels_in_force[GK_ELEM_COUNT] = {};

[[gnu::cold]] const gk_kernel_table *select_kernel(gk_elem elem, gemmkit_status *status) {
  const gk_kernel_table *table = select(elem, status);
  if (table != nullptr) kernels_in_force[elem].store(table, std::memory_order_relaxed);
  return table;
}

}  // namespace gk
