// A process whose operating system refuses what the library would like to have: system calls (by a seccomp filter, as
// containers and sandboxes have them), files, threads, memory. Each case runs in a child that computes for the first
// time; this process itself never does. Calls of every family must give what an undisturbed child got, and say nothing.
#include "support/inject.h"
#include "support/jobs.h"
#include "support/process.h"

#include <catch2/catch.hpp>

#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include <cerrno>
#include <initializer_list>
#include <memory>

using namespace gk::test;

namespace {

constexpr unsigned kSeconds = 60;  // the machine may be busy

const std::vector<Job> &jobs() {
  static const std::vector<Job> all = all_jobs();
  return all;
}

constexpr size_t kMostWidths = 4, kMostJobs = 400;
constexpr uint64_t kNotRun = 0, kRefused = 1;  // the latter for want of memory

// What a child found, in memory shared with it: a number for what each job wrote, or what is wrong.
struct Report {
  uint64_t digest[kMostWidths][kMostJobs];
  bool impossible;
  char wrong[200];
};
using Widths = std::vector<int32_t>;

// Each job with one of the widths, which of them by the turn; with turn 0 each with all.
void run_jobs(std::vector<Bytes> &outs, const Widths &widths, size_t turn, Report *report) {
  for (size_t w = 0; w < widths.size(); ++w) {
    gemmkit_set_num_threads(widths[w]);
    for (size_t i = 0; i < jobs().size(); ++i) {
      if (turn != 0 && (i + w + turn) % widths.size() != 0) continue;
      const Job &job = jobs()[i];
      std::copy(job.start.begin(), job.start.end(), outs[i].begin());
      const gemmkit_status status = job.call(outs[i].data(), widths[w]);
      const bool refused = status == GEMMKIT_ERR_NO_MEMORY && job.has_handle && outs[i] == job.start;
      if (status != GEMMKIT_OK && !refused)
        std::snprintf(report->wrong, sizeof report->wrong, "%s: status %d", job.name.c_str(), status);
      uint64_t digest = 0xcbf29ce484222325u;
      for (const unsigned char byte : outs[i]) digest = (digest ^ byte) * 0x100000001b3u;
      report->digest[w][i] = refused ? kRefused : digest;
    }
  }
}

// Small free blocks on the heap, so that what the jobs themselves ask for is there in any shortage. What lies between
// them stays, or they would grow together into one that the library's own larger requests could take.
std::vector<std::unique_ptr<char[]>> keep_some_heap() {
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  std::vector<std::unique_ptr<char[]>> pieces, between;
  for (int i = 0; i < 16; ++i) {
    pieces.push_back(std::make_unique<char[]>(64 << 10));
    between.push_back(std::make_unique<char[]>(64));
  }
  return between;
}

// Children that compute with these widths in turn, and what one that nothing disturbs gets.
class Children {
 public:
  explicit Children(Widths widths) : widths_(std::move(widths)) {
    REQUIRE(widths_.size() <= kMostWidths);
    REQUIRE(jobs().size() <= kMostJobs);
    for (const Job &job : jobs()) outs_.emplace_back(job.start.size());
    want_ = run("nothing", [] { return true; });
    ++turn_;
  }

  // One child under `fault`, which says whether it could be brought about; loud where it could not.
  void expect_same(const std::string &name, const std::function<bool()> &fault) {
    const Report got = run(name, fault);
    if (got.impossible) return;
    for (size_t w = 0; w < widths_.size(); ++w)
      for (size_t i = 0; i < jobs().size(); ++i) {
        if (got.digest[w][i] == want_.digest[w][i]) continue;
        if (got.digest[w][i] == kNotRun && (i + w + turn_) % widths_.size() != 0) continue;
        if (got.digest[w][i] == kRefused && jobs()[i].has_handle) continue;
        FAIL_CHECK(name << ": " << jobs()[i].name << " differs, threads " << widths_[w]);
      }
    ++turn_;
  }

 private:
  Report run(const std::string &name, const std::function<bool()> &fault) {
    void *map = mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(map != MAP_FAILED);
    auto *report = static_cast<Report *>(map);
    const int noise = memfd_create("stderr", 0);
    const std::string end = in_child(kSeconds, [&] {
      dup2(noise, 2);
      const auto kept = keep_some_heap();
      report->impossible = !fault();
      if (!report->impossible) run_jobs(outs_, widths_, turn_, report);
      return true;
    });
    char text[500] = "";
    CHECK(pread(noise, text, sizeof text - 1, 0) >= 0);
    close(noise);
    const Report result = *report;
    munmap(map, sizeof(Report));
    INFO(name);
    if (result.impossible) {
      WARN("SKIPPED: " << name << ": cannot be brought about here");
    } else {
      CHECK(end == "");
      CHECK(std::string(text) == "");
      CHECK(std::string(result.wrong) == "");
    }
    return result;
  }

