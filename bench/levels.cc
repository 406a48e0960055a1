// gemmkit-bench-levels: routines of the BLAS other than gemm, ours against other libraries by their C names. All in one
// process, in turn, round after round; of level 3 also against our own gemm on as many operations.
#include "dynlib.h"
#include "machine.h"
#include "xerbla.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gk::bench {
namespace {

constexpr int kCol = 102, kNo = 111, kTrans = 112, kUpper = 121, kLower = 122, kNonUnit = 131, kLeft = 141,
              kRight = 142;

struct Options {
  std::vector<int> levels = {3, 2, 1};
  std::vector<std::string> filters;
  std::vector<int> sizes;
  std::vector<int> cpus;
  std::string blas;
  std::string csv;
  int threads = 1, rounds = 9;
  double sample_ms = 2;
};

struct Library {
  std::string name;
  DynLib lib;
};

// Operands of all routines. Their values survive any number of calls: matrices are nearly the identity where a routine
// solves or multiplies in place, and results are overwritten, not accumulated.
template <class T>
struct Operands {
  explicit Operands(int n) : a(size_t(n) * n), b(size_t(n) * n), c(size_t(n) * n), x(n), y(n) {
    uint32_t state = 1;
    const auto next = [&state] {
      state = state * 1664525 + 1013904223;
      return double(state >> 8) / double(1 << 24) - 0.5;
    };
    for (T &v : a) v = T(next() / n);
    for (int i = 0; i < n; ++i) a[size_t(i) * n + i] = T(1);
    for (T &v : b) v = T(next());
    for (T &v : x) v = T(next());
    for (T &v : y) v = T(next());
  }
  std::vector<T> a, b, c, x, y;
};

// Scalars are passed by value where they are real, by address where they are complex.
template <class T>
struct Scalars {
  using Arg = T;
  static Arg pass(const T &x) { return x; }
};
template <class R>
struct Scalars<std::complex<R>> {
  using Arg = const void *;
  static Arg pass(const std::complex<R> &x) { return &x; }
};

template <class T>
constexpr char kPrefix = 's';
template <>
constexpr char kPrefix<double> = 'd';
template <>
constexpr char kPrefix<std::complex<float>> = 'c';
template <>
constexpr char kPrefix<std::complex<double>> = 'z';

struct Row {
  std::string name;
  double flops;
  // Binds the row to a library; empty if it lacks the routine.
  std::function<std::function<void()>(const Library &)> bind;
};

template <class T>
class Rows {
  using S = Scalars<T>;
  using Arg = typename S::Arg;
  static constexpr bool kComplex = !std::is_floating_point_v<T>;
  static constexpr double kOps = kComplex ? 4 : 1;  // against real arithmetic

 public:
  explicit Rows(int n) : n_(n), o_(std::make_shared<Operands<T>>(n)) {}

  std::vector<Row> level3() const {
    const double cube = double(n_) * n_ * n_ * kOps;
    std::vector<Row> rows = {gemm(2 * cube)};
    for (int uplo : {kLower, kUpper})
      for (int trans : {kNo, kTrans}) rows.push_back(syrk(uplo, trans, cube));
    rows.push_back(symm(kLeft, 2 * cube));
    rows.push_back(symm(kRight, 2 * cube));
    rows.push_back(syr2k(2 * cube));
    for (const char *routine : {"trmm", "trsm"})
      for (int side : {kLeft, kRight})
        for (int uplo : {kLower, kUpper})
          for (int trans : {kNo, kTrans}) rows.push_back(tr(routine, side, uplo, trans, cube));
    return rows;
  }

