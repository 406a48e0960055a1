// Products before main, after it, and on the way out of the process: in constructors and destructors of the program and
// of plug-ins, in exit handlers, in destructors of threads, and in flight while another thread exits. Each way is a run
// of its own, because each ends the process; it must end with 0 and without a word.
//
// usage: robust_early_late WAY [PLUGIN LIBRARY]
#include "gemmkit.h"
#include "support/process.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

// Whether products of ones, one small and one large enough for the team and its packing memory, are right.
bool right(int32_t threads = 2) {
  gemmkit_exec exec = {};
  exec.struct_size = sizeof exec;
  exec.threads = threads;
  for (const int64_t n : {5, 220}) {
    const std::vector<double> a(size_t(n * n), 1.0);
    std::vector<double> c(a.size(), -1.0);
    if (gemmkit_gemm_f64_unchecked(n, n, n, 1, a.data(), n, 1, a.data(), n, 1, 0, c.data(), 1, n, nullptr, &exec) !=
        GEMMKIT_OK)
      return false;
    for (const double value : c)
      if (value != double(n)) return false;
  }
  return true;
}

void expect_right() {
  if (!right()) _exit(10);
}

std::string way;
bool before_main = false;

// Constructors and destructors of the program run before and after those of its static objects.
[[gnu::constructor(101)]] void earliest(int argc, char **argv, char **) {
  if (argc > 1 && std::strcmp(argv[1], "constructor") == 0) before_main = right();
}
[[gnu::destructor(101)]] void latest() { expect_right(); }

struct Static {
  ~Static() {
    if (way == "static") expect_right();
  }
} at_the_end;

struct PerThread {
  bool armed = false;
  ~PerThread() {
    if (armed) expect_right();
  }
};
thread_local PerThread per_thread;

pthread_key_t early_key, late_key;
void at_thread_end(void *) { expect_right(); }

void end_of_threads() {
  pthread_key_create(&early_key, at_thread_end);
  std::thread([] {
    per_thread.armed = true;
    pthread_setspecific(early_key, &way);
    expect_right();  // the library's own key is created here
    pthread_key_create(&late_key, at_thread_end);
    pthread_setspecific(late_key, &way);
  }).join();
}

// Another thread computes without end while this one, or a third, leaves.
[[noreturn]] void leave_in_flight(void (*leave)(int)) {
  static std::atomic<int> rounds{0};
  for (int i = 0; i < 2; ++i)
    std::thread([] {
      for (;;) {
        expect_right();
        ++rounds;
      }
    }).detach();
  while (rounds < 3) usleep(1000);
  leave(0);
  std::abort();
}

// Loads and unloads a plug-in whose constructor and destructor compute.
bool plug_in(const char *plugin, const char *library) {
  setenv("GK_TEST_LIBRARY", library, 1);
  int threads = 0;
  for (int round = 0; round < 20; ++round) {
    void *handle = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
    const auto state = reinterpret_cast<int (*)()>(dlsym(handle, "gk_test_constructed"));
    if (!state || state() != 1) return false;
    dlclose(handle);
    if (round == 0) threads = gk::test::thread_count();
  }
  return gk::test::thread_count() <= threads;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  way = argv[1];
  alarm(20);
  if (way == "constructor") return before_main && right() ? 0 : 1;
  if (way == "never") return 0;  // only the destructors compute
  if (way == "atexit") {
    std::atexit(expect_right);  // before the first call: runs after what the library may have registered
    expect_right();
    std::atexit(expect_right);
    at_quick_exit(expect_right);
    return 0;
  }
  if (way == "quick") {
    at_quick_exit(expect_right);
    expect_right();
    std::quick_exit(0);
  }
  if (way == "static") expect_right();
  if (way == "threads") end_of_threads();
  if (way == "exit_in_flight") leave_in_flight(std::exit);
  if (way == "quick_in_flight") leave_in_flight(std::quick_exit);
  if (way == "exit_from_thread") {
    expect_right();
    std::thread([] { leave_in_flight(std::exit); }).join();
  }
  if (way == "plugin") return argc == 4 && plug_in(argv[2], argv[3]) ? 0 : 1;
  if (way == "main_ends_first") {
    expect_right();
    std::thread([] {
      usleep(50'000);
      expect_right();
      std::exit(0);
    }).detach();
    pthread_exit(nullptr);
  }
  return 0;
}
