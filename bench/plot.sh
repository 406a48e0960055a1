#!/bin/sh
# Draws GFLOP/s over size from gemmkit-bench's CSV or JSON, one SVG per group, element type and thread count:
#   gemmkit-bench small square --csv run.csv && bench/plot.sh run.csv docs/figures
# Needs python3, nothing else.
set -eu
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "usage: plot.sh CSV-OR-JSON [FOLDER]" >&2
  exit 2
fi
exec python3 -B "$(dirname "$0")/plot.py" "$1" "${2:-.}"
