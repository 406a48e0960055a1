// The table for the eye, and the ratios every output shows.
#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gk::bench {
namespace {

constexpr int kShapeWidth = 31;

int column_width(const Contestant &contestant) { return std::max(9, int(contestant.name.size()) + 1); }

Kind kind_of(const Outcome &outcome) { return outcome.entry.contestant->kind; }

const Outcome *first_ours(const Result &result, int threads) {
  for (const auto &outcome : result.outcomes)
    if (kind_of(outcome) == Kind::kOurs && outcome.entry.threads == threads && outcome.refused.empty()) return &outcome;
  return nullptr;
}

std::string join(const std::vector<int> &values) {
  std::string text;
  for (const int v : values) text += (text.empty() ? "" : ",") + std::to_string(v);
  return text;
}

void print_ratio(double ratio) {
  if (ratio > 0) {
    printf(" %6.2f", ratio);
  } else {
    printf(" %6s", "-");
  }
}

// An exclamation mark says that the result was wrong; the reason follows below the row.
void print_cell(const Group &group, const Result &result, const Outcome &outcome) {
  const int width = column_width(*outcome.entry.contestant);
  if (!outcome.refused.empty()) {
    printf(" %*s", width, "-");
    return;
  }
  const double value = group.in_ns ? 1e9 * outcome.seconds.median() : outcome.median_gflops(result.shape);
  printf(" %*.*f%c", width - 1, value < 10 ? 2 : 1, value, outcome.wrong.empty() ? ' ' : '!');
}

void print_row(const Group &group, const Result &result, int threads, bool show_threads) {
  const Ratios r = ratios(result, threads);
  const std::string name = result.shape.name() + (show_threads ? " t" + std::to_string(threads) : "");
  printf("%-*s", kShapeWidth, name.c_str());
  if (!group.in_ns) printf(" %6.1f %6.3f %6.3f", r.peak, r.fraction_best, r.fraction_median);
  for (const auto &outcome : result.outcomes)
    if (outcome.entry.threads == threads) print_cell(group, result, outcome);
  print_ratio(r.to_library);
  print_ratio(r.to_any);
  print_ratio(r.blas_to_library);
  if (show_threads) print_ratio(r.speedup);
  printf("  %s\n", r.best_library.c_str());
  for (const auto &outcome : result.outcomes) {
    if (outcome.entry.threads != threads) continue;
    const Contestant &contestant = *outcome.entry.contestant;
    const char *who = contestant.name.c_str();
    if (!outcome.wrong.empty()) printf("  ! %s: %s\n", who, outcome.wrong.c_str());
    // What a peer does not offer is no news, what failed or what ours refuses is.
    if (outcome.refused.starts_with("failed") ||
        (!outcome.refused.empty() && contestant.kind == Kind::kOursBlas && contestant.suits(result.shape)))
      printf("  ! %s: %s\n", who, outcome.refused.c_str());
  }
}

// Geometric mean of some ratio over the shapes of a group, with the smallest one.
class Mean {
 public:
  void add(double ratio, const Result &result) {
    if (ratio <= 0) return;
    log_sum_ += std::log(ratio);
    below_ += ratio < 0.97;
    if (count_++ == 0 || ratio < worst_) worst_ = ratio, worst_at_ = result.shape.name();
  }
  void print(const std::string &what) const {
    if (count_ == 0) return;
    printf("   %s: geometric mean %.3f over %d shapes, %d below 0.97, worst %.3f at %s\n", what.c_str(),
           std::exp(log_sum_ / count_), count_, below_, worst_, worst_at_.c_str());
  }

 private:
  double log_sum_ = 0, worst_ = 0;
  int count_ = 0, below_ = 0;
  std::string worst_at_;
};

// A jump in time between neighbouring sizes shows a route chosen badly.
void print_largest_step(const GroupResult &run, int threads) {
  double step = 0;
  std::string at;
  for (size_t i = 1; i < run.results.size(); ++i) {
    const Shape &s = run.results[i].shape, &before = run.results[i - 1].shape;
    const Outcome *now = first_ours(run.results[i], threads), *then = first_ours(run.results[i - 1], threads);
    if (!now || !then || s.elem != before.elem || s.m != before.m + 1 || s.n != s.m || s.k != s.m) continue;
    const double ratio = now->seconds.median() / then->seconds.median();
    if (ratio > step) step = ratio, at = s.name();
  }
  if (step > 0) printf("   largest step between neighbours: %.2f times the time, at %s\n", step, at.c_str());
}

}  // namespace

double calls_per_second(const Outcome &outcome) { return outcome.refused.empty() ? 1 / outcome.seconds.median() : 0; }

