// What the cores can do at most: multiply-adds that touch nothing but registers.
#pragma once

#include "machine.h"
#include "shape.h"

namespace gk::bench {

// The last three multiply groups of narrow elements; they stand for their base where the type is another one.
enum class PeakIsa { kBaseline, kAvx2, kAvx512, kAvxVnni, kAvx512Vnni, kAvx512Bf16 };

const char *peak_isa_name(PeakIsa);
// The widest the CPU has.
PeakIsa widest_isa(const Machine &);

// GFLOP/s of all cpus together, one thread on each, from one sample of about `seconds`; timed by CPU time if
// cpu_clock. The calling thread sleeps meanwhile when there are several.
double sample_peak(Elem, PeakIsa, const std::vector<int> &cpus, double seconds, bool cpu_clock);

}  // namespace gk::bench
