// Number parsing.
#include "base/env.h"

namespace gk {

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

}  // namespace gk
