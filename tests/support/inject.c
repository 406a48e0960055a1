/* Replaces the malloc family, mmap and pthread_create by versions that count and, on demand, fail.
 * Also works as an LD_PRELOAD library: INJECT_MIN_BYTES and INJECT_FAIL_THREADS set the initial state. */
#define _GNU_SOURCE
#include "support/inject.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- The n-th request of some libraries ---- */

enum { MOST_RANGES = 16 };
static struct range {
  uintptr_t begin, end;
} ranges[MOST_RANGES];
static int range_count;
static atomic_ulong fail_at, counted;
static atomic_int fail_onward;

static int wanted(const char *path, const char *libraries) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  while (*libraries) {
    size_t length = strcspn(libraries, " ");
    if (length > 0 && strncmp(name, libraries, length) == 0) return 1;
    libraries += length + (libraries[length] == ' ');
  }
  return 0;
}

static int note_range(struct dl_phdr_info *info, size_t size, void *libraries) {
  (void)size;
  if (!wanted(info->dlpi_name, libraries)) return 0;
  for (int i = 0; i < info->dlpi_phnum && range_count < MOST_RANGES; ++i) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    ranges[range_count].begin = info->dlpi_addr + header->p_vaddr;
    ranges[range_count].end = ranges[range_count].begin + header->p_memsz;
    ++range_count;
  }
  return 0;
}

void inject_fail_nth(unsigned long n, int onward, const char *libraries) {
  atomic_store(&fail_at, 0);
  range_count = 0;
  if (n != 0) dl_iterate_phdr(note_range, (void *)libraries);
  atomic_store(&counted, 0);
  atomic_store(&fail_onward, onward);
  atomic_store(&fail_at, n);
}

unsigned long inject_counted(void) { return atomic_load(&counted); }

static int turn_has_come(void *caller) {
  const unsigned long at = atomic_load(&fail_at);
  if (at == 0) return 0;
  for (int i = 0; i < range_count; ++i) {
    if ((uintptr_t)caller < ranges[i].begin || (uintptr_t)caller >= ranges[i].end) continue;
    const unsigned long turn = atomic_fetch_add(&counted, 1) + 1;
    return turn == at || (turn > at && atomic_load(&fail_onward));
  }
  return 0;
}

/* ---- The replacements ---- */

static int refused(size_t bytes, void *caller) {
  atomic_fetch_add(&allocations, 1);
  const int too_large = bytes >= atomic_load(&fail_from) && atomic_load(&fail_from) != ~0ul;
  if (!turn_has_come(caller) && !too_large) return 0;
  atomic_fetch_add(&failures, 1);
  errno = ENOMEM;
  return 1;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t bytes) { return refused(bytes, CALLER) ? NULL : __libc_malloc(bytes); }

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = ~0ul - 1;
  return refused(bytes, CALLER) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t bytes) { return refused(bytes, CALLER) ? NULL : __libc_realloc(old, bytes); }

void *memalign(size_t alignment, size_t bytes) {
  return refused(bytes, CALLER) ? NULL : __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  return refused(bytes, CALLER) ? NULL : __libc_memalign(alignment, bytes);
}

int posix_memalign(void **out, size_t alignment, size_t bytes) {
  void *block = refused(bytes, CALLER) ? NULL : __libc_memalign(alignment, bytes);
  if (!block) return ENOMEM;
  *out = block;
  return 0;
}

/* Anonymous maps are allocations too; file maps (the loader's) are not. */
void *mmap(void *address, size_t bytes, int protection, int flags, int fd, off_t offset) {
  if ((flags & MAP_ANONYMOUS) && refused(bytes, CALLER)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, bytes, protection, flags, fd, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!real)
    real = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  atomic_fetch_add(&thread_creations, 1);
  if (atomic_load(&fail_threads) || turn_has_come(CALLER)) return EAGAIN;
  return real(thread, attributes, start, argument);
}
