// Formatting of messages.
#pragma once

#include <stdarg.h>
#include <stddef.h>

namespace gk {

// vsnprintf: the length that the whole text has, of which as much is written as fits, and a zero. Negative when it
// fails.
[[gnu::format(printf, 3, 0)]] int format_text(char *text, size_t size, const char *format, va_list arguments);
[[gnu::format(printf, 3, 4)]] inline int write_text(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = format_text(text, size, format, arguments);
  va_end(arguments);
  return length;
}

}  // namespace gk
