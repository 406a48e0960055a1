// Environment access and number parsing.
#include "base/env.h"

#include "base/keep_errno.h"

#include <stdio.h>
#include <stdlib.h>

namespace gk {

const char *env_text(const char *name) {
#if defined(__GLIBC__)
  return secure_getenv(name);
#else
  return getenv(name);
#endif
}

// strtoull would follow the locale, take signs and wrap "-1" to UINT64_MAX: none of that is wanted.
bool parse_decimal(const char *text, uint64_t *out) {
  if (!text) return false;
  while (is_blank(*text)) ++text;
  const char *digits = text;
  uint64_t value = 0;
  for (; *text >= '0' && *text <= '9'; ++text) {
    if (__builtin_mul_overflow(value, uint64_t{10}, &value)) return false;
    if (__builtin_add_overflow(value, static_cast<uint64_t>(*text - '0'), &value)) return false;
  }
  if (text == digits) return false;
  while (is_blank(*text)) ++text;
  if (*text != '\0') return false;
  *out = value;
  return true;
}

void report_ignored(const char *name, const char *text, const char *instead) {
  KeepErrno keep_errno;
  // dprintf: one write, no stdio buffer or lock that a fork could catch half-used.
  dprintf(2, "gemmkit: ignoring %s=%.64s: not a non-negative decimal integer; using %s\n", name, text, instead);
}

}  // namespace gk
