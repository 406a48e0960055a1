#!/bin/sh
# The public headers compile as strict C99 and as C++, each alone, with integers of both widths, without a warning.
# usage: header.sh INCLUDE_DIR      header.sh --self-test
set -u

check() {
  failed=0
  for header in "$1"/*.h; do
    name=$(basename "$header")
    for language in "${CC:-gcc} -std=c99 -x c" "${CXX:-g++} -std=c++98 -Wno-long-long -x c++" "${CXX:-g++} -std=c++20 -x c++"; do
      for define in "" -DGEMMKIT_ILP64; do
        # shellcheck disable=SC2086 -- words
        echo "#include <$name>" | $language $define -pedantic -Wall -Wextra -Werror -fsyntax-only -I "$1" - ||
          { echo "FAILED: $name with $language $define"; failed=1; }
      done
    done
  done
  return $failed
}

if [ "$1" = --self-test ]; then
  bad=$(mktemp -d) || exit 1
  trap 'rm -rf "$bad"' EXIT
  # Each is wrong in one of the languages only.
  wrong=0
  for text in 'int class;' 'static inline int f(void) { for (;;) { } // x' 'struct empty { };' 'extern "C" { }'; do
    echo "$text" > "$bad/gemmkit.h"
    if check "$bad" >/dev/null 2>&1; then echo "WRONG: accepted $text"; wrong=1; else echo "ok: rejected $text"; fi
  done
  echo 'int x;' > "$bad/gemmkit.h"
  if check "$bad"; then echo "ok: accepted a good header"; else wrong=1; fi
  exit $wrong
fi
check "$1"
