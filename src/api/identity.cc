// What this library is and what it runs: version, kernels in force, one line for bug reports.
#include "base/error.h"
#include "base/format.h"
#include "base/thread_local.h"
#include "cache/machine.h"
#include "dispatch/cpu.h"
#include "dispatch/select.h"
#include "parallel/backend.h"
#include "parallel/policy.h"

#include <stdarg.h>
#include <string.h>

#define GK_TEXT_OF(x) #x
#define GK_TEXT(x) GK_TEXT_OF(x)

namespace {

constexpr char kVersion[] =
    GK_TEXT(GEMMKIT_VERSION_MAJOR) "." GK_TEXT(GEMMKIT_VERSION_MINOR) "." GK_TEXT(GEMMKIT_VERSION_PATCH);

#if defined(__clang__)
constexpr char kCompiler[] = __VERSION__;  // "Clang 14.0.6"
#else
constexpr char kCompiler[] = "GCC " __VERSION__;
#endif

struct TypeName {
  const char *text;
  gk_elem elem;
};
constexpr TypeName kTypes[] = {{"f32", GK_F32},   {"f64", GK_F64},         {"f16", GK_F16},
                               {"bf16", GK_BF16}, {"f16_f32", GK_F16_F32}, {"bf16_f32", GK_BF16_F32},
                               {"i8", GK_I8},     {"c32", GK_C32},         {"c64", GK_C64}};

// The ISA's name, or null with the message set when no kernel may run.
const char *isa_in_force(gk_elem elem) {
  gemmkit_status status = GEMMKIT_OK;
  const gk_kernel_table *kernel = gk::selected_kernel(elem, &status);
  return kernel == nullptr ? nullptr : gk::isa_name(static_cast<gk_isa>(kernel->isa));
}

// A text that is written piece by piece, and cut where it would not fit.
template <size_t Size>
class Line {
 public:
  explicit Line(char (&text)[Size]) : text_(text) { text_[0] = '\0'; }
  [[gnu::format(printf, 2, 3)]] void add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): clang-tidy 14 does not see va_start in a template
    const int written = gk::format_text(text_ + used_, Size - used_, format, arguments);
    va_end(arguments);
    if (written > 0) used_ += static_cast<size_t>(written);
    if (used_ >= Size) used_ = Size - 1;
  }

 private:
  char (&text_)[Size];
  size_t used_ = 0;
};

}  // namespace

extern "C" {

const char *gemmkit_version(void) { return kVersion; }

const char *gemmkit_isa(const char *type) {
  if (type == nullptr) {
    gk::fail(GEMMKIT_ERR_ARGUMENT, "the element type's name is null");
    return nullptr;
  }
  for (const TypeName &t : kTypes) {
    if (strcmp(t.text, type) == 0) return isa_in_force(t.elem);
  }
  gk::fail(GEMMKIT_ERR_ARGUMENT, "there is no element type %.64s", type);
  return nullptr;
}

const char *gemmkit_config(void) {
  static GK_THREAD_LOCAL char text[512];
  const gk::Machine &m = gk::machine();
  auto kib = [](const gk::CacheLevel &level) { return static_cast<long long>(level.bytes / 1024); };
  Line line(text);
  line.add("gemmkit %s; compiler %s; families", kVersion, kCompiler);
  for (const TypeName &t : kTypes) {
    if (gk::is_built(t.elem)) line.add(" %s", t.text);
  }
  line.add("; isa");
  for (const TypeName &t : kTypes) {
    if (!gk::is_built(t.elem)) continue;
    const char *isa = isa_in_force(t.elem);
    line.add(" %s=%s", t.text, isa == nullptr ? "none" : isa);
  }
  line.add("; threads %d of %d cores; caches L1d %lld KiB, L2 %lld KiB, L3 %lld KiB; teams by %s", gk::max_threads(),
           static_cast<int>(m.cores), kib(m.l1d), kib(m.l2), kib(m.l3), gk::backend_name());
  return text;
}

}  // extern "C"
