#!/bin/sh
# Builds and runs fortran_module.F90.
# usage: fortran_module.sh REPOSITORY LIBRARY_FOLDER WORK_DIR
set -eu
root=$1 libraries=$2 work=$3
command -v gfortran >/dev/null || { echo "SKIPPED: no gfortran"; exit 77; }
mkdir -p "$work"
cd "$work"
gfortran -O1 -Wall -Werror -c "$root/examples/fortran/gemmkit.F90"
gfortran -O0 -fcheck=all "$root/tests/languages/fortran_module.F90" gemmkit.o -L"$libraries" -lgemmkit -Wl,-rpath,"$libraries" -o test
./test
