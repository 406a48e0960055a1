// What is swept, over which values, on which shapes. Shapes are written as in bench/shapes; those of one knob lie on
// both sides of where its default and its candidates change the way a product takes, and are small enough for several
// repeats in two minutes for all knobs.
#include "tune/table.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace gk::tune {
namespace {

constexpr uint64_t kNever = UINT64_MAX;
constexpr uint64_t kKiB = 1024, kMiB = 1024 * kKiB;

[[gnu::format(printf, 1, 2)]] std::string format(const char *text, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, text);
  vsnprintf(line, sizeof line, text, arguments);
  va_end(arguments);
  return line;
}

// The shapes of some lines that this build has kernels for.
std::vector<Probe> probes(const Host &host, Team team, const std::vector<std::string> &lines) {
  std::vector<Probe> list;
  for (const std::string &line : lines) {
    std::vector<bench::Shape> shapes;
    bench::parse_shape_line(line, shapes);
    for (const bench::Shape &shape : shapes)
      if (host.has_type(bench::elem_name(shape.elem))) list.push_back({shape, team});
  }
  return list;
}

std::vector<Probe> operator+(std::vector<Probe> a, const std::vector<Probe> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string needs_workers(const Host &host, int least, const char *why) {
  if (host.workers >= least) return "";
  return format("%s; tuned for %d worker%s", why, host.workers, host.workers == 1 ? "" : "s");
}

constexpr const char *kTeamsOnly = "it concerns teams only";

// Halvings that leave at least 2 workers; more are none.
std::vector<uint64_t> team_classes(const Host &h) {
  std::vector<uint64_t> classes = {0};
  while (classes.size() <= 3 && h.workers >> classes.size() >= 2) classes.push_back(classes.size());
  return classes;
}

void add_worker_counts(const Host &h, std::vector<Tuned> &out) {
  out.push_back({.knob = "GEMMKIT_PAR_MNK_PER_WORKER",
                 .candidates = {125'000, 500'000, 1'000'000, 2'000'000, 4'000'000},
                 .probes = probes(h, Team::kAuto, {"f32 64,80,96,128,160,200 = = NN col"}),
                 .inert = needs_workers(h, 2, kTeamsOnly)});
  out.push_back(
      {.knob = "GEMMKIT_PARALLEL_OVERSAMPLE",
       .candidates = {1, 2, 4, 16, 32},
       .probes = probes(h, Team::kAll, {"f32 512,1024 = = NN col", "f32 2048 2048 512 NN col", "f64 768 = = NT col"}),
       .inert = needs_workers(h, 2, kTeamsOnly)});
  // Which team sizes there are matters to those between 1 and all.
  constexpr const char *kFourOrMore = "sizes between 2 and all need 4 workers";
  out.push_back({.knob = "GEMMKIT_POOL_CLASSES",
                 .candidates = team_classes(h),
                 .probes = probes(h, Team::kAuto, {"f32 128,160,200,256,320 = = NN col"}),
                 .inert = needs_workers(h, 4, kFourOrMore)});
  out.push_back({.knob = "GEMMKIT_FULL_WIDTH_MNK",
                 .candidates = {1, 4'000'000, 14'000'000, 50'000'000, 110'000'000, 400'000'000},
                 .probes = probes(h, Team::kAuto, {"f32 128,200,256,320,400,512,768 = = NN col"}),
                 .inert = needs_workers(h, 4, kFourOrMore)});
}

std::vector<uint64_t> team_sizes(const Host &h) {
  std::vector<uint64_t> sizes;
  for (int size = 1; size < h.workers; size *= 2) sizes.push_back(uint64_t(size));
  sizes.push_back(uint64_t(h.workers));
  return sizes;
}

// Keeping results in registers pays where they come from memory: y of twice the last cache.
Tuned k_stream_max(const Host &h) {
  const int64_t rows = 2 * std::max(h.l2, h.l3) / 4, deepest = 40;
  Tuned t{.knob = "GEMMKIT_K_STREAM_MAX", .candidates = {0, 16, 64}, .probes = {}, .inert = "", .bandwidth = true};
  const double gib = double(rows) * double(deepest + 1) * 4 / double(uint64_t(1) << 30);
  const int ask = std::max(1, int(std::ceil(gib)));
  if (h.large_gib < gib) {
    t.inert = format("its probes take %.1f GiB; ask for them with --large-matrices %d", gib, ask);
  } else if (h.available_gib < 1.1 * gib) {
    t.inert = format("its probes take %.1f GiB, of %.1f that are free", gib, h.available_gib);
  }
  t.probes = probes(h, Team::kAll, {format("f32 %lld 1 8,24,40 NN col", static_cast<long long>(rows))});
  return t;
}

void add_gemv(const Host &h, std::vector<Tuned> &out) {
  out.push_back({.knob = "GEMMKIT_GEMV_THRESHOLD",
                 .candidates = {0, kNever},
                 .probes = probes(h, Team::kOne, {"f32 512,2048 1 = NN,TN col", "f64 1024 1 = NN,TN col"}),
                 .inert = "",
                 .bandwidth = true});
  out.push_back({.knob = "GEMMKIT_GEMV_PARALLEL_BYTES",
                 .candidates = {256 * kKiB, 512 * kKiB, kMiB, 2 * kMiB, 4 * kMiB, 8 * kMiB},
                 .probes = probes(h, Team::kAuto, {"f32 300,400,600,900,1200,1800 1 = TN col"}),
                 .inert = needs_workers(h, 2, kTeamsOnly),
                 .bandwidth = true});
  out.push_back({.knob = "GEMMKIT_GEMV_TIER_STEP",
                 .candidates = {2, 4, 16, 64},
                 .probes = probes(h, Team::kAuto, {"f32 724,1448,2896,5792 1 = TN col"}),
                 .inert = needs_workers(h, 6, "the ladder has one rung below 6 workers"),
                 .bandwidth = true});
  out.push_back({.knob = "GEMMKIT_GEMV_THREAD_CAP",
                 .candidates = team_sizes(h),
                 .probes = probes(h, Team::kAuto, {"f32 1448,2896,5792 1 = NN,TN col"}),
                 .inert = needs_workers(h, 2, kTeamsOnly),
                 .bandwidth = true});
  out.push_back({.knob = "GEMMKIT_GEMV_AXPY_PAR_MIN_ROWS",
                 .candidates = {256, 2048, 4096, 16384},
                 .probes = probes(h, Team::kAuto,
                                  {"f32 512 1 8192 NN col", "f32 1536 1 4096 NN col", "f32 3072 1 2048 NN col",
                                   "f32 8192 1 1024 NN col"}),
                 .inert = needs_workers(h, 2, kTeamsOnly),
                 .bandwidth = true});
  out.push_back(k_stream_max(h));
  out.push_back({.knob = "GEMMKIT_GEMV_PREFETCH_BYTES",
                 .candidates = {kMiB, 4 * kMiB, 16 * kMiB, 64 * kMiB, kNever},
                 .probes = probes(h, Team::kAll, {"f32 724,1448,2896,5792 1 = NN,TN col"}),
                 .inert = "",
                 .bandwidth = true});
}

void add_batches(const Host &h, std::vector<Tuned> &out) {
  const int w = h.workers;
  out.push_back(
      {.knob = "GEMMKIT_BATCH_ENTRY_MNK",
       .candidates = {64, 128, 256, 512, 2048, 4096},
       .probes = probes(h, Team::kAuto,
                        {"f32 4 = = NN col batch=1000", "f32 4 = = NN col batch=3000", "f32 8 = = NN col batch=1000",
                         "f32 8 = = NN col batch=2000", "f32 12 = = NN col batch=800", "f64 8 = = NN col batch=10000"}),
       .inert = needs_workers(h, 2, kTeamsOnly)});
  out.push_back({.knob = "GEMMKIT_BATCH_CHUNK_BYTES",
                 .candidates = {4 * kKiB, 8 * kKiB, 32 * kKiB, 64 * kKiB, 128 * kKiB},
                 .probes = probes(h, Team::kOne, {"f32 12,16,24,32,48 = = NN col batch=200"}),
                 .inert = ""});
  // One entry more than whole rounds: what is lost by waiting for the last against what splitting loses.
  std::vector<std::string> uneven;
  for (int rounds : {1, 2, 3}) uneven.push_back(format("f32 384 = = NN col batch=%d", rounds * w + 1));
  // So many rounds that it is some 6 %; too many entries where there are many workers.
  if (w <= 16) uneven.push_back(format("f32 384 = = NN col batch=%d", int((w - 1) / (0.065 * w)) * w + 1));
  out.push_back({.knob = "GEMMKIT_BATCH_SPLIT_LOSS",
                 .candidates = {0, 5, 20, 30, 50},
                 .probes = probes(h, Team::kAll, uneven),
                 .inert = needs_workers(h, 2, kTeamsOnly)});
  out.push_back({.knob = "GEMMKIT_SEQ_INTERNAL_BYTES_PER_WORKER",
                 .candidates = {128 * kKiB, 512 * kKiB, 2 * kMiB, kNever},
                 .probes = probes(
                     h, Team::kAll,
                     {format("f32 160,256,512 = = NN col batch=%d", 2 * w), format("f32 768 = = NN col batch=%d", w)}),
                 .inert = needs_workers(h, 2, kTeamsOnly)});
}

void add_routes(const Host &h, std::vector<Tuned> &out) {
  out.push_back({.knob = "GEMMKIT_SMALL_MN_DIM",
                 .candidates = {0, 16, 32, 128},
                 .probes = probes(h, Team::kOne, {"f32 12,24,40,64,80 = 512,4096 TN col", "f32 8 64 4096 NN col"}),
                 .inert = ""});
  out.push_back({.knob = "GEMMKIT_SMALL_K_THRESHOLD",
                 .candidates = {0, 8, 16, 48, 64, 128},
                 .probes = probes(h, Team::kAll, {"f32 4096 4096 8,16,32 NN col", "f32 1024 1024 12,24,48,96 NN col"}),
                 .inert = ""});
  out.push_back({.knob = "GEMMKIT_STREAM_MIN_BYTES",
                 .candidates = {2 * kMiB, 8 * kMiB, 32 * kMiB, 128 * kMiB, kNever},
                 .probes = probes(h, Team::kAll, {"f32 1024,2048,3072,4096 = 16 NN col"}),
                 .inert = h.isa == "scalar" ? "the portable kernels have no such stores" : ""});
  out.push_back({.knob = "GEMMKIT_DIRECT_BYTES",
                 .candidates = {64 * kKiB, 128 * kKiB, 256 * kKiB, kMiB, 2 * kMiB},
                 .probes = probes(h, Team::kOne, {"f32 100,140,180,256,360 = = NN col", "f32 160,256 = = TN col"}) +
                           probes(h, Team::kAll, {"f32 180,256,360 = = NN col"}),
                 .inert = ""});
}

void add_packing(const Host &h, std::vector<Tuned> &out) {
  out.push_back({.knob = "GEMMKIT_RHS_PACK_THRESHOLD",
                 .candidates = {0, 160, 640, 1280, kNever},
                 .probes = probes(h, Team::kOne, {"f32 96,240,480,960,1536 1024 256 NT col"}),
                 .inert = ""});
  out.push_back({.knob = "GEMMKIT_RHS_PACK_NARROW",
                 .candidates = {0, 16, 32, 64, 128},
                 .probes = probes(h, Team::kOne, {"f16 4,12,24,48,96 1024 512 NT col", "i8 8,24,96 1024 512 NT col"}),
                 .inert = ""});
  out.push_back(
      {.knob = "GEMMKIT_RHS_PACK_WIDE",
       .candidates = {512, 1536, 2048, kNever},
       .probes = probes(h, Team::kOne,
                        {"f32 768,1280,1792,2304 = 384 NN col ldb=1024", "f32 768,1280,1792 = 384 NT col ldb=1800"}),
       .inert = ""});
  out.push_back({.knob = "GEMMKIT_LHS_PACK_THRESHOLD",
                 .candidates = {0, 4, 16, 32, 64, 256},
                 .probes = probes(h, Team::kOne, {"f32 2048 4,6,12,24,48,96 512 NN col"}),
                 .inert = ""});
  out.push_back({.knob = "GEMMKIT_LHS_PACK_STRIDE",
                 .candidates = {0, 1024, 2048, 8192, 16384},
                 .probes = probes(h, Team::kOne,
                                  {"f32 256 2048 256 NN col", "f32 480 2048 128 NN col lda=512",
                                   "f32 480 2048 128 NN col lda=1024", "f32 480 2048 128 NN col lda=2048"}),
                 .inert = ""});
  out.push_back({.knob = "GEMMKIT_HUGE_PAGE_BYTES",
                 .candidates = {8 * kMiB, 32 * kMiB, kNever},
                 .probes = probes(h, Team::kAll, {"f32 1024,1536 = = NT col", "f32 2048 2048 512 NN col"}),
                 .inert = h.huge_pages ? "" : "the kernel gives no huge pages",
                 .read = Read::kPerWorkspace});
}

void add_blocking(const Host &h, std::vector<Tuned> &out) {
  // Serial: a team's jobs are smaller than what these bound.
  const std::vector<Probe> tall =
      probes(h, Team::kOne, {"f32 512,1024 = = NN col", "f32 2048 1024 512 NN col", "f32 3072 512 512 NN col"});
  const std::vector<Probe> wide =
      probes(h, Team::kOne, {"f32 512 4608 384 NN col", "f32 512 4608 384 NT col", "f32 768 6144 256 NN col"});
  out.push_back({.knob = "GEMMKIT_KC",
                 .candidates = {128, 256, 384, 512, 768, 1024},
                 .probes = probes(h, Team::kOne, {"f32 512,1024 = = NN col", "f64 768 = = NN col"}) +
                           probes(h, Team::kAll, {"f32 768 768 3072 NT col"}),
                 .inert = ""});
  out.push_back({.knob = "GEMMKIT_KC_MIN",
                 .candidates = {128, 256, 384, 768, 1024},
                 .probes = probes(h, Team::kOne, {"f64 512,768 = = NN col", "f32 1024 = = NN col"}) +
                           probes(h, Team::kAll, {"f64 1024 = = NN col", "c64 384 = = NN col"}),
                 .inert = ""});
  out.push_back({.knob = "GEMMKIT_MC", .candidates = {96, 192, 384, 768, 1536}, .probes = tall, .inert = ""});
  out.push_back({.knob = "GEMMKIT_MC_REG_PANELS", .candidates = {1, 2, 3, 4, 8, 16}, .probes = tall, .inert = ""});
  out.push_back({.knob = "GEMMKIT_NC", .candidates = {256, 512, 1024, 2048, 4096}, .probes = wide, .inert = ""});
  out.push_back({.knob = "GEMMKIT_NC_NO_L3_PANELS",
                 .candidates = {32, 64, 128, 256, 1024},
                 .probes = wide,
                 .inert = h.l3 > 0 ? "this machine has an L3 cache" : ""});
}

void add_kernels(const Host &h, std::vector<Tuned> &out) {
  std::string inert;
  if (!h.pin.empty()) inert = "GEMMKIT_REQUIRE_ISA overrides it";
  if (inert.empty() && !h.bf16_dot_choice) inert = "the CPU lacks the instruction";
  out.push_back({.knob = "GEMMKIT_BF16_DOT",
                 .candidates = {0, 1, 2},
                 .probes = probes(h, Team::kAll, {"bf16 64,256,512,1024 = = NN col"}),
                 .inert = inert,
                 .read = Read::kPerProcess});
}

}  // namespace

