#!/bin/sh
# LAPACK's test programs (Debian package liblapack-test): reference LAPACK over our library, preloaded, against the same
# over the reference BLAS. Where that has no failure ours may have none; every test must have been run.
# usage: lapack.sh [--fast] libgemmkit_blas.so      Exit code 77 when they are not installed. GEMMKIT_FAST_TEST=1 is --fast.
# Where a few tests fail over every BLAS but the reference (OpenBLAS, BLIS), tests/blas/lapack-known.txt says so:
# PROGRAM INPUT FAILURES, the number that is accepted, after a comment with the reason.
set -u
here=$(cd "$(dirname "$0")" && pwd)
fast=
[ "${GEMMKIT_FAST_TEST:-0}" = 0 ] || fast=yes
[ "$1" != --fast ] || { fast=yes && shift; }
library=$1
folder=
for candidate in /usr/lib/*/lapack; do
  [ ! -x "$candidate/xlintstd" ] || folder=$candidate
done
reference=$(ls /usr/lib/*/blas/libblas.so.3 2>/dev/null | head -n 1)
[ -n "$folder" ] && [ -n "$reference" ] || { echo "SKIPPED: package liblapack-test or libblas3 is not installed"; exit 77; }
LD_LIBRARY_PATH=$folder:$(dirname "$reference")
export LD_LIBRARY_PATH

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0 total=0

# Of a report: tests run, tests failed, and complaints about error exits or unexpected INFO. What a program says about
# passed tests is "( 1234 tests run)", about others "12 out of 1234 tests failed".
summary() {
  awk '
    /tests run\)/ { for (i = 2; i <= NF; ++i) if ($i == "run)") run += $(i - 2) }
    / out of /    { for (i = 2; i < NF; ++i) if ($i == "out" && $(i + 1) == "of") { failed += $(i - 1); run += $(i + 2) } }
    /illegal|Illegal|failed the tests of the error exits| INFO=/ { ++complaints }
    END { print run + 0, failed + 0, complaints + 0 }' "$1"
}

known() { awk -v p="$1" -v i="$2" '$1 == p && $2 == i { n = $3 } END { print n + 0 }' "$here/lapack-known.txt"; }

# run PROGRAM INPUT
run() {
  [ -x "$folder/$1" ] && [ -f "$folder/$2" ] || return 0
  "$folder/$1" <"$folder/$2" >reference.out 2>reference.err
  reference_code=$?
  LD_PRELOAD=$library "$folder/$1" <"$folder/$2" >ours.out 2>ours.err
  code=$?
  theirs=$(summary reference.out) ours=$(summary ours.out)
  total=$((total + ${ours%% *}))
  # shellcheck disable=SC2086 -- three numbers each
  set -- "$1" "$2" $theirs $ours
  line="$1 $2: $6 tests, $7 failures, $8 complaints (reference: $3, $4, $5)"
  allowed=$(known "$1" "$2")
  [ "$allowed" -ge "$4" ] || allowed=$4
  if [ $code -ne $reference_code ] || [ "$6" -ne "$3" ] || [ "$6" -eq 0 ] || [ "$7" -gt "$allowed" ] || [ "$8" -gt "$5" ]; then
    echo "FAILED: $line, exit $code ($reference_code)"
    diff reference.out ours.out | grep '^>' | grep -E ' out of |illegal|INFO|error exits|test\(' | head -n 12
    head -n 3 ours.err
    failures=$((failures + 1))
  else
    echo "$line"
  fi
}

# The test proves something only if LAPACK's own calls arrive at our library.
LD_PRELOAD=$library LD_BIND_NOW=1 LD_DEBUG=bindings LD_DEBUG_OUTPUT="$work/bind" "$folder/xlintstrfd" </dev/null >/dev/null 2>&1
bound=$(cat bind.* | grep -c "binding file .*liblapack.* to $library")
rm -f bind.*
echo "$bound names of liblapack bound to $library"
[ "$bound" -gt 0 ] || { echo "FAILED: liblapack does not call the library"; exit 1; }

letters='s d c z'
[ -z "$fast" ] || letters='d c'
for letter in $letters; do
  run "xlintst$letter" "${letter}test.in"
  run "xlintstrf$letter" "${letter}test_rfp.in"
  case $letter in
    d) run xlintstds dstest.in ;;
    z) run xlintstzc zctest.in ;;
  esac
  inputs="svd nep"
  # Not ?bal, ?bak, ?gbal and ?gbak: no BLAS to speak of, and a report without counts.
  [ -n "$fast" ] || inputs="nep sep se2 svd ${letter}ec ${letter}ed ${letter}gg ${letter}gd ${letter}sb ${letter}sg ${letter}bb \
glm gqr gsv csd lse"
  for input in $inputs; do
    run "xeigtst$letter" "$input.in"
  done
done
echo "$total tests"
[ "$failures" -eq 0 ]
