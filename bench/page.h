// Pages of HTML that need nothing else: no script, no style sheet, no picture from elsewhere. gemmkit-tune writes with
// these too.
#pragma once

#include <string>

namespace gk::bench {

std::string escaped(const std::string &text);
[[gnu::format(printf, 2, 3)]] void add(std::string *out, const char *format, ...);
// From the doctype to the first heading, and the end. `style` is added to the style that all pages have.
std::string page_start(const std::string &title, const char *style);
std::string page_end();

}  // namespace gk::bench
