// A program that runs with more rights than its caller has (setuid) does not listen to the caller's environment. As
// root this program makes a setuid copy of itself and runs it as nobody; otherwise it is skipped.
#include "gemmkit.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/auxv.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr int kSkipped = 77;
constexpr uid_t kNobody = 65534;
constexpr const char *kKnob = "GEMMKIT_PARALLEL_THRESHOLD";

// What the variables below would change, and whether anything is said about them.
bool environment_acts() {
  uint64_t value = 0;
  return gemmkit_knob_get(kKnob, &value) == GEMMKIT_OK && value == 12345;
}
bool multiplies() {
  const float a[] = {1, 2}, b[] = {3, 4};
  float c = 0;
  return gemmkit_gemm_f32_unchecked(1, 1, 2, 1, a, 1, 1, b, 1, 1, 0, &c, 1, 1, nullptr, nullptr) == GEMMKIT_OK &&
         c == 11 && gemmkit_get_max_threads() >= 1;
}

int run(const char *program, const char *role, uid_t user) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("GEMMKIT_REQUIRE_ISA", "nonsense", 1);
    setenv("GEMMKIT_NUM_THREADS", "nonsense", 1);
    setenv(kKnob, "12345", 1);
    alarm(20);
    if (user != 0 && (setgroups(0, nullptr) != 0 || setgid(user) != 0 || setuid(user) != 0)) _exit(kSkipped);
    execl(program, program, role, static_cast<char *>(nullptr));
    _exit(kSkipped);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool copy_setuid(const std::string &to) {
  const int in = open("/proc/self/exe", O_RDONLY), out = open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0700);
  struct stat info = {};
  bool done = in >= 0 && out >= 0 && fstat(in, &info) == 0;
  for (off_t at = 0; done && at < info.st_size;) done = sendfile(out, in, &at, size_t(info.st_size - at)) > 0;
  done = done && fchmod(out, 04755) == 0;
  close(in);
  close(out);
  return done;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc == 2 && !std::strcmp(argv[1], "ordinary")) {  // where the variables act, or the test shows nothing
    return environment_acts() && !multiplies() ? 0 : 1;
  }
  if (argc == 2) {
    if (getauxval(AT_SECURE) == 0) return kSkipped;  // no setuid programs on that file system
    return !environment_acts() && multiplies() ? 0 : 1;
  }
  if (geteuid() != 0) {
    std::fprintf(stderr, "SKIPPED: only root can make a setuid program\n");
    return kSkipped;
  }
  char folder[] = "/tmp/gemmkit-secure-XXXXXX";
  if (!mkdtemp(folder) || chmod(folder, 0755) != 0) return 1;
  const std::string copy = std::string(folder) + "/program";
  int outcome = run("/proc/self/exe", "ordinary", 0);
  if (outcome != 0) std::printf("FAILED: the environment acts on an ordinary program\n");
  if (outcome == 0) {
    outcome = copy_setuid(copy) ? run(copy.c_str(), "secure", kNobody) : 1;
    if (outcome == 1) std::printf("FAILED: a setuid program ignores its caller's environment\n");
    if (outcome == kSkipped) std::fprintf(stderr, "SKIPPED: setuid programs do not run from %s\n", folder);
  }
  unlink(copy.c_str());
  rmdir(folder);
  return outcome;
}
