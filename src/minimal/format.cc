// Formatting without a C library, as far as messages of the library need it: %s with a precision, %d, %u and %zu, with
// l and ll, and %g in six digits.
#include "base/format.h"

#include <stdint.h>
#include <string.h>

namespace gk {
namespace {

class Text {
 public:
  Text(char *text, size_t size) : text_(text), size_(size) {}
  void put(char c) {
    if (used_ + 1 < size_) text_[used_] = c;
    ++used_;
  }
  void put(const char *s, size_t most) {
    for (size_t i = 0; i < most && s[i] != '\0'; ++i) put(s[i]);
  }
  void put_unsigned(uint64_t value) {
    char digits[20];
    int count = 0;
    do {
      digits[count++] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    while (count > 0) put(digits[--count]);
  }
  void put_signed(int64_t value) {
    if (value < 0) put('-');
    put_unsigned(value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
  }
  void put_double(double x) {
    if (x != x) return put("nan", 3);
    if (x < 0 || (x == 0 && 1 / x < 0)) put('-');
    x = x < 0 ? -x : x;
    if (x == 0) return put('0');
    if (x > 1.7976931348623157e308) return put("inf", 3);
    int exponent = 5;
    for (; x >= 999999.5; ++exponent) x /= 10;
    for (; x < 99999.95; --exponent) x *= 10;
    put_digits(static_cast<uint32_t>(x + 0.5), exponent);
  }
  int finish() {
    if (size_ > 0) text_[used_ < size_ ? used_ : size_ - 1] = '\0';
    return static_cast<int>(used_);
  }

 private:
  // Six digits, the first worth 10^exponent; zeros at the end are left out.
  void put_digits(uint32_t value, int exponent) {
    char digits[6];
    int last = 5;
    for (int i = 5; i >= 0; --i, value /= 10) digits[i] = static_cast<char>('0' + value % 10);
    while (last > 0 && digits[last] == '0') --last;
    const bool scientific = exponent < -4 || exponent > 5;
    const int point = scientific ? 0 : exponent;
    for (int i = point < 0 ? point : 0; i <= last || i <= point; ++i) {
      put(i < 0 || i > last ? '0' : digits[i]);
      if (i == point && i < last) put('.');
    }
    if (!scientific) return;
    put('e');
    put(exponent < 0 ? '-' : '+');
    const int size = exponent < 0 ? -exponent : exponent;
    if (size < 10) put('0');
    put_unsigned(static_cast<uint64_t>(size));
  }

  char *text_;
  size_t size_, used_ = 0;
};

}  // namespace

int format_text(char *text, size_t size, const char *format, va_list arguments) {
  Text out(text, size);
  for (const char *at = format; *at != '\0'; ++at) {
    if (*at != '%') {
      out.put(*at);
      continue;
    }
    size_t most = SIZE_MAX;
    if (*++at == '.') {
      for (most = 0, ++at; *at >= '0' && *at <= '9'; ++at) most = 10 * most + static_cast<size_t>(*at - '0');
    }
    int longs = 0;
    for (; *at == 'l'; ++at) ++longs;
    const bool is_size = *at == 'z';
    at += is_size;
    const bool wide = longs == 2 || (longs == 1 && sizeof(long) == 8) || (is_size && sizeof(size_t) == 8);
    switch (*at) {
      case 's': out.put(va_arg(arguments, const char *), most); break;
      case 'd': out.put_signed(wide ? va_arg(arguments, int64_t) : va_arg(arguments, int)); break;
      case 'u': out.put_unsigned(wide ? va_arg(arguments, uint64_t) : va_arg(arguments, unsigned)); break;
      case 'g': out.put_double(va_arg(arguments, double)); break;
      default: out.put(*at); break;
    }
  }
  return out.finish();
}

}  // namespace gk
