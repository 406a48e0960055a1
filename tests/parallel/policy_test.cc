// src/parallel/policy: how many workers a product gets.
#include "parallel/policy.h"

#include <errno.h>
#include <omp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>

#include <rapidcheck/catch.h>
#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <thread>

#include "support/child.h"
#include "tuning/knobs.h"

using namespace gk;

namespace {

int cpus_of_this_thread() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  return CPU_COUNT(&mask);
}

// The test machine itself may run under a quota.
int capped_by_quota(int width) {
  const int64_t quota = cgroup_cpu_quota("/sys/fs/cgroup", "/proc/self/cgroup");
  return quota > 0 && quota < width ? static_cast<int>(quota) : width;
}

constexpr uint64_t kLarge = uint64_t{1} << 40;

}  // namespace

TEST_CASE("width comes from the first source that speaks and the tightest cap", "[policy]") {
  //                            setter env omp affinity quota
  CHECK(resolve_width(WidthSources{0, 0, 8, 0, 0}) == 8);
  CHECK(resolve_width(WidthSources{0, 3, 8, 0, 0}) == 3);
  CHECK(resolve_width(WidthSources{5, 3, 8, 0, 0}) == 5);
  CHECK(resolve_width(WidthSources{0, 16, 8, 0, 0}) == 16);  // beats OMP_NUM_THREADS upwards too
  CHECK(resolve_width(WidthSources{0, 0, 8, 2, 0}) == 2);
  CHECK(resolve_width(WidthSources{0, 0, 8, 0, 1}) == 1);
  CHECK(resolve_width(WidthSources{5, 3, 8, 4, 2}) == 2);
  CHECK(resolve_width(WidthSources{0, 0, 0, 0, 0}) == 1);
  CHECK(resolve_width(WidthSources{0, 0, -3, 0, 0}) == 1);
  CHECK(resolve_width(WidthSources{INT64_MAX, 0, 1, 0, 0}) >= 1);
}

TEST_CASE("small work is serial, even when more workers are asked for", "[policy]") {
  const uint64_t gate = knob(Knob::GEMMKIT_PARALLEL_THRESHOLD);
  CHECK(resolve_workers(WorkRequest{gate - 1, 100, 0}) == 1);
  CHECK(resolve_workers(WorkRequest{gate - 1, 100, 4}) == 1);
  CHECK(resolve_workers(WorkRequest{0, 100, 4}) == 1);
  knob_set(Knob::GEMMKIT_PARALLEL_THRESHOLD, kNever);
  CHECK(resolve_workers(WorkRequest{kLarge, 100, 4}) == 1);
  knob_reset(Knob::GEMMKIT_PARALLEL_THRESHOLD);
}

TEST_CASE("an explicit request is honoured up to jobs and CPUs", "[policy]") {
  const int cpus = cpus_of_this_thread();
  CHECK(resolve_workers(WorkRequest{kLarge, 100, 1}) == 1);
  CHECK(resolve_workers(WorkRequest{kLarge, 1, 64}) == 1);
  CHECK(resolve_workers(WorkRequest{kLarge, 0, 64}) == 1);
  CHECK(resolve_workers(WorkRequest{kLarge, 100, 2}) == std::min(2, cpus));
  CHECK(resolve_workers(WorkRequest{kLarge, 2, 64}) == std::min(2, cpus));
  CHECK(resolve_workers(WorkRequest{kLarge, 1'000'000, INT32_MAX}) == cpus);
  CHECK(resolve_workers(WorkRequest{UINT64_MAX, INT64_MAX, INT32_MAX}) == cpus);
}

TEST_CASE("automatic width follows the work", "[policy]") {
  const uint64_t per_worker = knob(Knob::GEMMKIT_PAR_MNK_PER_WORKER);
  CHECK(resolve_workers(WorkRequest{2 * per_worker - 1, 100, 0}) == 1);
  CHECK(resolve_workers(WorkRequest{kLarge, 1'000'000, 0}) == max_threads());
  CHECK(resolve_workers(WorkRequest{UINT64_MAX, INT64_MAX, 0}) == max_threads());
  knob_set(Knob::GEMMKIT_PAR_MNK_PER_WORKER, 0);
  CHECK(resolve_workers(WorkRequest{kLarge, 1'000'000, 0}) == max_threads());
  knob_reset(Knob::GEMMKIT_PAR_MNK_PER_WORKER);
}

TEST_CASE("the setter changes automatic width only", "[policy]") {
  set_num_threads(1);
  CHECK(max_threads() == 1);
  CHECK(resolve_workers(WorkRequest{kLarge, 100, 0}) == 1);
  CHECK(resolve_workers(WorkRequest{kLarge, 100, 2}) == std::min(2, cpus_of_this_thread()));
  set_num_threads(-4);  // ignored
  CHECK(max_threads() == 1);
  set_num_threads(0);
  CHECK(max_threads() >= 1);
  CHECK(max_threads() <= cpus_of_this_thread());
}

