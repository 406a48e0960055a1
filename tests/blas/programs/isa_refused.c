/* The BLAS cannot return an error, so an unusable GEMMKIT_REQUIRE_ISA ends the program, with the reason on stderr.
 * A call with nothing to compute is not concerned. */
#define _GNU_SOURCE
#include "blas.h"
#include "check.h"

#include <signal.h>
#include <sys/wait.h>

int main(void) {
  double c[4] = {-777, -777, -777, -777};
  int status = 0;
  pid_t child;
  check(gemmkit_is_loaded(), "gemmkit is loaded");
  begin_capture();
  child = fork();
  if (child == 0) {
    setenv("GEMMKIT_REQUIRE_ISA", "avx4096", 1);
    small_dgemm(0, c);
    small_dgemm(2, c);
    _exit(0);
  }
  check(child > 0 && waitpid(child, &status, 0) == child, "the child ran");
  check(strncmp(end_capture(), "gemmkit: GEMMKIT_REQUIRE_ISA=avx4096 but ", 41) == 0, "the reason is printed");
  check(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "the child aborted");
  return finish();
}
