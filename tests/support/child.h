// Runs a hidden test case of this very program in a fresh process, with an environment of its own.
#pragma once

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

namespace gk::test {

struct ChildResult {
  int status;          // as from waitpid; 0: exited with success
  std::string output;  // what it wrote to stdout and stderr
};

// The child inherits the environment plus the given variables. It is ended after `seconds`.
inline ChildResult run_case(const std::string &name,
                            const std::vector<std::pair<std::string, std::string>> &environment,
                            unsigned seconds = 20) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    for (const auto &[variable, value] : environment) setenv(variable.c_str(), value.c_str(), 1);
    alarm(seconds);  // survives exec
    execl("/proc/self/exe", "child", name.c_str(), static_cast<char *>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  ChildResult result = {};
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;) result.output.append(buffer, got);
  close(ends[0]);
  waitpid(child, &result.status, 0);
  return result;
}

inline size_t occurrences(const std::string &text, const std::string &word) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++count;
  return count;
}

}  // namespace gk::test
