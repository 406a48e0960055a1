#!/bin/sh
# The reference's own test programs (Debian package libblas-test), with our library preloaded under them: error
# exits and computations of the Fortran and the C names, with one thread and with two.
# Usage: netlib.sh libgemmkit_blas.so [folder of the programs]. Exit code 77 when they are not installed.
set -u
library=$1
folder=${2:-}
if [ -z "$folder" ]; then
  for candidate in /usr/lib/*/blas; do
    [ -x "$candidate/xdcblat3" ] && folder=$candidate
  done
fi
[ -n "$folder" ] && [ -x "$folder/xdcblat3" ] || { echo "skipped: package libblas-test is not installed"; exit 77; }
reference=$(dirname "$(ls /usr/lib/*/blas/libblas.so.3 2>/dev/null | head -n 1)")

case ${GEMMKIT_REQUIRE_ISA:-} in
  fma) flag=avx2 ;;
  avx512f) flag=avx512vl ;;
  *) flag= ;;
esac
[ -z "$flag" ] || grep -qw "$flag" /proc/cpuinfo || { echo "skipped: this CPU lacks $flag"; exit 77; }

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# run1 PROGRAM COUNT: all of the program's COUNT parts passed, and every BLAS routine it called was ours.
run1() {
  LD_LIBRARY_PATH=$reference LD_PRELOAD=$library LD_BIND_NOW=1 LD_DEBUG=bindings LD_DEBUG_OUTPUT="$work/bind" \
    "$folder/$1" >stdout.txt 2>stderr.txt || fail "$1 exits with $?"
  grep -q "binding file [^ ]*$1 .* to $library" bind.* || fail "$1 did not bind our library"
  grep "binding file [^ ]*$1 .* to [^ ]*libblas" bind.* | grep -v "to $library" && fail "$1 bound another library"
  rm -f bind.*
  passed=$(grep -c -- '----- PASS -----' stdout.txt)
  echo "$1: $passed of $2 parts passed"
  [ "$passed" -eq "$2" ] && ! grep -q FAIL stdout.txt || fail "$1"
}

# run_all PROGRAM INPUT REPORT COUNT: every routine that the input lists was ours, and the report (-: stdout) says COUNT
# times that it passed and never that it failed. (The C programs report the error exits of gerc as geru's.)
run_all() {
  LD_LIBRARY_PATH=$reference LD_PRELOAD=$library LD_BIND_NOW=1 LD_DEBUG=bindings LD_DEBUG_OUTPUT="$work/bind" \
    "$folder/$1" <"$folder/$2" >stdout.txt 2>stderr.txt || fail "$1 exits with $?"
  [ "$3" = - ] && report=stdout.txt || report=$3
  routines=0
  for routine in $(sed -n 's/^\([A-Za-z_0-9]\{3,\}\)  *T PUT.*/\1/p' "$folder/$2"); do
    routines=$((routines + 1))
    case $routine in
      cblas_*) symbol=$routine ;;
      *) symbol=$(echo "$routine" | tr '[:upper:]' '[:lower:]')_ ;;
    esac
    grep -q "binding file .* to $library.*symbol .$symbol'" bind.* || fail "$1 did not bind $symbol"
    passed=$(grep -c "$routine  *PASSED" "$report")
    case $routine in
      cblas_?geru) expected=$(($4 + 1)) ;;
      cblas_?gerc) expected=$(($4 - 1)) ;;
      *) expected=$4 ;;
    esac
    [ "$passed" -eq "$expected" ] || fail "$1: $routine: $passed of $expected passed"
  done
  rm -f bind.*
  [ "$routines" -ge 6 ] || fail "$1 tests $routines routines"
  grep -q "FAILED\|SUSPECT" "$report" && fail "$1"
  echo "$1: $routines routines"
}

# With two threads everything is worth them.
for threads in 1 2; do
  echo "threads: $threads"
  export GEMMKIT_NUM_THREADS=$threads
  [ $threads = 1 ] || export GEMMKIT_PARALLEL_THRESHOLD=1 GEMMKIT_PAR_MNK_PER_WORKER=1 GEMMKIT_GEMV_PARALLEL_BYTES=1 \
    GEMMKIT_GEMV_AXPY_PAR_MIN_ROWS=1
  for type in s d; do run1 xblat1$type 13; done
  for program in xblat1c xblat1z xscblat1 xdcblat1 xccblat1 xzcblat1; do run1 $program 10; done
  run_all xblat2s sblat2.in sblat2.out 2
  run_all xblat2d dblat2.in dblat2.out 2
  run_all xblat2c cblat2.in cblat2.out 2
  run_all xblat2z zblat2.in zblat2.out 2
  run_all xscblat2 sin2 - 3
  run_all xdcblat2 din2 - 3
  run_all xccblat2 cin2 - 3
  run_all xzcblat2 zin2 - 3
  run_all xblat3s sblat3.in sblat3.out 2
  run_all xblat3d dblat3.in dblat3.out 2
  run_all xblat3c cblat3.in cblat3.out 2
  run_all xblat3z zblat3.in zblat3.out 2
  run_all xscblat3 sin3 - 3
  run_all xdcblat3 din3 - 3
  run_all xccblat3 cin3 - 3
  run_all xzcblat3 zin3 - 3
done
[ "$failures" -eq 0 ]