  std::vector<Row> level2() const {
    const double square = 2.0 * n_ * n_ * kOps;
    using Gemv = void(int, int, int, int, Arg, const T *, int, const T *, int, Arg, T *, int);
    using Ger = void(int, int, int, Arg, const T *, int, const T *, int, T *, int);
    using Symv = void(int, int, int, Arg, const T *, int, const T *, int, Arg, T *, int);
    using Trv = void(int, int, int, int, int, const T *, int, T *, int);
    using Syr = void(int, int, int, Arg, const T *, int, T *, int);
    using Her = void(int, int, int, RealOf, const T *, int, T *, int);
    std::vector<Row> rows;
    const int n = n_;
    const auto o = o_;
    static const T one(1), zero(0), tiny(1e-9);
    for (int trans : {kNo, kTrans})
      rows.push_back(row<Gemv>("gemv", trans == kNo ? "N" : "T", square, [=](Gemv *f) {
        f(kCol, trans, n, n, S::pass(one), o->b.data(), n, o->x.data(), 1, S::pass(zero), o->y.data(), 1);
      }));
    rows.push_back(row<Ger>(kComplex ? "geru" : "ger", "", square, [=](Ger *f) {
      f(kCol, n, n, S::pass(tiny), o->x.data(), 1, o->y.data(), 1, o->b.data(), n);
    }));
    for (int uplo : {kLower, kUpper}) {
      const char *how = uplo == kLower ? "L" : "U";
      rows.push_back(row<Symv>(kComplex ? "hemv" : "symv", how, square, [=](Symv *f) {
        f(kCol, uplo, n, S::pass(one), o->b.data(), n, o->x.data(), 1, S::pass(zero), o->y.data(), 1);
      }));
      if constexpr (kComplex) {
        rows.push_back(row<Her>("her", how, square / 2,
                                [=](Her *f) { f(kCol, uplo, n, RealOf(1e-9), o->x.data(), 1, o->b.data(), n); }));
      } else {
        rows.push_back(row<Syr>("syr", how, square / 2,
                                [=](Syr *f) { f(kCol, uplo, n, S::pass(tiny), o->x.data(), 1, o->b.data(), n); }));
      }
      for (const char *routine : {"trmv", "trsv"})
        for (int trans : {kNo, kTrans})
          rows.push_back(row<Trv>(routine, std::string(how) + (trans == kNo ? "N" : "T"), square / 2,
                                  [=](Trv *f) { f(kCol, uplo, trans, kNonUnit, n, o->a.data(), n, o->x.data(), 1); }));
    }
    return rows;
  }

  // x and y are the long vectors here: the first n elements of matrices.
  std::vector<Row> level1(int n) const {
    const double ops = 2.0 * n * kOps;
    const auto o = o_;
    static const T tiny(1e-9), minus(-1);
    using Axpy = void(int, Arg, const T *, int, T *, int);
    using Scal = void(int, Arg, T *, int);
    using Two = void(int, const T *, int, T *, int);
    using Sum = RealOf(int, const T *, int);
    using Amax = size_t(int, const T *, int);
    std::vector<Row> rows = {
        row<Axpy>("axpy", "", ops, [=](Axpy *f) { f(n, S::pass(tiny), o->b.data(), 1, o->c.data(), 1); }),
        row<Scal>("scal", "", ops, [=](Scal *f) { f(n, S::pass(minus), o->c.data(), 1); }),
        row<Two>("copy", "", ops, [=](Two *f) { f(n, o->b.data(), 1, o->c.data(), 1); }),
        row<Two>("swap", "", ops, [=](Two *f) { f(n, o->b.data(), 1, o->c.data(), 1); })};
    if constexpr (kComplex) {
      using Dot = void(int, const T *, int, const T *, int, void *);
      rows.push_back(row<Dot>("dotu_sub", "", ops, [=](Dot *f) {
        T result;
        f(n, o->b.data(), 1, o->a.data(), 1, &result);
      }));
    } else {
      using Dot = T(int, const T *, int, const T *, int);
      rows.push_back(row<Dot>("dot", "", ops, [=](Dot *f) { sink_ = f(n, o->b.data(), 1, o->a.data(), 1); }));
    }
    rows.push_back(named<Sum>(real_result("asum"), "asum", "", ops, [=](Sum *f) { sink_ = f(n, o->b.data(), 1); }));
    rows.push_back(named<Sum>(real_result("nrm2"), "nrm2", "", ops, [=](Sum *f) { sink_ = f(n, o->b.data(), 1); }));
    rows.push_back(named<Amax>(std::string("cblas_i") + kPrefix<T> + "amax", "iamax", "", ops,
                               [=](Amax *f) { sink_ = double(f(n, o->b.data(), 1)); }));
    return rows;
  }

