#!/bin/sh
# The reference of the public headers, by doxygen, for which any remark of doxygen's is an error.
# usage: sh docs/reference.sh FOLDER      exit code 77 without doxygen
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
command -v doxygen >/dev/null || { echo "SKIPPED: no doxygen"; exit 77; }
mkdir -p "$1"
version=$(sed -n 's/^project(gemmkit VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
cd "$root"
{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = \"$1\""; echo "PROJECT_NUMBER = $version"; } | doxygen -
