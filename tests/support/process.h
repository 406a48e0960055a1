// Child processes, threads of a given stack, and what /proc says about this process.
#pragma once

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>

namespace gk::test {

// Threads of this process.
inline int thread_count() {
  int count = 0;
  if (DIR *dir = opendir("/proc/self/task")) {
    while (const dirent *entry = readdir(dir)) count += entry->d_name[0] != '.';
    closedir(dir);
  }
  return count;
}

// Resident bytes of this process.
inline long resident_bytes() {
  long pages = 0, resident = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * sysconf(_SC_PAGESIZE);
}

// How a child ended; "" is well.
inline const char *ending(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status) == 0 ? "" : "the child reported a wrong result";
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGALRM ? "the child hung" : strsignal(WTERMSIG(status));
  return "the child vanished";
}

// Runs body in a forked child that is killed after `seconds`; true means right. Returns ending().
inline const char *in_child(unsigned seconds, const std::function<bool()> &body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return "fork failed";
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);  // not Catch's handler, which would report on the parent's behalf
    signal(SIGABRT, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    alarm(seconds);
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) return "waitpid failed";
  return ending(status);
}

// A thread with exactly this much stack.
class StackThread {
 public:
  StackThread(size_t stack_bytes, std::function<void()> body) : body_(std::move(body)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, stack_bytes) != 0) throw std::runtime_error("stack size refused");
    const int error = pthread_create(
        &thread_, &attributes,
        [](void *self) -> void * {
          static_cast<StackThread *>(self)->body_();
          return nullptr;
        },
        this);
    pthread_attr_destroy(&attributes);
    if (error != 0) throw std::runtime_error("no thread");
  }
  StackThread(const StackThread &) = delete;
  StackThread &operator=(const StackThread &) = delete;
  ~StackThread() { pthread_join(thread_, nullptr); }

 private:
  std::function<void()> body_;
  pthread_t thread_;
};

}  // namespace gk::test
