// Formatting by the C library.
#include "base/format.h"

#include <stdio.h>

namespace gk {

int format_text(char *text, size_t size, const char *format, va_list arguments) {
  return vsnprintf(text, size, format, arguments);
}

}  // namespace gk
