// The ends of failed calls. The default error handlers are weak: a program's own xerbla_ or cblas_xerbla wins, also
// over a preloaded library. They print the reference's message to stderr and return, where the reference stops the
// program.
//
// Protocol of the reference CBLAS, kept because its tests and users' handlers rely on it: a C entry solves
// a row-major problem as the transposed column-major one. It reports a wrong option by cblas_xerbla, numbered in its
// own argument list; any other wrong argument by xerbla_, numbered in the list of the Fortran routine that solves
// the transposed problem. While it does, CBLAS_CallFromC is 1, and RowMajorStrg is 1 if A and B have changed places.
// Whoever wants the number in the C argument list adds one (for the layout argument) and, in row-major routines, swaps
// what the two problems have exchanged (row_major_position). The two variables are plain globals, as in the reference:
// when two threads report mistakes at the same moment, the numbers printed may be each other's.
#include "blas/args.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace {

// Position in the row-major caller's list of the argument that the transposed problem has at `info`.
gk::blas::Int row_major_position(gk::blas::Int info, const char *routine) {
  const auto has = [routine](const char *name) { return strstr(routine, name) != nullptr; };
  const auto swapped = [info](gk::blas::Int a, gk::blas::Int b) { return info == a ? b : info == b ? a : info; };
  if (has("gemv")) return swapped(3, 4);                                           // M and N
  if (has("gbmv")) return info == 5 || info == 6 ? swapped(5, 6) : swapped(3, 4);  // and KL and KU
  if (has("ger")) return info == 6 || info == 8 ? swapped(6, 8) : swapped(2, 3);   // incX and incY, M and N
  if ((has("her2") || has("hpr2")) && !has("her2k")) return swapped(6, 8);         // incX and incY
  if (has("symm") || has("hemm")) return swapped(4, 5);                            // M and N
  if (has("trmm") || has("trsm")) return swapped(6, 7);                            // M and N
  if (has("gemmt")) return swapped(9, 11);                                         // lda and ldb
  if (!has("gemm")) return info;
  return info <= 5 ? swapped(4, 5) : swapped(9, 11);  // M and N; lda and ldb
}

// Longest routine name printed; also what bounds the damage when a C caller of xerbla_ leaves out the length.
constexpr int kMaxName = 32;

// Copies a Fortran string up to its trailing blanks.
void copy_trimmed(const char *name, size_t len, char (&out)[kMaxName + 1]) {
  size_t n = 0;
  while (n < len && n < kMaxName && name[n] != '\0') ++n;
  while (n > 0 && name[n - 1] == ' ') --n;
  memcpy(out, name, n);
  out[n] = '\0';
}

}  // namespace

void gk::blas::give_up() {
  fprintf(stderr, "%s\n", gemmkit_last_error());
  abort();
}

extern "C" {

int RowMajorStrg = 0;
int CBLAS_CallFromC = 0;

[[gnu::weak]] void GK_CBLAS_NAME(xerbla)(gk::blas::Int info, const char *routine, const char *format, ...) {
  if (RowMajorStrg != 0) info = row_major_position(info, routine);
  if (info != 0) fprintf(stderr, "Parameter %d to routine %s was incorrect\n", static_cast<int>(info), routine);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
}

[[gnu::weak]] void GK_FORTRAN_NAME(xerbla)(const char *name, const gk::blas::Int *info, size_t name_len) {
  char trimmed[kMaxName + 1];
  copy_trimmed(name, name_len, trimmed);
  if (CBLAS_CallFromC == 0) {
    fprintf(stderr, " ** On entry to %s parameter number %2d had an illegal value\n", trimmed, static_cast<int>(*info));
    return;
  }
  char routine[sizeof "cblas_" + kMaxName] = "cblas_";
  char *out = routine + strlen(routine);
  for (const char *in = trimmed; *in != '\0'; ++in)
    *out++ = static_cast<char>(*in >= 'A' && *in <= 'Z' ? *in + 32 : *in);
  *out = '\0';
  GK_CBLAS_NAME(xerbla)(*info + 1, routine, "");
}

}  // extern "C"