#if defined(GK_TEST_OPENMP)
TEST_CASE("an OpenMP setting of the calling thread counts", "[policy]") {
  std::thread([] {
    omp_set_num_threads(1);
    CHECK(max_threads() == 1);
  }).join();
}
#endif

TEST_CASE("affinity is looked at when it matters, thread by thread", "[policy]") {
  const int before = max_threads();
  std::thread([] {
    omp_get_max_threads();  // LLVM's runtime resets the mask of a thread that it meets for the first time
    cpu_set_t mask, one;
    sched_getaffinity(0, sizeof mask, &mask);
    CPU_ZERO(&one);
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
      if (!CPU_ISSET(cpu, &mask)) continue;
      CPU_SET(cpu, &one);  // the last one: usually not CPU 0
      break;
    }
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(max_threads() == 1);
    CHECK(resolve_workers(WorkRequest{kLarge, 100, 4}) == 1);
    REQUIRE(sched_setaffinity(0, sizeof mask, &mask) == 0);
    CHECK(max_threads() >= 1);
  }).join();
  CHECK(max_threads() == before);
}

TEST_CASE("a caller's parallel region makes products serial unless nesting is on", "[policy]") {
  std::atomic<int> team{0}, widest{0}, explicit_widest{0};
  const auto region = [&] {
    widest = explicit_widest = 0;
#pragma omp parallel num_threads(2)
    {
      team = omp_get_num_threads();
      const int width = max_threads(), asked = resolve_workers(WorkRequest{kLarge, 100, 2});
      if (width > widest) widest = width;
      if (asked > explicit_widest) explicit_widest = asked;
    }
  };
  region();
  if (team < 2) return;  // OMP_THREAD_LIMIT=1
  CHECK(widest == 1);
  CHECK(explicit_widest == 1);

  knob_set(Knob::GEMMKIT_NESTED, 1);
  const int levels = omp_get_max_active_levels();
#if defined(GK_TEST_OPENMP)
  omp_set_max_active_levels(1);  // OpenMP would refuse: then no team is planned
  region();
  CHECK(widest == 1);
#endif
  omp_set_max_active_levels(2);
  region();
  CHECK(explicit_widest == std::min(2, cpus_of_this_thread()));
  omp_set_max_active_levels(levels);
  knob_reset(Knob::GEMMKIT_NESTED);
}

TEST_CASE("team sizes snap to few values", "[policy]") {
  const auto snap = [](int64_t width, int64_t by_work, int64_t classes, bool full, int64_t jobs = 1'000'000) {
    return snap_team(AutoTeam{width, by_work, jobs, classes, full});
  };
  CHECK(snap(64, 1000, 2, true) == 64);
  CHECK(snap(64, 1000, 2, false) == 32);  // the largest size is for the largest work
  CHECK(snap(64, 63, 2, true) == 32);
  CHECK(snap(64, 31, 2, true) == 16);
  CHECK(snap(64, 5, 2, true) == 16);  // up to the smallest class
  CHECK(snap(64, 2, 2, true) == 8);   // but not to more than four times the work
  CHECK(snap(64, 1, 2, true) == 1);
  CHECK(snap(64, 5, 0, true) == 5);  // no classes, no snapping
  CHECK(snap(64, 1000, 0, false) == 64);
  CHECK(snap(64, 1000, 2, true, 7) == 7);
  CHECK(snap(64, 1000, 2, true, 0) == 1);
  CHECK(snap(2, 2, 2, false) == 2);  // two CPUs: there is nothing between one and both
  CHECK(snap(3, 3, 2, false) == 3);
  CHECK(snap(4, 4, 2, false) == 2);
  CHECK(snap(4, 4, 2, true) == 4);
  CHECK(snap(1, 100, 2, true) == 1);
  rc::prop("bounds and number of sizes", [&] {
    const int64_t width = *rc::gen::inRange<int64_t>(1, 1000);
    const int64_t jobs = *rc::gen::inRange<int64_t>(0, 1000);
    const int64_t by_work = *rc::gen::inRange<int64_t>(0, 1000);
    const int team = snap(width, by_work, *rc::gen::inRange<int64_t>(0, 4), *rc::gen::arbitrary<bool>(), jobs);
    RC_ASSERT(team >= 1);
    RC_ASSERT(team <= width);
    RC_ASSERT(team <= std::max<int64_t>(1, jobs));
    RC_ASSERT(team <= 4 * std::max<int64_t>(1, by_work));
  });
}

