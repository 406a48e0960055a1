// Every single request for memory or a thread that the library makes is refused once, and each with all that follow it:
// results are the same, or the call says that there is no memory and has written nothing.
#include "support/env.h"
#include "support/inject.h"
#include "support/jobs.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <thread>

using namespace gk::test;

namespace {

// What asks on the library's behalf. OpenMP's runtime is not among them: it ends the process when it gets no memory.
constexpr const char *kAskers = "libgemmkit libhwloc libc.so";

// Refuses each request in turn, until a call makes fewer. Returns how many calls were disturbed.
unsigned long refuse_each(const Job &job, const Bytes &want, int32_t threads, bool onward, std::string *wrong) {
  Bytes out(job.start.size());
  for (unsigned long n = 1;; ++n) {
    gemmkit_release_thread_memory();
    inject_fail_nth(n, onward, kAskers);
    const char *mistake = job.mistake(want, out, threads);
    const unsigned long counted = inject_counted();
    inject_fail_nth(0, 0, "");
    if (*mistake) *wrong = job.name + ", request " + std::to_string(n) + ": " + mistake;
    if (counted < n || *mistake) return n - 1;
  }
}

}  // namespace

TEST_CASE("each request for memory refused, in every entry family", "[robust][memory]") {
  gemmkit_set_num_threads(1);
  for (const bool direct : {true, false}) {
    KnobScope knobs;
    if (!direct) knobs.set("GEMMKIT_DIRECT_BYTES", 0);
    const Jobs jobs;
    for (const bool onward : {false, true}) {
      unsigned long disturbed = 0;
      for (size_t i = 0; i < jobs.all.size(); ++i) {
        std::string wrong;
        disturbed += refuse_each(jobs.all[i], jobs.want[i], 1, onward, &wrong);
        CHECK(wrong == "");
      }
      CHECK(disturbed > jobs.all.size() / 3);  // else the names of the libraries have changed
    }
  }
  gemmkit_set_num_threads(0);
}

TEST_CASE("each request for memory or a thread refused to a team", "[robust][memory]") {
  KnobScope knobs("GEMMKIT_PARALLEL_THRESHOLD", 0);
  gemmkit_set_num_threads(3);
  const Jobs jobs;
  const std::string wrong = [&] {
    for (const bool onward : {false, true})
      for (size_t i = 0; i < jobs.all.size(); i += scaled(1, 7)) {
        // A thread that has had no team yet tries whether it can have one.
        std::string mistake;
        std::thread([&] { refuse_each(jobs.all[i], jobs.want[i], 3, onward, &mistake); }).join();
        if (!mistake.empty()) return mistake;
      }
    return std::string();
  }();
  CHECK(wrong == "");
  gemmkit_set_num_threads(0);
}
