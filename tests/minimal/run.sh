#!/bin/sh
# The minimal builds of tests/run.sh: run.sh minimal|wasm BUILD-FOLDER [ISA] [FILTER]
set -eu
small=$1 folder=$2 isa=${3-} filter=${4-}
passed=0 failed=0 skipped=0
export GEMMKIT_FAST_TEST=1
mkdir -p "$folder"

# build NAME OPTION...
build() {
  name=$1
  shift
  cmake -G Ninja -S . -B "$folder/$name" -DGEMMKIT_MINIMAL=ON "$@" && cmake --build "$folder/$name" --parallel "$(nproc)" && return
  echo "the build of $name failed" >&2
  failed=$((failed + 1))
  return 1
}

# suites NAME: adds the counts of ctest
suites() {
  set -- "$folder/$1" --output-on-failure --parallel "$(nproc)" --timeout 900 --no-tests=error
  build=$1 && shift
  [ -z "$isa" ] || set -- "$@" -L "^pin-$isa\$"
  [ -z "$filter" ] || set -- "$@" -R "$filter"
  ctest --test-dir "$build" "$@" --output-junit tests.xml || true
  count() { sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" "$build/tests.xml" | head -n 1; }
  total=$(count tests) bad=$(count failures) left=$(count skipped)
  passed=$((passed + total - bad - left)) failed=$((failed + bad)) skipped=$((skipped + left))
}

# check WHAT COMMAND...
check() {
  what=$1
  shift
  if "$@"; then
    passed=$((passed + 1)) && echo "passed: $what"
  else
    failed=$((failed + 1)) && echo "FAILED: $what"
  fi
}

# needs_only LIBRARY NM SYMBOL...: whether the library uses nothing of a host but these.
needs_only() {
  library=$1 nm=$2
  shift 2
  allowed=$(printf '%s\n' "$@")
  $nm --defined-only -g "$library" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$folder/defined"
  $nm -u "$library" 2>/dev/null | awk '$1 == "U" { print $2 }' | sort -u | comm -23 - "$folder/defined" |
    grep -vxF -e _GLOBAL_OFFSET_TABLE_ -e "$allowed" && return 1
  return 0
}

strings='memcpy memmove memset memcmp strlen strcmp'
if [ "$small" = minimal ]; then
  # shellcheck disable=SC2086 -- words
  if build minimal -DGEMMKIT_BUILD_TESTS=ON; then
    suites minimal
    check "malloc is the only need" needs_only "$folder/minimal/libgemmkit.a" nm $strings malloc free __errno_location __tls_get_addr
  fi
  if CXXFLAGS='-mavx2 -mfma -mf16c' build minimal-avx2 -DGEMMKIT_BUILD_TESTS=ON -DGEMMKIT_ENVIRONMENT=ON; then suites minimal-avx2; fi
  # shellcheck disable=SC2086 -- words
  if build freestanding -DGEMMKIT_FREESTANDING=ON -DGEMMKIT_BUILD_TESTS=OFF; then
    check "freestanding needs memory functions only" needs_only "$folder/freestanding/libgemmkit.a" nm $strings
  fi
  if command -v aarch64-linux-gnu-g++ >/dev/null; then
    # shellcheck disable=SC2086 -- words
    if build freestanding-aarch64 -DGEMMKIT_FREESTANDING=ON -DGEMMKIT_BUILD_TESTS=OFF -DCMAKE_SYSTEM_NAME=Generic \
      -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
      -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY; then
      check "freestanding on aarch64" needs_only "$folder/freestanding-aarch64/libgemmkit.a" aarch64-linux-gnu-nm $strings
    fi
  else
    skipped=$((skipped + 1)) && echo "SKIPPED: no cross compiler for aarch64"
  fi
else
  wasi="-DCMAKE_TOOLCHAIN_FILE=$(pwd)/cmake/wasi.cmake"
  if build wasm "$wasi" -DGEMMKIT_BUILD_TESTS=ON -DGEMMKIT_ENVIRONMENT=ON; then suites wasm; fi
  if build wasm-scalar "$wasi" -DGEMMKIT_WASM_SIMD=OFF -DGEMMKIT_BUILD_TESTS=OFF -DGEMMKIT_ENVIRONMENT=ON; then
    check "a build that forgot -msimd128 says so" sh tests/minimal/forgotten.sh "$folder/wasm-scalar" "$folder"
  fi
  check "examples/wasm in Node and in a browser" sh examples/wasm/test.sh "$folder"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
