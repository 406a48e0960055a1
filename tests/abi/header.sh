#!/bin/sh
# The public headers compile as strict C99 and as C++, each alone, with integers of both widths, without a warning; those
# of C++ as C++17 and 20, with and without exceptions, where their host library is installed.
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
  for header in "$1"/gemmkit/*.hpp; do
    name=gemmkit/$(basename "$header")
    case $name in
      *eigen*) needs=Eigen/Core flags="-isystem ${EIGEN:-/usr/include/eigen3}" ;;
      *xtensor*) needs=xtensor/xtensor.hpp flags= ;;
      *armadillo*) needs=armadillo flags= ;;
      *) needs=cstdint flags= ;;
    esac
    [ -f "$header" ] || continue
    # shellcheck disable=SC2086 -- flags are words
    echo "#include <$needs>" | ${CXX:-g++} -std=c++17 $flags -fsyntax-only -x c++ - 2>/dev/null || continue
    for language in -std=c++17 -std=c++20 "-std=c++17 -DGEMMKIT_NO_EXCEPTIONS" "-std=c++17 -fno-exceptions -fno-rtti"; do
      case $language,$needs in  # they take long, and use exceptions themselves
        *,cstdint | -std=c++17,*) ;;
        *) continue ;;
      esac
      # shellcheck disable=SC2086 -- flags are words
      echo "#include <$name>" | ${CXX:-g++} $language -pedantic -Wall -Wextra -Wshadow -Werror $flags -fsyntax-only -I "$1" -x c++ - ||
        { echo "FAILED: $name with $language"; failed=1; }
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
