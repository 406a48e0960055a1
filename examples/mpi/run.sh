#!/bin/sh
# ScaLAPACK over 1, 2 and 4 ranks on this machine, on gemmkit and on the other BLAS libraries that are installed.
# usage: run.sh LIBGEMMKIT_BLAS [N [RANKS...]]         Debian: gfortran libscalapack-openmpi-dev openmpi-bin
set -eu
library=$(realpath "$1")
shift
n=${1:-2000}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 1 2 4
here=$(cd "$(dirname "$0")" && pwd)
command -v mpif90.openmpi >/dev/null || { echo "SKIPPED: no mpif90.openmpi"; exit 77; }
triplet=$(gcc -print-multiarch)
[ -e "/usr/lib/$triplet/libscalapack-openmpi.so" ] || { echo "SKIPPED: no libscalapack-openmpi-dev"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpif90.openmpi -O2 "$here/product_and_solve.f90" -J "$work" -o "$work/program" -lscalapack-openmpi -llapack -lblas

cores=$(nproc)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none # one machine, in containers too
failed=0
for ranks; do
  # Each rank as many threads as it has cores, bound to them. More ranks than cores, or a place where Open MPI cannot bind
  # that many: not bound.
  threads=$((cores / ranks))
  place="--map-by slot:PE=$threads --bind-to core"
  # shellcheck disable=SC2086 -- words
  if [ "$threads" -eq 0 ] || ! mpirun.openmpi -n "$ranks" $place true >/dev/null 2>&1; then
    place='--oversubscribe --bind-to none'
  fi
  [ "$threads" -gt 0 ] || threads=1
  for blas in gemmkit reference openblas; do
    preload= folder=/usr/lib/$triplet/blas:/usr/lib/$triplet/lapack
    case $blas in
      gemmkit) preload=$library ;; # what it does not have comes from the reference
      openblas) folder=/usr/lib/$triplet/openblas-pthread ;;
    esac
    [ -e "${folder%%:*}/libblas.so.3" ] || continue
    printf '%-9s %d threads per rank, ' $blas $threads
    # shellcheck disable=SC2086 -- words
    mpirun.openmpi -n "$ranks" $place -x LD_PRELOAD="$preload" -x LD_LIBRARY_PATH="$folder" -x GEMMKIT_NUM_THREADS=$threads \
      -x OMP_NUM_THREADS=$threads -x OPENBLAS_NUM_THREADS=$threads "$work/program" "$n" >"$work/log" 2>&1 || failed=1
    grep -q '^result T T' "$work/log" || failed=1
    sed -e 's/^ *//' "$work/log" | tr '\n' ';' | sed -e 's/;$/\n/' -e 's/;/; /g'
  done
done
[ $failed -eq 0 ] || echo "FAILED"
exit $failed
