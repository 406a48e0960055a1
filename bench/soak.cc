// gemmkit-soak: random calls of every kind from several threads for as long as one likes, with forks and with runs
// under other instruction sets in between. Each kind is checked once against the oracle of the tests, then bit for bit
// against that first result, which no thread count, neighbour or fork may change; memory and threads have to stay flat.
#include "soak_jobs.h"
#include "support/cpu_runs.h"
#include "support/env.h"
#include "support/process.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

using namespace gk::soak;
using gk::test::in_child;
using gk::test::resident_bytes;
using gk::test::thread_count;

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  double seconds = gk::test::fast() ? 10 : 60;
  int threads = 3;
  uint64_t seed = 1;
  bool pinned = false;  // a run within a run: no forks, no further pins
};

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// What went wrong first, from any thread.
class Verdict {
 public:
  void fail(const std::string &what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (mistakes_++ == 0) first_ = what;
  }
  int mistakes() const { return mistakes_; }
  const std::string &first() const { return first_; }

 private:
  std::mutex mutex_;
  std::atomic<int> mistakes_{0};
  std::string first_;
};

// A random job on a random team; "" is right.
std::string step(const std::vector<Job> &jobs, Random &random) {
  const Job &job = jobs[random() % jobs.size()];
  const int threads = static_cast<int>(random() % 4);
  const std::string wrong = job.again(threads);
  return wrong.empty() ? "" : job.name + " on " + std::to_string(threads) + " threads: " + wrong;
}

// Memory and threads over time, in quarters of the run.
class Gauge {
 public:
  void sample(double share) {
    Quarter &q = quarters_[std::min(3, static_cast<int>(share * 4))];
    q.bytes = std::max(q.bytes, resident_bytes());
    q.threads = std::max(q.threads, thread_count());
  }
  long first_bytes() const { return quarters_[1].bytes; }
  long last_bytes() const { return quarters_[3].bytes; }
  int threads() const { return quarters_[3].threads; }
  // The first quarter is for warming up. What is left to the allocator's whims is small beside a leak per call.
  std::string growth() const {
    if (last_bytes() > first_bytes() + first_bytes() / 10 + (8 << 20)) return "memory grew";
    if (threads() > std::max(quarters_[0].threads, quarters_[1].threads)) return "threads grew";
    return "";
  }

 private:
  struct Quarter {
    long bytes = 0;
    int threads = 0;
  } quarters_[4];
};

// This program under another pin; "" is well.
std::string pinned_run(const char *pin, uint64_t seed) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    setenv("GEMMKIT_REQUIRE_ISA", pin, 1);
    alarm(120);
    const std::string text = std::to_string(seed);
    execl("/proc/self/exe", "gemmkit-soak", "--pinned", "--seconds", "1", "--threads", "2", "--seed", text.c_str(),
          static_cast<char *>(nullptr));
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return "fork failed";
  const std::string how = gk::test::ending(status);
  return how.empty() ? "" : std::string("pinned to ") + pin + ": " + how;
}

struct Tally {
  std::atomic<uint64_t> calls{0};
  int forks = 0, pins = 0;
};

// Forks and pinned runs, while the workers work.
void disturb(const Options &o, const std::vector<Job> &jobs, Clock::time_point begin, Tally &tally, Verdict &verdict) {
  std::vector<const char *> pins;
  for (const char *pin : {GK_SOAK_PINS})
    if (gk::test::cpu_runs(pin)) pins.push_back(pin);
  Random random(o.seed * 77 + 1);
  for (int round = 0; since(begin) < o.seconds; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (o.pinned) continue;
    if (round % 5 == 4) {
      const uint64_t seed = random();
      std::string wrong;
      const std::string how = in_child(120, [&] {
        Random own(seed);
        for (int i = 0; i < 20 && wrong.empty(); ++i) wrong = step(jobs, own);
        if (!wrong.empty()) std::fprintf(stderr, "in a forked child: %s\n", wrong.c_str());
        return wrong.empty();
      });
      ++tally.forks;
      if (!how.empty()) verdict.fail("fork: " + how);
    }
    if (round % 25 == 24) {
      const std::string wrong = pinned_run(pins[static_cast<size_t>(tally.pins++) % pins.size()], random());
      if (!wrong.empty()) verdict.fail(wrong);
    }
  }
}

std::vector<Job> make_jobs(uint64_t seed, int count) {
  Random random(seed);
  std::vector<Job> jobs;
  for (int i = 0; i < count; ++i) jobs.push_back(i % 3 == 0 ? any_blas_job(random()) : any_product_job(random()));
  return jobs;
}

int soak(const Options &o) {
  Verdict verdict;
  std::vector<Job> jobs = make_jobs(o.seed, o.pinned ? 60 : 400);
  for (Job &job : jobs) {
    const std::string wrong = job.first();
    if (!wrong.empty()) verdict.fail(job.name + ": " + wrong);
  }
  Gauge gauge;
  Tally tally;
  const auto begin = Clock::now();
  std::vector<std::thread> workers;
  for (int w = 0; w < o.threads; ++w) {
    workers.emplace_back([&, w] {
      Random random(o.seed * 1000 + static_cast<uint64_t>(w));
      while (since(begin) < o.seconds) {
        const std::string wrong = step(jobs, random);
        if (!wrong.empty()) verdict.fail(wrong);
        ++tally.calls;
      }
    });
  }
  workers.emplace_back([&] {
    for (; since(begin) < o.seconds; std::this_thread::sleep_for(std::chrono::milliseconds(100)))
      gauge.sample(since(begin) / o.seconds);
  });
  disturb(o, jobs, begin, tally, verdict);
  for (auto &worker : workers) worker.join();
  if (!o.pinned) {
    const std::string growth = gauge.growth();
    if (!growth.empty()) verdict.fail(growth);
    std::printf(
        "soak: %.0f s, %d threads, seed %llu: %llu calls, %d forks, %d pinned runs, memory %.1f -> %.1f MB, "
        "%d threads at most, %d mistakes%s%s\n",
        since(begin), o.threads, static_cast<unsigned long long>(o.seed), static_cast<unsigned long long>(tally.calls),
        tally.forks, tally.pins, static_cast<double>(gauge.first_bytes()) / 1e6,
        static_cast<double>(gauge.last_bytes()) / 1e6, gauge.threads(), verdict.mistakes(),
        verdict.mistakes() ? ", first: " : "", verdict.first().c_str());
  } else if (verdict.mistakes()) {
    std::fprintf(stderr, "%s: %s\n", getenv("GEMMKIT_REQUIRE_ISA"), verdict.first().c_str());
  }
  return verdict.mistakes() ? 1 : 0;
}

}  // namespace

int main(int argc, char **argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--pinned") {
      o.pinned = true;
    } else if (i + 1 < argc && (name == "--seconds" || name == "--threads" || name == "--seed")) {
      const char *value = argv[++i];
      if (name == "--seconds") o.seconds = std::atof(value);
      if (name == "--threads") o.threads = std::atoi(value);
      if (name == "--seed") o.seed = std::strtoull(value, nullptr, 10);
    } else {
      std::fprintf(stderr, "usage: gemmkit-soak [--seconds N] [--threads N] [--seed N]\n");
      return 2;
    }
  }
  if (!(o.seconds > 0) || o.threads < 1) {
    std::fprintf(stderr, "gemmkit-soak: --seconds and --threads must be greater than 0\n");
    return 2;
  }
  return soak(o);
}
