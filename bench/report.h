// What a run says: table, JSON, CSV, a page.
#pragma once

#include "measure.h"

#include <string>
#include <vector>

namespace gk::bench {

struct GroupResult {
  Group group;
  std::vector<Result> results;
};

struct RunInfo {
  Machine machine;
  std::vector<int> threads;
  std::string pin;
  std::vector<std::pair<std::string, std::string>> peak_isa;  // by type
  MeasureOptions options;
  const Contestants *contestants;
  std::vector<Absent> absent;
};

// Comparisons at one thread count, of median rates. "Ours" is the first of ours. 0: nothing to compare.
struct Ratios {
  int threads = 0;
  double peak = 0;                                // GFLOP/s, median
  double fraction_best = 0, fraction_median = 0;  // ours over the peak of the same rounds
  double to_library = 0;                          // ours over the best library
  double to_any = 0;                              // ours over the best peer, bare kernels included
  double blas_to_library = 0;                     // our CBLAS over the best library
  double speedup = 0;                             // ours over ours at the smallest thread count
  std::string best_library;
};
Ratios ratios(const Result &, int threads);
// Products per second by the median; comparable across contestants of one shape, flops or not.
double calls_per_second(const Outcome &);

void print_header(const RunInfo &);
void print_group_start(const RunInfo &, const Group &, const std::vector<Contestant *> &);
void print_result(const RunInfo &, const Group &, const Result &);
void print_group_summary(const RunInfo &, const GroupResult &);

// "-" is standard output. Throws std::runtime_error if it cannot be written.
void write_text(const std::string &path, const std::string &text);
void write_json(const std::string &path, const RunInfo &, const std::vector<GroupResult> &);
void write_csv(const std::string &path, const std::vector<GroupResult> &);
// One page that needs nothing else.
void write_html(const std::string &path, const RunInfo &, const std::vector<GroupResult> &);

}  // namespace gk::bench
