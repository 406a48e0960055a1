// JSON and CSV for programs; both carry every figure the table shows.
#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace gk::bench {
namespace {

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", unsigned(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

// JSON has neither NaN nor infinities.
std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  snprintf(text, sizeof text, "%.6g", value);
  return text;
}

template <class List, class Format>
std::string array(const List &list, Format format) {
  std::string out = "[";
  for (const auto &item : list) out += (out.size() > 1 ? ", " : "") + format(item);
  return out + "]";
}

std::string plain(int value) { return std::to_string(value); }

std::string shape_json(const Shape &s) {
  const auto flag = [](bool b) { return std::string(b ? "\"T\"" : "\"N\""); };
  return "\"shape\": " + quoted(s.name()) + ", \"type\": \"" + elem_name(s.elem) + "\", \"m\": " + std::to_string(s.m) +
         ", \"n\": " + std::to_string(s.n) + ", \"k\": " + std::to_string(s.k) + ", \"op_a\": " + flag(s.trans_a) +
         ", \"op_b\": " + flag(s.trans_b) + ", \"layout\": " + (s.row_major ? "\"row\"" : "\"col\"") +
         ", \"lda\": " + std::to_string(s.lda()) + ", \"ldb\": " + std::to_string(s.ldb()) +
         ", \"ldc\": " + std::to_string(s.ldc()) + ", \"misalign\": " + std::to_string(s.misalign) +
         ", \"beta\": " + number(s.beta) + ", \"batch\": " + std::to_string(s.batch);
}

std::string outcome_json(const Shape &shape, const Outcome &o) {
  std::string out = "{\"name\": " + quoted(o.entry.contestant->name) +
                    ", \"kind\": " + quoted(kind_name(o.entry.contestant->kind)) +
                    ", \"threads\": " + plain(o.entry.threads);
  if (!o.refused.empty()) return out + ", \"refused\": " + quoted(o.refused) + "}";
  out += ", \"best_gflops\": " + number(o.best_gflops(shape)) +
         ", \"median_gflops\": " + number(o.median_gflops(shape)) + ", \"best_ns\": " + number(1e9 * o.fastest()) +
         ", \"median_ns\": " + number(1e9 * o.seconds.median()) + ", \"calls_per_sample\": " + std::to_string(o.reps) +
         ", \"cpu_over_wall\": " + number(o.cpu_over_wall) + ", \"correct\": " + (o.wrong.empty() ? "true" : "false");
  if (!o.wrong.empty()) out += ", \"wrong\": " + quoted(o.wrong);
  return out + ", \"samples_ns\": " + array(o.seconds.values, [](double v) { return number(1e9 * v); }) + "}";
}

// Peak and comparisons, one object per thread count.
std::string ratios_json(const Result &result) {
  std::string out;
  for (const auto &[threads, samples] : result.peak) {
    const Ratios r = ratios(result, threads);
    out += std::string(out.empty() ? "[" : ", ") + "{\"threads\": " + plain(threads) +
           ", \"peak_best_gflops\": " + number(samples.best()) +
           ", \"peak_median_gflops\": " + number(samples.median()) + ", \"fraction_best\": " + number(r.fraction_best) +
           ", \"fraction_median\": " + number(r.fraction_median) + ", \"ratio_library\": " + number(r.to_library) +
           ", \"ratio_any\": " + number(r.to_any) + ", \"ratio_cblas\": " + number(r.blas_to_library) +
           ", \"speedup\": " + number(r.speedup) + ", \"best_library\": " + quoted(r.best_library) + "}";
  }
  return (out.empty() ? "[" : out) + "]";
}

std::string result_json(const Group &group, const Result &result) {
  std::string out = "    {\"group\": " + quoted(group.name) + ", " + shape_json(result.shape) +
                    ",\n     \"comparison\": " + ratios_json(result) + ",\n     \"contestants\": ";
  return out + array(result.outcomes, [&](const Outcome &o) { return "\n       " + outcome_json(result.shape, o); }) +
         "}";
}

}  // namespace

void write_text(const std::string &path, const std::string &text) {
  FILE *file = path == "-" ? stdout : fopen(path.c_str(), "w");
  bool written = file && fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file) written = (file == stdout ? fflush(file) : fclose(file)) == 0 && written;
  if (!written) throw std::runtime_error("cannot write " + path);
}

