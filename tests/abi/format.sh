#!/bin/sh
# Every C++ source is laid out as .clang-format says. The public C headers are laid out by hand.
# usage: format.sh REPOSITORY      format.sh --self-test
set -u
tool=${CLANG_FORMAT:-clang-format-14}

check() {
  cd "$1" || return 1
  files=$(find src kernels tests bench examples include -name '*.cc' -o -name '*.hpp' -o -name '*.h' ! -path 'include/*' 2>/dev/null | sort)
  [ -n "$files" ] || { echo "no sources"; return 1; }
  # shellcheck disable=SC2086 -- no file name of ours holds a blank
  "$tool" --dry-run --Werror --style=file $files
}

if [ "$1" = --self-test ]; then
  root=$(cd "$(dirname "$0")/../.." && pwd)
  work=$(mktemp -d) || exit 1
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/src"
  cp "$root/.clang-format" "$work"
  echo 'int f() { return 1; }' > "$work/src/x.cc"
  (check "$work") || { echo "WRONG: rejected a good file"; exit 1; }
  echo 'int  f( ){return 1 ;}' > "$work/src/x.cc"
  (check "$work" 2>/dev/null) && { echo "WRONG: accepted a bad file"; exit 1; }
  echo "ok: both judged right"
  exit 0
fi
check "$1"
