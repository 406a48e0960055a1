/* Counting and failing the C library's allocator and thread creation. The definitions in inject.c replace those
 * of libc for the whole process, whether inject.c is part of the program or preloaded as a library. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Calls of the malloc family plus anonymous mmap since the process started. */
unsigned long inject_allocations(void);
/* Allocations that were made to fail. */
unsigned long inject_failures(void);
/* From now on allocations of at least min_bytes fail; 0 fails all, ~0ul none. */
void inject_fail_allocations(unsigned long min_bytes);
/* From now on the n-th request (1: the next) for memory or a thread fails, and all after it if onward; 0: none. Only
 * those count that are made by the code of these libraries: beginnings of file names, separated by blanks. */
void inject_fail_nth(unsigned long n, int onward, const char *libraries);
/* Requests that have counted since. */
unsigned long inject_counted(void);
/* Calls of pthread_create so far, and whether they fail from now on. */
unsigned long inject_thread_creations(void);
void inject_fail_threads(int fail);

#ifdef __cplusplus
}
#endif