 private:
  template <class U>
  struct Part {
    using Type = U;
  };
  template <class R>
  struct Part<std::complex<R>> {
    using Type = R;
  };
  using RealOf = typename Part<T>::Type;
  static inline volatile double sink_;

  // cblas_scasum and its like.
  static std::string real_result(const char *routine) {
    const std::string prefix =
        kComplex ? std::string(sizeof(RealOf) == 4 ? "s" : "d") + kPrefix<T> : std::string{kPrefix<T>};
    return "cblas_" + prefix + routine;
  }

  template <class F, class Call>
  Row named(const std::string &symbol, const std::string &routine, const std::string &how, double flops,
            Call call) const {
    return {std::string{kPrefix<T>} + routine + (how.empty() ? "" : " " + how), flops,
            [symbol, call](const Library &library) -> std::function<void()> {
              F *f = library.lib.find<F>(symbol.c_str());
              if (f == nullptr) return {};
              return [f, call] { call(f); };
            }};
  }
  template <class F, class Call>
  Row row(const std::string &routine, const std::string &how, double flops, Call call) const {
    return named<F>(std::string("cblas_") + kPrefix<T> + routine, routine, how, flops, call);
  }

  Row gemm(double flops) const {
    using F = void(int, int, int, int, int, int, Arg, const T *, int, const T *, int, Arg, T *, int);
    return row<F>("gemm", "NN", flops, [n = n_, o = o_](F *f) {
      static const T one(1), zero(0);
      f(kCol, kNo, kNo, n, n, n, S::pass(one), o->a.data(), n, o->b.data(), n, S::pass(zero), o->c.data(), n);
    });
  }
  Row syrk(int uplo, int trans, double flops) const {
    using F = void(int, int, int, int, int, Arg, const T *, int, Arg, T *, int);
    return row<F>("syrk", letters(uplo, trans), flops, [=, n = n_, o = o_](F *f) {
      static const T one(1), zero(0);
      f(kCol, uplo, trans, n, n, S::pass(one), o->b.data(), n, S::pass(zero), o->c.data(), n);
    });
  }
  Row syr2k(double flops) const {
    using F = void(int, int, int, int, int, Arg, const T *, int, const T *, int, Arg, T *, int);
    return row<F>("syr2k", "LN", flops, [n = n_, o = o_](F *f) {
      static const T one(1), zero(0);
      f(kCol, kLower, kNo, n, n, S::pass(one), o->a.data(), n, o->b.data(), n, S::pass(zero), o->c.data(), n);
    });
  }
  Row symm(int side, double flops) const {
    using F = void(int, int, int, int, int, Arg, const T *, int, const T *, int, Arg, T *, int);
    return row<F>("symm", side == kLeft ? "L" : "R", flops, [=, n = n_, o = o_](F *f) {
      static const T one(1), zero(0);
      f(kCol, side, kLower, n, n, S::pass(one), o->a.data(), n, o->b.data(), n, S::pass(zero), o->c.data(), n);
    });
  }
  Row tr(const char *routine, int side, int uplo, int trans, double flops) const {
    using F = void(int, int, int, int, int, int, int, Arg, const T *, int, T *, int);
    return row<F>(routine, (side == kLeft ? "L" : "R") + letters(uplo, trans), flops, [=, n = n_, o = o_](F *f) {
      static const T one(1);
      f(kCol, side, uplo, trans, kNonUnit, n, n, S::pass(one), o->a.data(), n, o->b.data(), n);
    });
  }
  static std::string letters(int uplo, int trans) {
    return std::string(uplo == kLower ? "L" : "U") + (trans == kNo ? "N" : "T");
  }

