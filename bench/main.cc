// gemmkit-bench: measures the library and whatever other libraries are installed, interleaved in one process.
#include "options.h"
#include "report.h"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

namespace gk::bench {
namespace {

namespace fs = std::filesystem;

std::pair<std::string, std::string> key_value(const std::string &text) {
  const size_t eq = text.find('=');
  if (eq == std::string::npos || eq == 0) throw std::runtime_error("expected NAME=VALUE, got '" + text + "'");
  return {text.substr(0, eq), text.substr(eq + 1)};
}

// "KC" is short for "GEMMKIT_KC", "max" for UINT64_MAX.
std::pair<std::string, uint64_t> knob(const std::string &name, const std::string &value) {
  const std::string full = name.starts_with("GEMMKIT_") ? name : "GEMMKIT_" + name;
  if (value == "max") return {full, UINT64_MAX};
  size_t used = 0;
  const uint64_t number = value.empty() ? 0 : std::stoull(value, &used);
  if (used == 0 || used != value.size()) throw std::runtime_error("not a knob value: '" + value + "'");
  return {full, number};
}

std::vector<Knobs> all_variants(const std::vector<std::string> &vary) {
  std::vector<Knobs> variants;
  for (const auto &text : vary) {
    const auto [name, values] = key_value(text);
    std::vector<Knobs> extended;
    for (const auto &value : CLI::detail::split(values, ',')) {
      for (Knobs base : variants.empty() ? std::vector<Knobs>{{}} : variants) {
        base.push_back(knob(name, value));
        extended.push_back(base);
      }
    }
    variants = extended;
  }
  return variants;
}

// The lines "export NAME=value" of a profile.
Knobs read_profile(const std::string &path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Knobs knobs;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("export ")) continue;
    const auto [name, value] = key_value(line.substr(7, line.find_first_of(" #", 7) - 7));
    knobs.push_back(knob(name, value));
  }
  if (knobs.empty()) throw std::runtime_error(path + " sets nothing");
  return knobs;
}

std::vector<Group> read_groups(const Options &o) {
  std::vector<std::string> files;
  for (const auto &name : o.groups) {
    if (name == "all") {
      for (const auto &entry : fs::directory_iterator(o.shape_dir))
        if (entry.path().extension() == ".txt" && entry.path().stem() != "huge") files.push_back(entry.path().string());
      std::sort(files.begin(), files.end());
    } else {
      const bool is_file = name.find('/') != std::string::npos || name.ends_with(".txt");
      files.push_back(is_file ? name : o.shape_dir + "/" + name + ".txt");
    }
  }
  std::vector<Group> groups;
  if (!o.shapes.empty()) {
    groups.push_back({"command", "shapes from the command line", false, {}});
    for (const auto &line : o.shapes) {
      try {
        parse_shape_line(line, groups.back().shapes);
      } catch (const std::exception &error) {
        throw std::runtime_error("--shape '" + line + "': " + error.what());
      }
    }
    return groups;
  }
  for (const auto &file : files) groups.push_back(read_group(file));
  for (auto &group : groups) {
    std::erase_if(group.shapes, [&o](const Shape &shape) {
      const std::string name = shape.name();
      if (o.max_gflop > 0 && shape.flops() > 1e9 * o.max_gflop) return true;
      return std::any_of(o.filters.begin(), o.filters.end(),
                         [&name](const auto &filter) { return name.find(filter) == std::string::npos; });
    });
  }
  std::erase_if(groups, [](const Group &group) { return group.shapes.empty(); });
  if (groups.empty()) throw std::runtime_error("no shape to measure: the files have none, or none matches the filters");
  return groups;
}

std::vector<int> choose_cpus(const Machine &machine, const Options &o) {
  const size_t wanted = size_t(*std::max_element(o.threads.begin(), o.threads.end()));
  std::vector<int> cpus = o.cpus.empty() ? machine.cpus : o.cpus;
  if (cpus.size() < wanted)
    throw std::runtime_error("only " + std::to_string(cpus.size()) + " CPUs for " + std::to_string(wanted) +
                             " threads");
  // The first CPU takes most interrupts, so the last ones are quieter.
  cpus.erase(cpus.begin(), cpus.end() - long(wanted));
  return cpus;
}

