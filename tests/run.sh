#!/bin/sh
# Installs what is missing, builds, and runs the test suite. The last line is "N passed, N failed" (", N skipped" may follow);
# the exit status is 0 only if nothing failed.
#
# usage: sh tests/run.sh [option...]
#   --fast          one of each class instead of whole sweeps (GEMMKIT_FAST_TEST=1); with --aarch64, --minimal or --wasm, which have
#                   short sweeps anyway, only the suites that tell most about the machine, and of the minimal builds those
#                   whose kernels no other option compiles: not AVX2, and 64-bit Arm freestanding alone
#   --debug         the unoptimised build
#   --asan          AddressSanitizer and UndefinedBehaviorSanitizer (clang)
#   --ubsan         UndefinedBehaviorSanitizer alone (clang)
#   --tsan          ThreadSanitizer (clang, LLVM's OpenMP): only the suites about teams, with one instruction set, unless --filter
#                   says which or --isa with which; with --threads pthread, on that backend
#   --valgrind      the kernel suites and those pinned to scalar and fma, under valgrind's memcheck; as with --fast
#   --languages     only the suites of other languages (ctest's label languages), those that take minutes or the network
#                   included (NumPy's, SciPy's, R's and Octave's own tests, LAPACK's, ScaLAPACK's), with the languages installed
#                   first
#   --threads NAME  only the suites about teams, with the library built on this backend: pthread or none
#   --isa NAME      only the suites that run once per instruction set, with this one: scalar, fma, avx512f, neon
#   --filter REGEX  only the tests whose name matches
#   --aarch64       64-bit Arm: cross-compiled, and under qemu's user-mode emulation all that can run there; as with --fast
#   --minimal       the minimal build, with and without an environment, and freestanding (compiled, not run)
#   --wasm          WebAssembly: the minimal build with clang and wasi-libc, under Node; and examples/wasm
# Builds go to build/<preset>, or to $GEMMKIT_TEST_BUILD/<preset>.
set -eu
cd "$(dirname "$0")/.."

preset=release groups='build test' valgrind= languages=OFF isa= filter= threads= options= small= few= without=
while [ $# -gt 0 ]; do
  case $1 in
    --fast) few=few && export GEMMKIT_FAST_TEST=1 ;;
    --debug) preset=debug ;;
    --asan | --ubsan | --tsan) preset=${1#--} groups='build test sanitize' ;;
    --valgrind) valgrind=yes ;;
    --languages) languages=ON groups="$groups languages" ;;
    --threads) threads=${2:?--threads needs a name} && options=-DGEMMKIT_THREADS=$2 && shift ;;
    --isa) isa=${2:?--isa needs a name} && shift ;;
    --filter) filter=${2:?--filter needs a regular expression} && shift ;;
    --aarch64) preset=aarch64 groups='build aarch64' GEMMKIT_FAST_TEST=1 && export GEMMKIT_FAST_TEST ;;
    --minimal | --wasm) small=${1#--} ;;
    -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit 0 ;;
    *) echo "unknown option $1; see sh tests/run.sh --help" >&2 && exit 2 ;;
  esac
  shift
done
[ "$isa" != avx2 ] || isa=fma
chosen=$isa$filter

if [ -n "$small" ]; then
  sh tests/packages.sh "$small"
  exec sh tests/minimal/run.sh "$small" "${GEMMKIT_TEST_BUILD:-build}" "$isa" "$filter" $few
fi
# shellcheck disable=SC2086 -- words
sh tests/packages.sh $groups
build=${GEMMKIT_TEST_BUILD:-build}/$preset
target=all label= others=
if [ "$preset$few" = aarch64few ]; then
  target='kernel_tables kernel_int8 kernel_complex simd_ops dispatch_cpu isa_in_force api_identity families_values'
  [ -n "$filter" ] || filter="^(gate[.].*(disassembly|kernel_symbols)|dispatch_model|$(echo "$target" | tr ' ' '|'))"
