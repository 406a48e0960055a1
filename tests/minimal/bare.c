/* A program without a C library: its own start, memory functions and allocator, on a freestanding build. The exit status is
 * 0 if a product is right without memory, and with it. */
#include <gemmkit.h>
#include <gemmkit_minimal.h>
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  for (size_t i = 0; i < n; ++i) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memmove(void *to, const void *from, size_t n) {
  volatile char *t = to;
  const char *f = from;
  if (t < f)
    for (size_t i = 0; i < n; ++i) t[i] = f[i];
  else
    while (n-- > 0) t[n] = f[n];
  return to;
}
void *memset(void *to, int byte, size_t n) {
  for (size_t i = 0; i < n; ++i) ((volatile char *)to)[i] = (char)byte;
  return to;
}
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}
size_t strlen(const char *s) {
  size_t n = 0;
  while (((volatile const char *)s)[n] != '\0') ++n;
  return n;
}
int strcmp(const char *a, const char *b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return (unsigned char)*a - (unsigned char)*b;
}

/* A heap that only grows. */
static _Alignas(16) char heap[1 << 20];
static size_t used, releases;
static void *allocate(size_t bytes) {
  const size_t rounded = (bytes + 15) / 16 * 16;
  if (rounded > sizeof heap - used) return NULL;
  used += rounded;
  return heap + used - rounded;
}
static void release(void *block) { releases += block != NULL; }

enum { M = 200, N = 50, K = 200 };
static float a[M * K], b[K * N], c[M * N];

/* Integers, whose sums are exact in any order. A lies by rows and C by columns, so that A has to be packed. */
static int wrong(void) {
  for (int i = 0; i < M * K; ++i) a[i] = (float)(i % 7 - 3);
  for (int i = 0; i < K * N; ++i) b[i] = (float)(i % 5 - 2);
  gemmkit_knob_set("GEMMKIT_DIRECT_BYTES", 0);
  if (gemmkit_gemm_f32_unchecked(M, N, K, 1, a, K, 1, b, 1, K, 0, c, 1, M, NULL, NULL) != GEMMKIT_OK) return 1;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int p = 0; p < K; ++p) sum += a[i * K + p] * b[p + j * K];
      if (c[i + j * M] != sum) return 2;
    }
  return 0;
}

static int run(void) {
  int code = wrong();
  if (code != 0 || used != 0) return code + 10;
  gemmkit_set_allocator(allocate, release);
  code = wrong();
  if (code != 0 || used == 0 || releases == 0) return code + 20;
  /* A refusal has a message. */
  if (gemmkit_gemm_f32_unchecked(-1, 1, 1, 1, a, 1, 1, b, 1, 1, 0, c, 1, 1, NULL, NULL) == GEMMKIT_OK) return 30;
  return strlen(gemmkit_last_error()) > 0 ? 0 : 31;
}

/* Linux's, for want of a machine without a system. */
#if defined(__x86_64__)
__attribute__((force_align_arg_pointer, noreturn)) void _start(void) {
  __asm__ volatile("syscall" : : "a"(60), "D"((long)run()));
  __builtin_unreachable();
}
#elif defined(__aarch64__)
__attribute__((noreturn)) void _start(void) {
  register long code __asm__("x0") = run();
  register long exit __asm__("x8") = 93;
  __asm__ volatile("svc #0" : : "r"(code), "r"(exit));
  __builtin_unreachable();
}
#endif