// --lib, or the library beside this program or in the build tree around it, or the installed one.
std::vector<std::string> find_libraries(const Options &o) {
  if (!o.libs.empty()) return o.libs;
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path &dir : {here, here.parent_path(), here.parent_path() / "lib", fs::path(GK_BENCH_LIB_DIR)})
    if (fs::exists(dir / "libgemmkit.so")) return {(dir / "libgemmkit.so").string()};
  return {};
}

// The groups of an installed program, or of the source tree.
std::string find_shapes() {
  const fs::path installed = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / GK_BENCH_SHARED_DIR;
  return fs::exists(installed) ? installed.string() : GK_BENCH_SHAPE_DIR;
}

std::string find_blas(const Options &o, const std::vector<std::string> &libs) {
  if (o.no_cblas || !o.blas.empty() || libs.empty()) return o.blas;
  const fs::path beside = fs::path(libs[0]).parent_path() / "libgemmkit_blas.so";
  return fs::exists(beside) ? beside.string() : "";
}

Contestants load_contestants(const Options &o, std::vector<Absent> &absent) {
  OursOptions ours;
  ours.libraries = find_libraries(o);
  ours.blas = find_blas(o, ours.libraries);
  ours.auto_threads = o.auto_threads;
  for (const auto &text : o.knobs) {
    const auto [name, value] = key_value(text);
    ours.knobs.push_back(knob(name, value));
  }
  ours.variants = all_variants(o.vary);
  if (!o.profile.empty()) {
    if (ours.variants.empty()) ours.variants.emplace_back();
    ours.variants.push_back(read_profile(o.profile));
  }
  Contestants contestants;
  add_ours(ours, contestants, absent);
  PeerOptions peers;
  if (o.slow) peers.reference_flops = 1e18;
  add_compared(o.compare, contestants);
  // Who names a library wants to see that one.
  std::vector<std::string> wanted = o.peers;
  if (wanted.empty() && o.compare.empty()) wanted = {"all"};
  for (const auto &name : wanted) {
    if (name == "all") peers.names = peer_names();
    if (name == "all" || name == "none") continue;
    if (std::find(peer_names().begin(), peer_names().end(), name) == peer_names().end())
      throw std::runtime_error("no such peer: " + name);
    peers.names.push_back(name);
  }
  for (const auto &text : o.peer_paths) peers.paths.push_back(key_value(text));
  add_peers(peers, contestants, absent);
  return contestants;
}

std::vector<Entry> make_entries(const std::vector<Contestant *> &contestants, const std::vector<int> &threads) {
  std::vector<Entry> entries;
  for (const auto &contestant : contestants)
    for (const int n : threads) entries.push_back({contestant, n});
  return entries;
}

PeakIsa choose_peak(const Options &o, const Machine &machine, const Contestants &contestants, Elem elem) {
  const std::string in_force = ours_isa(contestants, elem);
  // What the library runs, this CPU has.
  for (const PeakIsa isa : {PeakIsa::kAvx512Bf16, PeakIsa::kAvx512Vnni, PeakIsa::kAvxVnni})
    if (o.peak == "auto" && in_force == peak_isa_name(isa)) return isa;
  const std::string wanted = o.peak == "auto" ? in_force : o.peak;
  for (const PeakIsa isa : {PeakIsa::kAvx512, PeakIsa::kAvx2, PeakIsa::kBaseline})
    if (wanted == peak_isa_name(isa) && isa <= widest_isa(machine)) return isa;
  return widest_isa(machine);
}

void list_everything(const Options &o) {
  printf("groups in %s:\n", o.shape_dir.c_str());
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(o.shape_dir))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto &file : files) {
    const Group group = read_group(file.string());
    printf("  %-12s %4zu  %s\n", group.name.c_str(), group.shapes.size(), group.title.c_str());
  }
  std::vector<Absent> absent;
  printf("contestants:\n");
  for (const auto &c : load_contestants(o, absent))
    printf("  %-12s %s; %s\n", c->name.c_str(), c->path.c_str(), c->cpu.c_str());
  for (const auto &a : absent) printf("  %-12s absent: %s\n", a.name.c_str(), a.reason.c_str());
}

