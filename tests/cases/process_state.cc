// Cases about what loading, using and unloading the library does to the process. This program is not linked to
// gemmkit: it loads the file named in GEMMKIT_TEST_LIBRARY, as a plug-in host or an interpreter would.
#include "support/process.h"

#include <catch2/catch.hpp>

#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace gk::test;

extern char **environ;

namespace {

struct Exec {  // gemmkit_exec
  uint32_t struct_size;
  int32_t threads;
  void *workspace;
};
template <class T>
using GemmFn = int32_t (*)(int64_t, int64_t, int64_t, T, const T *, int64_t, int64_t, const T *, int64_t, int64_t, T,
                           T *, int64_t, int64_t, const void *, const Exec *);

class Library {
 public:
  Library() {
    const char *path = std::getenv("GEMMKIT_TEST_LIBRARY");
    REQUIRE(path != nullptr);
    handle_ = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle_) FAIL(dlerror());
  }
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;
  ~Library() { dlclose(handle_); }

  // Column-major n x n x n.
  template <class T>
  bool gemm(int64_t n, const T *a, const T *b, T *c, int threads) const {
    const auto entry = reinterpret_cast<GemmFn<T>>(
        dlsym(handle_, sizeof(T) == 4 ? "gemmkit_gemm_f32_unchecked" : "gemmkit_gemm_f64_unchecked"));
    const Exec exec{sizeof(Exec), threads, nullptr};
    return entry && entry(n, n, n, T(1), a, 1, n, b, 1, n, T(0), c, 1, n, nullptr, &exec) == 0;
  }
  bool ones(int64_t n, int threads) const {
    const std::vector<double> a(size_t(n * n), 1.0);
    std::vector<double> c(a.size());
    if (!gemm(n, a.data(), a.data(), c.data(), threads)) return false;
    for (double value : c)
      if (value != double(n)) return false;
    return true;
  }

 private:
  void *handle_;
};

// Everything a library has no business changing.
struct ProcessState {
  rlimit stack, address_space, open_files;
  cpu_set_t affinity;
  sigset_t mask;
  struct sigaction handlers[5];
  std::string locale, directory, environment, descriptors;
  mode_t creation_mask;
  int rounding;
  unsigned fp_control;
};

ProcessState snapshot() {
  ProcessState s;
  std::memset(&s.stack, 0, sizeof s.stack);
  getrlimit(RLIMIT_STACK, &s.stack);
  getrlimit(RLIMIT_AS, &s.address_space);
  getrlimit(RLIMIT_NOFILE, &s.open_files);
  CPU_ZERO(&s.affinity);
  sched_getaffinity(0, sizeof s.affinity, &s.affinity);
  pthread_sigmask(SIG_SETMASK, nullptr, &s.mask);
  constexpr int kSignals[] = {SIGINT, SIGCHLD, SIGFPE, SIGILL, SIGSEGV};
  for (int i = 0; i < 5; ++i) sigaction(kSignals[i], nullptr, &s.handlers[i]);
  s.locale = std::setlocale(LC_ALL, nullptr);
  char path[4096];
  s.directory = getcwd(path, sizeof path) ? path : "";
  for (char **variable = environ; *variable; ++variable) s.environment += std::string(*variable) + "\n";
  for (int fd = 0; fd < 256; ++fd) {
    struct stat info;
    if (fstat(fd, &info) == 0) s.descriptors += std::to_string(fd) + " ";
  }
  s.creation_mask = umask(0);
  umask(s.creation_mask);
  s.rounding = std::fegetround();
  s.fp_control = 0;
#if defined(__x86_64__)
  s.fp_control = _mm_getcsr() & ~0x3Fu;  // without the sticky exception flags
#endif
  return s;
}

void check_same(const ProcessState &before, const ProcessState &after) {
  const auto same_limit = [](const rlimit &x, const rlimit &y) {
    return x.rlim_cur == y.rlim_cur && x.rlim_max == y.rlim_max;
  };
  CHECK(same_limit(before.stack, after.stack));
  CHECK(same_limit(before.address_space, after.address_space));
  CHECK(same_limit(before.open_files, after.open_files));
  CHECK(CPU_EQUAL(&before.affinity, &after.affinity));
  for (int signal = 1; signal < 32; ++signal)
    CHECK(sigismember(&before.mask, signal) == sigismember(&after.mask, signal));
  for (int i = 0; i < 5; ++i) {
    CHECK(before.handlers[i].sa_handler == after.handlers[i].sa_handler);
    CHECK(before.handlers[i].sa_flags == after.handlers[i].sa_flags);
  }
  CHECK(before.locale == after.locale);
  CHECK(before.directory == after.directory);
  CHECK(before.environment == after.environment);
  CHECK(before.descriptors == after.descriptors);
  CHECK(before.creation_mask == after.creation_mask);
  CHECK(before.rounding == after.rounding);
  CHECK(before.fp_control == after.fp_control);
}

}  // namespace

