// The report on the terminal.
#include "tune/report.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace gk::tune {
namespace {

[[gnu::format(printf, 2, 3)]] void add(std::string *out, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  *out += line;
}

std::string result_text(const Outcome &o) { return o.moved() ? "-> " + value_text(o.value()) : "keeps default"; }

void add_table(std::string *out, const Findings &f, bool colours) {
  add(out, "%-38s %-8s %6s %14s %14s %9s  %s\n", "knob", "unit", "shapes", "default", "winner", "speed-up", "result");
  for (const Outcome &o : f.outcomes) {
    if (!o.skipped.empty()) continue;
    const size_t shapes = o.candidates[0].by_shape.size();
    if (colours && o.moved()) *out += "\033[1m";
    add(out, "%-38s %-8s %6zu %14s %14s %8.2fx  %s", o.tuned.knob, unit_of(o.tuned), shapes,
        value_text(o.default_value).c_str(), value_text(o.value()).c_str(), o.speed_up, result_text(o).c_str());
    if (!o.remark.empty()) add(out, " (%s)", o.remark.c_str());
    if (colours && o.moved()) *out += "\033[0m";
    *out += "\n";
  }
}

void add_landscape(std::string *out, const Outcome &o) {
  add(out, "\n%s (%s, geometric mean of", o.tuned.knob, unit_of(o.tuned));
  const size_t shapes = o.candidates[0].by_shape.size();
  add(out, " %zu shape%s)\n", shapes, shapes == 1 ? "" : "s");
  for (size_t i = 0; i < o.candidates.size(); ++i) {
    const Candidate &c = o.candidates[i];
    const char *mark = i == 0 && o.winner == 0 ? "*>" : i == 0 ? "* " : i == o.winner ? " >" : "  ";
    add(out, "  %s %14s %10.2f %6.2fx  spread %s\n", mark, value_text(c.value).c_str(), c.score.rate,
        o.candidates[0].score.rate > 0 ? c.score.rate / o.candidates[0].score.rate : 0,
        percent(c.score.spread).c_str());
  }
  for (const std::string &shape : o.left_out) add(out, "     left out for lack of time: %s\n", shape.c_str());
}

}  // namespace

size_t Findings::swept() const {
  return size_t(std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome &o) { return o.skipped.empty(); }));
}

size_t Findings::moved() const {
  return size_t(std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome &o) { return o.moved(); }));
}

std::vector<std::pair<std::string, std::string>> Findings::skipped() const {
  std::vector<std::pair<std::string, std::string>> list;
  for (const Outcome &o : outcomes)
    if (!o.skipped.empty()) list.emplace_back(o.tuned.knob, o.skipped);
  list.insert(list.end(), not_swept.begin(), not_swept.end());
  return list;
}

std::string percent(double relative) {
  char text[32];
  snprintf(text, sizeof text, "%.1f %%", 100 * relative);
  return text;
}

std::string host_line(const Host &h) {
  std::string line;
  const auto kib = [](int64_t bytes) { return static_cast<long long>(bytes / 1024); };
  add(&line, "%s; %d core%s; L1d %lld KiB, L2 %lld KiB, L3 %lld KiB; page %lld KiB", h.cpu.c_str(), h.cores,
      h.cores == 1 ? "" : "s", kib(h.l1d), kib(h.l2), kib(h.l3), kib(h.page));
  return line;
}

std::string terminal_report(const Findings &f, bool colours) {
  std::string out;
  if (f.swept() > 0) {
    add_table(&out, f, colours);
    out += "\nWhat was measured (* default, > winner):\n";
    for (const Outcome &o : f.outcomes)
      if (o.skipped.empty()) add_landscape(&out, o);
  }
  const auto skipped = f.skipped();
  if (!skipped.empty()) out += "\nNot swept:\n";
  for (const auto &[knob, why] : skipped) add(&out, "  %s: %s\n", knob.c_str(), why.c_str());
  add(&out, "\n%zu knob%s swept, %zu moved, %zu not swept\n", f.swept(), f.swept() == 1 ? "" : "s", f.moved(),
      skipped.size());
  if (f.swept() > 0 && f.moved() == 0) out += "All that were swept keep their defaults: those suit this machine.\n";
  return out;
}

}  // namespace gk::tune
