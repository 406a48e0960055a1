// The per-thread message buffer. It is plain data: no allocation, no destructor, nothing to fail.
#include "base/error.h"

#include "base/format.h"
#include "base/keep_errno.h"
#include "base/thread_local.h"

#include <stdarg.h>
#include <string.h>

namespace gk {
namespace {

constexpr char kPrefix[] = "gemmkit: ";
constexpr size_t kPrefixLength = sizeof kPrefix - 1;

constinit GK_THREAD_LOCAL char message[256] = "";

}  // namespace

gemmkit_status fail(gemmkit_status status, const char *format, ...) {
  KeepErrno keep_errno;
  // Formatted beside the buffer first: an argument may point into the previous message.
  char text[sizeof message];
  memcpy(text, kPrefix, kPrefixLength);
  va_list arguments;
  va_start(arguments, format);
  int length = format_text(text + kPrefixLength, sizeof text - kPrefixLength, format, arguments);
  va_end(arguments);
  if (length < 0) text[kPrefixLength] = '\0';
  memcpy(message, text, strlen(text) + 1);
  return status;
}

const char *last_error() { return message; }

}  // namespace gk
