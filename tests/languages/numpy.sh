#!/bin/sh
# NumPy on the preloaded library: right results, and the same bits run to run and for every thread count.
# usage: numpy.sh PYTHON LIBGEMMKIT_BLAS ISA      (ISA "auto", or a pin)
set -eu
python=$1 library=$2 isa=$3
here=$(cd "$(dirname "$0")" && pwd)

"$python" -c 'import numpy' 2>/dev/null || { echo "SKIPPED: $python has no NumPy"; exit 77; }
if [ "$isa" = auto ]; then unset GEMMKIT_REQUIRE_ISA; else export GEMMKIT_REQUIRE_ISA="$isa"; fi
if [ "$isa" = avx512f ] && ! grep -qw avx512vl /proc/cpuinfo; then echo "SKIPPED: this CPU has no AVX-512"; exit 77; fi

first=
for threads in 1 2 2; do
  if ! digest=$(LD_PRELOAD=$library GEMMKIT_NUM_THREADS=$threads "$python" -B "$here/numpy_products.py" "$isa"); then
    echo "$digest"
    exit 1
  fi
  echo "$threads threads: $digest"
  [ -z "$first" ] || [ "$digest" = "$first" ] || { echo "FAILED: the bits differ"; exit 1; }
  first=$digest
done
