#!/bin/sh
# The binary interface against the stored description: additions pass, changes and removals fail.
# usage: abi.sh LIBRARY BASELINE_XML INCLUDE_DIR      abi.sh --self-test
# After an intended change: abi.sh --update LIBRARY BASELINE_XML INCLUDE_DIR
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)

describe() {  # library headers output: only what the public headers declare, paths relative to the repository
  abidw --headers-dir "$2" --drop-private-types --exported-interfaces-only --no-show-locs --no-corpus-path \
    --no-comp-dir-path --no-elf-needed "$1" --out-file "$3" &&
    sed -i "s|='$root/|='|g" "$3"
}

portable() {  # baseline
  if ! grep "='/" "$1"; then return 0; fi
  echo "FAILED: $1 names paths of the machine it was made on; write it with abi.sh --update from the repository's build"
  return 1
}

check() {  # library baseline headers
  scratch=$(mktemp -d) || exit 1
  describe "$1" "$3" "$scratch/now.xml" || { rm -rf "$scratch"; return 1; }
  abidiff --no-added-syms "$2" "$scratch/now.xml"
  code=$?
  rm -rf "$scratch"
  return $code  # any difference is set in it, additions having been left out
}

if [ "$1" = --self-test ]; then
  work=$(mktemp -d) || exit 1
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/include"
  build() {
    printf '%s\n' "$1" > "$work/include/x.h"
    printf '#include "x.h"\nint f(struct s *p) { return (int)p->a; }\n%s\n' "$2" > "$work/x.c"
    ${CC:-gcc} -g -shared -fPIC -I "$work/include" "$work/x.c" -o "$work/libx.so"
  }
  wrong=0
  expect() {
    if check "$work/libx.so" "$work/base.xml" "$work/include" >/dev/null; then found=pass; else found=fail; fi
    if [ $found = "$1" ]; then echo "ok: $2"; else echo "WRONG: $2"; wrong=1; fi
  }
  build 'struct s { long a; }; int f(struct s *); int g(void);' 'int g(void) { return 1; }' || exit 1
  describe "$work/libx.so" "$work/include" "$work/base.xml" || exit 1
  expect pass "the same interface"
  # Its sources lie outside of the repository, so their paths are absolute.
  if portable "$work/base.xml" >/dev/null; then echo "WRONG: a baseline with paths"; wrong=1; else echo "ok: a baseline with paths"; fi
  build 'struct s { long a; }; int f(struct s *); int g(void); int h(void);' 'int g(void) { return 1; } int h(void) { return 2; }'
  expect pass "an added function"
  build 'struct s { long a; }; int f(struct s *);' ''
  expect fail "a removed function"
  build 'struct s { char b; long a; }; int f(struct s *); int g(void);' 'int g(void) { return 1; }'
  expect fail "a changed struct"
  exit $wrong
fi
if [ "$1" = --update ]; then
  describe "$2" "$4" "$3"
else
  portable "$2" && check "$1" "$2" "$3"
fi