void write_json(const std::string &path, const RunInfo &info, const std::vector<GroupResult> &groups) {
  const auto &m = info.machine;
  std::string peaks;
  for (const auto &[type, isa] : info.peak_isa) peaks += ", \"peak_isa_" + type + "\": " + quoted(isa);
  std::string out = "{\n  \"program\": \"gemmkit-bench\", \"format\": 1,\n  \"machine\": {\"cpu\": " + quoted(m.cpu) +
                    ", \"caches\": " + quoted(m.caches) + ", \"system\": " + quoted(m.kernel) +
                    ", \"huge_pages\": " + quoted(m.huge_pages) +
                    "},\n  \"run\": {\"threads\": " + array(info.threads, plain) +
                    ", \"cpus\": " + array(info.options.cpus, plain) + ", \"pin\": " + quoted(info.pin) +
                    ", \"rounds\": " + plain(info.options.rounds) + peaks +
                    ", \"clock\": " + (info.options.cpu_clock ? "\"cpu\"" : "\"wall\"") +
                    ", \"huge_operands\": " + (info.options.huge_pages ? "true" : "false") + "},\n  \"contestants\": ";
  out += array(*info.contestants, [](const auto &c) {
    return "\n    {\"name\": " + quoted(c->name) + ", \"kind\": " + quoted(kind_name(c->kind)) +
           ", \"path\": " + quoted(c->path) + ", \"version\": " + quoted(c->version) + ", \"cpu\": " + quoted(c->cpu) +
           "}";
  });
  out += ",\n  \"absent\": " + array(info.absent, [](const Absent &a) {
           return "{\"name\": " + quoted(a.name) + ", \"reason\": " + quoted(a.reason) + "}";
         });
  out += ",\n  \"results\": [";
  bool first = true;
  for (const auto &run : groups) {
    for (const auto &result : run.results) {
      out += (first ? "\n" : ",\n") + result_json(run.group, result);
      first = false;
    }
  }
  out += "\n  ]\n}\n";
  write_text(path, out);
}

void write_csv(const std::string &path, const std::vector<GroupResult> &groups) {
  std::string out =
      "group,type,m,n,k,op_a,op_b,layout,lda,ldb,ldc,misalign,beta,batch,contestant,kind,threads,best_gflops,"
      "median_gflops,best_ns,median_ns,peak_gflops,fraction_of_peak,ratio_to_best_library,cpu_over_wall,correct\n";
  const auto add = [&out](const std::string &value) { out += value + ","; };
  for (const auto &run : groups) {
    for (const auto &result : run.results) {
      const Shape &s = result.shape;
      std::map<int, double> library;  // calls per second of the best one, by thread count
      for (const auto &o : result.outcomes)
        if (o.wrong.empty() && o.entry.contestant->kind == Kind::kLibrary)
          library[o.entry.threads] = std::max(library[o.entry.threads], calls_per_second(o));
      for (const auto &o : result.outcomes) {
        if (!o.refused.empty()) continue;
        const int threads = o.entry.threads;
        const double peak = result.peak.at(threads).median(), best_library = library[threads];
        add(run.group.name);
        add(elem_name(s.elem));
        for (const int64_t v : {s.m, s.n, s.k}) add(std::to_string(v));
        add(s.trans_a ? "T" : "N");
        add(s.trans_b ? "T" : "N");
        add(s.row_major ? "row" : "col");
        for (const int64_t v : {s.lda(), s.ldb(), s.ldc(), s.misalign}) add(std::to_string(v));
        add(number(s.beta));
        add(std::to_string(s.batch));
        add(quoted(o.entry.contestant->name));
        add(kind_name(o.entry.contestant->kind));
        add(plain(threads));
        for (const double v :
             {o.best_gflops(s), o.median_gflops(s), 1e9 * o.fastest(), 1e9 * o.seconds.median(), peak,
              o.median_gflops(s) / peak, best_library > 0 ? calls_per_second(o) / best_library : 0, o.cpu_over_wall})
          add(number(v));
        out += o.wrong.empty() ? "1\n" : "0\n";
      }
    }
  }
  write_text(path, out);
}

}  // namespace gk::bench
