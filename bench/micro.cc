// gemmkit-micro: parts of the engine alone, by Google Benchmark. Every kernel table of the build that this CPU can
// run: one column strip (left operand in place, stored on the way, packed), the packers; and the entry points on
// the smallest products. GFLOP/s and GB/s are counters of each line.
//
//   gemmkit-micro --benchmark_filter='avx512f f32.*strip'
#include "abi/kernel_table.h"
#include "dispatch/cpu.h"
#include "gemmkit.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>
#include <string>

#define GK_KERNEL(isa, type) extern "C" const gk_kernel_table gk_table_##isa##_##type;
#include "registry.inc"
#undef GK_KERNEL

namespace {

#define GK_KERNEL(isa, type) &gk_table_##isa##_##type,
constexpr const gk_kernel_table *kTables[] = {
#include "registry.inc"
};
#undef GK_KERNEL

// Zeros: what is computed does not matter, and zeros stay finite however often C is accumulated.
struct Free {
  void operator()(void *p) const { free(p); }
};
using Memory = std::unique_ptr<void, Free>;
Memory zeros(int64_t elements, const gk_kernel_table &table) {
  const size_t bytes = (size_t(elements * table.elem_size) + 4096) / 64 * 64;
  void *p = aligned_alloc(64, bytes);
  for (size_t i = 0; i < bytes; ++i) static_cast<char *>(p)[i] = 0;
  return Memory(p);
}

int64_t padded_rows(int64_t m, const gk_kernel_table &table) {
  return (m + table.row_quantum - 1) / table.row_quantum * table.row_quantum;
}

void count_flops(benchmark::State &state, int64_t m, int64_t n, int64_t k) {
  state.counters["GFLOP/s"] =
      benchmark::Counter(2e-9 * double(m) * double(n) * double(k), benchmark::Counter::kIsIterationInvariantRate);
}

void count_bytes(benchmark::State &state, int64_t bytes) {
  state.counters["GB/s"] = benchmark::Counter(1e-9 * double(bytes), benchmark::Counter::kIsIterationInvariantRate);
}

// Arguments: rows, columns (0: nr), depth.
void strip(benchmark::State &state, const gk_kernel_table *table, gk_lhs lhs) {
  const int64_t m = state.range(0), n = state.range(1) ? state.range(1) : table->nr, k = state.range(2);
  const int64_t size = table->elem_size, rows = padded_rows(m, *table);
  // Eight elements of padding keep the strides off powers of two.
  const Memory a = zeros((m + 8) * k, *table), packed = zeros(rows * k, *table), b = zeros((k + 8) * n, *table),
               c = zeros((m + 8) * n, *table), zero = zeros(1, *table);
  gk_strip_args args = {};
  args.m = m, args.k = k, args.n = int32_t(n), args.lhs = lhs;
  args.a = a.get(), args.csa = (m + 8) * size, args.a_packed = packed.get();
  args.b = b.get(), args.rsb = size, args.csb = (k + 8) * size;
  args.c = c.get(), args.rsc = size, args.csc = (m + 8) * size;
  args.alpha = table->one, args.beta = zero.get();
  if (lhs == GK_LHS_PACKED) {
    const gk_pack_lhs_args pack = {m, k, a.get(), size, (m + 8) * size, packed.get()};
    table->pack_lhs(&pack);
  }
  for (auto _ : state) table->run_strip(&args);
  count_flops(state, m, n, k);
}

void pack_lhs(benchmark::State &state, const gk_kernel_table *table, bool transposed) {
  const int64_t m = state.range(0), k = state.range(1), size = table->elem_size;
  const int64_t ld = (transposed ? k : m) + 8;
  const Memory a = zeros(ld * (transposed ? m : k), *table), packed = zeros(padded_rows(m, *table) * k, *table);
  const gk_pack_lhs_args args = {m,           k, a.get(), transposed ? ld * size : size, transposed ? size : ld * size,
                                 packed.get()};
  for (auto _ : state) table->pack_lhs(&args);
  count_bytes(state, m * k * size);
}

void pack_rhs(benchmark::State &state, const gk_kernel_table *table, bool transposed) {
  const int64_t k = state.range(0), n = table->nr, size = table->elem_size;
  const int64_t ld = (transposed ? n : k) + 8;
  const Memory b = zeros(ld * (transposed ? k : n), *table), packed = zeros(n * k, *table);
  const gk_pack_rhs_args args = {
      k, int32_t(n), b.get(), transposed ? ld * size : size, transposed ? size : ld * size, packed.get()};
  for (auto _ : state) table->pack_rhs(&args);
  count_bytes(state, n * k * size);
}

void add_table(const gk_kernel_table *table) {
  const std::string name = table->name;
  // Large enough to amortise the call, small enough for A to stay in the second-level cache.
  const int64_t m = 4 * table->mr;
  struct Mode {
    const char *name;
    gk_lhs lhs;
  };
  for (const Mode mode :
       {Mode{"in place", GK_LHS_IN_PLACE}, Mode{"packing", GK_LHS_IN_PLACE_PACK}, Mode{"packed", GK_LHS_PACKED}}) {
    benchmark::RegisterBenchmark((name + "/strip " + mode.name).c_str(), strip, table, mode.lhs)
        ->ArgNames({"m", "n", "k"})
        ->Args({m, 0, 256})
        ->Args({m, 0, 8})
        ->Args({m + 1, 0, 256})
        ->Args({table->mr - 1, 0, 256})
        ->Args({m, 1, 256});
  }
  for (const bool transposed : {false, true}) {
    const char *suffix = transposed ? " transposed" : "";
    benchmark::RegisterBenchmark((name + "/pack A" + suffix).c_str(), pack_lhs, table, transposed)
        ->ArgNames({"m", "k"})
        ->Args({m, 256});
    benchmark::RegisterBenchmark((name + "/pack B" + suffix).c_str(), pack_rhs, table, transposed)
        ->ArgNames({"k"})
        ->Args({256});
  }
}

// The whole way through the library; the difference to strips of the same size is what the interface costs.
void call_unchecked(benchmark::State &state) {
  const int64_t n = state.range(0);
  const auto a = std::make_unique<double[]>(size_t(n * n)), b = std::make_unique<double[]>(size_t(n * n)),
             c = std::make_unique<double[]>(size_t(n * n));
  for (auto _ : state)
    gemmkit_gemm_f64_unchecked(n, n, n, 1, a.get(), 1, n, b.get(), 1, n, 0, c.get(), 1, n, nullptr, nullptr);
  count_flops(state, n, n, n);
}

void call_checked(benchmark::State &state) {
  const int64_t n = state.range(0);
  const auto a = std::make_unique<double[]>(size_t(n * n)), b = std::make_unique<double[]>(size_t(n * n)),
             c = std::make_unique<double[]>(size_t(n * n));
  const gemmkit_cview_f64 va = gemmkit_cview_f64_col_major(a.get(), n, n),
                          vb = gemmkit_cview_f64_col_major(b.get(), n, n);
  const gemmkit_view_f64 vc = gemmkit_view_f64_col_major(c.get(), n, n);
  for (auto _ : state) gemmkit_gemm_f64(1, &va, &vb, 0, &vc, nullptr, nullptr);
  count_flops(state, n, n, n);
}

}  // namespace

int main(int argc, char **argv) {
  for (const gk_kernel_table *table : kTables)
    if ((table->cpu_features & ~gk::cpu_features()) == 0) add_table(table);
  benchmark::RegisterBenchmark("call/f64 unchecked", call_unchecked)->Arg(1)->Arg(4)->Arg(8)->Arg(16);
  benchmark::RegisterBenchmark("call/f64 checked", call_checked)->Arg(1)->Arg(4)->Arg(8)->Arg(16);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
