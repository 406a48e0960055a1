#!/bin/sh
# H19: the installed library as its users meet it. One step per run; `setup` comes first.
# usage: install.sh STEP BUILD_DIR
set -eu
step=$1
build=$(cd "$2" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
# An unusual but legal path; every other step uses the prefix after it was moved there.
work=${GEMMKIT_TEST_WORK:-$build/install-tests}
mkdir -p "$work"
prefix=${GEMMKIT_TEST_PREFIX:-$work/moved+to.here/gemmkit}

fail() {
  echo "FAILED: $*"
  exit 1
}

pkg() {  # the first .pc directory of the moved prefix, whatever the library directory is called
  PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gemmkit.pc)") pkg-config "$@"
}

libdir() { dirname "$(find "$prefix" -name libgemmkit.so)"; }

# Links with nothing but pkg-config's answer, runs with an rpath.
build_and_run() {  # name, compiler and source, package
  # shellcheck disable=SC2046,SC2086 -- flags are words
  $2 $(pkg --cflags --libs "$3") -Wl,-rpath,"$(libdir)" -o "$work/$1"
  "$work/$1"
}

case $step in
  setup)
    rm -rf "$work"
    mkdir -p "$work/moved+to.here"
    cmake --install "$build" --prefix "$work/first place/gemmkit" >/dev/null
    mv "$work/first place/gemmkit" "$prefix"
    ;;
  destdir)
    DESTDIR=$work/dest cmake --install "$build" --prefix /opt/gk >/dev/null
    for file in include/gemmkit.h include/gemmkit_cblas.h include/gemmkit_cblas64.h include/gemmkit/gemmkit.hpp \
      include/gemmkit/detail/core.hpp include/gemmkit/eigen.hpp include/gemmkit/xtensor.hpp include/gemmkit/mdspan.hpp \
      include/gemmkit/armadillo.hpp; do
      [ -f "$work/dest/opt/gk/$file" ] || fail "no $file under DESTDIR"
    done
    [ -n "$(find "$work/dest/opt/gk" -name libgemmkit_blas.so.0)" ] || fail "no library under DESTDIR"
    # Nothing of the staging or build directory may be written into the files.
    if grep -rIl -e "$work" -e "$build" "$work/dest/opt/gk"; then fail "these files name the build directory"; fi
    for lib in libgemmkit.so libgemmkit_blas.so libgemmkit_blas64.so; do
      readelf -d "$(find "$work/dest/opt/gk" -name $lib)" | grep -E 'RUNPATH' | grep -qF '[$ORIGIN]' ||
        fail "$lib does not look for its neighbours beside itself"
    done
    for lib in libblas.so.3 libcblas.so.3; do
      readelf -d "$(find "$work/dest/opt/gk" -name $lib)" | grep -E 'RUNPATH' | grep -qF '[$ORIGIN/..]' ||
        fail "$lib does not look for the engine one folder above"
    done
    ;;
  pkgconfig)
    build_and_run gemm "${CC:-cc} -std=c99 $root/examples/c/gemm.c" gemmkit
    [ "$(pkg --modversion gemmkit)" = "$("$work/gemm" | sed -n 's/.*gemmkit \([0-9.]*\).*/\1/p' | tail -n 1)" ] ||
      fail "pkg-config and gemmkit_config() disagree about the version"
    ;;
  pkgconfig_blas)
    build_and_run cblas "${CC:-cc} -std=c99 $root/examples/c/cblas.c" gemmkit-blas
    ;;
  pkgconfig_blas64)
    build_and_run ilp64 "${CC:-cc} -std=gnu99 $root/tests/blas/programs/ilp64.c" gemmkit-blas64
    [ "$(pkg --variable=symbolsuffix gemmkit-blas64)" = 64_ ] || fail "no suffix in gemmkit-blas64.pc"
    command -v gfortran >/dev/null || exit 0
    build_and_run ilp64_fortran "gfortran -fdefault-integer-8 $root/tests/blas/programs/ilp64.f90" gemmkit-blas64
    ;;
  cmake_blas64)
    cmake -S "$root/tests/install/blas64" -B "$work/blas64" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$work/blas64" >/dev/null
    ctest --test-dir "$work/blas64" --output-on-failure
    ;;
  libblas)
    # A program linked with the system's BLAS, and the folder of ours in front of it.
    folder=$(dirname "$(find "$prefix" -name libblas.so.3)")
    ${CC:-cc} -c "$root/tests/install/findblas/program.c" -o "$work/program.o"
    for lib in libblas libcblas; do
      ${CC:-cc} "$work/program.o" "$folder/$lib.so.3" -o "$work/with_$lib"
      readelf -d "$work/with_$lib" | grep NEEDED | grep -qF "$lib.so.3" || fail "the SONAME is not $lib.so.3"
      LD_LIBRARY_PATH=$folder ldd "$work/with_$lib" | grep -F libgemmkit.so.0 | grep -qF "$prefix" || fail "$lib does not find the engine"
      LD_LIBRARY_PATH=$folder "$work/with_$lib" || fail "a program with $lib"
    done
    ;;
  deb)
    sh "$root/tests/install/deb.sh" "$build" "$work/deb"
    ;;
  dpkg)
    sh "$root/tests/install/dpkg.sh" "$work/deb/packages" "$work/dpkg"
    ;;
  tarball)
    # Unpacked and moved once more, then used as the installation is. CMake's working folder must not be that of another test.
    rm -rf "$work/tarball"
    mkdir -p "$work/tarball"
    (cd "$work/tarball" && cpack --config "$build/CPackConfig.cmake" -G TGZ -B "$work/tarball" >cpack.log 2>&1) || fail "cpack"
    tar -C "$work/tarball" -xzf "$work/tarball"/gemmkit-*.tar.gz
    moved="$work/tarball/moved+here/gemmkit"
    mkdir -p "$(dirname "$moved")"
    mv "$(find "$work/tarball" -maxdepth 1 -type d -name 'gemmkit-*')" "$moved"
    if grep -rIl -e "$work" -e "$build" "$moved"; then fail "these files name the build directory"; fi
    for step in pkgconfig pkgconfig_blas cmake tune; do
      code=0
      GEMMKIT_TEST_PREFIX=$moved GEMMKIT_TEST_WORK=$work/tarball/$step sh "$0" $step "$build" || code=$?
      [ $code -eq 0 ] || [ $code -eq 77 ] || fail "$step from the archive"
    done
    [ ! -x "$moved/bin/gemmkit-bench" ] || "$moved/bin/gemmkit-bench" square --filter 'f32 128' --peers none --rounds 1 >/dev/null || fail "gemmkit-bench"
    ;;
  pkgconfig_static)
    [ -f "$(libdir)/libgemmkit.a" ] || exit 77
    mkdir -p "$work/static"
    cp "$(libdir)/libgemmkit.a" "$work/static"
    # shellcheck disable=SC2046 -- flags are words
    ${CC:-cc} -std=c99 "$root/examples/c/gemm.c" -L"$work/static" $(pkg --static --cflags --libs gemmkit | sed "s|-L[^ ]*gemmkit[^ ]*||") \
      -o "$work/gemm_static"
    if ldd "$work/gemm_static" | grep -E 'libgemmkit|libstdc'; then fail "not a static link"; fi
    "$work/gemm_static"
    ;;
  fortran)
    command -v gfortran >/dev/null || exit 77
    build_and_run dgemm "gfortran $root/examples/fortran/dgemm.f90" gemmkit-blas
    ;;
  cmake)
    cmake -S "$root/examples/cmake" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$work/consumer" >/dev/null
    ctest --test-dir "$work/consumer" --output-on-failure
    ;;
  cpp)
    cmake -S "$root/examples/cpp" -B "$work/cpp" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$work/cpp" --parallel "$(nproc)" >/dev/null
    ctest --test-dir "$work/cpp" --output-on-failure
    # What they print is the point of them.
    sed -n '/ ms/p' "$work/cpp/Testing/Temporary/LastTest.log"
    ;;
  findblas)
    # FindBLAS takes any library called libblas; so do the many packages that look for that name.
    mkdir -p "$work/libblas"
    cp -P "$(libdir)"/libgemmkit*.so* "$work/libblas"
    ln -sf libgemmkit_blas.so "$work/libblas/libblas.so"
    cmake -S "$root/tests/install/findblas" -B "$work/findblas" -DBLA_VENDOR=Generic \
      -DCMAKE_LIBRARY_PATH="$work/libblas" >/dev/null
    cmake --build "$work/findblas" >/dev/null
    # By file: BLAS_LIBRARIES must be ours, not the system's.
    grep -qF "$work/libblas/libblas.so" "$work/findblas/CMakeCache.txt" || fail "FindBLAS found another library"
    LD_LIBRARY_PATH=$work/libblas "$work/findblas/program"
    ;;
  tune)
    [ -f "$prefix/bin/gemmkit-tune" ] || exit 77
    # Beside the library it was moved with, whatever else is installed.
    ldd "$prefix/bin/gemmkit-tune" | grep -qF "$prefix" || fail "the moved tuner does not find its library"
    "$prefix/bin/gemmkit-tune" --knobs SMALL_MN_DIM --time-budget 15 --dry-run >/dev/null
    [ -n "$(find "$prefix" -name gemmkit-tune.1)" ] || fail "no manual page"
    ;;
  *)
    fail "no step called $step"
    ;;
esac
