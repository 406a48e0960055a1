// Linked into a test program, makes the engine believe that the calling thread may run on eight CPUs, so that teams of
// 3 and 7 really are that wide on a machine with two.
#include <sched.h>

#include <cerrno>
#include <cstring>

extern "C" int sched_getaffinity(pid_t, size_t size, cpu_set_t *mask) noexcept {
  if (size < sizeof(unsigned long)) {
    errno = EINVAL;
    return -1;
  }
  std::memset(mask, 0, size);
  for (int cpu = 0; cpu < 8; ++cpu) CPU_SET_S(cpu, size, mask);
  return 0;
}