fi
[ -z "$threads" ] || build=$build-$threads
if [ -n "$threads" ] || [ "$preset$filter" = tsan ]; then
  teams='api_exec api_identity api_packed batch_bits driver_property robust_callers cases_threads'
  [ "$threads" = none ] || teams="$teams parallel_policy"
  case $preset in
    tsan)
      teams="$teams robust_families blas_level1 blas_level2 blas_level3 blas_complex blas_matcopy blas_batch"
      [ -n "$threads" ] || teams="$teams parallel_proc_bind"
      # Kernels are not instrumented: what a team does wrong with those of one instruction set it does with all.
      [ -n "$isa$filter" ] || others='[.](scalar|avx512f)$' without='avx512f;avxvnni;avx512vnni;avx512bf16'
      ;;
    asan | ubsan) ;;
    *)
      teams="$teams robust_memory robust_fresh_process"
      [ "$threads" = none ] || teams="$teams parallel_fork parallel_team"
      ;;
  esac
  target="gemmkit gemmkit_blas $teams"
  [ -n "$filter" ] || filter="^($(echo "$teams" | tr ' ' '|'))"
fi
[ $languages = OFF ] || target=language_tests label=languages
if [ "$preset" = aarch64 ]; then
  export QEMU_CPU="${QEMU_CPU:-max}" OMP_WAIT_POLICY=passive
  mkdir -p "$build"
  sysroot=$(cd "$build" && pwd)/sysroot
  sh tests/aarch64.sh "$sysroot"
  GEMMKIT_CMAKE_OPTIONS="-DGEMMKIT_SYSROOT=$sysroot ${GEMMKIT_CMAKE_OPTIONS-}"
fi
generator=
[ -f "$build/CMakeCache.txt" ] || ! command -v ninja >/dev/null || generator='-G Ninja'
# shellcheck disable=SC2086 -- two words or none
if ! cmake $generator --preset "$preset" -B "$build" -DGEMMKIT_BUILD_STATIC=ON -DGEMMKIT_TEST_LANGUAGES=$languages \
  "-DGEMMKIT_WITHOUT_ISAS=$without" $options ${GEMMKIT_CMAKE_OPTIONS-} ||
  ! cmake --build "$build" --target $target --parallel "$(nproc)"; then
  echo "the build failed" >&2
  echo "0 passed, 1 failed"
  exit 1
fi

if [ -n "$valgrind" ]; then
  labels="valgrind pin-scalar pin-fma"
  [ -z "$isa" ] || labels=pin-$isa
  exec /usr/bin/env python3 -B tests/valgrind.py "$build" "$labels" "${filter:-.}"
fi

set -- --test-dir "$build" --output-on-failure --parallel "$(nproc)" --timeout 900 --no-tests=error
[ -z "$isa" ] || set -- "$@" -L "^pin-$isa\$"
[ -z "$label" ] || set -- "$@" -L "^$label\$"
[ -z "$filter" ] || set -- "$@" -R "$filter"
[ -z "$others" ] || set -- "$@" -E "$others"
log=$(cd "$build" && pwd)/tests.log
results=$(dirname "$log")/tests.xml
status=0
{ ctest "$@" --output-junit "$results" || echo "ctest-failed"; } 2>&1 | tee "$log"
! grep -qx 'ctest-failed' "$log" || status=1

count() { sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" "$results" | head -n 1; }
if [ ! -s "$results" ]; then
  echo "0 passed, 1 failed"
  exit 1
fi
total=$(count tests) failed=$(count failures) skipped=$(count skipped)

# A kernel that was built but did not run is no small print.
awk -F '"' '
  /<testcase /          { name = /status="notrun"/ ? $2 : "" }
  name && /SKIPPED: /   { sub(/.*SKIPPED: /, ""); gsub(/&apos;/, "\047"); print "SKIPPED: " name ", " $0; name = "" }
  name && /<\/testcase/ { print "SKIPPED: " name }' "$results"
best=
if [ -z "$chosen$label" ] && [ "$preset" = aarch64 ]; then
  best=neon
  [ "$QEMU_CPU" != max ] || best='neon dotprod i8mm bfdot'
elif [ -z "$chosen$label$filter" ] && grep -qw avx512vl /proc/cpuinfo 2>/dev/null; then
  best=avx512f
elif [ -z "$chosen$label$filter" ] && grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
  best=fma
fi
for pin in $best; do
  grep -q "<testcase name=\"[^\"]*\.$pin\".*status=\"run\"" "$results" && continue
  echo "FAILED: this CPU's best instruction set, $pin, never ran"
  failed=$((failed + 1)) total=$((total + 1)) status=1
done

[ "$failed" -eq 0 ] || status=1
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "$((total - failed - skipped)) passed, $failed failed, $skipped skipped"
exit $status
