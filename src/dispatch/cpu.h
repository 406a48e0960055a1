// What the CPU and the operating system offer, and what the user demands.
#pragma once

#include "abi/isa.h"
#include "gemmkit.h"

#include <stdint.h>

namespace gk {

// gk_cpu_feature bits of this machine, detected once.
uint64_t cpu_features();

// What a value of GEMMKIT_REQUIRE_ISA says.
enum class PinKind : int32_t {
  Auto,
  Isa,
  Unknown,
};
struct Pin {
  PinKind kind;
  gk_isa isa;  // when kind is Isa
};
Pin parse_pin(const char *text);  // null and blank mean Auto; trimmed, case-insensitive, aliases accepted

const char *isa_name(gk_isa);  // the pin name: "scalar", "fma", "avx512f"
gk_isa base_of(gk_isa);        // for the types an ISA has no kernels of its own for; itself if it has all

}  // namespace gk
