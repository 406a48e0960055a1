// Asking the library and the system.
#include "tune/host.h"

#include "bench/machine.h"
#include "bench/shape.h"
#include "gemmkit.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

extern char **environ;  // NOLINT(readability-redundant-declaration): not every C library declares it

namespace gk::tune {
namespace {

constexpr const char *kPin = "GEMMKIT_REQUIRE_ISA";

// "...; threads 2 of 2 cores; caches L1d 48 KiB, L2 1024 KiB, L3 32768 KiB"
void read_config(const std::string &config, Host *host) {
  const size_t threads = config.find("; threads ");
  long long l1d = 0, l2 = 0, l3 = 0;
  if (threads != std::string::npos &&
      sscanf(config.c_str() + threads, "; threads %*d of %d cores; caches L1d %lld KiB, L2 %lld KiB, L3 %lld KiB",
             &host->cores, &l1d, &l2, &l3) == 4) {
    host->l1d = l1d * 1024, host->l2 = l2 * 1024, host->l3 = l3 * 1024;
    return;
  }
  throw std::runtime_error("this libgemmkit describes the machine in another way than gemmkit-tune " +
                           std::string(gemmkit_version()) + " reads");
}

double available_gib() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    long long kib = 0;
    if (sscanf(line.c_str(), "MemAvailable: %lld kB", &kib) == 1) return double(kib) / (1 << 20);
  }
  return HUGE_VAL;  // unknown
}

std::string bf16_kernels_with(uint64_t dot) {
  return in_child([dot] {
    gemmkit_knob_set("GEMMKIT_BF16_DOT", dot);
    const char *isa = gemmkit_isa("bf16");
    return std::string(isa == nullptr ? "" : isa);
  });
}

}  // namespace

bool Host::has_type(const std::string &type) const {
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::string in_child(const std::function<std::string()> &work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error(std::string("no pipe: ") + strerror(errno));
  fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("cannot fork: ") + strerror(errno));
  if (child == 0) {
    int code = 1;
    try {
      std::string text = work();
      while (!text.empty()) {
        const ssize_t wrote = write(ends[1], text.data(), text.size());
        if (wrote < 0 && errno != EINTR) break;
        if (wrote > 0) text.erase(0, size_t(wrote));
      }
      if (text.empty()) code = 0;
    } catch (const std::exception &) {
    }
    _exit(code);  // the parent's buffers and handlers are not the child's to run
  }
  close(ends[1]);
  std::string text;
  char buffer[1024];
  for (;;) {
    const ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(buffer, size_t(got));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("a measuring child process failed");
  return text;
}

Host describe_host(int workers, double large_gib) {
  Host host;
  host.large_gib = large_gib;
  host.available_gib = available_gib();
  if (const char *pin = getenv(kPin)) host.pin = pin;
  const char *isa = gemmkit_isa("f32");
  if (isa == nullptr) throw std::runtime_error(gemmkit_last_error());
  host.isa = isa;
  const bench::Machine machine = bench::describe_machine();
  host.cpu = machine.cpu;
  host.huge_pages = !machine.huge_pages.empty() && machine.huge_pages.find("[never]") == std::string::npos;
  host.page = sysconf(_SC_PAGESIZE);
  for (const bench::ElemInfo &info : bench::all_elems()) {
    if (info.in != bench::Format::kBf16 && gemmkit_isa(info.name) != nullptr) host.types.emplace_back(info.name);
  }
  read_config(in_child([] { return std::string(gemmkit_config()); }), &host);
  const std::string with = bf16_kernels_with(1), without = bf16_kernels_with(2);
  host.bf16_dot_choice = with != without;
  if (!without.empty()) host.types.emplace_back("bf16");
  // Any width that cannot be had is cut to what can.
  gemmkit_set_num_threads(INT32_MAX);
  host.most_workers = std::max(1, int(gemmkit_get_max_threads()));
  host.workers = workers == 0 ? host.most_workers : std::min(workers, host.most_workers);
  gemmkit_set_num_threads(host.workers);
  return host;
}

std::vector<std::string> neutralise_environment() {
  std::vector<std::string> found;
  for (char **entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    // The last two are no settings of the library's: of the pin, and of its test suite.
    if (text.starts_with("GEMMKIT_") && !text.starts_with("GEMMKIT_REQUIRE_ISA=") &&
        !text.starts_with("GEMMKIT_FAST_TEST="))
      found.push_back(text);
  }
  for (const std::string &text : found) unsetenv(text.substr(0, text.find('=')).c_str());
  return found;
}

}  // namespace gk::tune