std::vector<Tuned> tuned_knobs(const Host &host) {
  std::vector<Tuned> table;
  add_blocking(host, table);
  add_packing(host, table);
  add_routes(host, table);
  add_worker_counts(host, table);
  add_gemv(host, table);
  add_batches(host, table);
  add_kernels(host, table);
  for (Tuned &t : table)
    if (t.inert.empty() && t.probes.empty()) t.inert = "this build lacks the element type of its probes";
  return table;
}

const std::vector<NeverTuned> &never_tuned_knobs() {
  static const std::vector<NeverTuned> table = {
      {"GEMMKIT_PARALLEL_THRESHOLD",
       "where a team begins to pay depends on the shape more than on the machine; no single m*n*k fits all"},
      {"GEMMKIT_NESTED", "a permission, not a matter of speed"},
      {"GEMMKIT_PREFETCH_MIN_BYTES",
       "automatic from the L2 cache, a property of the machine; what it gains depends on what else uses the caches"},
  };
  return table;
}

double work_of(const Tuned &t, const Probe &p) {
  const bench::Shape &s = p.shape;
  if (!t.bandwidth) return 1e-9 * s.flops();
  return 1e-9 * double(s.m) * double(s.k) * double(bench::info_of(s.elem).in_size);
}

std::string value_text(uint64_t value) { return value == kNever ? "never" : std::to_string(value); }

std::string Probe::name() const {
  return shape.name() + (team == Team::kOne ? "" : team == Team::kAll ? ", all" : ", auto");
}

}  // namespace gk::tune
