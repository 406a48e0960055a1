// The knobs' effects are real: on the very shapes and values of the tuner's tables, moving a knob changes what it
// claims to control. Seen through the seam: kernels that compute nothing and note what they were asked for.
#include "tune/table.h"

#include "batch/batch.h"
#include "cache/blocking.h"
#include "cache/machine.h"
#include "dispatch/route.h"
#include "dispatch/select.h"
#include "support/env.h"
#include "tuning/knobs.h"
#include "workspace/workspace.h"

#include <catch2/catch.hpp>

#include <omp.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>

using namespace gk::tune;
using gk::test::KnobScope;

namespace {

// What of a product's way a knob is about.
enum Aspect {
  kFunctions,  // which kernels run
  kDepths,     // of slices
  kRows,       // of pieces and blocks
  kCalls,      // into how many pieces it is cut
  kTeam,       // workers
  kPackedA,    // how A reaches the kernel
  kPackedB,    // whether B is copied
  kHints,      // past the caches, in registers, fetched ahead
  kChunks,     // of small batch entries
  kAspects
};

struct Trace {
  std::set<std::string> aspects[kAspects];
  std::map<std::string, int> calls;

  std::string of(Aspect aspect) const {
    std::string text;
    for (const std::string &entry : aspects[aspect]) text += entry + " ";
    if (aspect == kCalls || aspect == kPackedA)
      for (const auto &[what, count] : calls)
        if (aspect == kCalls || what.find("lhs") != std::string::npos) text += what + "*" + std::to_string(count) + " ";
    return text;
  }
};

std::mutex mutex;
Trace trace;

void note(const char *function, std::initializer_list<std::pair<Aspect, std::string>> entries = {}) {
  const std::lock_guard<std::mutex> lock(mutex);
  trace.aspects[kFunctions].insert(function);
  trace.aspects[kTeam].insert(std::to_string(omp_get_num_threads()));
  ++trace.calls[function];
  for (const auto &[aspect, text] : entries) trace.aspects[aspect].insert(text);
}

std::string text(int64_t number) { return std::to_string(number); }

void spy_strip(const gk_strip_args *s) {
  note("strip", {{kDepths, text(s->k)}, {kRows, text(s->m)}});
  const std::lock_guard<std::mutex> lock(mutex);
  ++trace.calls["lhs" + text(s->lhs)];
}
void spy_small(const gk_product *p) { note("small", {{kDepths, text(p->k)}, {kRows, text(p->m)}}); }
void spy_shallow(const gk_shallow_args *s) {
  note("shallow", {{kRows, text(s->product.m)}, {kHints, s->stream_c != 0 ? "stream" : "store"}});
}
void spy_batch(const gk_batch_args *b) { note("batch", {{kChunks, text(b->chunk)}}); }
void spy_pack_lhs(const gk_pack_lhs_args *p) { note("pack_lhs", {{kRows, text(p->m)}}); }
void spy_pack_rhs(const gk_pack_rhs_args *) { note("pack_rhs", {{kPackedB, "copied"}}); }
void spy_scale(const gk_scale_args *) { note("scale"); }
void spy_columns(const gk_gemv_args *g) {
  note("gemv_columns", {{kHints, g->shallow != 0 ? "registers" : "memory"}, {kHints, g->far != 0 ? "far" : "near"}});
}
void spy_rows(const gk_gemv_args *g) { note("gemv_rows", {{kHints, g->far != 0 ? "far" : "near"}}); }
void spy_dots(const gk_dots_args *) { note("dots"); }
void spy_thin(const gk_thin_args *) { note("thin"); }
void spy_store(const gk_store_args *) { note("store"); }

// The kernel in force, with its microtile and sizes, as a spy.
gk_kernel_table spy_of(const gk_kernel_table &real) {
  gk_kernel_table t = real;
  const auto replace = [](auto &function, auto spy) {
    if (function != nullptr) function = spy;
  };
  replace(t.run_strip, spy_strip);
  replace(t.run_small, spy_small);
  replace(t.run_shallow, spy_shallow);
  replace(t.run_batch, spy_batch);
  replace(t.pack_lhs, spy_pack_lhs);
  replace(t.pack_rhs, spy_pack_rhs);
  replace(t.scale_c, spy_scale);
  replace(t.gemv_columns, spy_columns);
  replace(t.gemv_rows, spy_rows);
  replace(t.dots, spy_dots);
  replace(t.thin, spy_thin);
  replace(t.store, spy_store);
  return t;
}

gk_elem elem_of(gk::bench::Elem elem) {
  switch (elem) {
    case gk::bench::Elem::kF32: return GK_F32;
    case gk::bench::Elem::kF64: return GK_F64;
    case gk::bench::Elem::kF16: return GK_F16;
    case gk::bench::Elem::kBf16: return GK_BF16;
    case gk::bench::Elem::kBf16F32: return GK_BF16_F32;
    case gk::bench::Elem::kI8: return GK_I8;
    case gk::bench::Elem::kC32: return GK_C32;
    case gk::bench::Elem::kC64: return GK_C64;
  }
  return GK_F32;
}

// Operands that nobody reads, however large they would be: addresses in a reserved place without memory.
char *const kPlace = reinterpret_cast<char *>(uintptr_t{1} << 44);

// What happens to a probe; nothing is computed.
Trace run(const Probe &probe, int workers) {
  const gk::bench::Shape &s = probe.shape;
  gemmkit_status status = GEMMKIT_OK;
  const gk_kernel_table *real = gk::selected_kernel(elem_of(s.elem), &status);
  REQUIRE(real != nullptr);
  const gk_kernel_table spy = spy_of(*real);
  const int64_t in = real->elem_size, out = real->out_size;
  alignas(16) char zero[16] = {};
  const bool a_rows = s.trans_a != s.row_major, b_rows = s.trans_b != s.row_major;
  gk::Task t = {};
  t.m = s.m, t.n = s.n, t.k = s.k;
  t.a = {kPlace, (a_rows ? s.lda() : 1) * in, (a_rows ? 1 : s.lda()) * in};
  t.b = {kPlace + (int64_t{1} << 42), (b_rows ? s.ldb() : 1) * in, (b_rows ? 1 : s.ldb()) * in};
  t.c = {kPlace + (int64_t{1} << 43), (s.row_major ? s.ldc() : 1) * out, (s.row_major ? 1 : s.ldc()) * out};
  t.alpha = real->one;
  t.beta = zero;
  t.kernel = &spy;
  t.threads = probe.team == Team::kOne ? 1 : probe.team == Team::kAll ? workers : 0;
  trace = {};
  if (s.batch == 1) {
    gk::run(t);
  } else {
    gk::run_batch(t, {s.step_a() * in, s.step_b() * in, s.step_c() * out}, s.batch);
  }
  return trace;
}

const std::map<std::string, Aspect> kClaims = {
    {"GEMMKIT_KC", kDepths},
    {"GEMMKIT_KC_MIN", kDepths},
    {"GEMMKIT_MC", kRows},
    {"GEMMKIT_MC_REG_PANELS", kRows},
    {"GEMMKIT_NC", kPackedA},  // each block of columns packs A anew
    {"GEMMKIT_RHS_PACK_THRESHOLD", kPackedB},
    {"GEMMKIT_RHS_PACK_NARROW", kPackedB},
    {"GEMMKIT_RHS_PACK_WIDE", kPackedB},
    {"GEMMKIT_LHS_PACK_THRESHOLD", kPackedA},
    {"GEMMKIT_LHS_PACK_STRIDE", kPackedA},
    {"GEMMKIT_SMALL_MN_DIM", kFunctions},
    {"GEMMKIT_SMALL_K_THRESHOLD", kFunctions},
    {"GEMMKIT_STREAM_MIN_BYTES", kHints},
    {"GEMMKIT_DIRECT_BYTES", kFunctions},
    {"GEMMKIT_PAR_MNK_PER_WORKER", kTeam},
    {"GEMMKIT_PARALLEL_OVERSAMPLE", kCalls},
    {"GEMMKIT_POOL_CLASSES", kTeam},
    {"GEMMKIT_FULL_WIDTH_MNK", kTeam},
    {"GEMMKIT_GEMV_THRESHOLD", kFunctions},
    {"GEMMKIT_GEMV_PARALLEL_BYTES", kTeam},
    {"GEMMKIT_GEMV_TIER_STEP", kTeam},
    {"GEMMKIT_GEMV_THREAD_CAP", kTeam},
    {"GEMMKIT_GEMV_AXPY_PAR_MIN_ROWS", kTeam},
    {"GEMMKIT_K_STREAM_MAX", kHints},
    {"GEMMKIT_GEMV_PREFETCH_BYTES", kHints},
    {"GEMMKIT_BATCH_ENTRY_MNK", kTeam},
    {"GEMMKIT_BATCH_CHUNK_BYTES", kChunks},
    {"GEMMKIT_BATCH_SPLIT_LOSS", kCalls},
    {"GEMMKIT_SEQ_INTERNAL_BYTES_PER_WORKER", kCalls},
};
// Not visible to kernels; each has a case of its own below.
const std::set<std::string> kElsewhere = {"GEMMKIT_NC_NO_L3_PANELS", "GEMMKIT_HUGE_PAGE_BYTES", "GEMMKIT_BF16_DOT"};

// This machine, were it to have the workers and the memory for everything.
Host able_host(int workers) {
  Host host;
  host.cores = host.workers = host.most_workers = workers;
  host.l1d = gk::machine().l1d.bytes, host.l2 = gk::machine().l2.bytes, host.l3 = gk::machine().l3.bytes;
  host.large_gib = host.available_gib = 1e6;
  host.isa = gemmkit_isa("f32");
  for (const auto &info : gk::bench::all_elems()) host.types.emplace_back(info.name);
  return host;
}

}  // namespace

