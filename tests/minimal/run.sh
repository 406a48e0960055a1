#!/bin/sh
# The minimal builds of tests/run.sh: run.sh minimal|wasm BUILD-FOLDER ISA FILTER [few]
set -eu
small=$1 folder=$2 isa=$3 filter=$4 fast=${5-}
passed=0 failed=0 skipped=0
export GEMMKIT_FAST_TEST=1
mkdir -p "$folder"

# build NAME OPTION...: only $targets, if there are any
targets=
build() {
  name=$1
  shift
  # shellcheck disable=SC2086 -- words
  cmake -G Ninja -S . -B "$folder/$name" -DGEMMKIT_MINIMAL=ON "$@" ${GEMMKIT_CMAKE_OPTIONS-} &&
    cmake --build "$folder/$name" --parallel "$(nproc)" ${targets:+--target $targets} && return
  echo "the build of $name failed" >&2
  failed=$((failed + 1))
  return 1
}

# suites NAME: runs $targets, or all, and adds the counts of ctest
suites() {
  build=$folder/$1 regex=$filter
  [ -n "$regex" ] || [ -z "$targets" ] || regex="^($(echo "$targets" | tr ' ' '|'))"
  rm -f "$build/tests.xml"
  set -- --output-on-failure --parallel "$(nproc)" --timeout 900 --no-tests=error
  [ -z "$isa" ] || set -- "$@" -L "^pin-$isa\$"
  [ -z "$regex" ] || set -- "$@" -R "$regex"
  ctest --test-dir "$build" "$@" --output-junit tests.xml || true
  count() { sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" "$build/tests.xml" | head -n 1; }
  total=$(count tests) bad=$(count failures) left=$(count skipped)
  passed=$((passed + total - bad - left)) failed=$((failed + bad)) skipped=$((skipped + left))
}

# tested NAME SUITES OPTION...: builds these suites, or all, and runs them
tested() {
  name=$1 targets=$2
  shift 2
  if build "$name" -DGEMMKIT_BUILD_TESTS=ON "$@"; then suites "$name"; fi
  targets=
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

# needs_only LIBRARY NM SYMBOL...: whether the library uses nothing of a host but these, and divisions and products of the
# compiler's own library that the machine has no instruction for.
needs_only() {
  library=$1 nm=$2
  shift 2
  allowed=$(printf '%s\n' "$@")
  $nm --defined-only -g "$library" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$folder/defined"
  $nm -u "$library" 2>/dev/null | awk '$1 == "U" { print $2 }' | sort -u | comm -23 - "$folder/defined" |
    grep -vE '^__u?(div|mod|divmod|mul)[dt]i[34]$' | grep -vxF -e _GLOBAL_OFFSET_TABLE_ -e "$allowed" && return 1
  return 0
}

# bare COMPILER LIBRARY [EMULATOR]: tests/minimal/bare.c, a program without a C library
bare() {
  "$1" -ffreestanding -fno-stack-protector -O2 -Wall -Wextra -Iinclude tests/minimal/bare.c "$2" -nostdlib -static -lgcc \
    -o "$folder/bare" && ${3-} "$folder/bare"
}

# freestanding NAME PREFIX EMULATOR OPTION...: of a machine whose tools begin with PREFIX
strings='memcpy memmove memset memcmp strlen strcmp'
freestanding() {
  name=$1 prefix=$2 emulator=$3
  shift 3
  build "$name" -DGEMMKIT_FREESTANDING=ON -DGEMMKIT_BUILD_TESTS=OFF "$@" || return 0
  # shellcheck disable=SC2086 -- words
  check "$name needs memory functions only" needs_only "$folder/$name/libgemmkit.a" "${prefix}nm" $strings
  check "a program on $name" bare "${prefix}gcc" "$folder/$name/libgemmkit.a" "$emulator"
}

# foreign NAME PROCESSOR PREFIX EMULATOR FLAGS: the library on another machine, with a few of the suites
few='minimal_allocator minimal_format kernel_int8 simd_ops families_values'
foreign() {
  CXXFLAGS=$5 tested "$1" "$few" -DGEMMKIT_ENVIRONMENT=ON -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$2" \
    -DCMAKE_C_COMPILER="$3gcc" -DCMAKE_CXX_COMPILER="$3g++" -DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_CROSSCOMPILING_EMULATOR="$4"
}

if [ "$small" = minimal ]; then
  tested minimal "${fast:+$few}"
  # shellcheck disable=SC2086 -- words
  check "malloc is the only need" needs_only "$folder/minimal/libgemmkit.a" nm $strings malloc free __errno_location __tls_get_addr
  # The ordinary build's suites test the same kernels.
  [ -n "$fast" ] || CXXFLAGS='-mavx2 -mfma -mf16c' tested minimal-avx2 '' -DGEMMKIT_ENVIRONMENT=ON
  # As do those of --aarch64 --fast.
  [ -n "$fast" ] || foreign minimal-aarch64 aarch64 aarch64-linux-gnu- qemu-aarch64 -march=armv8.2-a+dotprod+i8mm
  # Pointers of 32 bits, and on s390x numbers whose most significant byte comes first. Not every kernel runs programs of 32 bits.
  foreign minimal-i386 i686 i686-linux-gnu- qemu-i386 '-m32 -msse2 -mfpmath=sse'
  foreign minimal-s390x s390x s390x-linux-gnu- qemu-s390x ''
  freestanding freestanding '' ''
  freestanding freestanding-aarch64 aarch64-linux-gnu- qemu-aarch64 -DCMAKE_SYSTEM_NAME=Generic -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY
else
  wasi="-DCMAKE_TOOLCHAIN_FILE=$(pwd)/cmake/wasi.cmake"
  tested wasm "${fast:+$few kernel_tables kernel_complex driver_sweep}" "$wasi" -DGEMMKIT_ENVIRONMENT=ON
  objects=$(find "$folder/wasm/kernels" -path '*/simd128/*.obj' ! -name 'blas.*')
  # shellcheck disable=SC2086 -- paths
  check "tiles of simd128 keep their sums in locals" python3 -B tests/abi/wasm_tiles.py $objects
  check "bad tiles are seen" env CXX=clang++-14 python3 -B tests/abi/wasm_tiles.py --self-test
  # Emscripten's own modules, when it links and when its programs run.
  export NODE_PATH=/usr/share/nodejs
  teams='minimal_threads api_identity driver_sweep'
  [ -n "$fast" ] || teams="$teams minimal_allocator api_batched families_values families_sweep families_batch"
  tested wasm-threads "$teams" "-DCMAKE_TOOLCHAIN_FILE=$(pwd)/cmake/emscripten.cmake" -DGEMMKIT_THREADS=pthread -DGEMMKIT_ENVIRONMENT=ON
  if build wasm-scalar "$wasi" -DGEMMKIT_WASM_SIMD=OFF -DGEMMKIT_BUILD_TESTS=OFF -DGEMMKIT_ENVIRONMENT=ON; then
    check "a build that forgot -msimd128 says so" sh tests/minimal/forgotten.sh "$folder/wasm-scalar" "$folder"
  fi
  check "examples/wasm in Node and in a browser" sh examples/wasm/test.sh "$folder"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
