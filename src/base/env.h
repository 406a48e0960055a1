// The process environment, as a setuid-safe library may read it.
#pragma once

#include <stdint.h>

namespace gk {

// secure_getenv: null when unset or when the program runs with raised privileges.
const char *env_text(const char *name);

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Parses a whole string as a non-negative decimal integer that fits; surrounding blanks are allowed.
bool parse_decimal(const char *text, uint64_t *out);

// One line on stderr: variable `name` holds `text`, which is no number, so `instead` is in force.
[[gnu::cold]] void report_ignored(const char *name, const char *text, const char *instead);

}  // namespace gk
