#!/bin/sh
# Builds the book as a site, with search and the reference of the public headers.
# usage: sh docs/build.sh [FOLDER]      default build/book; then open FOLDER/index.html
# Needs Debian's mkdocs and doxygen; without one of them it says so, exit code 77.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$root/build/book}
for tool in mkdocs doxygen; do
  command -v $tool >/dev/null || { echo "SKIPPED: no $tool (apt-get install mkdocs doxygen)"; exit 77; }
done
mkdir -p "$out"
out=$(cd "$out" && pwd)
python3 -B "$root/docs/book.py" "$root" "$out.pages"
mkdocs build --quiet --strict --clean --config-file "$out.pages/mkdocs.yml" --site-dir "$out"
sh "$root/docs/reference.sh" "$out/reference"
echo "$out/index.html"