  Widths widths_;
  size_t turn_ = 0;
  std::vector<Bytes> outs_;
  Report want_;
};

// From now on these system calls fail with `error`.
bool refuse(std::initializer_list<int> calls, int error) {
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  for (const int call : calls) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(call), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | uint32_t(error)));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter = {static_cast<unsigned short>(program.size()), program.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

bool limit(__rlimit_resource_t resource, rlim_t value) {
  const rlimit both = {value, value};
  return setrlimit(resource, &both) == 0;
}

rlim_t address_space() {
  long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return rlim_t(pages) * rlim_t(sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_CASE("system calls about CPUs and memory nodes refused", "[robust][refusals]") {
  Children children({0, 2, 3, 1});
  for (const int error : {EPERM, ENOSYS, EINVAL})
    children.expect_same("topology, errno " + std::to_string(error), [error] {
      return refuse({SYS_sched_getaffinity, SYS_sched_setaffinity, SYS_get_mempolicy, SYS_set_mempolicy, SYS_mbind,
                     SYS_getcpu, SYS_sched_yield, SYS_sysinfo, SYS_uname, SYS_prlimit64, SYS_getrandom, SYS_membarrier},
                    error);
    });
}

TEST_CASE("no file can be opened: neither /sys nor /proc", "[robust][refusals]") {
  Children children({0, 2, 1});
  for (const int error : {ENOENT, EACCES, EMFILE, ENOMEM})
    children.expect_same("files, errno " + std::to_string(error), [error] {
      return refuse(
          {
            SYS_openat, SYS_newfstatat, SYS_statx, SYS_readlinkat, SYS_faccessat, SYS_getdents64,
#if defined(SYS_open)
                SYS_open, SYS_stat, SYS_lstat, SYS_readlink, SYS_access
#endif
          },
          error);
    });
  children.expect_same("no file descriptors", [] { return limit(RLIMIT_NOFILE, 0); });
  children.expect_same("an empty root directory", [] {
    char path[] = "/tmp/gemmkit-root-XXXXXX";
    if (geteuid() != 0 && unshare(CLONE_NEWUSER) != 0) return false;
    if (!mkdtemp(path)) return false;
    const bool there = chdir(path) == 0 && rmdir(path) == 0 && chroot(".") == 0;
    return there;
  });
}

TEST_CASE("no thread can be had", "[robust][refusals]") {
  Children children({2, 0, 64, 1});
  for (const int error : {EAGAIN, EPERM, ENOMEM})
    children.expect_same("clone, errno " + std::to_string(error), [error] {
      return refuse({SYS_clone, SYS_clone3}, error);
    });
  children.expect_same("clone3 unknown, as in old containers", [] { return refuse({SYS_clone3}, ENOSYS); });
  children.expect_same("RLIMIT_NPROC", [] {
    constexpr uid_t kNobody = 65534;  // root is not limited
    if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0)) return false;
    return limit(RLIMIT_NPROC, 1);
  });
}

TEST_CASE("address space runs out", "[robust][refusals]") {
  Children children({1, 2, 0});
  for (const rlim_t more : {rlim_t(1) << 20, rlim_t(8) << 20, rlim_t(17) << 20, rlim_t(80) << 20})
    children.expect_same("RLIMIT_AS, " + std::to_string(more) + " bytes left",
                         [more] { return limit(RLIMIT_AS, address_space() + more); });
  children.expect_same("RLIMIT_DATA", [] { return limit(RLIMIT_DATA, 1 << 20); });
}

TEST_CASE("a first call without memory", "[robust][refusals]") {
  Children children({1});  // OpenMP's runtime ends the process when it gets no memory
  children.expect_same("mmap", [] { return refuse({SYS_mmap, SYS_mremap}, ENOMEM); });
  children.expect_same("not a page more", [] { return limit(RLIMIT_AS, address_space()) && limit(RLIMIT_DATA, 0); });
  // What is refused first is the library's own; hwloc is then not asked.
  children.expect_same("everything", [] {
    inject_fail_nth(1, 1, "libgemmkit libhwloc libc.so");
    return true;
  });
  for (unsigned long n = 1; n < 70; n += n < 4 ? 1 : 13)
    children.expect_same("request " + std::to_string(n), [n] {
      inject_fail_nth(n, 0, "libgemmkit");
      return true;
    });
}

TEST_CASE("advice, locks, signal masks and identities refused", "[robust][refusals]") {
  Children children({2, 0, 1});
  for (const int error : {EPERM, ENOSYS, EINVAL})
    children.expect_same("errno " + std::to_string(error), [error] {
      return refuse({SYS_madvise, SYS_mlock, SYS_mincore, SYS_rt_sigprocmask, SYS_tgkill, SYS_gettid, SYS_getpid,
                     SYS_clock_gettime, SYS_nanosleep, SYS_clock_nanosleep, SYS_prctl, SYS_set_robust_list},
                    error);
    });
  children.expect_same("RLIMIT_MEMLOCK, RLIMIT_FSIZE and a small RLIMIT_STACK", [] {
    return limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_STACK, 256 << 10);
  });
}
