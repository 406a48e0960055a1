// Register-only multiply-add loops, one per vector width.
#include "peak.h"

#include <algorithm>
#include <atomic>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gk::bench {
namespace {

// Twelve independent chains cover 2 units x 4 (5, 6) cycles of latency. acc = acc * x + y with these constants
// tends to 1, so the loop meets neither denormals nor infinities. The macro instead of a template: a helper would
// have to inherit the target attribute of each caller, which lambdas and templates do not.
#define GK_PEAK_LOOP(VECTOR, FMA, SET, STORE, LANES, TYPE)                                                       \
  VECTOR a0 = SET(0), a1 = SET(1), a2 = SET(2), a3 = SET(3), a4 = SET(4), a5 = SET(5), a6 = SET(6), a7 = SET(7), \
         a8 = SET(8), a9 = SET(9), a10 = SET(10), a11 = SET(11);                                                 \
  const VECTOR x = SET(TYPE(0.75)), y = SET(TYPE(0.25));                                                         \
  for (int64_t i = 0; i < rounds; ++i) {                                                                         \
    a0 = FMA(a0, x, y), a1 = FMA(a1, x, y), a2 = FMA(a2, x, y), a3 = FMA(a3, x, y);                              \
    a4 = FMA(a4, x, y), a5 = FMA(a5, x, y), a6 = FMA(a6, x, y), a7 = FMA(a7, x, y);                              \
    a8 = FMA(a8, x, y), a9 = FMA(a9, x, y), a10 = FMA(a10, x, y), a11 = FMA(a11, x, y);                          \
  }                                                                                                              \
  alignas(64) TYPE out[12][LANES];                                                                               \
  STORE(out[0], a0), STORE(out[1], a1), STORE(out[2], a2), STORE(out[3], a3), STORE(out[4], a4);                 \
  STORE(out[5], a5), STORE(out[6], a6), STORE(out[7], a7), STORE(out[8], a8), STORE(out[9], a9);                 \
  STORE(out[10], a10), STORE(out[11], a11);                                                                      \
  double sum = 0;                                                                                                \
  for (const auto &row : out)                                                                                    \
    for (const TYPE v : row) sum += double(v);                                                                   \
  return sum

using Loop = double (*)(int64_t rounds);

#if defined(__x86_64__)
__attribute__((target("avx512f"))) double loop_avx512_f32(int64_t rounds) {
  GK_PEAK_LOOP(__m512, _mm512_fmadd_ps, _mm512_set1_ps, _mm512_store_ps, 16, float);
}
__attribute__((target("avx512f"))) double loop_avx512_f64(int64_t rounds) {
  GK_PEAK_LOOP(__m512d, _mm512_fmadd_pd, _mm512_set1_pd, _mm512_store_pd, 8, double);
}
__attribute__((target("avx2,fma"))) double loop_avx2_f32(int64_t rounds) {
  GK_PEAK_LOOP(__m256, _mm256_fmadd_ps, _mm256_set1_ps, _mm256_store_ps, 8, float);
}
__attribute__((target("avx2,fma"))) double loop_avx2_f64(int64_t rounds) {
  GK_PEAK_LOOP(__m256d, _mm256_fmadd_pd, _mm256_set1_pd, _mm256_store_pd, 4, double);
}
// Integer vectors are stored through one name for all widths; what is multiplied does not matter.
#define GK_PEAK_STORE_512(out, v) _mm512_store_si512(out, v)
#define GK_PEAK_STORE_256(out, v) _mm256_store_si256(reinterpret_cast<__m256i *>(out), v)
__attribute__((target("avx512f,avx512vnni"))) double loop_avx512vnni_i8(int64_t rounds) {
  GK_PEAK_LOOP(__m512i, _mm512_dpbusd_epi32, _mm512_set1_epi32, GK_PEAK_STORE_512, 16, int32_t);
}
__attribute__((target("avx2,avxvnni"))) double loop_avxvnni_i8(int64_t rounds) {
  GK_PEAK_LOOP(__m256i, _mm256_dpbusd_avx_epi32, _mm256_set1_epi32, GK_PEAK_STORE_256, 8, int32_t);
}
__attribute__((target("avx512f,avx512bf16"))) double loop_avx512bf16(int64_t rounds) {
#define GK_PEAK_DOT(a, x, y) _mm512_dpbf16_ps(a, (__m512bh)(x), (__m512bh)(y))
  GK_PEAK_LOOP(__m512, GK_PEAK_DOT, _mm512_set1_ps, _mm512_store_ps, 16, float);
#undef GK_PEAK_DOT
}
#endif

// 16-byte vectors of the compiler: NEON on aarch64 (which contracts a*x + y), SSE2 multiply and add on x86-64.
typedef float V4 __attribute__((vector_size(16)));
typedef double V2 __attribute__((vector_size(16)));
template <class V>
V multiply_add(V a, V x, V y) {
  return a * x + y;
}
V4 set_v4(float v) { return V4{v, v, v, v}; }
V2 set_v2(double v) { return V2{v, v}; }
void store_v4(float *out, V4 v) { *reinterpret_cast<V4 *>(out) = v; }
void store_v2(double *out, V2 v) { *reinterpret_cast<V2 *>(out) = v; }

double loop_baseline_f32(int64_t rounds) { GK_PEAK_LOOP(V4, multiply_add, set_v4, store_v4, 4, float); }
double loop_baseline_f64(int64_t rounds) { GK_PEAK_LOOP(V2, multiply_add, set_v2, store_v2, 2, double); }
#undef GK_PEAK_LOOP

struct Choice {
  Loop loop;
  double multiply_adds;  // of one instruction
};

// What a type's kernels are made of: where there is no dot product for it, multiply-adds of f32 or f64. 8-bit integers
// are then measured against f32 too.
Choice choose(Elem elem, PeakIsa isa) {
  const bool f64 = elem == Elem::kF64 || elem == Elem::kC64;
#if defined(__x86_64__)
  if (isa == PeakIsa::kAvx512Vnni && elem == Elem::kI8) return {loop_avx512vnni_i8, 64};
  if (isa == PeakIsa::kAvxVnni && elem == Elem::kI8) return {loop_avxvnni_i8, 32};
  if (isa == PeakIsa::kAvx512Bf16 && (elem == Elem::kBf16 || elem == Elem::kBf16F32)) return {loop_avx512bf16, 32};
  const bool wide = isa == PeakIsa::kAvx512 || isa == PeakIsa::kAvx512Vnni || isa == PeakIsa::kAvx512Bf16;
  if (wide) return f64 ? Choice{loop_avx512_f64, 8} : Choice{loop_avx512_f32, 16};
  if (isa != PeakIsa::kBaseline) return f64 ? Choice{loop_avx2_f64, 4} : Choice{loop_avx2_f32, 8};
#else
  (void)isa;
#endif
  return f64 ? Choice{loop_baseline_f64, 2} : Choice{loop_baseline_f32, 4};
}

std::atomic<double> g_sink;  // keeps the sums, and with them the loops, alive

// FLOP/s of the calling thread: the best of a few parts, since an interrupt must not lower what the core can do.
double rate(const Choice &choice, double seconds, bool cpu_clock) {
  constexpr int64_t kRounds = 10000;
  constexpr int kParts = 4;
  const auto now = cpu_clock ? thread_seconds : now_seconds;
  const double flops_per_round = 12 * 2 * choice.multiply_adds;
  double best = 0;
  for (int part = 0; part < kParts; ++part) {
    const double start = now();
    int64_t done = 0;
    double elapsed = 0;
    do {
      g_sink = choice.loop(kRounds);
      done += kRounds;
      elapsed = now() - start;
    } while (elapsed < seconds / kParts);
    best = std::max(best, double(done) * flops_per_round / elapsed);
  }
  return best;
}

}  // namespace

