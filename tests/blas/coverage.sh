#!/bin/sh
# Every BLAS name that reference LAPACK, NumPy, SciPy, R and Octave ask the dynamic linker for must be in our library, and all
# of the reference BLAS (H16).
# usage: coverage.sh libgemmkit_blas.so      Exit code 77 without a reference BLAS to take the names from.
set -u
library=$1
reference=$(ls /usr/lib/*/blas/libblas.so.3 2>/dev/null | head -n 1)
[ -n "$reference" ] || { echo "SKIPPED: no reference BLAS"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

defined() { nm -D --defined-only "$@" 2>/dev/null | awk 'NF > 1 { print $NF }' | sed 's/@.*//' | sort -u; }
undefined() { nm -D --undefined-only "$@" 2>/dev/null | awk '$1 == "U" || $1 == "w" { print $NF }' | sed 's/@.*//' | sort -u; }

# What counts as a BLAS name: what the reference or OpenBLAS calls so. The reference's CBLAS calls Fortran wrappers of its
# own, ?sub_, which no program does.
defined "$library" >"$work/ours"
for other in "$reference" /usr/lib/*/openblas-*/libblas.so.3; do
  [ ! -e "$other" ] || defined "$other"
done | grep -E '^(cblas_[a-z0-9_]+|[a-z0-9]+_|xerbla_array_|CBLAS_CallFromC|RowMajorStrg)$' | grep -vE 'sub_$' | sort -u >"$work/names"

# consumer NAME FILE...: those of the files that exist
consumer() {
  name=$1
  shift
  for file; do
    [ ! -f "$file" ] || echo "$file"
  done >"$work/files"
  if [ ! -s "$work/files" ]; then
    echo "$name: not installed"
    return
  fi
  while read -r file; do undefined "$file"; done <"$work/files" | sort -u | comm -12 - "$work/names" >"$work/wanted"
  comm -23 "$work/wanted" "$work/ours" >"$work/missing"
  echo "$name: $(wc -l <"$work/wanted") BLAS names, $(wc -l <"$work/missing") missing"
  if [ -s "$work/missing" ]; then
    echo "FAILED: $(tr '\n' ' ' <"$work/missing")"
    failures=$((failures + 1))
  fi
  wanted_in_all=$((${wanted_in_all:-0} + $(wc -l <"$work/wanted")))
}

consumer LAPACK /usr/lib/*/lapack/liblapack.so.3 /usr/lib/*/openblas-*/liblapack.so.3
# shellcheck disable=SC2046 -- file names of packages hold no blanks
consumer NumPy $(find /usr/lib/python3/dist-packages/numpy -name '*.so' 2>/dev/null)
# shellcheck disable=SC2046
consumer SciPy $(find /usr/lib/python3/dist-packages/scipy -name '*.so' 2>/dev/null)
# shellcheck disable=SC2046
consumer R $(find /usr/lib/R/lib /usr/lib/R/modules /usr/lib/R/library -name '*.so' 2>/dev/null)
# shellcheck disable=SC2046
consumer Octave $(find /usr/lib/*/octave /usr/lib/octave -name '*.so.*' -o -name '*.oct' 2>/dev/null)
[ "${wanted_in_all:-0}" -gt 0 ] || { echo "FAILED: nobody asks for any name"; exit 1; }

defined "$reference" | grep -vE 'sub_$' | comm -12 - "$work/names" | comm -23 - "$work/ours" >"$work/missing"
echo "the reference BLAS: $(wc -l <"$work/missing") missing"
if [ -s "$work/missing" ]; then
  echo "FAILED: $(tr '\n' ' ' <"$work/missing")"
  failures=$((failures + 1))
fi
[ "$failures" -eq 0 ]
