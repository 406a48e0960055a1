/* Replaces the malloc family, mmap and pthread_create by versions that count and, on demand, fail.
 * Also works as an LD_PRELOAD library: INJECT_MIN_BYTES and INJECT_FAIL_THREADS set the initial state. */
#define _GNU_SOURCE
#include "support/inject.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's own entries: going through dlsym would recurse, since dlsym allocates. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong allocations, failures, thread_creations;
static atomic_ulong fail_from = ~0ul;
static atomic_int fail_threads;

unsigned long inject_allocations(void) { return atomic_load(&allocations); }
unsigned long inject_failures(void) { return atomic_load(&failures); }
void inject_fail_allocations(unsigned long min_bytes) { atomic_store(&fail_from, min_bytes); }
unsigned long inject_thread_creations(void) { return atomic_load(&thread_creations); }
void inject_fail_threads(int fail) { atomic_store(&fail_threads, fail); }

__attribute__((constructor)) static void read_environment(void) {
  const char *bytes = getenv("INJECT_MIN_BYTES"), *threads = getenv("INJECT_FAIL_THREADS");
  if (bytes) inject_fail_allocations(strtoul(bytes, NULL, 10));
  if (threads) inject_fail_threads(atoi(threads));
}

static int refused(size_t bytes) {
  atomic_fetch_add(&allocations, 1);
  if (bytes < atomic_load(&fail_from) || atomic_load(&fail_from) == ~0ul) return 0;
  atomic_fetch_add(&failures, 1);
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t bytes) { return refused(bytes) ? NULL : __libc_malloc(bytes); }

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = ~0ul - 1;
  return refused(bytes) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t bytes) { return refused(bytes) ? NULL : __libc_realloc(old, bytes); }

void *memalign(size_t alignment, size_t bytes) { return refused(bytes) ? NULL : __libc_memalign(alignment, bytes); }

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **out, size_t alignment, size_t bytes) {
  void *block = memalign(alignment, bytes);
  if (!block) return ENOMEM;
  *out = block;
  return 0;
}

/* Anonymous maps are allocations too; file maps (the loader's) are not. */
void *mmap(void *address, size_t bytes, int protection, int flags, int fd, off_t offset) {
  if ((flags & MAP_ANONYMOUS) && refused(bytes)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, bytes, protection, flags, fd, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!real)
    real = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  atomic_fetch_add(&thread_creations, 1);
  if (atomic_load(&fail_threads)) return EAGAIN;
  return real(thread, attributes, start, argument);
}
