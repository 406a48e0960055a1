#include "tune/options.h"

#include "gemmkit.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>

namespace gk::tune {
namespace {

constexpr const char *kAbout =
    "Fits the knobs of gemmkit to this machine: measures each on shapes that show its effect and writes the values "
    "that\n"
    "proved best to a file of 'export GEMMKIT_X=value' lines, to be sourced before programs that use the library.";

std::string upper_with_prefix(std::string name) {
  for (char &c : name) c = char(toupper(static_cast<unsigned char>(c)));
  return name.starts_with("GEMMKIT_") ? name : "GEMMKIT_" + name;
}

bool is_knob(const std::string &name) {
  for (int32_t i = 0; i < gemmkit_knob_count(); ++i)
    if (name == gemmkit_knob_name(i)) return true;
  return false;
}

// A single line, whatever the parser makes of it.
int mistake(std::string text) {
  for (char &c : text)
    if (c == '\n') c = ' ';
  fprintf(stderr, "gemmkit-tune: %s (-h explains)\n", text.c_str());
  return 2;
}

}  // namespace

double parse_duration(const std::string &text) {
  size_t used = 0;
  double value = 0;
  // stod also takes blanks, signs, "inf" and hexadecimal numbers.
  if (text.empty() || text.find_first_not_of("0123456789.smh") != std::string::npos) return 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception &) {
    return 0;
  }
  const std::string unit = text.substr(used);
  if (unit == "m") value *= 60;
  if (unit == "h") value *= 3600;
  if (!unit.empty() && unit != "s" && unit != "m" && unit != "h") return 0;
  return std::isfinite(value) && value < 1e9 ? value : 0;
}

std::string duration_text(double seconds) {
  char text[64];
  const long s = std::max(0L, std::lround(seconds));
  if (s < 60) {
    snprintf(text, sizeof text, "%ld s", s);
  } else if (s < 3600) {
    snprintf(text, sizeof text, "%ld min %ld s", s / 60, s % 60);
  } else {
    snprintf(text, sizeof text, "%ld h %ld min", s / 3600, s % 3600 / 60);
  }
  return text;
}

int read_options(int argc, char **argv, Options *o) {
  CLI::App app{kAbout, "gemmkit-tune"};
  app.set_version_flag("--version", std::string("gemmkit-tune ") + gemmkit_version());
  app.add_option("--threads", o->threads, "workers to tune for, at most what the machine has; default all of them")
      ->check(CLI::Range(1, 1 << 20).description(""))
      ->type_name("N");
  app.add_option("--time-budget", o->budget_text, "stop after 30s, 2m, 1h or so many seconds; default no limit")
      ->type_name("TIME");
  app.add_option("--large-matrices", o->large_gib, "also probe what takes up to so many GiB of memory")
      ->check(CLI::Range(0.0, 1e6).description(""))
      ->type_name("GIB");
  app.add_option("--knobs", o->knobs, "sweep these only, e.g. KC,MC")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  app.add_option("--out", o->out, "the profile to write; default ./gemmkit-tune.env")->type_name("PATH");
  app.add_option("--html", o->html, "also write a report with plots, one self-contained page")->type_name("PATH");
  app.add_flag("--dry-run", o->dry_run, "sweep and report, write no profile")->disable_flag_override();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    fputs(app.help().c_str(), stdout);
    return 0;
  } catch (const CLI::CallForVersion &version) {
    printf("%s\n", version.what());
    return 0;
  } catch (const CLI::ParseError &error) {
    return mistake(error.what());
  }
  if (!o->budget_text.empty() || app.count("--time-budget") > 0) {
    o->budget = parse_duration(o->budget_text);
    if (o->budget <= 0)
      return mistake("--time-budget: expected a time above zero like 30s, 2m or 1h, not '" + o->budget_text + "'");
  }
  if (o->out.empty()) return mistake("--out: the path is empty");
  for (std::string &name : o->knobs) {
    const std::string full = upper_with_prefix(name);
    if (!is_knob(full)) return mistake("--knobs: there is no knob " + name);
    name = full;
  }
  return -1;
}

}  // namespace gk::tune
