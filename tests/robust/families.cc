// What tests/robust/callers.cc asks of plain products, asked of every entry family and of both BLAS libraries.
#include "support/env.h"
#include "support/jobs.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include <atomic>
#include <cerrno>
#include <cfenv>
#include <climits>
#include <memory>
#include <thread>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace gk::test;

namespace {

const Jobs &jobs() {
  static const Jobs all;
  return all;
}

// Teams for everything, however small.
struct Eager {
  KnobScope knobs;
  Eager() {
    knobs.set("GEMMKIT_PARALLEL_THRESHOLD", 0);
    knobs.set("GEMMKIT_GEMV_PARALLEL_BYTES", 1);
    gemmkit_set_num_threads(2);
  }
  ~Eager() { gemmkit_set_num_threads(0); }
};

}  // namespace

TEST_CASE("concurrent callers of all families get the bits of a single one", "[robust][families]") {
  jobs();
  const Eager eager;
  constexpr int kCallers = 8;
  std::atomic<bool> done{false};
  std::string wrong[kCallers];
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller)
    callers.emplace_back([&, caller] {
      const size_t count = jobs().all.size();
      for (int round = 0; round < scaled(3, 1); ++round)
        for (size_t step = 0; step < count && wrong[caller].empty(); ++step) {
          const size_t i = (step * (caller % 2 ? 7 : 1) + size_t(caller) * 31) % count;
          Bytes out(jobs().all[i].start.size());
          const char *mistake = jobs().all[i].mistake(jobs().want[i], out, (caller + round) % 3);
          if (*mistake) wrong[caller] = jobs().all[i].name + ": " + mistake;
        }
    });
  // Meanwhile somebody changes what may change at any time.
  std::thread meddler([&] {
    for (int turn = 0; !done; ++turn) {
      gemmkit_set_num_threads(turn % 4);
      gemmkit_knob_set("GEMMKIT_PARALLEL_THRESHOLD", turn % 2 ? 0 : 1'000'000);
      gemmkit_knob_set("GEMMKIT_GEMV_PARALLEL_BYTES", turn % 3 ? 1 : 1 << 20);
      usleep(500);
    }
  });
  for (std::thread &caller : callers) caller.join();
  done = true;
  meddler.join();
  for (const std::string &text : wrong) CHECK(text == "");
}

#if !GK_TEST_SANITIZED  // whose checks have frames, and whose allocator has reserves, of their own
// Unoptimised, every vector of an unrolled kernel has a place in memory, and what is promised cannot be kept.
#ifdef __OPTIMIZE__
constexpr size_t kLeastStack = 64 << 10;
#else
constexpr size_t kLeastStack = 256 << 10;
#endif

TEST_CASE("all families on small stacks", "[robust][families]") {
  jobs();
  const Eager eager;
  for (const int threads : {1, 64}) {
    gemmkit_set_num_threads(threads);
    for (size_t i = 0; i < jobs().all.size(); ++i) {
      Bytes out(jobs().all[i].start.size());
      std::string mistake = "did not run";
      {
        StackThread thread(size_t(PTHREAD_STACK_MIN) + kLeastStack,
                           [&] { mistake = jobs().all[i].mistake(jobs().want[i], out, threads); });
      }
      INFO(jobs().all[i].name << ", threads " << threads);
      CHECK(mistake == "");
    }
  }
}

TEST_CASE("threads that come and go leave nothing behind", "[robust][families]") {
  jobs();
  const Eager eager;
  std::atomic<int> wrong{0};
  const auto churn = [&](int rounds) {
    for (int round = 0; round < rounds; ++round)
      std::thread([&, round] {
        for (size_t i = size_t(round) % 7; i < jobs().all.size(); i += 7) {
          Bytes out(jobs().all[i].start.size());
          wrong += *jobs().all[i].mistake(jobs().want[i], out, 2) != 0;
        }
      }).join();
  };
  churn(30);
  const int threads = thread_count();
  const long before = resident_bytes();
  churn(scaled(200, 30));
  CHECK(wrong == 0);
  CHECK(thread_count() <= threads);
  CHECK(resident_bytes() - before < 8 << 20);
}
#endif

