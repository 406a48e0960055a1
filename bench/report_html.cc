// The report of a run as one page: what ran, and per group a table whose cells are bars as long as the speed.
#include "page.h"
#include "report.h"

#include <algorithm>
#include <cmath>

namespace gk::bench {
namespace {

constexpr double kNoise = 0.03;  // ratios that close to 1 say nothing

constexpr const char *kStyle = R"(
td.bar { min-width: 7em; background-repeat: no-repeat; background-image: linear-gradient(#cfe3ff, #cfe3ff) }
td.best { font-weight: 600 } td.slower { color: #b35900 } td.faster { color: #0b6e2e } table.small { font-size: 13px } p.note { color: #57606a; font-size: 13px }
@media (prefers-color-scheme: dark) { td.bar { background-image: linear-gradient(#1f3a5f, #1f3a5f) } td.slower { color: #e3a05b } td.faster { color: #3fb950 } }
)";

void add_contestants(std::string *out, const RunInfo &info) {
  *out +=
      "<h2>Who took part</h2>\n<table class=\"small\">"
      "<tr><th>contestant</th><th>library</th><th>version</th><th>runs for</th></tr>\n";
  for (const auto &c : *info.contestants)
    *out += "<tr><td>" + escaped(c->name) + "</td><td>" + escaped(c->path) + "</td><td>" + escaped(c->version) +
            "</td><td>" + escaped(c->cpu) + "</td></tr>\n";
  *out += "</table>\n";
  for (const auto &absent : info.absent)
    *out += "<p class=\"note\">" + escaped(absent.name) + " is absent: " + escaped(absent.reason) + "</p>\n";
}

// A cell: the rate or the time, over a bar that is as long as the share of the fastest.
void add_cell(std::string *out, const Group &group, const Result &result, const Outcome &o, double fastest) {
  if (!o.refused.empty()) {
    *out += "<td class=\"n\" title=\"" + escaped(o.refused) + "\">-</td>";
    return;
  }
  const double speed = calls_per_second(o), value = group.in_ns ? 1e9 / speed : o.median_gflops(result.shape);
  add(out, "<td class=\"n bar%s\" style=\"background-size: %.0f%% 100%%\">%.*f%s</td>", speed == fastest ? " best" : "",
      100 * speed / fastest, value < 10 ? 2 : 1, value, o.wrong.empty() ? "" : " (wrong)");
}

void add_row(std::string *out, const RunInfo &info, const Group &group, const Result &result, int threads) {
  const Ratios r = ratios(result, threads);
  double fastest = 1e-30;
  for (const auto &o : result.outcomes)
    if (o.entry.threads == threads && o.refused.empty()) fastest = std::max(fastest, calls_per_second(o));
  *out += "<tr><td>" + escaped(result.shape.name());
  if (info.threads.size() > 1) add(out, ", %d threads", threads);
  *out += "</td>";
  for (const auto &o : result.outcomes)
    if (o.entry.threads == threads) add_cell(out, group, result, o, fastest);
  if (group.in_ns || r.fraction_median == 0) {
    *out += "<td></td>";
  } else {
    add(out, "<td class=\"n\">%.2f</td>", r.fraction_median);
  }
  if (r.to_library > 0) {
    add(out, "<td class=\"n %s\">%.2f</td>",
        r.to_library < 1 - kNoise   ? "slower"
        : r.to_library > 1 + kNoise ? "faster"
                                    : "",
        r.to_library);
  } else {
    *out += "<td></td>";
  }
  *out += "</tr>\n";
}

void add_group(std::string *out, const RunInfo &info, const GroupResult &run) {
  if (run.results.empty()) return;
  *out += "<h2>" + escaped(run.group.title) + "</h2>\n<table><tr><th>shape</th>";
  for (const auto &o : run.results.front().outcomes)
    if (o.entry.threads == info.threads.front())
      *out += "<th class=\"n\">" + escaped(o.entry.contestant->name) + "</th>";
  *out += "<th class=\"n\">of peak</th><th class=\"n\">over the best library</th></tr>\n";
  for (const auto &result : run.results)
    for (const int threads : info.threads) add_row(out, info, run.group, result, threads);
  *out += "</table>\n";
  double logs = 0;
  int count = 0, slower = 0;
  for (const auto &result : run.results)
    for (const int threads : info.threads) {
      const double ratio = ratios(result, threads).to_library;
      if (ratio <= 0) continue;
      logs += std::log(ratio);
      ++count;
      slower += ratio < 1 - kNoise;
    }
  if (count > 0)
    add(out,
        "<p>The first of ours over the best library: %.2f in the geometric mean of %d rows; in %d of them slower "
        "by more than 3 %%.</p>\n",
        std::exp(logs / count), count, slower);
}

}  // namespace

void write_html(const std::string &path, const RunInfo &info, const std::vector<GroupResult> &groups) {
  std::string out = page_start("gemmkit-bench", kStyle);
  out += "<p>" + escaped(info.machine.cpu) + " (" + escaped(info.machine.caches) + "), " + escaped(info.machine.kernel);
  add(&out, "<br>%d interleaved rounds, medians; threads pinned: %s</p>\n", info.options.rounds, info.pin.c_str());
  out +=
      "<p class=\"note\">GFLOP/s (or ns per call where the title says so), the fastest in bold; bars are shares of the "
      "fastest of the row. \"Of peak\": the first of ours against a loop of multiply-adds in registers, timed in the "
      "same rounds.</p>\n";
  for (const auto &run : groups) add_group(&out, info, run);
  add_contestants(&out, info);
  write_text(path, out + page_end());
}

}  // namespace gk::bench