TEST_CASE("bandwidth-bound work climbs a ladder of team sizes", "[policy]") {
  const auto team = [](int64_t width, uint64_t bytes, int64_t classes = 2, uint64_t step = 0, int64_t cap = 0) {
    return bandwidth_team(BandwidthTeam{width, bytes, 1000, step, classes, cap});
  };
  CHECK(team(64, 999) == 1);
  CHECK(team(64, 1000) == 16);  // the smallest class
  CHECK(team(64, 7999) == 16);
  CHECK(team(64, 8000) == 32);
  CHECK(team(64, UINT64_MAX) == 32);  // half the width at most
  CHECK(team(64, 1999, 2, 2) == 16);
  CHECK(team(64, 2000, 2, 2) == 32);
  CHECK(team(64, 1000, 3) == 8);
  CHECK(team(64, 64000, 3) == 32);
  CHECK(team(64, 1000, 0) == 32);
  CHECK(team(64, 1000, 2, 0, 5) == 5);
  CHECK(team(64, 999, 2, 0, 5) == 1);
  CHECK(team(4, UINT64_MAX, 2, 0, 100) == 4);
  CHECK(team(2, 1000) == 2);
  CHECK(team(3, UINT64_MAX) == 2);
  CHECK(team(1, UINT64_MAX) == 1);
  CHECK(bandwidth_team(BandwidthTeam{8, 0, 0, 0, 2, 0}) == 2);
  rc::prop("bounds", [&] {
    const int64_t width = *rc::gen::inRange<int64_t>(1, 1000);
    const int size = team(width, *rc::gen::arbitrary<uint64_t>(), *rc::gen::inRange<int64_t>(0, 4),
                          *rc::gen::inRange<uint64_t>(0, 100), *rc::gen::inRange<int64_t>(0, 2000));
    RC_ASSERT(size >= 1);
    RC_ASSERT(size <= width);
  });
}

TEST_CASE("bandwidth-bound work below its floor is serial, whatever is asked for", "[policy]") {
  CHECK(resolve_bandwidth(BandwidthRequest{999, 1000, 100, 0}) == 1);
  CHECK(resolve_bandwidth(BandwidthRequest{999, 1000, 100, 4}) == 1);
  CHECK(resolve_bandwidth(BandwidthRequest{1000, 1000, 1, 4}) == 1);
  CHECK(resolve_bandwidth(BandwidthRequest{1000, 1000, 100, 1}) == 1);
  CHECK(resolve_bandwidth(BandwidthRequest{kLarge, 1000, 100, 2}) == std::min(2, cpus_of_this_thread()));
}

// Run in child processes only.
TEST_CASE("child: print widths", "[.child]") {
  errno = EDOM;
  const int width = max_threads();
  const int workers = resolve_workers(WorkRequest{kLarge, 100, 0});
  const int asked = resolve_workers(WorkRequest{kLarge, 100, 64});
  printf("[width %d workers %d asked %d errno %d]\n", width, workers, asked, errno == EDOM);
}

TEST_CASE("widths follow the environment", "[policy]") {
  const int cpus = cpus_of_this_thread();
  struct Setting {
    std::vector<std::pair<std::string, std::string>> environment;
    int width, asked;
  };
  const Setting settings[] = {
    {{{"GEMMKIT_NUM_THREADS", "1"}}, 1, cpus},
    {{{"GEMMKIT_NUM_THREADS", "100000"}}, cpus, cpus},
    {{{"GEMMKIT_NUM_THREADS", "1000000000000"}}, cpus, cpus},
#if defined(GK_TEST_OPENMP)
    {{{"GEMMKIT_NUM_THREADS", " 2 "}, {"OMP_NUM_THREADS", "1"}}, std::min(2, cpus), cpus},
    {{{"GEMMKIT_NUM_THREADS", "0"}, {"OMP_NUM_THREADS", "1"}}, 1, cpus},
    {{{"GEMMKIT_NUM_THREADS", "many"}, {"OMP_NUM_THREADS", "1"}}, 1, cpus},
    {{{"GEMMKIT_NUM_THREADS", "-2"}, {"OMP_NUM_THREADS", "1"}}, 1, cpus},
    {{{"OMP_NUM_THREADS", "1"}}, 1, cpus},
    {{{"OMP_THREAD_LIMIT", "1"}}, 1, 1},
#endif
  };
  for (const Setting &setting : settings) {
    const int width = capped_by_quota(setting.width);
    const std::string text = "width " + std::to_string(width) + " workers " + std::to_string(width) + " asked " +
                             std::to_string(setting.asked) + " errno 1";
    const test::ChildResult child = test::run_case("child: print widths", setting.environment);
    INFO(setting.environment[0].first << "=" << setting.environment[0].second << "\n" << child.output);
    CHECK(child.status == 0);
    CHECK(test::occurrences(child.output, text) == 1);
    const bool garbage = setting.environment[0].second == "many" || setting.environment[0].second == "-2";
    CHECK(test::occurrences(child.output, "gemmkit: ") == garbage);
    CHECK(test::occurrences(child.output, "gemmkit: ignoring GEMMKIT_NUM_THREADS=" + setting.environment[0].second +
                                              ": not a non-negative decimal integer; using the default width\n") ==
          garbage);
  }
}
