// Another OpenMP runtime in the process (LLVM's or Intel's, beside the one that the library was linked with): loaded
// before or after the library's first call, used around its calls, forked with, or preloaded so that it takes the place
// of the library's own.
//
// usage: robust_other_openmp WAY [RUNTIME]
#include "support/env.h"
#include "support/jobs.h"
#include "support/process.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>

using namespace gk::test;

namespace {

using Parallel = void(void (*)(void *), void *, unsigned, unsigned);  // GOMP_parallel, which they all have

int failures = 0;
void expect(bool condition, const std::string &what) {
  if (condition) return;
  std::printf("FAILED: %s\n", what.c_str());
  ++failures;
}

Parallel *load(const char *runtime) {
  void *handle = dlopen(runtime, RTLD_NOW | RTLD_LOCAL);
  auto *parallel = handle ? reinterpret_cast<Parallel *>(dlsym(handle, "GOMP_parallel")) : nullptr;
  expect(parallel != nullptr, std::string("loads ") + runtime);
  return parallel;
}

struct Region {
  const Jobs *jobs;
  std::atomic<int> wrong{0}, threads{0};
};

void in_region(void *argument) {
  auto *region = static_cast<Region *>(argument);
  ++region->threads;
  for (const int32_t threads : {1, 2}) region->wrong += !region->jobs->run(threads).empty();
}

void all_right(const Jobs &jobs, const char *when) {
  for (const int32_t threads : {2, 1}) {
    const std::string wrong = jobs.run(threads);
    expect(wrong.empty(), wrong + " " + when);
  }
}

void children_right(const Jobs &jobs) {
  const auto body = [&] { return jobs.run(2).empty() && !*in_child(15, [&] { return jobs.run(2).empty(); }); };
  for (int round = 0; round < 2; ++round) expect(!*in_child(30, body), "a child computes");
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  const std::string way = argv[1];
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  gemmkit_set_num_threads(2);
  Parallel *parallel = argc > 2 && way == "before" ? load(argv[2]) : nullptr;
  const Jobs jobs;  // computes
  all_right(jobs, "at first");
  if (!parallel && argc > 2) parallel = load(argv[2]);
  if (parallel) {
    for (int round = 0; round < 2; ++round) {
      Region region{&jobs};
      parallel(in_region, &region, 2, 0);
      expect(region.threads == 2, "the other runtime has two threads");
      expect(region.wrong == 0, "calls inside the other runtime's region");
      all_right(jobs, "between regions of the other runtime");
    }
  }
  children_right(jobs);
  all_right(jobs, "after the children");
  expect(thread_count() <= 8, "few threads");
  return failures != 0;
}