TEST_CASE("every tuned knob has an effect that a test looks at", "[tune]") {
  for (const Tuned &t : tuned_knobs(able_host(8))) {
    INFO(t.knob);
    CHECK(kClaims.count(t.knob) + kElsewhere.count(t.knob) == 1);
  }
}

TEST_CASE("a knob moved to the values of its sweep changes what it claims to control, on the shapes of its sweep",
          "[tune]") {
  gemmkit_set_num_threads(8);
  const int width = gemmkit_get_max_threads();  // many_cpus.cc makes it 8, unless a quota says less
  for (const Tuned &t : tuned_knobs(able_host(width))) {
    const auto claim = kClaims.find(t.knob);
    if (claim == kClaims.end() || t.probes.empty()) continue;
    if (!t.inert.empty()) {
      WARN(t.knob << " is not looked at: " << t.inert);
      continue;
    }
    const Aspect aspect = claim->second;
    const uint64_t by_default = gk::knob_default(gk::knob_find(t.knob));
    std::vector<std::string> as_shipped;
    for (const Probe &p : t.probes) as_shipped.push_back(run(p, width).of(aspect));
    int below = 0, above = 0, effective_below = 0, effective_above = 0;
    for (const uint64_t value : t.candidates) {
      if (value == by_default) continue;
      const KnobScope knob(t.knob, value);
      bool effective = false;
      for (size_t i = 0; i < t.probes.size() && !effective; ++i)
        effective = run(t.probes[i], width).of(aspect) != as_shipped[i];
      ++(value < by_default ? below : above);
      if (effective) ++(value < by_default ? effective_below : effective_above);
    }
    INFO(t.knob << ": " << effective_below << " of " << below << " values below and " << effective_above << " of "
                << above << " above the default have an effect");
    CHECK(effective_below + effective_above > 0);
    // The default lies between values that matter, on either side where there are any. Where one that is automatic, or
    // bounds something automatic, lies is the machine's affair.
    if (by_default != 0 && std::string(t.knob) != "GEMMKIT_KC_MIN") {
      CHECK((below == 0 || effective_below > 0));
      CHECK((above == 0 || effective_above > 0));
    }
    // And back.
    for (size_t i = 0; i < t.probes.size(); ++i) CHECK(run(t.probes[i], width).of(aspect) == as_shipped[i]);
  }
  gemmkit_set_num_threads(0);
}

