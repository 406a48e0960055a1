#!/bin/sh
# ScaLAPACK's own test programs (Debian's scalapack-mpi-test: PBLAS of levels 1 to 3, and LU) with this BLAS preloaded.
# usage: scalapack.sh LIBGEMMKIT_BLAS RANKS WORK_DIR      GEMMKIT_FAST_TEST=1: double precision alone
set -eu
library=$1 ranks=$2 work=$3
tests=$(dirname "$(find /usr/lib -path '*openmpi-tests/xdlu' 2>/dev/null | head -n 1)")
data=/usr/share/scalapack
if [ ! -x "$tests/xdlu" ] || [ ! -r $data/LU.dat ]; then echo "SKIPPED: no scalapack-mpi-test"; exit 77; fi
command -v mpirun.openmpi >/dev/null || { echo "SKIPPED: no Open MPI"; exit 77; }

# One thread per rank: the ranks share this machine. Idle ones yield, as there may be more of them than cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
run() {
  mpirun.openmpi --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --mca btl self,vader \
    --mca btl_vader_single_copy_mechanism none -n "$ranks" \
    -x LD_PRELOAD="$library" -x GEMMKIT_NUM_THREADS=1 -x OPENBLAS_NUM_THREADS=1 -x OMP_NUM_THREADS=1 "$@"
}

rm -rf "$work"
mkdir -p "$work"
cd "$work"
cp $data/LU.dat $data/PBLAS/P?BLAS?TST.dat .
# Grids that these ranks can hold, instead of the files' own, which leave the larger ones out with a message.
case $ranks in
  2) count=2 p='1 2' q='2 1' ;;
  4) count=3 p='2 1 4' q='2 4 1' ;;
  *) count=1 p=1 q=$ranks ;;
esac
sed -i -e "s/^[0-9]*\([[:space:]]*number of process grids\)/$count\1/" -e "s/^[0-9 ]*\([[:space:]]*values of P\)\$/$p \1/" \
  -e "s/^[0-9 ]*\([[:space:]]*values of Q\)\$/$q \1/" ./*.dat

# Our library, and not the one below it, must be what a rank computes with.
# shellcheck disable=SC2016 -- the rank's shell expands it
run sh -c 'LD_DEBUG=bindings "$0" </dev/null 2>&1 | grep "symbol .dgemm_.\$" ' "$tests/xdlu" >bound.txt 2>/dev/null || true
grep -q libgemmkit_blas bound.txt || { echo "FAILED: dgemm_ of the ranks is not ours"; cat bound.txt; exit 1; }

failed=0
wrong() { # LOG: lines that tell of a failure; a table's heading has the word too
  grep -E 'FAILED|BYPASSED' "$1" | grep -v 'TOTAL TESTS' || true
}
check() { # NAME PROGRAM
  if ! run "$2" >"$1.log" 2>&1; then
    echo "FAILED: $1 ended with an error"
    tail -n 20 "$1.log"
    failed=1
    return
  fi
  good=$(grep -c PASSED "$1.log" || true) bad=$(wrong "$1.log" | wc -l)
  echo "$1: $good passed, $bad failed"
  if [ "$good" -eq 0 ] || [ "$bad" -ne 0 ] || ! grep -qi 'end of tests' "$1.log"; then
    wrong "$1.log" | head -n 20
    failed=1
  fi
}
types='s d c z'
[ -z "${GEMMKIT_FAST_TEST-}" ] || types=d
for type in $types; do
  for level in 1 2 3; do
    check "p${type}blas$level" "$tests/PBLAS/${type}pb${level}tst"
  done
  check "p${type}lu" "$tests/x${type}lu"
done
exit $failed
