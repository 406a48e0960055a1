// What loading the libraries costs a process, and what its first small product does: measured in processes of their
// own that hold nothing else. Not linked to gemmkit or OpenMP.
//
// usage: robust_loading LIBGEMMKIT LIBGEMMKIT_BLAS
#include "support/process.h"

#include <dlfcn.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

// Times are best of so many processes, since others may hold the CPU; everything else must hold in each.
constexpr int kAttempts = 40;
constexpr double kLoadSeconds = 5e-3, kFirstCallSeconds = 200e-6;
constexpr long kLoadBytes = 8 << 20;

// The CPU is asked so often what it can. Where a hypervisor answers, which takes it up to ten microseconds, that is
// allowed for.
constexpr int kQuestions = 12;

int topologies = 0;  // how often hwloc was asked for one

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// What one question takes: next to nothing, if nobody comes between.
double question_seconds() {
#if defined(__x86_64__)
  constexpr int kTimes = 50;
  double best = 1;
  for (int i = 0; i < kTimes; ++i) {
    uint32_t eax, ebx, ecx, edx;
    const double start = now();
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    best = std::min(best, now() - start);
  }
  return best;
#else
  return 0;
#endif
}

using Unchecked = int32_t(int64_t, int64_t, int64_t, double, const double *, int64_t, int64_t, const double *, int64_t,
                          int64_t, double, double *, int64_t, int64_t, const void *, const void *);
using Cblas = void(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *,
                   int);

// The product of two column-major matrices of ones.
class Product {
 public:
  explicit Product(void *library)
      : unchecked_(reinterpret_cast<Unchecked *>(dlsym(library, "gemmkit_gemm_f64_unchecked"))),
        cblas_(reinterpret_cast<Cblas *>(dlsym(library, "cblas_dgemm"))) {}
  bool callable() const { return unchecked_ || cblas_; }
  void operator()(int n, const double *a, double *c) const {
    if (cblas_) {
      cblas_(102, 111, 111, n, n, n, 1.0, a, n, a, n, 0.0, c, n);
    } else {
      unchecked_(n, n, n, 1.0, a, 1, n, a, 1, n, 0.0, c, 1, n, nullptr, nullptr);
    }
  }

 private:
  Unchecked *unchecked_;
  Cblas *cblas_;  // of the BLAS library; the native entry is within its reach too
};

struct Report {
  double load_seconds, first_seconds;
  long load_bytes;
  int threads_loaded, threads_first;
  int topologies_first, topologies_large;
  bool right;
};

// Runs in the child.
Report measure(const char *path) {
  Report report = {};
  const long before = gk::test::resident_bytes();
  double start = now();
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  report.load_seconds = now() - start;
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    return report;
  }
  report.load_bytes = gk::test::resident_bytes() - before;
  report.threads_loaded = gk::test::thread_count();

  const Product product(library);
  if (!product.callable()) return report;
  double a[64], c[64] = {};
  std::fill_n(a, 64, 1.0);
  start = now();
  product(8, a, c);
  report.first_seconds = now() - start;
  report.threads_first = gk::test::thread_count();
  report.topologies_first = topologies;
  report.right = std::all_of(c, c + 64, [](double value) { return value == 8; });

  // A blocked product asks, or the count above means nothing.
  constexpr int kLarge = 400;
  static double large[kLarge * kLarge], out[kLarge * kLarge];
  std::fill_n(large, kLarge * kLarge, 1.0);
  product(kLarge, large, out);
  report.topologies_large = topologies;
  report.right = report.right && out[0] == kLarge && out[kLarge * kLarge - 1] == kLarge;
  return report;
}

// A fresh image, not a fork of one that has loaded and computed.
Report in_process(const char *path) {
  Report report = {};
  int ends[2];
  if (pipe(ends) != 0) return report;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 3);
    alarm(60);
    execl("/proc/self/exe", "robust_loading", path, static_cast<char *>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  if (read(ends[0], &report, sizeof report) != sizeof report) report = {};
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (*gk::test::ending(status)) report.right = false;
  return report;
}

bool failed = false;
void expect(bool condition, const char *path, const std::string &what) {
  if (condition) return;
  std::printf("FAILED: %s: %s\n", path, what.c_str());
  failed = true;
}

void check(const char *path) {
  double load = 1e9, first = 1e9;
  long bytes = 0;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Report r = in_process(path);
    expect(r.right, path, "the products are right");
    expect(r.threads_loaded == 1, path, "loading starts no thread");
    expect(r.threads_first == 1, path, "the first small product starts no thread");
    expect(r.topologies_first == 0, path, "neither loading nor the first small product reads the topology");
    expect(r.topologies_large == 1, path, "a large product reads the topology once");
    load = std::min(load, r.load_seconds);
    first = std::min(first, r.first_seconds);
    bytes = std::max(bytes, r.load_bytes);
    if (failed) return;
  }
  const double question = question_seconds();
  std::printf("%s: loaded in %.2f ms, %.2f MB, first 8x8x8 in %.1f us, cpuid in %.1f us\n", path, 1e3 * load,
              double(bytes) / (1 << 20), 1e6 * first, 1e6 * question);
  expect(load < kLoadSeconds, path, "loading takes less than 5 ms");
  expect(bytes < kLoadBytes, path, "loading takes less than 8 MB");
  expect(first < kFirstCallSeconds + kQuestions * question, path,
         "the first 8x8x8 takes less than 200 us, the hypervisor's answers apart");
}

}  // namespace

// Takes hwloc's place: the libraries find the program's own first. They make do without a topology.
extern "C" [[gnu::visibility("default")]] int hwloc_topology_init(void **) {
  ++topologies;
  return -1;
}

int main(int argc, char **argv) {
  if (argc == 2) {
    const Report report = measure(argv[1]);
    return write(3, &report, sizeof report) == sizeof report ? 0 : 1;
  }
  if (argc != 3) return 2;
  check(argv[1]);
  check(argv[2]);
  return failed ? 1 : 0;
}