TEST_CASE("GEMMKIT_NC_NO_L3_PANELS bounds the columns of a block where there is no L3 cache", "[tune]") {
  gk::Machine machine = gk::machine();
  machine.l3 = {0, 0, 0, 1};
  const gk::TileShape tile{48, 8, 16, 4};
  const auto columns = [&] { return gk::choose_blocking(machine, tile, gk::blocking_limits(), 1024, 100'000, 512).nc; };
  for (const Tuned &t : tuned_knobs(able_host(1))) {
    if (std::string(t.knob) != "GEMMKIT_NC_NO_L3_PANELS") continue;
    const int64_t by_default = columns();
    for (const uint64_t value : t.candidates) {
      const KnobScope knob(t.knob, value);
      CHECK(columns() != by_default);
      CHECK(columns() <= int64_t(value) * tile.nr);
    }
  }
}

TEST_CASE("GEMMKIT_HUGE_PAGE_BYTES decides where packing memory begins", "[tune]") {
  constexpr uintptr_t kHuge = 2 << 20;
  const auto aligned = [](size_t bytes) {
    // Several at once: one may lie at a multiple by chance.
    gemmkit_workspace *blocks[4];
    bool all = true;
    for (gemmkit_workspace *&block : blocks) {
      REQUIRE(gemmkit_workspace_create(bytes, &block) == GEMMKIT_OK);
      all = all && reinterpret_cast<uintptr_t>(block->block) % kHuge == 0;
    }
    for (gemmkit_workspace *block : blocks) gemmkit_workspace_destroy(block);
    return all;
  };
  CHECK(aligned(4 * kHuge));
  const KnobScope knob("GEMMKIT_HUGE_PAGE_BYTES", UINT64_MAX);
  CHECK_FALSE(aligned(4 * kHuge));
}

#if defined(__x86_64__)
TEST_CASE("GEMMKIT_BF16_DOT decides the kernels of bf16", "[tune]") {
  const uint64_t able = ~uint64_t{GK_CPU_FAST_BF16_DOT};
  const auto kernel = [&](uint64_t value) { return gk::choose_kernel(GK_BF16, gk::wished_features(able, value), -1); };
  CHECK(kernel(1) != kernel(2));
  CHECK(kernel(0) == kernel(2));
}
#endif
