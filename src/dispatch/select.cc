// Kernel selection: one atomic pointer per element type, filled on first use.
#include "dispatch/select.h"

#include "base/env.h"
#include "base/error.h"
#include "dispatch/cpu.h"

#define GK_KERNELS(isa)                                  \
  extern "C" const gk_kernel_table gk_table_##isa##_f32; \
  extern "C" const gk_kernel_table gk_table_##isa##_f64;
#include "registry.inc"
#undef GK_KERNELS

namespace gk {

namespace {

#define GK_KERNELS(isa) &gk_table_##isa##_f32, &gk_table_##isa##_f64,
const gk_kernel_table *const kBuilt[] = {
#include "registry.inc"
};
#undef GK_KERNELS

const gk_kernel_table *refuse(const char *pin, const char *why, const char *what, gemmkit_status *status) {
  *status = fail(GEMMKIT_ERR_ISA, "GEMMKIT_REQUIRE_ISA=%s but %s%s", pin, why, what);
  return nullptr;
}

// The feature a pinned ISA lacks, in the order a user would look for it.
const char *missing_feature(uint64_t missing) {
  static constexpr struct {
    uint64_t bit;
    const char *name;
  } kNames[] = {{GK_CPU_AVX512F, "avx512f"},   {GK_CPU_AVX512BW, "avx512bw"}, {GK_CPU_AVX512DQ, "avx512dq"},
                {GK_CPU_AVX512VL, "avx512vl"}, {GK_CPU_AVX2, "avx2"},         {GK_CPU_FMA, "fma"}};
  for (const auto &entry : kNames) {
    if (missing & entry.bit) return entry.name;
  }
  return "it";
}

const gk_kernel_table *select(gk_elem elem, gemmkit_status *status) {
  const char *text = env_text("GEMMKIT_REQUIRE_ISA");
  const Pin pin = parse_pin(text);
  const uint64_t features = cpu_features();
  if (pin.kind == PinKind::Auto) return choose_kernel(elem, features, -1);
  if (pin.kind == PinKind::Unknown) return refuse(text, "no such ISA is known", "", status);
  const gk_kernel_table *built = pin.kind == PinKind::Isa ? choose_kernel(elem, UINT64_MAX, pin.isa) : nullptr;
  if (built == nullptr) return refuse(text, "this build has no kernels for it", "", status);
  const uint64_t missing = built->cpu_features & ~features;
  if (missing != 0) return refuse(text, "this CPU does not report ", missing_feature(missing), status);
  return built;
}

}  // namespace

const gk_kernel_table *choose_kernel(gk_elem elem, uint64_t features, int32_t pinned) {
  for (const gk_kernel_table *table : kBuilt) {
    if (table->elem != elem || (pinned >= 0 && table->isa != pinned)) continue;
    if ((table->cpu_features & ~features) == 0) return table;
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