// First, while the library has not been loaded by another case.
TEST_CASE("H13 loading leaves subnormals alone", "[cases][load]") {
  volatile double tiny = 1e-310;
  const ProcessState before = snapshot();
  const Library library;
  check_same(before, snapshot());
  CHECK(tiny * 1.0 != 0);
  const double a = std::numeric_limits<double>::denorm_min(), one = 1;
  double c = 0;
  REQUIRE(library.gemm(1, &a, &one, &c, 1));
  CHECK(c == a);
  const float af = std::numeric_limits<float>::denorm_min(), onef = 1;
  float cf = 0;
  REQUIRE(library.gemm(1, &af, &onef, &cf, 1));
  CHECK(cf == af);
}

TEST_CASE("H20 nothing of the process changes", "[cases][load]") {
  const ProcessState before = snapshot();
  const Library library;
  check_same(before, snapshot());
  REQUIRE(library.ones(512, 0));
  check_same(before, snapshot());
  REQUIRE(library.ones(512, 4));
  check_same(before, snapshot());
}

namespace {
std::atomic<int> handled{0}, handled_elsewhere{0};
std::atomic<pid_t> main_thread{0};
void on_alarm(int) {
  ++handled;
  if (pid_t(syscall(SYS_gettid)) != main_thread) ++handled_elsewhere;
}
}  // namespace

TEST_CASE("H20 signals are handled on application threads", "[cases][load]") {
  const Library library;
  REQUIRE(library.ones(300, 4));  // the team is created while nothing is blocked
  main_thread = pid_t(syscall(SYS_gettid));
  sigset_t alarm_only, previous, open;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm_only, &previous);
  open = previous;
  sigdelset(&open, SIGALRM);
  struct sigaction action {
  }, old_action;
  action.sa_handler = on_alarm;
  sigaction(SIGALRM, &action, &old_action);
  const itimerval every_millisecond{{0, 1000}, {0, 1000}}, off{};
  setitimer(ITIMER_REAL, &every_millisecond, nullptr);

  int waits = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(700);
  while (std::chrono::steady_clock::now() < end) {
    const int before = handled;
    CHECK(library.ones(400, 4));
    CHECK(handled == before);  // blocked here, and no worker may take it
    const timespec brief{0, 5000000};
    ppoll(nullptr, 0, &brief, &open);
    ++waits;
  }
  setitimer(ITIMER_REAL, &off, nullptr);
  const timespec none{0, 0};
  ppoll(nullptr, 0, &none, &open);
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  sigaction(SIGALRM, &old_action, nullptr);
  CHECK(handled >= waits);  // each wait found one pending: none was lost
  CHECK(handled_elsewhere == 0);
}

TEST_CASE("H27 load, use, unload in a helper thread", "[cases][load]") {
  int threads_before = 0, threads_after = 0;
  bool right = true;
  std::thread helper([&] {
    for (int round = 0; round < 50; ++round) {
      const Library library;
      right = right && library.ones(65, 4) && (round % 10 || library.ones(300, 4));
      if (round == 0) threads_before = thread_count();
    }
    threads_after = thread_count();
  });
  helper.join();
  CHECK(right);
  CHECK(threads_after <= threads_before);
  usleep(300000);  // a destructor pointing into an unloaded library would have crashed by now
}

TEST_CASE("H27 threads that computed outlive the library handle", "[cases][load]") {
  std::atomic<bool> closed{false};
  std::atomic<int> ready{0};
  std::vector<std::thread> callers;
  {
    const Library library;
    for (int i = 0; i < 3; ++i)
      callers.emplace_back([&] {
        if (library.ones(200, 2)) ++ready;
        while (!closed) usleep(1000);
      });
    while (ready < 3) usleep(1000);
  }
  closed = true;
  for (std::thread &caller : callers) caller.join();
  CHECK(ready == 3);
}

TEST_CASE("H27 processes that load and exit", "[cases][load]") {
  for (int use = 0; use < 3; ++use) {
    // exit(), not _exit(): running the destructors and atexit handlers is the point.
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      void *handle = dlopen(std::getenv("GEMMKIT_TEST_LIBRARY"), RTLD_NOW);
      if (!handle) _exit(2);
      const Library library;
      if (use > 0 && !library.ones(65, use == 1 ? 1 : 4)) _exit(3);
      dlclose(handle);
      std::exit(0);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(std::string(ending(status)) == "");
  }
}
