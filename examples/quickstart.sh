#!/bin/sh
# From a fresh Debian 12 to a NumPy program running on gemmkit: installs what is missing, builds, installs into build/prefix,
# runs the program with its own BLAS and with ours, then a C program. A few minutes on two cores.
set -eu
cd "$(dirname "$0")/.."
build=${GEMMKIT_QUICKSTART_BUILD:-build}
mkdir -p "$build"
build=$(cd "$build" && pwd)
prefix=$build/prefix

say() { printf '\n== %s\n' "$*"; }

say "1/4 packages"
sh tests/packages.sh build numpy

say "2/4 build (Release, into $build)"
generator=
if command -v ninja >/dev/null; then generator='-G Ninja'; fi
[ ! -f "$build/CMakeCache.txt" ] || generator=
# shellcheck disable=SC2086 -- words or none
cmake $generator -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DGEMMKIT_BUILD_TESTS=OFF ${GEMMKIT_CMAKE_OPTIONS-} >/dev/null
cmake --build "$build" --parallel "$(nproc)"
cmake --install "$build" --prefix "$prefix" >/dev/null
lib=$(dirname "$(find "$prefix" -name libgemmkit_blas.so | head -n 1)")
echo "installed in $prefix"

say "3/4 a NumPy program with the BLAS it came with, then with ours"
echo "(a fresh Debian has the unoptimised reference BLAS, of which hundreds of times the speed are no wonder)"
# Debian's Python: its NumPy calls the system's BLAS. One from elsewhere may bundle its own, which no preload can replace.
python=/usr/bin/python3
answers=$build/quickstart-answers.npz
"$python" examples/python/stdlib_topics.py --save "$answers"
echo
echo "\$ LD_PRELOAD=$lib/libgemmkit_blas.so python3 examples/python/stdlib_topics.py"
LD_PRELOAD=$lib/libgemmkit_blas.so "$python" examples/python/stdlib_topics.py --expect "$answers"
LD_PRELOAD=$lib/libgemmkit_blas.so "$python" - <<'PY'
import ctypes
isa = ctypes.CDLL(None).gemmkit_isa
isa.restype = ctypes.c_char_p
print("instruction set that ran: f32 %s, f64 %s" % (isa(b"f32").decode(), isa(b"f64").decode()))
PY

say "4/4 a C program through gemmkit.h"
PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH
echo '$ cc examples/c/gemm.c $(pkg-config --cflags --libs gemmkit)'
# shellcheck disable=SC2046 -- flags are words
${CC:-cc} -std=c99 examples/c/gemm.c $(pkg-config --cflags --libs gemmkit) -Wl,-rpath,"$lib" -o "$build/quickstart-gemm"
"$build/quickstart-gemm"

say "done. What next:"
cat <<TXT
  your own program:    LD_PRELOAD=$lib/libgemmkit_blas.so <program>
  from C and C++:      PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs gemmkit   (or gemmkit-blas)
  from CMake:          find_package(gemmkit), with -DCMAKE_PREFIX_PATH=$prefix
  install for all:     sudo cmake --install $build --prefix /usr/local && sudo ldconfig
  the tests:           sh tests/run.sh
  the guide:           docs/guide/getting-started.md
TXT