namespace {

std::atomic<int> handled{0};

// A handler that changes all it is allowed to.
void disturb(int) {
  ++handled;
  volatile double sum = 1;
  for (int i = 1; i < 20; ++i) sum = sum / i + 0.1;
  errno = EDOM;
}

constexpr int kStorm[] = {SIGALRM, SIGPROF, SIGVTALRM, SIGUSR1};

class Storm {
 public:
  Storm() {
    struct sigaction action = {};
    action.sa_handler = disturb;  // without SA_RESTART: system calls are interrupted
    for (size_t i = 0; i < std::size(kStorm); ++i) sigaction(kStorm[i], &action, &before_[i]);
    const itimerval often{{0, 200}, {0, 200}};
    for (const int timer : {ITIMER_REAL, ITIMER_PROF, ITIMER_VIRTUAL}) setitimer(timer, &often, nullptr);
    const pid_t process = getpid(), target = pid_t(syscall(SYS_gettid));
    sender_ = std::thread([this, process, target] {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, nullptr);
      while (!over_) {
        syscall(SYS_tgkill, process, target, SIGUSR1);
        usleep(100);
      }
    });
  }
  Storm(const Storm &) = delete;
  Storm &operator=(const Storm &) = delete;
  ~Storm() {
    over_ = true;
    sender_.join();
    const itimerval off{};
    for (const int timer : {ITIMER_REAL, ITIMER_PROF, ITIMER_VIRTUAL}) setitimer(timer, &off, nullptr);
    for (size_t i = 0; i < std::size(kStorm); ++i) sigaction(kStorm[i], &before_[i], nullptr);
  }

 private:
  struct sigaction before_[std::size(kStorm)];
  std::atomic<bool> over_{false};
  std::thread sender_;
};

}  // namespace

TEST_CASE("a storm of signals changes no result and no errno", "[robust][families][signals]") {
  jobs();
  const Eager eager;
  std::string wrong;
  const int before = handled;
  {
    const Storm storm;
    for (const int threads : {1, 2, 3}) {
      gemmkit_set_num_threads(threads);
      for (int round = 0; round < scaled(3, 1) && wrong.empty(); ++round) wrong = jobs().run(threads);
    }
  }
  CHECK(wrong == "");
  CHECK(handled - before > 100);
}

TEST_CASE("rounding modes, flush-to-zero and x87 precision are the caller's before and after", "[robust][families]") {
  jobs();
  const Eager eager;
  constexpr int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (const int mode : kModes)
    for (const unsigned flush : {0u, 0x8040u}) {
      std::string wrong;
      for (size_t i = 0; i < jobs().all.size(); ++i) {
        const Job &job = jobs().all[i];
        Bytes outs[2] = {job.start, job.start};
        for (const int threads : {1, 2}) {
          gemmkit_set_num_threads(threads);
          fenv_t before, after;
          std::fegetenv(&before);
          std::fesetround(mode);
#if defined(__x86_64__)
          constexpr unsigned kFlags = 0x3f;
          _mm_setcsr((_mm_getcsr() | flush) & ~kFlags);
          const unsigned control = _mm_getcsr();
#endif
          const gemmkit_status status = job.call(outs[threads - 1].data(), threads);
          if (status != GEMMKIT_OK || std::fegetround() != mode) wrong = job.name + ": the mode is another";
#if defined(__x86_64__)
          if ((_mm_getcsr() & ~kFlags) != control) wrong = job.name + ": MXCSR is another";
          unsigned short x87[2];
          std::fegetenv(&after);
          std::memcpy(&x87[0], &before, 2);
          std::memcpy(&x87[1], &after, 2);
          constexpr unsigned short kPrecision = 0x300;
          if ((x87[0] & kPrecision) != (x87[1] & kPrecision)) wrong = job.name + ": the x87 precision is another";
#else
          (void)flush, (void)after;
#endif
          std::fesetenv(&before);
        }
        if (outs[0] != outs[1]) wrong = job.name + ": a team's result is another";
        // BLAS jobs are made of integers, which no mode rounds.
        if (mode == FE_TONEAREST && flush == 0 && outs[0] != jobs().want[i]) wrong = job.name + ": wrong result";
      }
      INFO("mode " << mode << ", flush " << flush);
      CHECK(wrong == "");
    }
}

#if defined(__x86_64__) && !GK_TEST_SANITIZED  // which do not go on after a fork with threads
TEST_CASE("callers that trap on floating-point exceptions are not trapped by ordinary data", "[robust][families]") {
  jobs();
  const Eager eager;
  for (const int threads : {1, 2}) {
    const std::string end = in_child(20, [&] {
      signal(SIGFPE, SIG_DFL);
      gemmkit_set_num_threads(threads);
      feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
      return jobs().run(threads).empty();
    });
    INFO("threads " << threads);
    CHECK(end == "");
  }
}
#endif