Ratios ratios(const Result &result, int threads) {
  Ratios r;
  r.threads = threads;
  const Outcome *ours = first_ours(result, threads);
  double library = 0, any = 0, blas = 0;
  for (const auto &outcome : result.outcomes) {
    if (outcome.entry.threads != threads || !outcome.refused.empty() || !outcome.wrong.empty()) continue;
    const double value = calls_per_second(outcome);
    if (kind_of(outcome) == Kind::kOursBlas) blas = value;
    if (kind_of(outcome) == Kind::kLibrary && value > library)
      library = value, r.best_library = outcome.entry.contestant->name;
    if (kind_of(outcome) == Kind::kLibrary || kind_of(outcome) == Kind::kBare) any = std::max(any, value);
  }
  const auto peak = result.peak.find(threads);
  if (peak != result.peak.end()) r.peak = peak->second.median();
  if (ours) {
    if (result.shape.flops() > 0 && r.peak > 0) {
      r.fraction_best = ours->best_gflops(result.shape) / peak->second.best();
      r.fraction_median = ours->median_gflops(result.shape) / r.peak;
    }
    if (library > 0) r.to_library = calls_per_second(*ours) / library;
    if (any > 0) r.to_any = calls_per_second(*ours) / any;
    const int fewest = result.outcomes.front().entry.threads;
    if (const Outcome *narrow = first_ours(result, fewest))
      r.speedup = calls_per_second(*ours) / calls_per_second(*narrow);
  }
  if (library > 0 && blas > 0) r.blas_to_library = blas / library;
  return r;
}

void print_header(const RunInfo &info) {
  const MeasureOptions &o = info.options;
  std::string peaks;
  for (const auto &[type, isa] : info.peak_isa) peaks += (peaks.empty() ? " " : ", ") + type + " " + isa;
  printf("CPU       %s (%s)\n", info.machine.cpu.c_str(), info.machine.caches.c_str());
  printf("System    %s, huge pages %s\n", info.machine.kernel.c_str(), info.machine.huge_pages.c_str());
  printf("Run       threads %s on cpu %s (pin %s), %d rounds, samples of %.3g ms%s, peak of%s%s\n",
         join(info.threads).c_str(), join(o.cpus).c_str(), info.pin.c_str(), o.rounds, 1e3 * o.sample_seconds,
         o.cpu_clock ? " CPU time" : "", peaks.c_str(), o.huge_pages ? ", operands in huge pages" : "");
  for (const auto &contestant : *info.contestants) {
    printf("%-9s [%s] %s; %s; %s\n", contestant->name.c_str(), kind_name(contestant->kind), contestant->path.c_str(),
           contestant->version.empty() ? "version unknown" : contestant->version.c_str(),
           contestant->cpu.empty() ? "CPU unknown" : contestant->cpu.c_str());
  }
  for (const auto &absent : info.absent) printf("%-9s absent: %s\n", absent.name.c_str(), absent.reason.c_str());
  fflush(stdout);
}

void print_group_start(const RunInfo &info, const Group &group, const std::vector<Contestant *> &contestants) {
  printf("\n== %s: %s; median %s\n", group.name.c_str(), group.title.c_str(),
         group.in_ns ? "ns per call" : "GFLOP/s (frac: the first of ours / peak, best and median)");
  printf("%-*s", kShapeWidth, "shape");
  if (!group.in_ns) printf(" %6s %6s %6s", "peak", "frac.b", "frac.m");
  for (const Contestant *contestant : contestants) printf(" %*s", column_width(*contestant), contestant->name.c_str());
  printf(" %6s %6s %6s", "/lib", "/any", "cblas/");
  if (info.threads.size() > 1) printf(" %6s", "speed");
  printf("  best lib\n");
  fflush(stdout);
}

void print_result(const RunInfo &info, const Group &group, const Result &result) {
  for (const int threads : info.threads) print_row(group, result, threads, info.threads.size() > 1);
  fflush(stdout);
}

void print_group_summary(const RunInfo &info, const GroupResult &run) {
  int wrong = 0;
  for (const int threads : info.threads) {
    Mean library, blas, speedup;
    for (const auto &result : run.results) {
      const Ratios r = ratios(result, threads);
      library.add(r.to_library, result);
      blas.add(r.blas_to_library, result);
      if (threads != info.threads.front()) speedup.add(r.speedup, result);
    }
    const std::string suffix = info.threads.size() > 1 ? ", " + std::to_string(threads) + " threads" : "";
    library.print("ours / best library" + suffix);
    blas.print("our CBLAS / best library" + suffix);
    speedup.print("speed-up" + suffix);
    print_largest_step(run, threads);
  }
  // With several settings or builds of ours: each against the first.
  for (size_t column = 0; !run.results.empty() && column < run.results.front().outcomes.size(); ++column) {
    const Entry &entry = run.results.front().outcomes[column].entry;
    Mean against;
    for (const auto &result : run.results) {
      wrong += !result.outcomes[column].wrong.empty();
      const Outcome *first = first_ours(result, entry.threads);
      if (entry.contestant->kind == Kind::kOurs && first && first != &result.outcomes[column])
        against.add(calls_per_second(result.outcomes[column]) / calls_per_second(*first), result);
    }
    against.print(entry.contestant->name + " / first of ours");
  }
  if (wrong) printf("   %d results were WRONG\n", wrong);
  fflush(stdout);
}

}  // namespace gk::bench
