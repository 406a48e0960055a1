#!/bin/sh
# Looks for cliffs: from one size to the next no product may take more than 1.5 times as long. Measures every size of
# the groups small and crossovers, measures what looks too large again, prints the largest step of each family
# and fails if one is above the limit. Needs python3, nothing else.
#   bench/steps.sh build/bench/gemmkit-bench [--limit X] [--group NAME]... [-- option of gemmkit-bench...]
#   bench/steps.sh --file run.csv [--file run.json]... [--limit X]        judges stored runs; of several the best times
set -eu
exec python3 -B "$(dirname "$0")/steps.py" "$@"