const char *peak_isa_name(PeakIsa isa) {
  switch (isa) {
    case PeakIsa::kBaseline: return "baseline";
    case PeakIsa::kAvx2: return "fma";
    case PeakIsa::kAvx512: return "avx512f";
    case PeakIsa::kAvxVnni: return "avxvnni";
    case PeakIsa::kAvx512Vnni: return "avx512vnni";
    case PeakIsa::kAvx512Bf16: return "avx512bf16";
  }
  return "";
}

PeakIsa widest_isa(const Machine &machine) {
  return machine.avx512 ? PeakIsa::kAvx512 : machine.avx2 ? PeakIsa::kAvx2 : PeakIsa::kBaseline;
}

double sample_peak(Elem elem, PeakIsa isa, const std::vector<int> &cpus, double seconds, bool cpu_clock) {
  const Choice choice = choose(elem, isa);
  if (cpus.size() == 1) return 1e-9 * rate(choice, seconds, cpu_clock);
  std::vector<double> rates(cpus.size());
  std::atomic<size_t> ready{0};
  const auto worker = [&](size_t i) {
    set_affinity({cpus[i]});
    ++ready;
    while (ready.load() < cpus.size()) {
    }
    rates[i] = rate(choice, seconds, cpu_clock);
  };
  std::vector<std::thread> threads;
  for (size_t i = 0; i < cpus.size(); ++i) threads.emplace_back(worker, i);
  double total = 0;
  for (size_t i = 0; i < cpus.size(); ++i) {
    threads[i].join();
    total += rates[i];
  }
  return 1e-9 * total;
}

}  // namespace gk::bench