int run(const Options &o, const Machine &machine, const std::vector<int> &cpus, Pin pin) {
  RunInfo info;
  info.machine = machine;
  info.threads = o.threads;
  info.pin = o.pin;
  MeasureOptions &measuring = info.options;
  measuring.rounds = o.rounds;
  measuring.sample_seconds = 1e-3 * o.sample_ms;
  measuring.peak_seconds = std::min(measuring.sample_seconds, measuring.peak_seconds);
  // OpenBLAS' idle workers spin for about 30 ms before they sleep.
  measuring.settle_seconds = 1e-3 * (o.settle_ms >= 0 ? o.settle_ms : cpus.size() > 1 ? 40 : 0);
  measuring.huge_pages = o.huge;
  measuring.check = !o.no_check;
  measuring.pin = pin;
  measuring.cpus = cpus;
  measuring.cpu_clock = o.clock == "cpu";
  if (measuring.cpu_clock && cpus.size() > 1) throw std::runtime_error("--clock cpu: one thread only");
  const std::vector<Group> groups = read_groups(o);
  const Contestants contestants = load_contestants(o, info.absent);
  info.contestants = &contestants;
  // Loading libgomp with OMP_PROC_BIND put this thread on the first CPU and the libraries loaded since then have
  // started their threads there. Spread those, then stay on the first CPU.
  if (pin == Pin::kBind) {
    pin_new_threads(cpus);
    set_affinity({cpus[0]});
  }
  std::map<Elem, PeakIsa> peaks;
  for (const Group &group : groups)
    for (const Shape &shape : group.shapes)
      if (!peaks.count(shape.elem)) peaks[shape.elem] = choose_peak(o, machine, contestants, shape.elem);
  for (const auto &[elem, isa] : peaks) info.peak_isa.emplace_back(elem_name(elem), peak_isa_name(isa));
  print_header(info);
  const auto empty = make_empty();
  std::vector<GroupResult> all;
  for (const Group &group : groups) {
    std::vector<Contestant *> taking_part;
    if (group.in_ns) taking_part.push_back(empty.get());
    for (const auto &contestant : contestants) {
      const auto suits = [&](const Shape &shape) {
        return contestant->suits(shape) && (shape.with == With::kNothing || contestant->fuses);
      };
      if (std::any_of(group.shapes.begin(), group.shapes.end(), suits)) taking_part.push_back(contestant.get());
    }
    const std::vector<Entry> entries = make_entries(taking_part, o.threads);
    print_group_start(info, group, taking_part);
    all.push_back({group, {}});
    for (const Shape &shape : group.shapes) {
      all.back().results.push_back(measure(shape, entries, peaks[shape.elem], measuring));
      print_result(info, group, all.back().results.back());
    }
    print_group_summary(info, all.back());
  }
  if (!o.json.empty()) write_json(o.json, info, all);
  if (!o.csv.empty()) write_csv(o.csv, all);
  if (!o.html.empty()) write_html(o.html, info, all);
  return 0;
}

}  // namespace
}  // namespace gk::bench

int main(int argc, char **argv) {
  using namespace gk::bench;
  Options options;
  CLI::App app{"Measures gemmkit against the BLAS libraries that are installed."};
  declare_options(app, options);
  CLI11_PARSE(app, argc, argv);
  try {
    if (options.threads.empty() || *std::min_element(options.threads.begin(), options.threads.end()) < 1)
      throw std::runtime_error("--threads: at least 1");
    if (options.shape_dir.empty()) options.shape_dir = find_shapes();
    const Machine machine = describe_machine();
    const std::vector<int> cpus = choose_cpus(machine, options);
    const Pin pin = options.pin == "bind" ? Pin::kBind : options.pin == "mask" ? Pin::kMask : Pin::kNone;
    reexec_with_environment(machine, cpus, pin, !options.untold, argv);
    if (options.list) {
      list_everything(options);
      return 0;
    }
    return run(options, machine, cpus, pin);
  } catch (const std::exception &error) {
    fprintf(stderr, "gemmkit-bench: %s\n", error.what());
    return 1;
  }
}