  int n_;
  std::shared_ptr<Operands<T>> o_;
};

double seconds_of(const std::function<void()> &call, int64_t reps) {
  const double start = now_seconds();
  for (int64_t i = 0; i < reps; ++i) call();
  return now_seconds() - start;
}

int64_t reps_for(const std::function<void()> &call, double sample) {
  for (int64_t reps = 1;; reps *= 2) {
    const double elapsed = seconds_of(call, reps);
    if (elapsed >= sample / 4) return std::max<int64_t>(1, int64_t(double(reps) * sample / elapsed));
  }
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Median seconds of one call, by library; 0 where it has no such routine.
std::vector<double> measure_row(const Row &row, const std::vector<Library> &libraries, const Options &o) {
  std::vector<std::function<void()>> calls;
  std::vector<int64_t> reps;
  for (const Library &library : libraries) {
    calls.push_back(row.bind(library));
    take_reported_mistake();
    if (calls.back()) calls.back()();
    const std::string mistake = take_reported_mistake();
    if (!mistake.empty()) throw std::runtime_error(library.name + ": " + mistake);
    reps.push_back(calls.back() ? reps_for(calls.back(), 1e-3 * o.sample_ms) : 0);
  }
  std::vector<std::vector<double>> seconds(libraries.size());
  for (int round = 0; round < o.rounds; ++round)
    for (size_t i = 0; i < libraries.size(); ++i) {
      if (!calls[i]) continue;
      seconds_of(calls[i], std::max<int64_t>(1, reps[i] / 8));
      seconds[i].push_back(seconds_of(calls[i], reps[i]) / double(reps[i]));
    }
  std::vector<double> medians;
  for (const auto &values : seconds) medians.push_back(values.empty() ? 0 : median(values));
  return medians;
}

struct Summary {
  double logs = 0;
  int rows = 0, below = 0;
  double worst = 1e9;
  std::string worst_name;

  void add(const std::string &name, double ratio) {
    logs += std::log(ratio);
    ++rows;
    below += ratio < 0.97;
    if (ratio < worst) worst = ratio, worst_name = name;
  }
  void print(int level) const {
    if (rows == 0) return;
    printf("   level %d, ours / best library: geometric mean %.3f over %d rows, %d below 0.97, worst %.3f at %s\n",
           level, std::exp(logs / rows), rows, below, worst, worst_name.c_str());
  }
};

bool wanted(const std::string &name, const Options &o) {
  return o.filters.empty() || std::any_of(o.filters.begin(), o.filters.end(),
                                          [&](const std::string &f) { return name.find(f) != std::string::npos; });
}

template <class T>
std::vector<Row> rows_of(int level, int n) {
  if (level == 3) return Rows<T>(n).level3();
  if (level == 2) return Rows<T>(n).level2();
  // The matrices have to hold n elements.
  return Rows<T>(std::max(1, int(std::ceil(std::sqrt(double(n)))))).level1(n);
}

std::vector<Row> rows_of(char type, int level, int n) {
  switch (type) {
    case 's': return rows_of<float>(level, n);
    case 'd': return rows_of<double>(level, n);
    case 'c': return rows_of<std::complex<float>>(level, n);
    default: return rows_of<std::complex<double>>(level, n);
  }
}

void run_level(int level, const std::vector<Library> &libraries, const Options &o, FILE *csv) {
  static const std::map<int, std::vector<int>> kSizes = {
      {3, {64, 128, 256, 512, 1024, 2048}}, {2, {100, 500, 2000}}, {1, {100, 1000, 10000, 1000000}}};
  printf("\n== level %d; median GFLOP/s\n%-14s %8s", level, "routine", "n");
  for (const Library &library : libraries) printf(" %9s", library.name.c_str());
  printf("  %6s%s\n", "/best", level == 3 ? "  /gemm" : "");
  Summary summary;
  for (char type : {'s', 'd', 'c', 'z'})
    for (int n : o.sizes.empty() ? kSizes.at(level) : o.sizes) {
      double gemm_rate = 0;
      for (const Row &row : rows_of(type, level, n)) {
        const bool is_gemm = row.name.find("gemm") == 1;
        if (!wanted(row.name, o) && !(is_gemm && level == 3)) continue;
        const std::vector<double> seconds = measure_row(row, libraries, o);
        double best = 0;
        printf("%-14s %8d", row.name.c_str(), n);
        for (size_t i = 0; i < seconds.size(); ++i) {
          const double rate = seconds[i] > 0 ? 1e-9 * row.flops / seconds[i] : 0;
          if (i > 0) best = std::max(best, rate);
          printf(" %9.3g", rate);
        }
        if (seconds[0] > 0) {
          const double rate = 1e-9 * row.flops / seconds[0];
          if (is_gemm) gemm_rate = rate;
          if (best > 0) printf("  %6.2f", rate / best);
          if (best > 0) summary.add(row.name + " " + std::to_string(n), rate / best);
          if (level == 3 && gemm_rate > 0) printf("  %5.2f", rate / gemm_rate);
          if (csv)
            fprintf(csv, "%s,%d,%d,%d,%.9g,%.9g,%.9g\n", row.name.c_str(), level, n, o.threads, rate, best, gemm_rate);
        }
        printf("\n");
        fflush(stdout);
      }
    }
  summary.print(level);
}

int run(const Options &o, const std::vector<int> &cpus) {
  std::vector<Library> libraries;
  libraries.push_back({"gemmkit", DynLib(o.blas)});
  for (const auto &[name, path] : {std::pair{"openblas", "libopenblas.so.0"}, std::pair{"blis", "libblis.so.4"}}) {
    try {
      libraries.push_back({name, DynLib(path)});
    } catch (const std::exception &error) {
      printf("%s is absent: %s\n", name, error.what());
    }
  }
  for (const Library &library : libraries) printf("%-10s %s\n", library.name.c_str(), library.lib.path().c_str());
  pin_new_threads(cpus);
  set_affinity({cpus[0]});
  FILE *csv = o.csv.empty() ? nullptr : fopen(o.csv.c_str(), "w");
  if (csv) fprintf(csv, "routine,level,n,threads,ours,best_library,our_gemm\n");
  for (int level : o.levels) run_level(level, libraries, o, csv);
  if (csv) fclose(csv);
  return 0;
}

std::string beside_program() {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  path.resize(length > 0 ? size_t(length) : 0);
  return path.substr(0, path.rfind('/')) + "/../libgemmkit_blas.so";
}

}  // namespace
}  // namespace gk::bench

