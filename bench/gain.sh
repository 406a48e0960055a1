#!/bin/sh
# What a setting gains: the geometric mean, per group, of the speed of one contestant over another's in stored runs of
# gemmkit-bench, and the largest loss and gain. Without names: the last of ours over the first, as --profile and --vary
# make them. Fails if a group loses more than the limit. Needs python3, nothing else.
#   bench/gain.sh run.json... [--of 'gk:27 knobs'] [--over gemmkit] [--limit 0.02]
set -eu
exec python3 -B "$(dirname "$0")/gain.py" "$@"
