#include "page.h"

#include <cstdarg>
#include <cstdio>

namespace gk::bench {
namespace {

constexpr const char *kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 66em; padding: 0 1em; color: #1b1f24; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .2em .8em; text-align: left; border-bottom: 1px solid #d8dee4 }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
@media (prefers-color-scheme: dark) { body { color: #d1d7e0; background: #0d1117 } td, th { border-color: #30363d } }
)";

}  // namespace

std::string escaped(const std::string &text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {  // attributes too
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

void add(std::string *out, const char *format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  *out += line;
}

std::string page_start(const std::string &title, const char *style) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escaped(title) +
         "</title><style>" + kStyle + style + "</style></head><body>\n<h1>" + escaped(title) + "</h1>\n";
}

std::string page_end() { return "</body></html>\n"; }

}  // namespace gk::bench