int main(int argc, char **argv) {
  using namespace gk::bench;
  Options o;
  o.blas = beside_program();
  CLI::App app{"Measures the BLAS routines of levels 1 to 3 against OpenBLAS and BLIS."};
  app.add_option("--level", o.levels, "levels, default 3 2 1");
  app.add_option("--filter", o.filters, "only routines whose name contains one of these, e.g. 'dtrsm'");
  app.add_option("--size", o.sizes, "n instead of the level's own list");
  app.add_option("--threads", o.threads, "threads of every library, default 1");
  app.add_option("--cpus", o.cpus, "CPUs to run on; default the last ones allowed");
  app.add_option("--rounds", o.rounds, "rounds, default 9");
  app.add_option("--sample-ms", o.sample_ms, "least length of a sample, default 2");
  app.add_option("--blas", o.blas, "libgemmkit_blas.so; default the one of this build");
  app.add_option("--csv", o.csv, "write CSV to this file");
  CLI11_PARSE(app, argc, argv);
  try {
    const Machine machine = describe_machine();
    std::vector<int> cpus = o.cpus;
    if (cpus.empty())
      cpus.assign(machine.cpus.end() - std::min<int64_t>(o.threads, int64_t(machine.cpus.size())), machine.cpus.end());
    reexec_with_environment(machine, cpus, Pin::kBind, true, argv);
    return run(o, cpus);
  } catch (const std::exception &error) {
    fprintf(stderr, "gemmkit-bench-levels: %s\n", error.what());
    return 1;
  }
}
