// A program's own error handlers, as users write them: they record instead of printing. Include in one source file.
#pragma once

#include "gemmkit_cblas.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <string>

namespace gk::test {

// What the last report said; calls counts reports since reset().
struct Report {
  int calls = 0;
  std::string name;  // as passed
  size_t name_len = 0;
  int info = 0;
  bool row_major = false, from_c = false;
};
inline Report reported;
inline void reset_report() { reported = Report(); }

// The position in a C caller's own argument list, by the reference's protocol: what its test programs do.
inline int own_position(int info, bool row_major) {
  if (!row_major) return info;
  switch (info) {
    case 4: return 5;
    case 5: return 4;
    case 9: return 11;
    case 11: return 9;
    default: return info;
  }
}

}  // namespace gk::test
