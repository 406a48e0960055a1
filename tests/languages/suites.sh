#!/bin/sh
# Other projects' own tests of linear algebra, on the preloaded library. Each suite also runs without it first: what fails
# there is not ours to fix, and is left out of the comparison by the names of the tests.
# usage: suites.sh LIBGEMMKIT_BLAS numpy|scipy|r|octave      Exit code 77 when it is not installed.
set -eu
library=$1 suite=$2
here=$(cd "$(dirname "$0")" && pwd)
python=/usr/bin/python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

skip() {
  echo "SKIPPED: $*"
  exit 77
}
fail() {
  echo "FAILED: $*"
  exit 1
}

# binds SYMBOL COMMAND...: the test proves something only if the program's calls arrive at our library.
binds() {
  symbol=$1
  shift
  LD_PRELOAD=$library LD_BIND_NOW=1 LD_DEBUG=bindings LD_DEBUG_OUTPUT="$work/bind" "$@" >/dev/null 2>&1 || true
  cat "$work"/bind.* | grep -q "binding file .* to $library.*symbol .$symbol'" || fail "$suite does not call $symbol of $library"
  echo "$suite: $(cat "$work"/bind.* | grep "binding file .* to $library" | sed "s/.*symbol .\([^']*\)'.*/\1/" | sort -u | wc -l) names bound"
  rm -f "$work"/bind.*
}

# pytest WORDS...: twice, with and without the library; fails if there are failures that the system's BLAS has not.
pytest() {
  "$python" -c 'import pytest, hypothesis' 2>/dev/null || skip "no pytest and hypothesis"
  run_pytest() { "$python" -B -m pytest -q -x --maxfail=1000 -p no:cacheprovider -rfE --disable-warnings --tb=short "$@" 2>&1; }
  run_pytest "$@" >without.log || true
  LD_PRELOAD=$library run_pytest "$@" >with.log || true
  tail -n 1 with.log
  grep -qE '^[0-9]+ passed|, [0-9]+ passed' with.log || { tail -n 20 with.log; fail "nothing passed"; }
  for log in without with; do grep -E '^(FAILED|ERROR) ' $log.log | sed 's/ - .*//' | sort >$log.failed || true; done
  if comm -13 without.failed with.failed | grep .; then
    grep -B 30 -E '^(E  |.*Error)' with.log | tail -n 60
    fail "these pass without the library"
  fi
}

case $suite in
  numpy)
    "$python" -c 'import numpy' 2>/dev/null || skip "no NumPy"
    binds cblas_dgemm "$python" -c 'import numpy; numpy.ones((9, 9)) @ numpy.eye(9)'
    # Not the dot products of 16 GB, which take minutes.
    words='linalg or Mat or matmul or dot or Dot or vdot or einsum or inner or Tensordot or Einsum'
    pytest --pyargs numpy.linalg numpy.core.tests.test_multiarray numpy.core.tests.test_einsum \
      numpy.core.tests.test_numeric -k "($words) and not huge_vectordot"
    ;;
  scipy)
    "$python" -c 'import scipy' 2>/dev/null || skip "no SciPy"
    binds dgemm_ "$python" -c 'import scipy.linalg.blas as b; b.dgemm(1, [[1]], [[1]])'
    pytest --pyargs scipy.linalg
    ;;
  r)
    command -v Rscript >/dev/null || skip "no R"
    binds dgemm_ Rscript --vanilla -e 'crossprod(matrix(1:6 + 0.5, 2), matrix(1:4 + 0.5, 2))'
    LD_PRELOAD=$library Rscript --vanilla "$here/matrices.R"
    ;;
  octave)
    command -v octave-cli >/dev/null || skip "no Octave"
    binds dgemm_ octave-cli --no-init-file --eval 'x = rand(9) * rand(9);'
    LD_PRELOAD=$library octave-cli --no-init-file "$here/matrices.m"
    ;;
  *) fail "no suite called $suite" ;;
esac
