// The report as one page that needs nothing else: no script, no style sheet, no picture from elsewhere.
#include "bench/page.h"
#include "tune/report.h"

#include <algorithm>
#include <cmath>

namespace gk::tune {
namespace {

using bench::add;
using bench::escaped;

constexpr const char *kStyle = R"(
tr.moved td { font-weight: 600; color: #0b6e2e }
.plots { display: flex; flex-wrap: wrap; gap: 1em } figure { margin: 0; border: 1px solid #d8dee4; border-radius: 6px; padding: .6em }
figcaption { font-size: 13px } figcaption b { font-family: ui-monospace, monospace } svg text { font: 11px system-ui, sans-serif; fill: #57606a }
.grid { stroke: #e6eaef } .one { stroke: #8c959f; stroke-dasharray: 4 3 } .shape { fill: none; stroke: #b6c2cf }
.mean { fill: none; stroke: #0969da; stroke-width: 2 } .dot { fill: #0969da } .win { fill: #1a7f37 } .bar { stroke: #0969da }
@media (prefers-color-scheme: dark) { figure { border-color: #30363d }
 svg text { fill: #9198a1 } .grid { stroke: #21262d } .shape { stroke: #444c56 } tr.moved td { color: #3fb950 } }
)";

// Speeds relative to the default against the candidates in order of their values; grey lines are single shapes.
struct Plot {
  static constexpr double kWidth = 330, kHeight = 190, kLeft = 42, kRight = 12, kTop = 10, kBottom = 52;
  double low = 0.95, high = 1.05, step = 0.05;
  size_t count;

  // Whole steps, at most six of them.
  void round() {
    for (const double wider : {0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0}) {
      step = wider;
      if (std::ceil(high / step) - std::floor(low / step) <= 6) break;
    }
    low = step * std::floor(low / step);
    high = step * std::ceil(high / step);
  }

  double x(size_t i) const {
    const double room = kWidth - kLeft - kRight;
    return kLeft + room * (double(i) + 0.5) / double(count);
  }
  double y(double speed) const {
    return kTop + (kHeight - kTop - kBottom) * (high - std::clamp(speed, low, high)) / (high - low);
  }
};

void add_axes(std::string *out, const Plot &plot) {
  const long steps = std::lround((plot.high - plot.low) / plot.step);
  for (long i = 0; i <= steps; ++i) {
    const double speed = plot.low + double(i) * plot.step, y = plot.y(speed);
    add(out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", Plot::kLeft,
        Plot::kWidth - Plot::kRight, y, y);
    add(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.2f</text>", Plot::kLeft - 5, y + 4, speed);
  }
  add(out, "<line class=\"one\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", Plot::kLeft,
      Plot::kWidth - Plot::kRight, plot.y(1), plot.y(1));
}

void add_plot(std::string *out, const Outcome &o) {
  std::vector<size_t> order(o.candidates.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&o](size_t i, size_t j) { return o.candidates[i].value < o.candidates[j].value; });
  Plot plot;
  plot.count = order.size();
  const auto relative = [&o](size_t i) { return o.candidates[i].score.rate / o.candidates[0].score.rate; };
  for (const size_t i : order) {
    plot.low = std::min(plot.low, relative(i));
    plot.high = std::max(plot.high, relative(i));
  }
  plot.round();
  add(out, "<figure><svg role=\"img\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">", Plot::kWidth,
      Plot::kHeight, Plot::kWidth, Plot::kHeight);
  add(out, "<title>%s: speed over the default's by value</title>", o.tuned.knob);
  add_axes(out, plot);
  for (size_t s = 0; s < o.candidates[0].by_shape.size(); ++s) {
    *out += "<polyline class=\"shape\" points=\"";
    for (size_t at = 0; at < order.size(); ++at)
      add(out, "%.1f,%.1f ", plot.x(at),
          plot.y(o.candidates[order[at]].by_shape[s].median / o.candidates[0].by_shape[s].median));
    *out += "\"/>";
  }
  *out += "<polyline class=\"mean\" points=\"";
  for (size_t at = 0; at < order.size(); ++at) add(out, "%.1f,%.1f ", plot.x(at), plot.y(relative(order[at])));
  *out += "\"/>";
  for (size_t at = 0; at < order.size(); ++at) {
    const size_t i = order[at];
    const Score &score = o.candidates[i].score;
    const double half = relative(i) * score.spread / 2;
    add(out, "<line class=\"bar\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", plot.x(at), plot.x(at),
        plot.y(relative(i) - half), plot.y(relative(i) + half));
    add(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>%s: %.2f %s, %.2fx</title></circle>",
        i == o.winner ? "win" : "dot", plot.x(at), plot.y(relative(i)), i == o.winner ? 5 : 3,
        value_text(o.candidates[i].value).c_str(), score.rate, unit_of(o.tuned), relative(i));
    const double base = Plot::kHeight - Plot::kBottom + 14;
    add(out, "<text text-anchor=\"end\" transform=\"translate(%.1f %.1f) rotate(-30)\">%s%s</text>", plot.x(at) + 4,
        base, value_text(o.candidates[i].value).c_str(), i == 0 ? " *" : "");
  }
  add(out, "</svg><figcaption><b>%s</b><br>%s</figcaption></figure>\n", o.tuned.knob,
      o.moved() ? ("-&gt; " + value_text(o.value())).c_str() : "keeps default");
}

void add_table(std::string *out, const Findings &f) {
  *out +=
      "<table><tr><th>knob</th><th>unit</th><th class=\"n\">shapes</th><th class=\"n\">default</th><th class=\"n\">"
      "winner</th><th class=\"n\">speed-up</th><th>remark</th></tr>\n";
  for (const Outcome &o : f.outcomes) {
    if (!o.skipped.empty()) continue;
    add(out,
        "<tr%s><td>%s</td><td>%s</td><td class=\"n\">%zu</td><td class=\"n\">%s</td><td class=\"n\">%s</td>"
        "<td class=\"n\">%.2fx</td><td>%s</td></tr>\n",
        o.moved() ? " class=\"moved\"" : "", o.tuned.knob, unit_of(o.tuned), o.candidates[0].by_shape.size(),
        value_text(o.default_value).c_str(), value_text(o.value()).c_str(), o.speed_up, escaped(o.remark).c_str());
  }
  *out += "</table>\n";
}

}  // namespace

std::string html_report(const Findings &f) {
  std::string out = bench::page_start("gemmkit-tune", kStyle);
  out += "<p>" + escaped(host_line(f.host)) + "<br>\n";
  add(&out, "%d worker(s), kernels %s; gemmkit-tune %s, %s, %.0f s</p>\n", f.host.workers, escaped(f.host.isa).c_str(),
      f.version.c_str(), f.time.c_str(), f.seconds);
  add(&out, "<p>%zu knobs swept, %zu moved.</p>\n", f.swept(), f.moved());
  add_table(&out, f);
  out +=
      "<h2>What was measured</h2>\n<p>Speed over the default's by value: the geometric mean of the shapes (blue, bars: "
      "how far measurements lie apart) and single shapes (grey). A star marks the default, the large dot the "
      "winner.</p>\n"
      "<div class=\"plots\">\n";
  for (const Outcome &o : f.outcomes)
    if (o.skipped.empty()) add_plot(&out, o);
  out += "</div>\n<h2>Not swept</h2>\n<ul>\n";
  for (const auto &[knob, why] : f.skipped()) out += "<li>" + escaped(knob) + ": " + escaped(why) + "</li>\n";
  return out + "</ul>\n" + bench::page_end();
}

}  // namespace gk::tune
