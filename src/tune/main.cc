// gemmkit-tune: fits the knobs to a machine.
#include "gemmkit.h"
#include "tune/options.h"
#include "tune/progress.h"
#include "tune/report.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <stdexcept>

namespace gk::tune {
namespace {

std::string utc_time() {
  const time_t now = ::time(nullptr);
  tm parts{};
  char text[64] = "";
  if (gmtime_r(&now, &parts) != nullptr) strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
  return text;
}

void warn_of_environment(const std::vector<std::string> &found) {
  if (found.empty()) return;
  std::string list;
  for (const std::string &entry : found) list += (list.empty() ? "" : ", ") + entry;
  fprintf(stderr, "gemmkit-tune: ignored for the sweep, which starts from the shipped defaults: %s\n", list.c_str());
}

// Other work on the machine makes measurements differ, and differences then keep defaults.
void warn_of_load(const Host &host) {
  double load = 0;
  if (getloadavg(&load, 1) == 1 && load > 0.5 * host.cores)
    fprintf(stderr, "gemmkit-tune: the machine is busy (load %.1f); a quiet one gives a better profile\n", load);
}

// NAME=value, for tests: what would be measured, were this the shipped default. The tool has to find its way back.
std::map<std::string, uint64_t> detuned_default() {
  const char *text = getenv("GK_TUNE_TEST_DEFAULT");
  if (text == nullptr) return {};
  const std::string setting = text;
  const size_t eq = setting.find('=');
  if (eq == std::string::npos) return {};
  return {{setting.substr(0, eq), std::stoull(setting.substr(eq + 1))}};
}

bool chosen(const Options &o, const char *knob) {
  return o.knobs.empty() || std::find(o.knobs.begin(), o.knobs.end(), knob) != o.knobs.end();
}

std::vector<Sweep::Job> plan_jobs(const Options &o, const Host &host, Findings *findings) {
  const auto detuned = detuned_default();
  std::vector<Sweep::Job> jobs;
  for (const Tuned &t : tuned_knobs(host)) {
    if (!chosen(o, t.knob)) continue;
    const uint64_t shipped = knob_value(t.knob);
    const auto other = detuned.find(t.knob);
    if (other != detuned.end()) gemmkit_knob_set(t.knob, other->second);
    jobs.push_back({t, knob_value(t.knob), shipped});
  }
  for (const NeverTuned &n : never_tuned_knobs())
    if (chosen(o, n.knob)) findings->not_swept.emplace_back(n.knob, n.reason);
  if (!o.knobs.empty()) findings->not_swept.emplace_back("all others", "not asked for (--knobs)");
  return jobs;
}

// Everything that can be wrong is found before minutes are spent.
void check_outputs(const Options &o) {
  if (!o.dry_run) check_writable(o.out);
  if (!o.html.empty()) check_writable(o.html);
}

// The files first: whoever reads the report may stop reading.
int finish(const Options &o, const Findings &findings) {
  std::string wrong, written;
  try {
    if (findings.swept() > 0 && !o.html.empty()) {
      write_atomically(o.html, html_report(findings));
      written += "Report with plots: " + o.html + "\n";
    }
    if (findings.swept() > 0 && !o.dry_run) {
      write_atomically(o.out, profile_text(findings));
      written += "Profile: " + o.out + "\n";
    }
  } catch (const std::exception &error) {
    wrong = error.what();
  }
  fputs((terminal_report(findings, isatty(STDOUT_FILENO) == 1) + written).c_str(), stdout);
  fflush(stdout);
  if (!wrong.empty()) throw std::runtime_error(wrong);
  if (findings.swept() > 0) return 0;
  fprintf(stderr, "gemmkit-tune: no knob was swept%s; no profile written\n",
          o.budget > 0 ? ": raise --time-budget" : "");
  return 1;
}

int run(const Options &o) {
  warn_of_environment(neutralise_environment());
  check_outputs(o);
  Findings findings;
  findings.host = describe_host(o.threads, o.large_gib);
  findings.version = gemmkit_version();
  findings.time = utc_time();
  findings.budget = o.budget_text;
  const Host &host = findings.host;
  if (o.threads > host.workers)
    fprintf(stderr, "gemmkit-tune: tuning for %d worker(s), which is all this process may use\n", host.workers);
  warn_of_load(host);
  const std::vector<Sweep::Job> jobs = plan_jobs(o, host, &findings);
  const auto active = std::count_if(jobs.begin(), jobs.end(), [](const auto &job) { return job.tuned.inert.empty(); });
  printf("%s\n%d worker(s), kernels %s%s\n\n", host_line(host).c_str(), host.workers, host.isa.c_str(),
         host.pin.empty() ? "" : (" (GEMMKIT_REQUIRE_ISA=" + host.pin + ")").c_str());
  fflush(stdout);
  catch_signals();
  try {
    Progress progress(size_t(active), o.budget);
    LibraryMeter meter(host);
    findings.outcomes = Sweep(meter, progress, Budget{o.budget}).run(jobs);
    findings.seconds = progress.seconds();
  } catch (const Interrupted &) {
    fprintf(stderr, "gemmkit-tune: interrupted; no profile written\n");
    return 128 + signal_caught();
  }
  return finish(o, findings);
}

}  // namespace
}  // namespace gk::tune

int main(int argc, char **argv) {
  gk::tune::Options options;
  const int code = gk::tune::read_options(argc, argv, &options);
  if (code >= 0) return code;
  try {
    return gk::tune::run(options);
  } catch (const std::exception &error) {
    fprintf(stderr, "gemmkit-tune: %s\n", error.what());
    return 1;
  }
}
