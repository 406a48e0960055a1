#!/bin/sh
# Makes gemmkit/gemmkit.wasm: sh build.sh [folder of builds] [where to]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build}/wasm-example out=${2:-$root/examples/wasm}
cmake -S "$root" -B "$build" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/wasi.cmake" -DGEMMKIT_MINIMAL=ON -DGEMMKIT_BUILD_TESTS=OFF >/dev/null
cmake --build "$build" --parallel "$(nproc)"
# A reactor: a library of functions, without main. It imports nothing of a host.
# Linked without -O, which would have clang run a wasm-opt it finds: that of a stripped program refuses vectors.
clang-14 --target=wasm32-wasi -msimd128 -O2 -I"$root/include" -c "$root/examples/wasm/gemmkit.c" -o "$build/example.o"
clang-14 --target=wasm32-wasi -mexec-model=reactor "$build/example.o" "$build/libgemmkit.a" \
  -Wl,--strip-all -Wl,-z,stack-size=1048576 -o "$out/gemmkit/gemmkit.wasm"
